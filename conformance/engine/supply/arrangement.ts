import type { Exchange } from '../wire/exchange.ts'
import type { LedgerEntry } from '../clean-up/ledger.ts'

/** Records as they were arranged together, with all that tells how. */
export interface Arrangement {
  /** What was asked for: alike for all that may be handed out in place of each other. */
  readonly key: string
  /** What the check was given. */
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
