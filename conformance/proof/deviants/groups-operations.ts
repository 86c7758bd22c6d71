/** Servers that break clauses of updating, deleting, listing, filtering and searching groups. */
import type { Json } from '../../engine/wire/reply.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import { body, drop, header, items, set } from '../alter/answer.ts'
import { asks, both, on, sends, when, whenStatus, whenSuccess } from '../alter/flow.ts'
import { refuseButRemove } from '../alter/memory.ts'
import { acceptInstead, refuse } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant, deviantOf } from './deviant.ts'
import { pagedLists } from './families/lists.ts'
import { refusals } from './families/refusals.ts'
import { writes } from './families/writes.ts'
import { asksLike, findsNothing, respell, turned } from './groups-steps.ts'
import type { Sent } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

const list = 'listGroups'
const isDeleted = { status: 204 }
const isPlain = ({ query: asked }: Sent): boolean =>
  !['q', 'filter', 'search'].some((name) => asked.has(name))
const lacks =
  (path: string) =>
  (sent: Sent): boolean =>
    !sends(path)(sent)
const changedAnyway = { profile: { name: 'changed all the same' } }

const writeDeviants = [
  ...writes([
    { clause: 'groups.update.stored', on: 'updateGroup' },
    { clause: 'groups.delete.gone', on: 'deleteGroup', answer: isDeleted },
    { clause: 'groups.delete.app-group', on: 'deleteGroup', answer: isDeleted },
  ]).filter(({ id }) => !/^groups\.(update\.stored|delete\.gone)\/(refused|done-but)/.test(id)),
  deviant('groups.update.ok/refused', { summary: 'refuses an update', alter: on('updateGroup', refuse()) }),
  deviant('groups.delete.no-content/refused', {
    summary: 'refuses a deletion',
    alter: on('deleteGroup', refuse()),
  }),
  deviant('groups.delete.no-content/with-body', {
    summary: 'answers a deletion with 200',
    breaks: 'groups.delete.app-group',
    alter: on('deleteGroup', () => async (sent, forward) => {
      const old = await forward(sent)
      return old.status < 300 ? answerWith(old, { status: 200, json: {} }) : old
    }),
  }),
  ...refusals([
    {
      clause: 'groups.update.profile-required',
      on: 'updateGroup',
      when: lacks('profile'),
      shows: changedAnyway,
    },
    {
      clause: 'groups.update.name-required',
      on: 'updateGroup',
      when: both(sends('profile'), lacks('profile.name')),
      shows: changedAnyway,
    },
    {
      clause: 'groups.update.app-group',
      on: 'updateGroup',
      of: ({ type }) => type === 'APP_GROUP',
      shows: changedAnyway,
    },
    { clause: 'groups.delete.pushed', on: 'deleteGroup', accepted: isDeleted },
  ]),
  deviant('groups.delete.pushed/removed', {
    summary: 'refuses to delete a pushed group, and it is gone',
    alter: refuseButRemove('deleteGroup'),
  }),
]

