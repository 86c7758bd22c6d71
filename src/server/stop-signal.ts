const signals = ['SIGINT', 'SIGTERM'] as const

/** Signals closer than this, in milliseconds, count as one: a terminal and the package manager both pass it on. */
const oneWish = 50

/** Resolves with the first signal to stop. A second signal ends the process at once, whatever it is doing. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined
    const heard = (signal: NodeJS.Signals): void => {
      const now = performance.now()
      if (first === undefined) {
        first = now
        resolve(signal)
      } else if (now - first >= oneWish) {
        for (const each of signals) process.removeListener(each, heard)
        process.kill(process.pid, signal)
      }
    }
    for (const signal of signals) process.on(signal, heard)
  })
}
