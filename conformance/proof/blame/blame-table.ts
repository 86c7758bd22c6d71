import measured from '../../../generated/blame-table.json' with { type: 'json' }

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