const listDeviants = [
  ...pagedLists([
    { limit: 'groups.list.limit', after: 'groups.list.after', on: list },
    { limit: 'groups.list.limit', after: 'groups.search.paging', on: list, when: asks('search') },
  ]).filter((each, at, all) => all.findIndex(({ id }) => id === each.id) === at),
  deviant('groups.list.ok/object', {
    summary: 'answers with an object that holds the groups',
    alter: on(list, when(isPlain, whenSuccess(body((groups) => ({ groups }))))),
  }),
  deviant('groups.list.ok/refused', {
    summary: 'refuses a list without search, filter and q',
    alter: on(list, when(isPlain, refuse())),
  }),
  deviant('groups.list.ok/ids-only', {
    summary: 'lists ids in place of groups',
    alter: on(
      list,
      when(
        isPlain,
        items((groups) => groups.map(({ id }) => id)),
      ),
    ),
  }),
  deviant('groups.list.q/refused', { summary: 'refuses q', alter: on(list, when(asks('q'), refuse())) }),
  deviant('groups.list.q/finds-nothing', {
    summary: 'finds nothing by q',
    alter: on(list, findsNothing(asks('q'))),
  }),
  deviant('groups.list.q-excludes/ignored', { summary: 'ignores q', alter: on(list, ignoreQuery('q')) }),
  deviant('groups.list.q-exact-first/last', {
    summary: 'lists the exact match last',
    alter: on(list, when(asks('q'), turned())),
  }),
  deviant('groups.list.q-no-paging/next', {
    summary: 'gives a next link with q',
    alter: on(
      list,
      when(asks('q'), header('link', '<https://svc.example.com/api/v1/groups?after=x>; rel="next"')),
    ),
  }),
  deviant('groups.list.q-no-paging/refused', {
    summary: 'refuses q with limit',
    alter: on(list, when(asks('q'), when(asks('limit'), refuse()))),
  }),
  ...(
    [
      ['groups.list.expand-stats', 'stats'],
      ['groups.list.expand-app', 'app'],
      ['groups.list.expand-both', 'stats,app'],
    ] as const
  ).flatMap(([clause, value]) => [
    deviantOf(clause, 'refused', {
      summary: `refuses expand=${value}`,
      alter: on(
        list,
        when((sent) => sent.query.getAll('expand').join() === value, refuse()),
      ),
    }),
    deviantOf(clause, 'ignored', {
      summary: `ignores expand=${value}`,
      alter: on(
        list,
        when((sent) => sent.query.getAll('expand').join() === value, drop('_embedded')),
      ),
    }),
  ]),
  deviant('groups.list.sort-by/ignored', {
    summary: 'ignores sortBy',
    breaks: ['groups.list.sort-asc', 'groups.list.sort-desc'],
    alter: on(list, ignoreQuery('sortBy')),
  }),
  deviant('groups.list.sort-by/descending', {
    summary: 'sorts downwards where sortOrder is not sent',
    alter: on(
      list,
      query('sortOrder', (order) => order ?? 'desc'),
    ),
  }),
  deviant('groups.list.sort-asc/turned', {
    summary: 'turns the order around for sortOrder=asc',
    alter: on(list, when(asks('sortOrder', 'asc'), turned())),
  }),
  deviant('groups.list.sort-asc/refused', {
    summary: 'refuses sortOrder=asc',
    alter: on(list, when(asks('sortOrder', 'asc'), refuse())),
  }),
  deviant('groups.list.sort-desc/ignored', {
    summary: 'ignores sortOrder',
    alter: on(list, ignoreQuery('sortOrder')),
  }),
  deviant('groups.list.sort-order-alone/refused', {
    summary: 'refuses sortOrder without sortBy',
    alter: on(
      list,
      when(
        asks('sortOrder'),
        when((sent) => !sent.query.has('sortBy'), refuse()),
      ),
    ),
  }),
  deviant('groups.list.sort-order-alone/finds-nothing', {
    summary: 'finds nothing for sortOrder without sortBy',
    alter: on(
      list,
      findsNothing(({ query: asked }) => asked.has('sortOrder') && !asked.has('sortBy')),
    ),
  }),
  deviant('groups.list.sort-ties/turned', {
    summary: 'lists equal groups in the order of their ids turned around',
    alter: on(list, when(asks('sortBy', 'profile.description'), turned())),
  }),
  deviant('groups.list.everyone-hidden/shown', {
    summary: 'shows the everyone group to a group administrator',
    alter: on(list, () => {
      let builtIn: Json
      return async (sent, forward) => {
        const old = await forward(sent)
        if (!Array.isArray(old.json)) return old
        builtIn ??= old.json.find(({ type }: Json) => type === 'BUILT_IN')
        const isMissing = !old.json.some(({ type }: Json) => type === 'BUILT_IN')
        return builtIn !== undefined && isMissing ? answerWith(old, { json: [builtIn, ...old.json] }) : old
      }
    }),
  }),
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
    return [
      deviantOf(clause, 'refused', {
        summary: `refuses the filter ${name} ${operator}`,
        alter: on(list, when(asksLike('filter', form), refuse())),
      }),
      deviantOf(clause, 'turned', {
        summary: `takes ${operator} for another operator in a filter on ${name}`,
        alter: on(list, respell('filter', form, `${name} ${operator === 'gt' ? 'lt' : 'gt'} $1`)),
      }),
      deviantOf(clause, 'edge', {
        summary: `errs at the edge of ${operator} in a filter on ${name}`,
        alter: on(
          list,
          respell('filter', form, `(${name} ${operator === 'eq' ? 'gt' : operator} $1 or ${name} eq $1)`),
        ),
      }),
    ]
  }),
)

const findDeviants = [
  ...misread.map(([clause, parameter, from, to], at) =>
    deviantOf(clause, `misread-${at}`, {
      summary: `reads ${from.source} in a ${parameter} as ${to === '' ? 'nothing' : to}`,
      alter: on(list, respell(parameter, from, to)),
    }),
  ),
  ...[...new Map(misread.map((row) => [row[0], row])).values()]
    .filter(([clause]) => clause !== 'groups.search.property-case')
    .map(([clause, parameter, from]) =>
      deviantOf(clause, 'refused', {
        summary: `refuses ${from.source} in a ${parameter}`,
        alter: on(list, when(asksLike(parameter, from), refuse())),
      }),
    ),
  ...timed,
  ...(
    [
      ['groups.search.operator-case', / (EQ|SW|AND|OR) /],
      ['groups.search.value-case', /"[^"]*(ALPHA|THERE)/],
    ] as const
  ).flatMap(([clause, form]) => [
    deviantOf(clause, 'refused', {
      summary: 'refuses an expression in capitals',
      alter: on(list, when(asksLike('search', form), refuse())),
    }),
    deviantOf(clause, 'finds-nothing', {
      summary: 'finds nothing by an expression in capitals',
      alter: on(list, findsNothing(asksLike('search', form))),
    }),
  ]),
]

const shownDeviants = [
  deviant('groups.list.expand-stats/as-text', {
    summary: 'shows _embedded as text',
    alter: on(list, when(asks('expand'), whenSuccess(set('_embedded', 'stats')))),
  }),
  deviant('groups.update.unknown/created', {
    summary: 'creates a group where an update finds none',
    alter: on(
      'updateGroup',
      whenStatus(
        404,
        acceptInstead(200, (sent) => sentWith(sent, {}).json),
      ),
    ),
  }),
]

export const groupOperationDeviants: readonly Deviant[] = [
  ...writeDeviants,
  ...listDeviants,
  ...findDeviants,
  ...shownDeviants,
]
