/** Servers that break requirements of updating, deleting, and listing groups. */
import { cell } from '../operators/operators.ts'
import { drop, header, items, listsNothing, noContentWhenEmpty, replyAfter, turned } from '../alter/answer.ts'
import { asks, both, not, on, when, whenSuccess } from '../alter/flow.ts'
import { afterwards, ignoreWrite, listed, type Call } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { byDefault, ignoreQuery } from '../alter/request.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { refusals } from './families.ts'
import { asksForAll } from './users-steps.ts'
import {
  answerOf,
  answerWith,
  isRefusal,
  readOf,
  type Alteration,
  type Sent,
  goesTo,
  recordPath,
} from '../alter/wire.ts'
import { groupAppProperties, pathsOf } from '../../tables/shown.ts'

const groupList = 'listGroups'

export const groupOperationMutants: readonly Mutant[] = [
  ...mutantsIn('deleteGroup', {
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
    { requirement: 'groups.delete.pushed', on: 'deleteGroup', accepted: 204 },
  ]),
  ...mutantsIn(groupList, {
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
    return mutantsAt(groupList, requirement, {
      refused: when(isAsked, refuse()),
      ignored: when(isAsked, drop('_embedded')),
    })
  }),
]

const list = 'listGroupUsers'
const add = 'addUserToGroup'
const remove = 'removeUserFromGroup'
const notFound = { status: 404, code: 'E0000007' } as const

const memberIn = ({ path }: Sent): string => path.split('/').at(-1) ?? ''
const groupOf = ({ path }: Sent): string => path.split('/')[4] ?? ''
const isUnknown = (id: string): boolean => id.startsWith('none')
const ofUnknownGroup = (sent: Sent) => isUnknown(groupOf(sent))
const ofUnknownUser = (sent: Sent) => isUnknown(memberIn(sent))

/** After a call with an unknown group or user, shows known groups without members. */
function changesAnother(method: 'PUT' | 'DELETE', isIt: (sent: Sent) => boolean): Alteration {
  return () => {
    let last = ''
    return async (sent, forward) => {
      const old = await forward(sent)
      const group = groupOf(sent)
      const isMember = /^\/api\/v1\/groups\/[^/]+\/users/.test(sent.path)
      if (isMember && sent.method === method && isIt(sent)) last = 'wrong'
      if (last === 'wrong' && sent.method === 'GET' && sent.path.endsWith('/users') && !isUnknown(group))
        return Array.isArray(old.json) ? answerWith(old, { json: [] }) : old
      return old
    }
  }
}

/** Does as if users who were removed were still there. */
function acceptRemoved(where: typeof add): Alteration {
  return () => {
    const removed = new Set<string>()
    return async (sent, forward) => {
      const old = await forward(sent)
      const isOfUser = sent.method === 'DELETE' && /^\/api\/v1\/users\/[^/]+$/.test(sent.path)
      if (isOfUser && !isRefusal(old)) removed.add(memberIn(sent))
      const isWrong = goesTo(where)(sent) && isRefusal(old) && removed.has(memberIn(sent))
      return isWrong ? answerOf(204) : old
    }
  }
}

const unknown = [
  ['membership.list.unknown-group', list, undefined],
  ['membership.add.unknown-group', add, ofUnknownGroup],
  ['membership.add.unknown-user', add, ofUnknownUser],
  ['membership.remove.unknown-group', remove, ofUnknownGroup],
  ['membership.remove.unknown-user', remove, ofUnknownUser],
] as const

export const membershipMutants: readonly Mutant[] = [
  ...mutantsIn(list, {
    'membership.list.ok/ids-only': items((users) => users.map(({ id }) => ({ id }))),
    'membership.list.links/none': whenSuccess(drop('_links')),
  }),
  ...([add, remove] as const).flatMap((where) => {
    const requirement = where === add ? 'membership.add.no-content' : 'membership.remove.no-content'
    return mutantsOf(requirement, {
      'with-body': on(where, whenSuccess(replyAfter(200, {}))),
    })
  }),
  ...mutants({
    'membership.add.effect/not-with-the-user': on(
      'listUserGroups',
      items((groups) => groups.filter(({ type }) => type !== 'SVC_GROUP')),
    ),
    'membership.remove.user-stays/suspended': on(
      remove,
      afterwards((call, sent) => call('POST', `/api/v1/users/${memberIn(sent)}/lifecycle/deactivate`)),
    ),
    'membership.add.unknown-user/removed-accepted': acceptRemoved(add),
  }),
  ...refusals(
    unknown.map(([requirement, where, fits]) => ({
      requirement,
      on: where,
      ...notFound,
      ...(fits === undefined ? {} : { when: fits }),
    })),
  ),
  ...unknown
    .filter(([, where]) => where !== list)
    .flatMap(([requirement, where, fits]) =>
      mutantsOf(requirement, {
        'another-changed': changesAnother(where === add ? 'PUT' : 'DELETE', fits ?? (() => false)),
      }),
    ),
  ...refusals([
    { requirement: 'membership.add.app-group', on: add, accepted: 204 },
    { requirement: 'membership.add.built-in', on: add, accepted: 204 },
    { requirement: 'membership.remove.app-group', on: remove, accepted: 204 },
    { requirement: 'membership.remove.built-in', on: remove, accepted: 204 },
  ]),
]

/** After a group is deleted, makes other calls about each of its members. */
function afterDeletion(more: (call: Call, user: string) => Promise<unknown>): Alteration {
  return on('deleteGroup', () => async (sent, forward) => {
    const members = await forward(readOf(sent, `${recordPath(sent.path)}/users`))
    const alter = afterwards(async (call) => {
      for (const { id } of listed(members)) await more(call, `/api/v1/users/${id}`)
    })
    return alter()(sent, forward)
  })
}

const stay = 'groups.delete.members-stay'

export const deletedMemberMutants: readonly Mutant[] = mutantsOf(stay, {
  deleted: afterDeletion((call, user) => call('DELETE', user)),
  profile: afterDeletion((call, user) => call('POST', user, { profile: { department: 'none' } })),
  password: afterDeletion((call, user) =>
    call('POST', user, { credentials: { password: { value: 'Else-7where_Q2' } } }),
  ),
  'other-groups': afterDeletion(async (call, user) => {
    for (const { id } of listed(await call('GET', `${user}/groups`)))
      await call('DELETE', `/api/v1/groups/${id}${user.replace('/api/v1', '')}`)
  }),
})

const appList = 'listGroupApps'

export const groupAppsMutants: readonly Mutant[] = [
  ...groupAppProperties.flatMap((row) =>
    pathsOf(row).flatMap((path) =>
      mutantsAt(appList, `group-apps.${row.slug}`, { [`without-${path}`]: whenSuccess(drop(path)) }),
    ),
  ),
  ...mutantsIn(appList, {
    'group-apps.list.ok/refused': [refuse(403), 'group-apps.list.empty'],
    'group-apps.list.empty/204': noContentWhenEmpty(),
  }),
]
