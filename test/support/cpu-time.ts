/**
 * Milliseconds of processor time that an action takes in this thread. Unlike the time on the wall it stays
 * about the same while other processes want the processor too.
 */
export function cpuTime(action: () => void): number {
  const before = process.threadCpuUsage()
  action()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The shortest of a few rounds, which leaves out compilation and garbage collection. */
export function leastCpuTime(rounds: number, action: (round: number) => void): number {
  return Math.min(...Array.from({ length: rounds }, (_, round) => cpuTime(() => action(round))))
}

/**
 * Milliseconds of processor time of one run, averaged over enough runs. The kernel counts in steps of some
 * milliseconds, so one short run may count as zero.
 */
export function cpuTimeOfOne(action: () => void): number {
  for (let runs = 1; ; runs *= 2) {
    const time = cpuTime(() => {
      for (let run = 0; run < runs; run += 1) action()
    })
    if (time >= toTell) return time / runs
  }
}

/** From how much processor time on a count is worth comparing, in milliseconds. */
const toTell = 100
