const signals = ['SIGINT', 'SIGTERM'] as const

/** Signals closer than this, in milliseconds, count as one: a terminal and the package manager both pass it on. */
const oneWish = 50

/**
 * Resolves with the first signal to stop. A second signal ends the process at once, whatever it is doing.
 *
 * @param until Listens no longer when this aborts. Default: as long as the process runs.
 */
export function stopSignal(until?: AbortSignal): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined
    const heard = (signal: NodeJS.Signals): void => {
      const now = performance.now()
      if (first === undefined) {
        first = now
        resolve(signal)
      } else if (now - first >= oneWish) {
        leave()
        process.kill(process.pid, signal)
      }
    }
    const leave = (): void => {
      for (const each of signals) process.removeListener(each, heard)
    }
    for (const signal of signals) process.on(signal, heard)
    until?.addEventListener('abort', leave, { once: true })
  })
}
