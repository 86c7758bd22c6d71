/** Servers that break requirements of updating, deleting, and listing groups. */
import { cell } from '../operators/operators.ts'
import { drop, header, items, turned, listsNothing } from '../alter/answer.ts'
import { asks, both, not, when } from '../alter/flow.ts'
import { ignoreWrite } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { byDefault, ignoreQuery } from '../alter/request.ts'
import type { Mutant } from './mutant.ts'
import { mistakesAt, mistakesIn } from './mutant.ts'
import { refusals } from './families/refusals.ts'
import { asksForAll } from './users-steps.ts'
import type { Sent } from '../alter/wire.ts'

const list = 'listGroups'
const isDeleted = { status: 204 }

export const groupOperationMutants: readonly Mutant[] = [
  ...mistakesIn('deleteGroup', {
    'groups.delete.no-content/refused': refuse(),
    'groups.delete.app-group/accepted-and-ignored': ignoreWrite(204),
  }),
  ...refusals([
    {
      requirement: 'groups.update.app-group',
      on: 'updateGroup',
      of: { type: 'APP_GROUP' },
      shows: { profile: { name: 'changed all the same' } },
    },
    { requirement: 'groups.delete.pushed', on: 'deleteGroup', accepted: isDeleted },
  ]),
  ...mistakesIn(list, {
    'groups.list.ok/ids-only': when(
      asksForAll,
      items((groups) => groups.map(({ id }) => id)),
    ),
    'groups.list.q/refused': when(asks('q'), refuse()),
    'groups.list.q-exact-first/last': when(asks('q'), turned()),
    'groups.list.q-no-paging/next': when(
      asks('q'),
      header('link', '<https://svc.example.com/api/v1/groups?after=x>; rel="next"'),
    ),
    'groups.list.sort-by/descending': byDefault('sortOrder', 'desc'),
    'groups.list.sort-asc/refused': when(asks('sortOrder', 'asc'), refuse()),
    'groups.list.sort-desc/ignored': ignoreQuery('sortOrder'),
    'groups.list.sort-order-alone/finds-nothing': when(
      both(asks('sortOrder'), not(asks('sortBy'))),
      listsNothing(),
    ),
    'groups.list.sort-ties/turned': when(asks('sortBy', 'profile.description'), turned()),
    'groups.list.everyone-hidden/shown': cell('access/scope-leaks', 'listGroups'),
  }),
  ...(
    [
      ['groups.list.expand-stats', 'stats'],
      ['groups.list.expand-app', 'app'],
      ['groups.list.expand-both', 'stats,app'],
    ] as const
  ).flatMap(([requirement, value]) => {
    const isAsked = ({ query }: Sent) => query.getAll('expand').join() === value
    return mistakesAt(list, requirement, {
      refused: when(isAsked, refuse()),
      ignored: when(isAsked, drop('_embedded')),
    })
  }),
]
