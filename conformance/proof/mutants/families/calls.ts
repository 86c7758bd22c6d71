/** Mutants of query parameters and of lists in pages. */

import { dropLink, withoutFirst } from '../../alter/answer.ts'
import { pagedLists } from '../../../tables/pages.ts'
import { asks, when } from '../../alter/flow.ts'
import { refuse } from '../../alter/refusal.ts'
import { ignoreQuery } from '../../alter/request.ts'
import type { Mutant } from '../mutant.ts'
import { mistakesAt } from '../mutant.ts'

/** A list loses or repeats its pages, or refuses to go on. */
const otherPages = {
  ignored: ignoreQuery('after'),
  'no-next': dropLink('next'),
  refused: when(asks('after'), refuse()),
  'one-lost': when(asks('after'), withoutFirst()),
}

/** For each list: `limit` ignored and refused; pages lost, endless and refused. */
export const pageMutants: readonly Mutant[] = [
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
