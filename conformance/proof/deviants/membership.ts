/** Servers that break clauses of the areas `membership` and `group-apps`. */
import type { Json } from '../../engine/wire/reply.ts'
import { groupAppProperties, pathsOf } from '../../tables/shown.ts'
import { drop, items, set, withoutLast, wrapped, firstTwice, listsNothing } from '../alter/answer.ts'
import { on, when, whenSuccess, asks } from '../alter/flow.ts'
import { andAlso, ignoreWrite } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesIn, mistakesOf, mistakesAt } from './deviant.ts'
import { refusals } from './families/refusals.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { answerWith, isRefusal, isSuccess, sentWith } from '../alter/wire.ts'
import { plain, userOf } from './elsewhere-steps.ts'

const list = 'listGroupUsers'
const add = 'addUserToGroup'
const remove = 'removeUserFromGroup'
const done = { status: 204 }
const notFound = { status: 404, code: 'E0000007' } as const

const memberIn = ({ path }: Sent): string => path.split('/').at(-1) ?? ''
const groupOf = ({ path }: Sent): string => path.split('/')[4] ?? ''
const isUnknown = (id: string): boolean => id.startsWith('none')

/** After a refused change of members, shows the groups of the user as if the change were done. */
function refuseButChange(where: typeof add | typeof remove): Alteration {
  return () => {
    const refused: Sent[] = []
    return async (sent, forward) => {
      const old = await forward(sent)
      const isMember = /^\/api\/v1\/groups\/[^/]+\/users\/[^/]+$/.test(sent.path)
      if (isMember && (sent.method === 'PUT') === (where === add) && isRefusal(old)) refused.push(sent)
      if (!Array.isArray(old.json)) return old
      let json: Json[] = old.json
      for (const each of refused) {
        const [user, group] = [memberIn(each), groupOf(each)]
        const isShown = sent.path.endsWith(`/users/${user}/groups`)
        if (isShown && where === add) json = json.concat({ id: group, profile: {} })
        if (isShown && where === remove) json = json.filter(({ id }) => id !== group)
      }
      return json === old.json ? old : answerWith(old, { json })
    }
  }
}

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

const unknown = [
  ['membership.list.unknown-group', list, undefined],
  ['membership.add.unknown-group', add, (sent: Sent) => isUnknown(groupOf(sent))],
  ['membership.add.unknown-user', add, (sent: Sent) => isUnknown(memberIn(sent))],
  ['membership.remove.unknown-group', remove, (sent: Sent) => isUnknown(groupOf(sent))],
  ['membership.remove.unknown-user', remove, (sent: Sent) => isUnknown(memberIn(sent))],
] as const

export const membershipDeviants: readonly Deviant[] = [
  ...mistakesIn(list, {
    'membership.list.ok/object': whenSuccess(wrapped('users')),
    'membership.list.ok/ids-only': [
      'lists ids in place of users',
      items((users) => users.map(({ id }) => ({ id }))),
    ],
    'membership.list.ok/one-lost': withoutLast(),
    'membership.list.ok/refused': refuse(403),
    'membership.list.links/more': whenSuccess(set('_links.suspend', { href: 'https://svc.example.com/x' })),
    'membership.list.links/none': whenSuccess(drop('_links')),
    'membership.list.unknown-group/empty': [
      'finds no members for a group that does not exist',
      when(
        (sent) => isUnknown(groupOf(sent)),
        () => async () => ({ status: 200, headers: {}, json: [], text: '[]' }),
      ),
    ],
  }),
  ...([add, remove] as const).flatMap((where) => {
    const clause = where === add ? 'membership.add.no-content' : 'membership.remove.no-content'
    return mistakesOf(clause, {
      'with-body': [
        'answers a change of members with 200 and a body',
        on(where, () => async (sent, forward) => {
          const old = await forward(sent)
          return old.status < 300 ? answerWith(old, { status: 200, json: {} }) : old
        }),
      ],
    })
  }),
  ...mistakes({
    'membership.add.effect/accepted-and-ignored': on(add, ignoreWrite(204)),
    'membership.remove.effect/accepted-and-ignored': on(remove, ignoreWrite(204)),
    'membership.add.effect/not-with-the-user': [
      'does not show the group among the groups of the user',
      on(
        'listUserGroups',
        items((groups) => groups.filter(({ type }) => type !== 'SVC_GROUP')),
      ),
    ],
    'membership.remove.user-stays/suspended': [
      'deactivates a user who is removed from a group',
      on(
        remove,
        andAlso((sent) => ({ method: 'POST', path: `/api/v1/users/${memberIn(sent)}/lifecycle/deactivate` })),
      ),
    ],
    'membership.add.app-group/refused-but-added': [
      'refuses to add a user to an APP_GROUP, and adds the user',
      refuseButChange(add),
    ],
    'membership.remove.built-in/refused-but-removed': [
      'refuses to remove a user from a BUILT_IN group, and removes the user',
      refuseButChange(remove),
    ],
    'membership.add.effect/wrong-group': [
      'shows the first member that was ever added in every group',
      () => {
        let first: Json
        return async (sent, forward) => {
          const old = await forward(sent)
          if (!/\/groups\/[^/]+\/users$/.test(sent.path) || !Array.isArray(old.json)) return old
          first ??= old.json[0]
          return first === undefined || old.json.length > 0 ? old : answerWith(old, { json: [first] })
        }
      },
    ],
  }),
  ...refusals(
    unknown.map(([clause, where, fits]) => ({
      clause,
      on: where,
      ...notFound,
      ...(fits === undefined ? {} : { when: fits, accepted: done }),
    })),
  ),
  ...unknown
    .filter(([, where]) => where !== list)
    .flatMap(([clause, where, fits]) =>
      mistakesOf(clause, {
        'another-changed': [
          'refuses, and removes the members of another group',
          changesAnother(where === add ? 'PUT' : 'DELETE', fits ?? (() => false)),
        ],
      }),
    ),
  ...refusals([
    { clause: 'membership.add.app-group', on: add, accepted: done },
    { clause: 'membership.add.built-in', on: add, accepted: done },
    { clause: 'membership.remove.app-group', on: remove, accepted: done },
    { clause: 'membership.remove.built-in', on: remove, accepted: done },
  ]),
]

