/** Deviants of query parameters and of lists in pages. */
import type { ClauseId } from '../../../registry/clauses.ts'
import { dropLink, withoutFirst } from '../../alter/answer.ts'
import { asks, on, when } from '../../alter/flow.ts'
import { refuse } from '../../alter/refusal.ts'
import { ignoreQuery } from '../../alter/request.ts'
import type { Alteration, Test } from '../../alter/wire.ts'
import type { Deviant } from '../deviant.ts'
import { mistakesOf } from '../deviant.ts'
import type { Where } from '../routes.ts'

/** A query parameter, and the operations that take it. */
export interface QueryRow {
  readonly clause: ClauseId
  readonly on: Where | readonly Where[]
  /** Name of the parameter. */
  readonly name: string
}

/** For each parameter: it is ignored, or it is refused. */
export function queries(rows: readonly QueryRow[]): Deviant[] {
  return rows.flatMap(({ clause, on: where, name }) =>
    mistakesOf(clause, {
      [`ignores-${name}`]: on(where, ignoreQuery(name)),
      [`refuses-${name}`]: on(where, when(asks(name), refuse())),
    }),
  )
}

/** A list in pages: the clauses of its limit and of its cursor. */
export interface PagedRow {
  readonly limit: ClauseId
  readonly after: ClauseId
  readonly on: Where
  /** Which of its calls, if not all. */
  readonly when?: Test
}

/** For each list: `limit` ignored and refused; pages lost, endless and refused. */
export function pagedLists(rows: readonly PagedRow[]): Deviant[] {
  return rows.flatMap(({ limit, after, on: where, when: fits }) => {
    const due = (...steps: readonly Alteration[]): Alteration =>
      fits === undefined ? on(where, ...steps) : on(where, when(fits, ...steps))
    return [
      ...mistakesOf(limit, {
        ignored: due(ignoreQuery('limit')),
        refused: due(when(asks('limit'), refuse())),
      }),
      ...mistakesOf(after, {
        ignored: due(ignoreQuery('after')),
        'no-next': due(dropLink('next')),
        refused: due(when(asks('after'), refuse())),
        'one-lost': due(when(asks('after'), withoutFirst())),
      }),
    ]
  })
}
