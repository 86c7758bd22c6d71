/** Servers that break clauses of the area `membership`. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, items, set, withoutLast, wrapped } from '../alter/answer.ts'
import { on, when, whenSuccess } from '../alter/flow.ts'
import { andAlso, ignoreWrite } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesIn, mistakesOf } from './deviant.ts'
import { pagedLists } from './families/calls.ts'
import { refusals } from './families/refusals.ts'
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
  ...pagedLists([{ limit: 'membership.list.limit', after: 'membership.list.after', on: list }]),
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
        andAlso((sent) => ({ method: 'POST', path: `/api/v1/users/${userOf(sent)}/lifecycle/deactivate` })),
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

export const membershipDeviants: readonly Deviant[] = deviants
