/** Rows and steps that deviants of grants and refresh tokens share. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import { drop, dropLink, edit, items, set, status } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { ignoreWrite } from '../alter/memory.ts'
import { refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviantOf } from './deviant.ts'
import { slug } from './families/properties.ts'
import { goesTo } from './routes.ts'
import type { Alteration, Plain } from '../alter/wire.ts'
import { answerOf, answerWith, isSuccess } from '../alter/wire.ts'

/** A property that every record shows, and a value of another type. */
export type ShownRow = readonly [clause: ClauseId, path: string, wrong: Plain]

/** Each property is left out by the list, left out by the record, and shown with another value. */
export function shownBy(
  list: OperationName,
  record: OperationName | undefined,
  rows: readonly ShownRow[],
): Deviant[] {
  const both = record === undefined ? [list] : [list, record]
  return rows.flatMap(([clause, path, wrong]) => [
    ...both.map((where, at) =>
      deviantOf(clause, at === 0 ? 'left-out-of-list' : 'left-out', {
        summary: `leaves ${path} out of ${at === 0 ? 'the list' : 'the record'}`,
        alter: on(where, whenSuccess(drop(path))),
      }),
    ),
    deviantOf(clause, `shown-as-${slug(wrong)}`, {
      summary: `shows ${path} as ${JSON.stringify(wrong)}`,
      alter: on(both, whenSuccess(set(path, wrong))),
    }),
  ])
}

/** A paged list: ignores `limit` and `after`, exceeds `limit` by one, or lacks the next link. */
export function pagedBy(where: OperationName, limit: ClauseId, after: ClauseId): Deviant[] {
  return [
    deviantOf(limit, 'ignored', {
      summary: 'ignores limit',
      alter: on(where, ignoreQuery('limit')),
    }),
    deviantOf(limit, 'one-more', {
      summary: 'answers one more than limit',
      alter: on(
        where,
        query('limit', (old) => (old === null ? undefined : String(Number(old) + 1))),
      ),
    }),
    deviantOf(limit, 'refused', {
      summary: 'refuses limit',
      alter: on(where, when(asks('limit'), refuse())),
    }),
    deviantOf(after, 'ignored', {
      summary: 'answers the first page again',
      alter: on(where, ignoreQuery('after')),
    }),
    deviantOf(after, 'refused', {
      summary: 'refuses its own cursor',
      alter: on(where, when(asks('after'), refuse())),
    }),
    deviantOf(after, 'empty', {
      summary: 'answers an empty page after the cursor',
      alter: on(
        where,
        when(
          asks('after'),
          items(() => []),
        ),
      ),
    }),
    deviantOf(after, 'no-link', {
      summary: 'answers pages without a next link',
      alter: on(where, dropLink('next')),
    }),
  ]
}

/** A list: refused, empty, without its first record, or wrapped into an object. */
export function listedBy(where: OperationName, clause: ClauseId): Deviant[] {
  return [
    deviantOf(clause, 'refused', { summary: 'refuses the list', alter: on(where, refuse()) }),
    deviantOf(clause, 'empty', {
      summary: 'answers an empty list',
      alter: on(
        where,
        items(() => []),
      ),
    }),
    deviantOf(clause, 'without-first', {
      summary: 'leaves the first element of the list out',
      alter: on(
        where,
        items((list) => list.slice(1)),
      ),
    }),
  ]
}

/** `expand` is ignored, refused, or leaves `_embedded` empty. */
export function expandedBy(where: OperationName, clause: ClauseId): Deviant[] {
  return [
    deviantOf(clause, 'ignored', {
      summary: 'ignores expand',
      alter: on(where, ignoreQuery('expand')),
    }),
    deviantOf(clause, 'refused', {
      summary: 'refuses expand',
      alter: on(where, when(asks('expand'), refuse())),
    }),
    deviantOf(clause, 'empty', {
      summary: 'embeds nothing',
      alter: on(
        where,
        edit('_embedded', () => ({})),
      ),
    }),
  ]
}

/** A revocation: its status, its body, its refusal, and its effect. */
export function revokedBy(where: OperationName, noContent: ClauseId, effect: ClauseId): Deviant[] {
  return [
    deviantOf(noContent, 'other-status', {
      summary: 'answers a revocation with 200',
      alter: on(where, whenSuccess(status(200))),
    }),
    deviantOf(noContent, 'body', {
      summary: 'answers a revocation with 200 and a body',
      alter: on(
        where,
        whenSuccess(() => async () => answerOf(200, {})),
      ),
    }),
    deviantOf(noContent, 'refused', {
      summary: 'refuses a revocation',
      breaks: effect,
      alter: on(where, refuse()),
    }),
    deviantOf(noContent, 'done-but-refused', {
      summary: 'revokes and answers with a refusal',
      alter: on(where, refuseButDo()),
    }),
    deviantOf(effect, 'accepted-and-ignored', {
      summary: 'answers a revocation as if it had done it',
      alter: on(where, ignoreWrite()),
    }),
  ]
}

/** After a revocation, lists still show the revoked records as valid. */
export function listRevoked(revocation: OperationName, list: OperationName): Alteration {
  return () => {
    const before = new Map<string, Json[]>()
    const isList = goesTo(list)
    const isRevocation = goesTo(revocation)
    let revoked = false
    return async (sent, forward) => {
      const answer = await forward(sent)
      if (isRevocation(sent) && isSuccess(answer)) revoked = true
      if (!isList(sent) || !Array.isArray(answer.json)) return answer
      if (!revoked) before.set(sent.path, answer.json)
      return revoked ? answerWith(answer, { json: before.get(sent.path) ?? answer.json }) : answer
    }
  }
}
