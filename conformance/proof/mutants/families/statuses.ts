/** Mutants of operations that depend on the status of a user (Users, States and transitions). */
import type { RequirementId } from '../../../registry/requirements.ts'
import { of, on, when } from '../../alter/flow.ts'
import { after, ignoreWrite } from '../../alter/memory.ts'
import { acceptInstead, refuse } from '../../alter/refusal.ts'
import type { Mutant } from '../mutant.ts'
import { mistakesOf } from '../mutant.ts'
import type { Where } from '../routes.ts'
import { otherCode, otherStatus } from './refusals.ts'
import type { Alteration, Plain, Test } from '../../alter/wire.ts'

/** Alters calls about users in this status only. */
export function inStatus(status: string, ...steps: readonly Alteration[]): Alteration {
  return of({ status }, ...steps)
}

/** An operation that brings a user from one status to another. */
export interface MoveRow {
  readonly requirement: RequirementId
  readonly on: Where
  readonly from: string
  readonly when?: Test
  /** The answer of a server that only claims success. Default 200 with `{}`. */
  readonly answer?: { readonly status: number; readonly body?: Plain }
}

/** For each: refused, accepted and ignored. */
export function moves(rows: readonly MoveRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, from, when: fits, answer = ok }) => {
    const only = (step: Alteration): Alteration =>
      on(where, fits === undefined ? inStatus(from, step) : when(fits, inStatus(from, step)))
    return mistakesOf(requirement, {
      refused: only(refuse()),
      'accepted-and-ignored': only(ignoreWrite(answer.status, answer.body)),
    })
  })
}

const ok = { status: 200, body: {} }

/** An operation that is refused in a status. */
export interface StatusRefusalRow {
  readonly requirement: RequirementId
  /** Requirements that say the same about more statuses. */
  readonly also?: readonly RequirementId[]
  readonly on: Where
  readonly from: string
  /** A status that the operation might set all the same. */
  readonly to: string
  /** Status and code, if the API description states them. */
  readonly stated?: readonly [status: number, code: string]
}

/** For each: accepted, refused but done, and another status or code where the API description states these. */
export function statusRefusals(rows: readonly StatusRefusalRow[]): Mutant[] {
  return rows.flatMap(({ requirement, also = [], on: where, from, to, stated }) => {
    const only = (step: Alteration): Alteration => on(where, inStatus(from, step))
    return mistakesOf(requirement, {
      accepted: [only(acceptInstead()), ...also],
      'refused-but-done': [
        after(where, { outcome: 'refusal', of: { status: from } }, { status: to }),
        ...also,
      ],
      ...(stated !== undefined && {
        'wrong-status': [only(otherStatus(stated[0])), ...also],
        'wrong-code': [only(otherCode(stated[1])), ...also],
      }),
    })
  })
}
