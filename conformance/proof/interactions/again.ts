/** The same again, transitions that never end, removed records, other records, and calls at the same time. */
import type { Json } from '../../engine/wire/reply.ts'
import { after, idOf, shownIn } from '../alter/memory.ts'

import {
  type Answer,
  answerOf,
  answerWith,
  isRefusal,
  isSuccess,
  sentWith,
  goesTo,
  type Where,
} from '../alter/wire.ts'
import { on, recordBefore } from '../alter/flow.ts'
import { merged } from '../alter/path.ts'
import {
  type Family,
  ownerOf,
  refusal,
  remembering,
  userCreate,
  userShown,
  userWrite,
  writes,
} from './parts.ts'

/** The same again, in the state that it produced. */
const twice: Family = (rng) => {
  const accepted: Readonly<Record<string, readonly [at: Where, about: RegExp, answer: Answer]>> = {
    suspend: ['suspendUser', /^users\.suspend/, answerOf(200, {})],
    unsuspend: ['unsuspendUser', /^users\.unsuspend/, answerOf(200, {})],
    activate: ['activateUser', /^users\.activate/, answerOf(200, {})],
    deactivate: ['deactivateUser', /^users\.deactivate/, answerOf(200, {})],
    'a deletion of a group': ['deleteGroup', /^(groups\.delete|errors\.unknown)/, answerOf(204)],
    'a deletion of a rule': ['deleteGroupRule', /^(rules\.delete|errors\.unknown)/, answerOf(202)],
    'a deletion of a client': ['deleteClient', /^(clients\.delete|errors\.unknown)/, answerOf(204)],
    'a deletion of a removed user': ['deleteUser', /^(users\.delete|errors\.unknown)/, answerOf(204)],
  }
  const refused: Readonly<Record<string, readonly [at: Where | readonly Where[], about: RegExp]>> = {
    'an update of a group with its own name': ['updateGroup', /^groups\.(update|description|name)/],
    'an update of a user with its own login': [
      ['updateUser', 'replaceUser'],
      /^users\.(update|replace|login)/,
    ],
    'an update of a rule with its own name': ['updateGroupRule', /^rules\.(update|name)/],
    'an update of a client with its own name': ['updateClient', /^clients\.(update|name|settings)/],
  }
  if (rng.chance(0.6)) {
    const [name, [at, about, answer]] = rng.entry(accepted)
    const isIt = goesTo(at)
    return [
      `accepts ${name} again`,
      remembering(
        () => new Set<string>(),
        async (doneTo, sent, forward) => {
          const real = await forward(sent)
          if (!isIt(sent)) return real
          if (isSuccess(real)) doneTo.add(sent.path)
          return isRefusal(real) && doneTo.has(sent.path) ? answer : real
        },
      ),
      about,
    ]
  }
  const [name, [at, about]] = rng.entry(refused)
  return [
    `refuses ${name}`,
    on(at, () => async (sent, forward) => {
      const before: Json = await recordBefore(sent, forward)
      const nameIn = (json: Json): Json =>
        json?.profile?.login ??
        (/user/.test(name) ? undefined : (json?.profile?.name ?? json?.name ?? json?.client_name))
      const own = nameIn(before)
      return own !== undefined && nameIn(sent.json) === own ? refusal() : forward(sent)
    }),
    about,
  ]
}

/** A transition that never ends, in some views. */
const endless: Family = (rng) => {
  const name = rng.pick(['activate', 'deactivate'] as const)
  const view = rng.pick(['everywhere', 'in lists', 'alone'] as const)
  const status = rng.pick(['with the status before', 'with the status after'] as const)
  const shownBy =
    view === 'everywhere' ? userShown : goesTo(view === 'alone' ? 'getUser' : ['listUsers', 'listGroupUsers'])
  const markers = { activate: 'ACTIVE', deactivate: 'DEPROVISIONED' } as const
  const before: Readonly<Record<string, string>> = { activate: 'STAGED', deactivate: 'ACTIVE' }
  return [
    `shows ${view}, ${status}, that ${name} never ends`,
    after(
      name === 'activate' ? 'activateUser' : 'deactivateUser',
      { outcome: 'success', of: () => true, whose: (_sent, _answer, before) => idOf(before), shownBy },
      (user: Json) =>
        user.status === markers[name]
          ? {
              ...user,
              transitioningToStatus: markers[name],
              ...(status === 'with the status before' ? { status: before[name] } : {}),
            }
          : user,
    ),
    new RegExp(
      `^users\\.(${name}|transition|status|list|search|delete|suspend|unsuspend|operations)|^membership|^credentials`,
    ),
  ]
}

