import measured from '../../../generated/blame-table.json' with { type: 'json' }
import type { Deviant } from '../deviants/deviant.ts'

/** The measurement of `npm run blame-table` over the catalogue. */
export interface BlameTable {
  /** Deviants whose report lists another clause first, with that clause; `nothing` where no clause failed. */
  readonly misses: Readonly<Record<string, string>>
  /** The number of failures listed in addition to those of a deviant, if any. */
  readonly beside: Readonly<Record<string, number>>
  /** Deviants that are not measured yet. */
  readonly unmeasured: readonly string[]
}

export const blameTable: BlameTable = measured

/** Figures measured for some deviants. */
export interface BlameFigures {
  readonly measured: number
  /** Deviants whose report lists a broken clause first. */
  readonly right: number
  /** Failures with their own entry in addition to those of the broken clauses, for all deviants together. */
  readonly beside: number
}

/** The measured blame for these deviants. */
export function blameOf(
  deviants: readonly Pick<Deviant, 'id'>[],
  { misses, beside, unmeasured }: BlameTable = blameTable,
): BlameFigures {
  const open = new Set(unmeasured)
  const measured = deviants.filter(({ id }) => !open.has(id))
  return {
    measured: measured.length,
    right: measured.filter(({ id }) => misses[id] === undefined).length,
    beside: measured.reduce((sum, { id }) => sum + (beside[id] ?? 0), 0),
  }
}
