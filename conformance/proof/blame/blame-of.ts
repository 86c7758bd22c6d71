import type { BlameTable } from './blame-table.ts'
import { blameTable } from './blame-table.ts'
import type { Deviant } from '../deviants/deviant.ts'

/** What was measured of some deviants. */
export interface BlameFigures {
  readonly measured: number
  /** Of how many a broken clause is the first that the report lists. */
  readonly right: number
  /** Failures listed for themselves beside those of the broken clauses, all deviants together. */
  readonly beside: number
}

/** Whom reports blame for these deviants, as it was measured. */
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