/** Removed records as an argument: they are known for longer than under their own address. */
const removed: Family = (rng) => {
  const [nothing, none] = [answerOf(204), answerOf(200, [])]
  const secret = answerOf(200, { client_id: 'x', client_secret: 'y' })
  /** The call, the answer that takes the record for one that is there, the requirements, and the removal. */
  const calls: Readonly<
    Record<string, readonly [at: readonly Where[], answer: Answer, about: string, gone: Where]>
  > = {
    'a new member': [['addUserToGroup'], nothing, 'membership.add|users.delete', 'deleteUser'],
    'a lost member': [['removeUserFromGroup'], nothing, 'membership.remove|users.delete', 'deleteUser'],
    'a new member of a group': [['addUserToGroup'], nothing, 'membership.add|groups.delete', 'deleteGroup'],
    'the members of a group': [['listGroupUsers'], none, 'membership.list|groups.delete', 'deleteGroup'],
    'the applications of a group': [['listGroupApps'], none, 'group-apps|groups.delete', 'deleteGroup'],
    'the groups of a user': [['listUserGroups'], none, 'users.(groups|delete)', 'deleteUser'],
    'the grants of a user': [
      ['listUserGrants', 'revokeUserGrants'],
      none,
      'grants|users.delete',
      'deleteUser',
    ],
    'the sessions of a user': [['clearUserSessions'], nothing, 'sessions|users.delete', 'deleteUser'],
    'a lifecycle operation of a user': [
      ['suspendUser', 'unsuspendUser', 'deactivateUser', 'expirePassword', 'resetPassword'],
      answerOf(200, {}),
      'users',
      'deleteUser',
    ],
    'a new secret of a client': [['newClientSecret'], secret, 'clients|errors', 'deleteClient'],
    'an activation of a rule': [['activateGroupRule'], nothing, 'rules|errors', 'deleteGroupRule'],
  }
  const [name, [at, answer, about, gone]] = rng.entry(calls)
  const [isIt, isRemoval] = [goesTo(at), goesTo(gone)]
  return [
    `accepts ${name} that was removed`,
    remembering(
      () => new Set<string>(),
      async (ids, sent, forward) => {
        const record = isRemoval(sent) ? await recordBefore(sent, forward) : undefined
        const real = await forward(sent)
        const isLast = gone !== 'deleteUser' || record?.status === 'DEPROVISIONED'
        if (record !== undefined && isLast && isSuccess(real)) ids.add(String(idOf(record)))
        return isIt(sent) && isRefusal(real) && [...ids].some((id) => sent.path.includes(id)) ? answer : real
      },
    ),
    new RegExp(`^(${about.replaceAll('.', String.raw`\.`)}|errors\\.unknown)`),
  ]
}

/** A write to one record changes another one too. */
const others: Family = (rng) => {
  const name = rng.pick([
    'a partial update of a user',
    'a replacement of a user',
    'an update of a group',
    'suspend',
    'deactivate',
    'expire_password',
    'an update of a client',
  ] as const)
  const isCause = goesTo(writes[name])
  const isShown = /group/.test(name)
    ? goesTo(['getGroup', 'listGroups', 'createGroup', 'updateGroup'])
    : /client/.test(name)
      ? goesTo(['getClient', 'listClients', 'registerClient', 'updateClient'])
      : userShown
  const member = /client/.test(name)
    ? 'client_name'
    : /group/.test(name)
      ? 'description'
      : rng.pick(['lastName', 'title', 'department', 'lastUpdated'])
  return [
    `changes ${member} of the record made before it in ${name}`,
    remembering(
      () => ({ made: [] as string[], changed: new Set<string>() }),
      async (memory, sent, forward) => {
        const answer = await forward(sent)
        if (!isSuccess(answer)) return answer
        const id = idOf(answer.json)
        if (
          sent.method === 'POST' &&
          id !== undefined &&
          isShown(sent) &&
          !memory.made.includes(id) &&
          /\/(users|groups|clients)$/.test(sent.path)
        )
          memory.made.push(id)
        if (isCause(sent)) {
          const own = await ownerOf(sent, forward)
          const before = memory.made[memory.made.indexOf(String(own)) - 1]
          if (before !== undefined) memory.changed.add(before)
        }
        const one = (record: Json): Json =>
          !memory.changed.has(String(idOf(record)))
            ? record
            : member === 'client_name' || member === 'lastUpdated'
              ? { ...record, [member]: member === 'lastUpdated' ? '2031-01-01T00:00:00.000Z' : 'Another' }
              : merged(record, { profile: { [member]: 'Another' } })
        return isShown(sent) ? shownIn(answer, one) : answer
      },
    ),
    /./,
  ]
}

/** Two creates of one login at the same time. */
const races: Family = (rng) => {
  const method = rng.pick(['create', 'update'] as const)
  return [
    `takes one login twice when a second ${method} begins before the first has ended`,
    remembering(
      () => new Map<string, number>(),
      async (open, sent, forward) => {
        const login = String(sent.json?.profile?.login ?? '').toLowerCase()
        const isIt = method === 'create' ? userCreate : userWrite
        if (!isIt(sent) || login === '') return forward(sent)
        const together = open.get(login) ?? 0
        open.set(login, together + 1)
        await new Promise((resolve) => setTimeout(resolve, 5))
        try {
          const answer = await forward(sent)
          if (!isRefusal(answer) || (open.get(login) ?? 0) < 2) return answer
          const json = merged(sent.json, { profile: { login: login.replace('@', '-2@') } })
          const again = await forward(sentWith(sent, { json }))
          return isSuccess(again)
            ? answerWith(again, { json: merged(again.json, { profile: { login: sent.json.profile.login } }) })
            : answer
        } finally {
          setTimeout(() => open.set(login, (open.get(login) ?? 1) - 1), 20)
        }
      },
    ),
    /^users\.(login|create|update)/,
  ]
}

export const againFamilies: Readonly<Record<string, Family>> = { twice, endless, removed, others, races }
