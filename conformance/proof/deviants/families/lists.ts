import type { ClauseId } from '../../../registry/clauses.ts'
import { dropLink, items } from '../../alter/answer.ts'
import { asks, on, when } from '../../alter/flow.ts'
import { refuse } from '../../alter/refusal.ts'
import { ignoreQuery, query } from '../../alter/request.ts'
import type { Deviant } from '../deviant.ts'
import { deviantOf } from '../deviant.ts'
import type { Where } from '../routes.ts'
import type { Alteration, Sent } from '../../alter/wire.ts'

/** A list in pages: the clauses of its limit and of its cursor. */
export interface PagedRow {
  readonly limit: ClauseId
  readonly after: ClauseId
  readonly on: Where
  /** Which of its calls, if not all. */
  readonly when?: (sent: Sent) => boolean
}

/** For each list: `limit` ignored, refused and exceeded by one; pages lost, repeated, endless and refused. */
export function pagedLists(rows: readonly PagedRow[]): Deviant[] {
  return rows.flatMap(({ limit, after, on: where, when: fits }) => {
    const due = (...steps: readonly Alteration[]): Alteration =>
      fits === undefined ? on(where, ...steps) : on(where, when(fits, ...steps))
    return [
      deviantOf(limit, 'ignored', {
        summary: 'ignores limit',
        alter: due(ignoreQuery('limit')),
      }),
      deviantOf(limit, 'refused', {
        summary: 'refuses limit',
        alter: due(when(asks('limit'), refuse())),
      }),
      deviantOf(limit, 'one-more', {
        summary: 'lists one more than limit',
        alter: due(query('limit', (old) => (old === null ? undefined : String(Number(old) + 1)))),
      }),
      deviantOf(after, 'ignored', {
        summary: 'begins anew whatever after says',
        alter: due(ignoreQuery('after')),
      }),
      deviantOf(after, 'no-next', {
        summary: 'gives no next link',
        alter: due(dropLink('next')),
      }),
      deviantOf(after, 'refused', {
        summary: 'refuses after',
        alter: due(when(asks('after'), refuse())),
      }),
      deviantOf(after, 'one-lost', {
        summary: 'loses the first of each later page',
        alter: due(
          when(
            asks('after'),
            items((list) => list.slice(1)),
          ),
        ),
      }),
      deviantOf(after, 'one-twice', {
        summary: 'repeats the first of each later page',
        alter: due(
          when(
            asks('after'),
            items((list) => [...list.slice(0, 1), ...list]),
          ),
        ),
      }),
    ]
  })
}
