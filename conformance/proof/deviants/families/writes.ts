import type { ClauseId } from '../../../registry/clauses.ts'
import { on, when } from '../../alter/flow.ts'
import { ignoreWrite } from '../../alter/memory.ts'
import { refuse } from '../../alter/refusal.ts'
import type { Deviant } from '../deviant.ts'
import { deviantOf } from '../deviant.ts'
import type { Where } from '../routes.ts'
import type { Plain, Sent } from '../../alter/wire.ts'

/** A call that changes something. */
export interface WriteRow {
  readonly clause: ClauseId
  readonly on: Where | readonly Where[]
  /** Which of its calls, if not all. */
  readonly when?: (sent: Sent) => boolean
  /** The answer of a server that only claims success. Default: a fitting answer, see `ignoreWrite`. */
  readonly answer?: { readonly status: number; readonly body?: Plain }
}

/** For each write: accepted and ignored, or refused. */
export function writes(rows: readonly WriteRow[]): Deviant[] {
  return rows.flatMap(({ clause, on: where, when: fits = () => true, answer }) => [
    deviantOf(clause, 'accepted-and-ignored', {
      summary: 'answers as if it had done it, and does nothing',
      alter: on(where, when(fits, ignoreWrite(answer?.status, answer?.body))),
    }),
    deviantOf(clause, 'refused', {
      summary: 'refuses what it should do',
      alter: on(where, when(fits, refuse())),
    }),
  ])
}
