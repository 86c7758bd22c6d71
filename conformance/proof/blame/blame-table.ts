import measured from '../../../generated/blame-table.json' with { type: 'json' }

/** What `npm run blame-table` has measured over the catalogue. */
export interface BlameTable {
  /** Deviants whose report lists another clause first, with that clause; `nothing` where no clause failed. */
  readonly misses: Readonly<Record<string, string>>
  /** How many failures are listed beside those of a deviant, where there are any. */
  readonly beside: Readonly<Record<string, number>>
  /** Deviants that are still to be measured. */
  readonly unmeasured: readonly string[]
}

export const blameTable: BlameTable = measured
