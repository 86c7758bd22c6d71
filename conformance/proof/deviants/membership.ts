/** Servers that break clauses of the area `membership`. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, drop, items, set } from '../alter/answer.ts'
import { on, when, whenSuccess } from '../alter/flow.ts'
import { andAlso } from '../alter/memory.ts'
import { refuse, refuseButDo } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { pagedLists } from './families/lists.ts'
import { refusals } from './families/refusals.ts'
import { writes } from './families/writes.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { answerWith, isRefusal } from '../alter/wire.ts'

const list = 'listGroupUsers'
const add = 'addUserToGroup'
const remove = 'removeUserFromGroup'
const done = { status: 204 }
const notFound = { status: 404, code: 'E0000007' } as const

const userOf = ({ path }: Sent): string => path.split('/').at(-1) ?? ''
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
        const [user, group] = [userOf(each), groupOf(each)]
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
  ['membership.add.unknown-user', add, (sent: Sent) => isUnknown(userOf(sent))],
  ['membership.remove.unknown-group', remove, (sent: Sent) => isUnknown(groupOf(sent))],
  ['membership.remove.unknown-user', remove, (sent: Sent) => isUnknown(userOf(sent))],
] as const

const deviants: readonly Deviant[] = [
  ...pagedLists([
    {
      limit: 'membership.list.limit',
      after: 'membership.list.after',
      on: list,
    },
  ]),
  deviant('membership.list.ok/object', {
    summary: 'answers with an object that holds the members',
    alter: on(list, whenSuccess(body((users) => ({ users })))),
  }),
  deviant('membership.list.ok/ids-only', {
    summary: 'lists ids in place of users',
    alter: on(
      list,
      items((users) => users.map(({ id }) => ({ id }))),
    ),
  }),
  deviant('membership.list.ok/one-lost', {
    summary: 'does not list the last member',
    alter: on(
      list,
      items((users) => users.slice(0, -1)),
    ),
  }),
  deviant('membership.list.ok/refused', {
    summary: 'refuses to list members',
    alter: on(list, refuse(403)),
  }),
  deviant('membership.list.links/more', {
    summary: 'gives listed members a suspend link',
    alter: on(list, whenSuccess(set('_links.suspend', { href: 'https://svc.example.com/x' }))),
  }),
  deviant('membership.list.links/none', {
    summary: 'gives listed members no links',
    alter: on(list, whenSuccess(drop('_links'))),
  }),
  ...writes([
    { clause: 'membership.add.effect', on: add, answer: done },
    { clause: 'membership.remove.effect', on: remove, answer: done },
  ]).filter(({ id }) => id.endsWith('ignored')),
  ...([add, remove] as const).flatMap((where) => {
    const clause = where === add ? 'membership.add.no-content' : 'membership.remove.no-content'
    return [
      deviant(`${clause}/refused`, { summary: 'refuses to change members', alter: on(where, refuse(403)) }),
      deviant(`${clause}/done-but-refused`, {
        summary: 'changes members, and answers with a refusal',
        alter: on(where, refuseButDo()),
      }),
      deviant(`${clause}/with-body`, {
        summary: 'answers a change of members with 200 and a body',
        alter: on(where, () => async (sent, forward) => {
          const old = await forward(sent)
          return old.status < 300 ? answerWith(old, { status: 200, json: {} }) : old
        }),
      }),
    ]
  }),
  deviant('membership.add.effect/not-with-the-user', {
    summary: 'does not show the group among the groups of the user',
    alter: on(
      'listUserGroups',
      items((groups) => groups.filter(({ type }) => type !== 'SVC_GROUP')),
    ),
  }),
  deviant('membership.remove.effect/all', {
    summary: 'removes all members with one',
    alter: () => {
      const emptied = new Set<string>()
      return async (sent, forward) => {
        const old = await forward(sent)
        if (sent.method === 'DELETE' && /\/groups\/[^/]+\/users\//.test(sent.path)) emptied.add(groupOf(sent))
        const isEmptied = /\/groups\/[^/]+\/users$/.test(sent.path) && emptied.has(groupOf(sent))
        return isEmptied && Array.isArray(old.json) ? answerWith(old, { json: [] }) : old
      }
    },
  }),
  deviant('membership.remove.user-stays/suspended', {
    summary: 'deactivates a user who is removed from a group',
    alter: on(
      remove,
      andAlso((sent) => ({ method: 'POST', path: `/api/v1/users/${userOf(sent)}/lifecycle/deactivate` })),
    ),
  }),
  deviant('membership.remove.user-stays/gone', {
    summary: 'shows a user who is removed from a group no more',
    alter: () => {
      const gone = new Set<string>()
      return (sent, forward) => {
        if (sent.method === 'DELETE' && /\/groups\/[^/]+\/users\//.test(sent.path)) gone.add(userOf(sent))
        const isGone = /^\/api\/v1\/users\/[^/]+$/.test(sent.path) && gone.has(userOf(sent))
        return isGone ? refuse(404, 'E0000007')()(sent, forward) : forward(sent)
      }
    },
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
    .map(([clause, where, fits]) =>
      deviant(`${clause}/another-changed`, {
        summary: 'refuses, and removes the members of another group',
        alter: changesAnother(where === add ? 'PUT' : 'DELETE', fits ?? (() => false)),
      }),
    ),
  ...refusals([
    { clause: 'membership.add.app-group', on: add, accepted: done },
    { clause: 'membership.add.built-in', on: add, accepted: done },
    { clause: 'membership.remove.app-group', on: remove, accepted: done },
    { clause: 'membership.remove.built-in', on: remove, accepted: done },
  ]),
  deviant('membership.add.app-group/refused-but-added', {
    summary: 'refuses to add a user to an APP_GROUP, and adds the user',
    alter: refuseButChange(add),
  }),
  deviant('membership.remove.built-in/refused-but-removed', {
    summary: 'refuses to remove a user from a BUILT_IN group, and removes the user',
    alter: refuseButChange(remove),
  }),
  deviant('membership.add.effect/wrong-group', {
    summary: 'shows the first member that was ever added in every group',
    alter: () => {
      let first: Json
      return async (sent, forward) => {
        const old = await forward(sent)
        if (!/\/groups\/[^/]+\/users$/.test(sent.path) || !Array.isArray(old.json)) return old
        first ??= old.json[0]
        return first === undefined || old.json.length > 0 ? old : answerWith(old, { json: [first] })
      }
    },
  }),
  deviant('membership.list.unknown-group/empty', {
    summary: 'finds no members for a group that does not exist',
    alter: on(
      list,
      when(
        (sent) => isUnknown(groupOf(sent)),
        () => async () => ({ status: 200, headers: {}, json: [], text: '[]' }),
      ),
    ),
  }),
]

export const membershipDeviants: readonly Deviant[] = deviants
