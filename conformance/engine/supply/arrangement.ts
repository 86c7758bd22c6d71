import type { Exchange } from '../wire/exchange.ts'
import type { LedgerEntry } from '../clean-up/ledger.ts'

/** Records that were arranged together, with the way they were made. */
export interface Arrangement {
  /** Names the arrangement that was asked for. Arrangements with the same key may replace each other. */
  readonly key: string
  /** The value that the check got. */
  readonly value: unknown
  readonly entries: readonly LedgerEntry[]
  /** The calls that made them, which are evidence for every check that uses them. */
  readonly exchanges: readonly Exchange[]
}

/** An arrangement in the hands of a check. */
export interface HeldArrangement extends Arrangement {
  /** Whether the check sent anything that may have changed a record of it. */
  isTouched: boolean
}
