import type { Api } from './api.ts'
import type { Deadline } from '../wire/deadline.ts'
import type { Exchange } from '../wire/reply.ts'
import type { LedgerEntry } from '../clean-up/ledger.ts'
import type { Refusal } from '../plan/rights.ts'

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

/** Where the calls of one check are noted, and what bounds their time. */
export interface CallScope {
  readonly deadline: Deadline
  readonly exchanges: Exchange[]
  /** Whether its exchanges are useless once they are over; then no exchange is kept. */
  readonly isUnkept: boolean
  /** Records created in this scope, oldest first. */
  readonly created: LedgerEntry[]
  /** Records out of the pool, or for it, that are in the hands of this scope alone. */
  readonly held: HeldArrangement[]
  /** Whether its records may have changed without a call. */
  goesPastApi: boolean
  /** The steps that undo changes made without the API, in order of the changes; run when the check ends. */
  readonly endings: ((api: Api) => Promise<void>)[]
  /** Own calls that may have been refused for want of rights. */
  readonly refusals: Refusal[]
}

/** A scope in which nothing has happened yet. */
export function emptyScope(deadline: Deadline, isUnkept = false): CallScope {
  return {
    deadline,
    exchanges: [],
    isUnkept,
    created: [],
    held: [],
    goesPastApi: false,
    endings: [],
    refusals: [],
  }
}
