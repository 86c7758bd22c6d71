import type { BlameTable } from './blame-table.ts'
import { blameTable } from './blame-table.ts'
import type { Deviant } from '../deviants/deviant.ts'

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
