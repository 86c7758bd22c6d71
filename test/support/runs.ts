/**
 * The share of their runs that property tests make. A tenth with a fixed seed: a red run then concerns the change. The nightly run makes all of them, with other seeds: `PROPERTY_RUNS=1 FC_SEED=random npm test`.
 */
const share = Number(process.env['PROPERTY_RUNS'] ?? 0.1)

/** Whether property tests make all of their runs, and so reach what only many runs reach. */
export const isThorough = share >= 1

/** How often a property is tried in this run. */
export function runs(all: number): number {
  return Math.ceil(all * share)
}

/** Some cases of a list, always the same ones, spread evenly over it. The nightly run takes all of them. */
export function sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isThorough) return cases
  return Array.from({ length: count }, (_, at) => cases[Math.floor(((at + 0.5) * cases.length) / count)]!)
}
