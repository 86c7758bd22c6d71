/** Starts work one piece at a time, in the order in which it was asked for. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Makes a queue. Work that runs in slices on the event loop needs one: of ten such pieces at once each would
 * take its slice before anyone else's turn came.
 */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
