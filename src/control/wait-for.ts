import { NotInTime } from './input.ts'

/**
 * Waits for what a listener finds.
 *
 * @param listen Calls back with what is found; returns a function that stops it.
 * @param missing Says, once the time is over, what did not come.
 * @throws NotInTime when nothing was found in time.
 */
export function waitFor<Found>(
  timeout: number,
  listen: (onFound: (found: Found) => void) => () => void,
  missing: () => string,
): Promise<Found> {
  return new Promise((resolve, reject) => {
    const stop = listen((found) => {
      clearTimeout(timer)
      stop()
      resolve(found)
    })
    const timer = setTimeout(() => {
      stop()
      reject(new NotInTime(missing()))
    }, timeout)
  })
}
