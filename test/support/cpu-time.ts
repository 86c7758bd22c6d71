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

/** The shortest of a few rounds: what is compiled on the way, and collected, is not what is measured. */
export function leastCpuTime(rounds: number, action: (round: number) => void): number {
  return Math.min(...Array.from({ length: rounds }, (_, round) => cpuTime(() => action(round))))
}
