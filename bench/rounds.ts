/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Takes measures in turn, so that other load on the machine affects all of them. Before the rounds that count, each runs
 * once: caches fill, and code is compiled.
 */
export async function inTurn<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(measures) as Name[]
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const value = await measures[name]()
      if (round > 0) taken[name].push(value)
    }
  }
  return taken
}

/** The medians of measures that are taken in turn. */
export async function mediansInTurn<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Record<Name, number>> {
  const taken = await inTurn(rounds, measures)
  const pairs = (Object.keys(taken) as Name[]).map((name) => [name, median(taken[name])] as const)
  return Object.fromEntries(pairs) as Record<Name, number>
}

/** The processor time that this process has taken since, in milliseconds. */
export function processorTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
