/** Whether somebody still waits for the result: the caller may have gone. */
export type IsWanted = () => boolean

/** Starts work in order, as soon as a place is free. Returns undefined for work that nobody waits for any more. */
export type Queue = <Result>(work: () => Promise<Result>, isWanted?: IsWanted) => Promise<Result | undefined>

/**
 * Creates a queue. Work in slices on the event loop needs one. Otherwise ten such tasks would each take a slice
 * before any other work gets its turn.
 *
 * @param places How many tasks run at once.
 */
export function createQueue(places = 1): Queue {
  const waiting: (() => void)[] = []
  let free = places
  return async (work, isWanted) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return isWanted?.() === false ? undefined : await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Taken when this file is loaded: tests replace timers later. */
const { setImmediate: immediately, setTimeout: later } = globalThis

/** Lets other waiting work run first, including network events. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- pages have none
    if (immediately) immediately(resolve)
    else later(resolve)
  })
}
