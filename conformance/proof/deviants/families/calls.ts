/** Deviants of query parameters and of lists in pages. */
import type { ClauseId } from '../../../registry/clauses.ts'
import { dropLink, withoutFirst } from '../../alter/answer.ts'
import { pagedLists } from '../../../tables/pages.ts'
import { asks, on, when } from '../../alter/flow.ts'
import { refuse } from '../../alter/refusal.ts'
import { ignoreQuery } from '../../alter/request.ts'
import type { Deviant } from '../deviant.ts'
import { mistakesAt, mistakesOf } from '../deviant.ts'
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

/** A list loses or repeats its pages, or refuses to go on. */
const otherPages = {
  ignored: ignoreQuery('after'),
  'no-next': dropLink('next'),
  refused: when(asks('after'), refuse()),
  'one-lost': when(asks('after'), withoutFirst()),
}

/** For each list: `limit` ignored and refused; pages lost, endless and refused. */
export const pageDeviants: readonly Deviant[] = [
  ...pagedLists.flatMap(([list, where]) => [
    ...mistakesAt(where, `${list}.limit`, {
      ignored: ignoreQuery('limit'),
      refused: when(asks('limit'), refuse()),
    }),
    ...mistakesAt(where, `${list}.after`, otherPages),
  ]),
  ...Object.entries(otherPages).flatMap(([how, mistake]) =>
    mistakesAt('listGroups', 'groups.search.paging', { [how]: when(asks('search'), mistake) }),
  ),
]
