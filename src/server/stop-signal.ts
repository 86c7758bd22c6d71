const signals = ['SIGINT', 'SIGTERM'] as const

/** Signals closer than this are one wish: a terminal and the package manager under it both pass it on. */
const oneWish = 50

/**
 * Resolves with the signal once the process is told to stop. Told again, it ends at once, by that signal, whatever is under way.
 */
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
