import { performance } from 'node:perf_hooks'

/**
 * A clock for limits on the target: milliseconds for which this process had nothing to do but wait. Time in which the
 * suite itself works, or a busy machine keeps it from working, says nothing about the target. A tenth of the real time
 * always counts, so that a limit also ends in a process that never waits.
 */
export function waitedSince(): () => number {
  const begun = performance.now()
  const before = performance.eventLoopUtilization()
  return () => {
    const passed = performance.now() - begun
    const { idle, active } = performance.eventLoopUtilization(before)
    // Not every runtime measures this.
    return idle + active === 0 ? passed : Math.max(idle, passed / 10)
  }
}
