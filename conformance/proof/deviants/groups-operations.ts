/** Servers that break clauses of updating, deleting, listing, filtering and searching groups. */
import type { Json } from '../../engine/wire/reply.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import { drop, header, items, set, turned, wrapped, listsNothing } from '../alter/answer.ts'
import { asks, on, when, whenStatus, whenSuccess } from '../alter/flow.ts'
import { ignoreWrite, refuseButRemove } from '../alter/memory.ts'
import { acceptInstead, refuse } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf } from './deviant.ts'
import { pagedLists } from './families/calls.ts'
import { refusals } from './families/refusals.ts'
import { respell, reads } from './users-steps.ts'
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
  ...pagedLists([
    { limit: 'groups.list.limit', after: 'groups.list.after', on: list },
    { limit: 'groups.list.limit', after: 'groups.search.paging', on: list, when: asks('search') },
  ]).filter((each, at, all) => all.findIndex(({ id }) => id === each.id) === at),
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

/** Misread expressions: the clause, the parameter, the expression, and the reading instead. */
const misread = [
  ['groups.filter.id', 'filter', /^id eq "[^"]*"$/, 'type eq "SVC_GROUP"'],
  ['groups.filter.type.svc-group', 'filter', /type eq "SVC_GROUP"/, 'type eq "APP_GROUP"'],
  ['groups.filter.type.app-group', 'filter', /type eq "APP_GROUP"/, 'type eq "SVC_GROUP"'],
  ['groups.filter.type.built-in', 'filter', /type eq "BUILT_IN"/, 'type eq "SVC_GROUP"'],
  ['groups.filter.and', 'filter', / and /, ' or '],
  ['groups.filter.or', 'filter', / or /, ' and '],
  ['groups.filter.parentheses', 'filter', /[()]/, ''],
  ['groups.search.name', 'search', /profile\.name eq/, 'profile.name sw'],
  ['groups.search.name', 'search', /profile\.name/, 'profile.description'],
  ['groups.search.description', 'search', /profile\.description/, 'profile.name'],
  ['groups.search.custom', 'search', /profile\.cf_\w+ eq/, '$& "x" or type eq'],
  ['groups.search.imported', 'search', /profile\.samAccountName/, 'profile.dn'],
  ['groups.search.id', 'search', /^id eq/, 'type eq'],
  ['groups.search.created', 'search', /^created eq/, 'created gt'],
  [
    'groups.search.last-membership-updated',
    'search',
    /^lastMembershipUpdated eq/,
    'lastMembershipUpdated gt',
  ],
  ['groups.search.last-updated', 'search', /^lastUpdated eq/, 'lastUpdated gt'],
  ['groups.search.type', 'search', /type eq "SVC_GROUP"/, 'type eq "BUILT_IN"'],
  ['groups.search.type', 'search', /type eq "APP_GROUP"/, 'type eq "SVC_GROUP"'],
  ['groups.search.source-id', 'search', /source\.id eq "[^"]*" and/, ''],
  ['groups.search.sw', 'search', / sw /, ' eq '],
  ['groups.search.gt', 'search', / gt /, ' lt '],
  ['groups.search.lt', 'search', / lt /, ' gt '],
  ['groups.search.gt', 'search', /(\w+) gt ("[^"]*")/, '($1 gt $2 or $1 eq $2)'],
  ['groups.search.lt', 'search', /(\w+) lt ("[^"]*")/, '($1 lt $2 or $1 eq $2)'],
  ['groups.search.and', 'search', / and /, ' or '],
  ['groups.search.or', 'search', / or /, ' and '],
  ['groups.search.property-case', 'search', /profile\.Name|Profile\.name|PROFILE\.NAME/, 'profile.name'],
] as const

const timed = (['lastMembershipUpdated', 'lastUpdated'] as const).flatMap((name) =>
  (['eq', 'gt', 'lt'] as const).flatMap((operator): Deviant[] => {
    const place = name === 'lastUpdated' ? 'last-updated' : 'last-membership-updated'
    const clause = `groups.filter.${place}.${operator}` as const satisfies ClauseId
    const form = new RegExp(`^${name} ${operator} ("[^"]*")`)
    return mistakesAt(list, clause, {
      refused: [`refuses the filter ${name} ${operator}`, when(reads('filter', form), refuse())],
      turned: respell('filter', form, `${name} ${operator === 'gt' ? 'lt' : 'gt'} $1`),
      edge: respell('filter', form, `(${name} ${operator === 'eq' ? 'gt' : operator} $1 or ${name} eq $1)`),
    })
  }),
)

const findDeviants = [
  ...misread.flatMap(([clause, parameter, from, to], at) =>
    mistakesOf(clause, {
      [`misread-${at}`]: on(list, respell(parameter, from, to)),
    }),
  ),
  ...[...new Map(misread.map((row) => [row[0], row])).values()]
    .filter(([clause]) => clause !== 'groups.search.property-case')
    .flatMap(([clause, parameter, from]) =>
      mistakesAt(list, clause, {
        refused: [`refuses ${from.source} in a ${parameter}`, when(reads(parameter, from), refuse())],
      }),
    ),
  ...timed,
  ...(
    [
      ['groups.search.operator-case', / (EQ|SW|AND|OR) /],
      ['groups.search.value-case', /"[^"]*(ALPHA|THERE)/],
    ] as const
  ).flatMap(([clause, form]) =>
    mistakesAt(list, clause, {
      refused: ['refuses an expression in capitals', when(reads('search', form), refuse())],
      'finds-nothing': [
        'finds nothing by an expression in capitals',
        when(reads('search', form), listsNothing()),
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
  ...findDeviants,
  ...shownDeviants,
]
