/** Deviants of operations that depend on the status of a user (Users, States and transitions). */
import type { ClauseId } from '../../../registry/clauses.ts'
import { of, on, recordBefore, when } from '../../alter/flow.ts'
import { reply } from '../../alter/answer.ts'
import { isObject } from '../../alter/path.ts'
import { acceptInstead, refuse, wrongCode, wrongStatus } from '../../alter/refusal.ts'
import type { Deviant } from '../deviant.ts'
import { deviantOf } from '../deviant.ts'
import type { Where } from '../routes.ts'
import { goesTo, recordOf } from '../routes.ts'
import type { Alteration, Plain, Sent } from '../../alter/wire.ts'
import { answerWith, isRefusal, isSuccess } from '../../alter/wire.ts'

/** Alters calls about users in this status only. */
export function inStatus(status: string, ...steps: readonly Alteration[]): Alteration {
  return of((user) => user.status === status, ...steps)
}

/** Refuses for users in one status, as it should, but shows them in another status from then on. */
function refuseButMove(where: Where | readonly Where[], from: string, to: string): Alteration {
  const fits = goesTo(where)
  return () => {
    const moved = new Set<string>()
    return async (sent, forward) => {
      const id = recordOf(sent.path)
      const isDue = fits(sent) && id !== undefined && (await recordBefore(sent, forward))?.status === from
      const answer = await forward(sent)
      if (isDue && isRefusal(answer)) moved.add(id)
      if (!isSuccess(answer) || !isObject(answer.json) || !moved.has(String(answer.json['id']))) return answer
      return answerWith(answer, { json: { ...answer.json, status: to } })
    }
  }
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
    return [
      deviantOf(clause, 'refused', { summary: `refuses it for ${from} users`, alter: only(refuse()) }),
      deviantOf(clause, 'accepted-and-ignored', {
        summary: `answers as if it had been done for ${from} users, and does nothing`,
        alter: only(reply(answer.status, answer.body)),
      }),
    ]
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
    const made = (how: string, summary: string, alter: Alteration): Deviant =>
      deviantOf(clause, how, { summary, breaks: also, alter })
    const only = (step: Alteration): Alteration => on(where, inStatus(from, step))
    return [
      made('accepted', `answers success for ${from} users`, only(acceptInstead())),
      made('refused-but-done', `refuses, and brings ${from} users to ${to}`, refuseButMove(where, from, to)),
      ...(stated === undefined
        ? []
        : [
            made(
              'wrong-status',
              'refuses with another status',
              only(wrongStatus(stated[0] === 400 ? 403 : 400)),
            ),
            made(
              'wrong-code',
              `refuses with another code than ${stated[1]}`,
              only(wrongCode(stated[1] === 'E0000001' ? 'E0000003' : 'E0000001')),
            ),
          ]),
    ]
  })
}
