/** Whether somebody still waits for the result: whoever asked may have gone. */
export type IsWanted = () => boolean

/** Starts work as soon as a place is free, in the order in which it was asked for; undefined for what nobody wants by then. */
export type Queue = <Result>(work: () => Promise<Result>, isWanted?: IsWanted) => Promise<Result | undefined>

/**
 * Makes a queue. Work that runs in slices on the event loop needs one: of ten such pieces at once each would
 * take its slice before anyone else's turn came.
 *
 * @param places How many pieces run at once.
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

/** As it is when this is loaded: tests put timers of their own in its place. */
const { setImmediate: immediately, setTimeout: later } = globalThis

/** Lets whatever else waits have its turn, what comes from the network included. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- pages have none
    if (immediately) immediately(resolve)
    else later(resolve)
  })
}
