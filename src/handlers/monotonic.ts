/**
 * Milliseconds of a clock that never goes back. Node loads `perf_hooks` when somebody first touches `performance`,
 * which would cost each start of a server a millisecond.
 */
export const monotonic: () => number = isNode()
  ? () => {
      const [seconds, nanoseconds] = process.hrtime()
      return seconds * 1000 + nanoseconds / 1e6
    }
  : () => performance.now()

function isNode(): boolean {
  return typeof process !== 'undefined' && typeof process.hrtime === 'function'
}
