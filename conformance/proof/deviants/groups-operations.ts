/** Servers that break clauses of updating, deleting, and listing groups. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, header, items, set, turned, wrapped, listsNothing } from '../alter/answer.ts'
import { asks, on, when, whenStatus, whenSuccess } from '../alter/flow.ts'
import { ignoreWrite, refuseButRemove } from '../alter/memory.ts'
import { acceptInstead, refuse } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesAt, mistakesIn } from './deviant.ts'
import { refusals } from './families/refusals.ts'
import type { Sent } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

const list = 'listGroups'
const isDeleted = { status: 204 }
const isPlain = ({ query: asked }: Sent): boolean =>
  !['q', 'filter', 'search'].some((name) => asked.has(name))

const writeDeviants = [
  ...mistakes({
    'groups.delete.pushed/removed': refuseButRemove('deleteGroup'),
    'groups.update.stored/accepted-and-ignored': on('updateGroup', ignoreWrite()),
  }),
  ...mistakesIn('deleteGroup', {
    'groups.delete.no-content/refused': refuse(),
    'groups.delete.gone/accepted-and-ignored': ignoreWrite(204),
    'groups.delete.app-group/accepted-and-ignored': ignoreWrite(204),
    'groups.delete.app-group/refused': refuse(),
  }),
  ...refusals([
    {
      clause: 'groups.update.app-group',
      on: 'updateGroup',
      of: ({ type }) => type === 'APP_GROUP',
      shows: { profile: { name: 'changed all the same' } },
    },
    { clause: 'groups.delete.pushed', on: 'deleteGroup', accepted: isDeleted },
  ]),
]

const listDeviants = [
  ...mistakesIn(list, {
    'groups.list.ok/object': [
      'answers with an object that holds the groups',
      when(isPlain, whenSuccess(wrapped('groups'))),
    ],
    'groups.list.ok/refused': ['refuses a list without search, filter and q', when(isPlain, refuse())],
    'groups.list.ok/ids-only': [
      'lists ids in place of groups',
      when(
        isPlain,
        items((groups) => groups.map(({ id }) => id)),
      ),
    ],
    'groups.list.q/refused': when(asks('q'), refuse()),
    'groups.list.q/finds-nothing': when(asks('q'), listsNothing()),
    'groups.list.q-exact-first/last': when(asks('q'), turned()),
    'groups.list.q-no-paging/next': when(
      asks('q'),
      header('link', '<https://svc.example.com/api/v1/groups?after=x>; rel="next"'),
    ),
    'groups.list.q-no-paging/refused': when(asks('q'), when(asks('limit'), refuse())),
    'groups.list.sort-by/ignored': [
      'ignores sortBy',
      ignoreQuery('sortBy'),
      'groups.list.sort-asc',
      'groups.list.sort-desc',
    ],
    'groups.list.sort-by/descending': [
      'sorts downwards where sortOrder is not sent',
      query('sortOrder', (order) => order ?? 'desc'),
    ],
    'groups.list.sort-asc/refused': when(asks('sortOrder', 'asc'), refuse()),
    'groups.list.sort-desc/ignored': ignoreQuery('sortOrder'),
    'groups.list.sort-order-alone/refused': [
      'refuses sortOrder without sortBy',
      when(
        asks('sortOrder'),
        when((sent) => !sent.query.has('sortBy'), refuse()),
      ),
    ],
    'groups.list.sort-order-alone/finds-nothing': [
      'finds nothing for sortOrder without sortBy',
      when(({ query: asked }) => asked.has('sortOrder') && !asked.has('sortBy'), listsNothing()),
    ],
    'groups.list.sort-ties/turned': when(asks('sortBy', 'profile.description'), turned()),
    'groups.list.everyone-hidden/shown': [
      'shows the everyone group to a group administrator',
      () => {
        let builtIn: Json
        return async (sent, forward) => {
          const old = await forward(sent)
          if (!Array.isArray(old.json)) return old
          builtIn ??= old.json.find(({ type }: Json) => type === 'BUILT_IN')
          const isMissing = !old.json.some(({ type }: Json) => type === 'BUILT_IN')
          return builtIn !== undefined && isMissing ? answerWith(old, { json: [builtIn, ...old.json] }) : old
        }
      },
    ],
  }),
  ...(
    [
      ['groups.list.expand-stats', 'stats'],
      ['groups.list.expand-app', 'app'],
      ['groups.list.expand-both', 'stats,app'],
    ] as const
  ).flatMap(([clause, value]) =>
    mistakesAt(list, clause, {
      refused: [
        `refuses expand=${value}`,
        when((sent) => sent.query.getAll('expand').join() === value, refuse()),
      ],
      ignored: [
        `ignores expand=${value}`,
        when((sent) => sent.query.getAll('expand').join() === value, drop('_embedded')),
      ],
    }),
  ),
]

const shownDeviants = mistakes({
  'groups.list.expand-stats/as-text': on(list, when(asks('expand'), whenSuccess(set('_embedded', 'stats')))),
  'groups.update.unknown/created': on(
    'updateGroup',
    whenStatus(
      404,
      acceptInstead(200, (sent) => sentWith(sent, {}).json),
    ),
  ),
})

export const groupOperationDeviants: readonly Deviant[] = [
  ...writeDeviants,
  ...listDeviants,
  ...shownDeviants,
]