/** After a group is deleted, makes these calls on each of its members. */
function doneToMembers(method: string, suffix: string, json?: Json): Alteration {
  return on('deleteGroup', () => async (sent, forward) => {
    const list = await forward(sentWith(sent, { ...plain, method: 'GET', path: `${userOf(sent)}/users` }))
    const answer = await forward(sent)
    const members: readonly Json[] = isSuccess(answer) && Array.isArray(list.json) ? list.json : []
    const headers = { ...sent.headers, 'content-type': 'application/json' }
    for (const { id } of members)
      await forward(sentWith(sent, { ...plain, method, path: `/api/v1/users/${id}${suffix}`, json, headers }))
    return answer
  })
}

/** After a group is deleted, takes its members out of their other groups. */
const leaveOtherGroups: Alteration = on('deleteGroup', () => async (sent, forward) => {
  const list = await forward(sentWith(sent, { ...plain, method: 'GET', path: `${userOf(sent)}/users` }))
  const answer = await forward(sent)
  for (const { id } of isSuccess(answer) && Array.isArray(list.json) ? list.json : []) {
    const groups = await forward(
      sentWith(sent, { ...plain, method: 'GET', path: `/api/v1/users/${id}/groups` }),
    )
    for (const group of Array.isArray(groups.json) ? groups.json : [])
      await forward(
        sentWith(sent, { ...plain, method: 'DELETE', path: `/api/v1/groups/${group.id}/users/${id}` }),
      )
  }
  return answer
})

const stay = 'groups.delete.members-stay'

export const deletedMemberDeviants: readonly Deviant[] = mistakesOf(stay, {
  deleted: ['deletes the members of a group that is deleted', doneToMembers('DELETE', '')],
  profile: [
    'changes the profile of the members of a group that is deleted',
    doneToMembers('POST', '', { profile: { department: 'none' } }),
  ],
  password: [
    'sets another password of the members of a group that is deleted',
    doneToMembers('POST', '', { credentials: { password: { value: 'Else-7where_Q2' } } }),
  ],
  'other-groups': [
    'takes the members of a group that is deleted out of their other groups',
    leaveOtherGroups,
  ],
})

const appList = 'listGroupApps'

export const groupAppsDeviants: readonly Deviant[] = [
  ...groupAppProperties.flatMap((row) =>
    pathsOf(row).flatMap((path) =>
      mistakesAt(appList, `group-apps.${row.slug}`, { [`without-${path}`]: whenSuccess(drop(path)) }),
    ),
  ),
  ...mistakesIn(appList, {
    'group-apps.list.after/one-twice': when(asks('after'), firstTwice()),
    'group-apps.list.ok/empty': listsNothing(),
    'group-apps.list.ok/refused': ['refuses to list applications', refuse(403), 'group-apps.list.empty'],
    'group-apps.list.empty/204': [
      'answers 204 where there are no applications',
      () => async (sent, forward) => {
        const old = await forward(sent)
        const isEmpty = Array.isArray(old.json) && old.json.length === 0
        return isEmpty ? answerWith(old, { status: 204, json: undefined }) : old
      },
    ],
  }),
]
