/** Deviants of operations that depend on the status of a user (Users, States and transitions). */
import type { ClauseId } from '../../../registry/clauses.ts'
import { of, on, when } from '../../alter/flow.ts'
import { after } from '../../alter/memory.ts'
import { reply } from '../../alter/answer.ts'
import { acceptInstead, refuse } from '../../alter/refusal.ts'
import type { Deviant } from '../deviant.ts'
import { mistakesOf } from '../deviant.ts'
import type { Where } from '../routes.ts'
import { otherCode, otherStatus } from './refusals.ts'
import type { Alteration, Plain, Sent } from '../../alter/wire.ts'

/** Alters calls about users in this status only. */
export function inStatus(status: string, ...steps: readonly Alteration[]): Alteration {
  return of((user) => user.status === status, ...steps)
}

/** An operation that brings a user from one status to another. */
export interface MoveRow {
  readonly clause: ClauseId
  readonly on: Where
  readonly from: string
  readonly when?: (sent: Sent) => boolean
  /** The answer of a server that only claims success. Default 200 with `{}`. */
  readonly answer?: { readonly status: number; readonly body?: Plain }
}

/** For each: refused, accepted and ignored. */
export function moves(rows: readonly MoveRow[]): Deviant[] {
  return rows.flatMap(({ clause, on: where, from, when: fits = () => true, answer = ok }) => {
    const only = (step: Alteration): Alteration => on(where, when(fits, inStatus(from, step)))
    return mistakesOf(clause, {
      refused: [`refuses it for ${from} users`, only(refuse())],
      'accepted-and-ignored': [
        `answers as if it had been done for ${from} users, and does nothing`,
        only(reply(answer.status, answer.body)),
      ],
    })
  })
}

const ok = { status: 200, body: {} }

/** An operation that is refused in a status. */
export interface StatusRefusalRow {
  readonly clause: ClauseId
  /** Clauses that say the same about more statuses. */
  readonly also?: readonly ClauseId[]
  readonly on: Where
  readonly from: string
  /** A status that the operation might set all the same. */
  readonly to: string
  /** Status and code, if the API description states them. */
  readonly stated?: readonly [status: number, code: string]
}

/** For each: accepted, refused but done, and another status or code where the API description states these. */
export function statusRefusals(rows: readonly StatusRefusalRow[]): Deviant[] {
  return rows.flatMap(({ clause, also = [], on: where, from, to, stated }) => {
    const only = (step: Alteration): Alteration => on(where, inStatus(from, step))
    return mistakesOf(clause, {
      accepted: [`answers success for ${from} users`, only(acceptInstead()), ...also],
      'refused-but-done': [
        `refuses, and brings ${from} users to ${to}`,
        after(where, { outcome: 'refusal', of: ({ status }) => status === from }, { status: to }),
        ...also,
      ],
      ...(stated !== undefined && {
        'wrong-status': [...otherStatus(stated[0], only), ...also],
        'wrong-code': [...otherCode(stated[1], only), ...also],
      }),
    })
  })
}
