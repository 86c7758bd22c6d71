/** The same again, transitions that never end, removed records, other records, and calls at the same time. */
import type { Json } from '../../engine/wire/reply.ts'
import { idOf, shownIn } from '../alter/memory.ts'

import type { Answer } from '../alter/wire.ts'
import { answerOf, answerWith, isRefusal, isSuccess, sentWith } from '../alter/wire.ts'
import {
  type Family,
  groupsOfUser,
  members,
  clientPut,
  clientShown,
  done,
  fits,
  groupPut,
  groupShown,
  profiled,
  read,
  refusal,
  remembering,
  rulePut,
  since,
  to,
  userCreate,
  userGet,
  userOf,
  userShown,
  userWrite,
} from './parts.ts'
import {
  clientDelete,
  groupDelete,
  lifecycle,
  memberDelete,
  memberPut,
  recordIn,
  ruleDelete,
  userDelete,
  writes,
} from './calls.ts'

/** The same again, in the state that it produced. */
const twice: Family = (rng) => {
  const accepted: Readonly<Record<string, readonly [at: RegExp, about: RegExp, answer: Answer]>> = {
    suspend: [lifecycle('suspend'), /^users\.suspend/, answerOf(200, {})],
    unsuspend: [lifecycle('unsuspend'), /^users\.unsuspend/, answerOf(200, {})],
    activate: [lifecycle('activate'), /^users\.activate/, answerOf(200, {})],
    deactivate: [lifecycle('deactivate'), /^users\.deactivate/, answerOf(200, {})],
    'a deletion of a group': [groupDelete, /^(groups\.delete|errors\.unknown)/, answerOf(204)],
    'a deletion of a rule': [ruleDelete, /^(rules\.delete|errors\.unknown)/, answerOf(202)],
    'a deletion of a client': [clientDelete, /^(clients\.delete|errors\.unknown)/, answerOf(204)],
    'a deletion of a removed user': [userDelete, /^(users\.delete|errors\.unknown)/, answerOf(204)],
  }
  const refused: Readonly<Record<string, readonly [at: RegExp, about: RegExp]>> = {
    'an update of a group with its own name': [groupPut, /^groups\.(update|description|name)/],
    'an update of a user with its own login': [userWrite, /^users\.(update|replace|login)/],
    'an update of a rule with its own name': [rulePut, /^rules\.(update|name)/],
    'an update of a client with its own name': [clientPut, /^clients\.(update|name|settings)/],
  }
  if (rng.chance(0.6)) {
    const [name, [at, about, answer]] = rng.entry(accepted)
    return [
      `accepts ${name} again`,
      remembering(
        () => new Set<string>(),
        async (doneTo, sent, forward) => {
          const real = await forward(sent)
          if (!fits(at, sent)) return real
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
    () => async (sent, forward) => {
      if (!fits(at, sent)) return forward(sent)
      const before: Json = await read(sent, forward, recordIn(sent))
      const nameIn = (json: Json): Json =>
        json?.profile?.login ??
        (/user/.test(name) ? undefined : (json?.profile?.name ?? json?.name ?? json?.client_name))
      const own = nameIn(before)
      return own !== undefined && nameIn(sent.json) === own ? refusal() : forward(sent)
    },
    about,
  ]
}

/** A transition that never ends, in some views. */
const endless: Family = (rng) => {
  const name = rng.pick(['activate', 'deactivate'] as const)
  const view = rng.pick(['everywhere', 'in lists', 'alone'] as const)
  const status = rng.pick(['with the status before', 'with the status after'] as const)
  const where =
    view === 'everywhere'
      ? userShown
      : view === 'alone'
        ? userGet
        : /^GET \/api\/v1\/(users|groups\/[^/]+\/users)$/
  const markers = { activate: 'ACTIVE', deactivate: 'DEPROVISIONED' } as const
  const before: Readonly<Record<string, string>> = { activate: 'STAGED', deactivate: 'ACTIVE' }
  return [
    `shows ${view}, ${status}, that ${name} never ends`,
    since(
      done(lifecycle(name)),
      (user: Json) =>
        user.status === markers[name]
          ? {
              ...user,
              transitioningToStatus: markers[name],
              ...(status === 'with the status before' ? { status: before[name] } : {}),
            }
          : user,
      where,
    ),
    new RegExp(
      `^users\\.(${name}|transition|status|list|search|delete|suspend|unsuspend|operations)|^membership|^credentials`,
    ),
  ]
}

/** Removed records as an argument: they are known for longer than under their own address. */
const removed: Family = (rng) => {
  const below = (kind: string, list: string, method = 'GET'): RegExp =>
    new RegExp(`^${method} /api/v1/${kind}/[^/]+/${list}$`)
  const operation = 'lifecycle/(suspend|unsuspend|deactivate|expire_password|reset_password)'
  const [nothing, none] = [answerOf(204), answerOf(200, [])]
  const secret = answerOf(200, { client_id: 'x', client_secret: 'y' })
  /** The call, the answer that takes the record for one that is there, the requirements, and the removal. */
  const calls: Readonly<Record<string, readonly [at: RegExp, answer: Answer, about: string, gone: RegExp]>> =
    {
      'a new member': [memberPut, nothing, 'membership.add|users.delete', userDelete],
      'a lost member': [memberDelete, nothing, 'membership.remove|users.delete', userDelete],
      'a new member of a group': [memberPut, nothing, 'membership.add|groups.delete', groupDelete],
      'the members of a group': [members, none, 'membership.list|groups.delete', groupDelete],
      'the applications of a group': [below('groups', 'apps'), none, 'group-apps|groups.delete', groupDelete],
      'the groups of a user': [groupsOfUser, none, 'users.(groups|delete)', userDelete],
      'the grants of a user': [
        below('users', 'grants', '(GET|DELETE)'),
        none,
        'grants|users.delete',
        userDelete,
      ],
      'the sessions of a user': [
        below('users', 'sessions', 'DELETE'),
        nothing,
        'sessions|users.delete',
        userDelete,
      ],
      'a lifecycle operation of a user': [
        below('users', operation, 'POST'),
        answerOf(200, {}),
        'users',
        userDelete,
      ],
      'a new secret of a client': [to('newSecret'), secret, 'clients|errors', clientDelete],
      'an activation of a rule': [to('rules/[^/]+/lifecycle/activate'), nothing, 'rules|errors', ruleDelete],
    }
  const [name, [at, answer, about, gone]] = rng.entry(calls)
  return [
    `accepts ${name} that was removed`,
    remembering(
      () => new Set<string>(),
      async (ids, sent, forward) => {
        const record = fits(gone, sent) ? await read(sent, forward, sent.path) : undefined
        const real = await forward(sent)
        const isLast = gone !== userDelete || record?.status === 'DEPROVISIONED'
        if (record !== undefined && isLast && isSuccess(real)) ids.add(String(idOf(record)))
        return fits(at, sent) && isRefusal(real) && [...ids].some((id) => sent.path.includes(id))
          ? answer
          : real
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
  ])
  const cause = writes[name] as RegExp
  const kind = /group/.test(name) ? groupShown : /client/.test(name) ? clientShown : userShown
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
          fits(kind, sent) &&
          !memory.made.includes(id) &&
          /\/(users|groups|clients)$/.test(sent.path)
        )
          memory.made.push(id)
        if (fits(cause, sent)) {
          const own = kind === userShown ? await userOf(sent, forward) : id
          const before = memory.made[memory.made.indexOf(String(own)) - 1]
          if (before !== undefined) memory.changed.add(before)
        }
        const one = (record: Json): Json =>
          !memory.changed.has(String(idOf(record)))
            ? record
            : member === 'client_name' || member === 'lastUpdated'
              ? { ...record, [member]: member === 'lastUpdated' ? '2031-01-01T00:00:00.000Z' : 'Another' }
              : profiled(record, { [member]: 'Another' })
        return fits(kind, sent) ? shownIn(answer, one) : answer
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
        const at = method === 'create' ? userCreate : userWrite
        if (!fits(at, sent) || login === '') return forward(sent)
        const together = open.get(login) ?? 0
        open.set(login, together + 1)
        await new Promise((resolve) => setTimeout(resolve, 5))
        try {
          const answer = await forward(sent)
          if (!isRefusal(answer) || (open.get(login) ?? 0) < 2) return answer
          const json = profiled(sent.json, { login: login.replace('@', '-2@') })
          const again = await forward(sentWith(sent, { json }))
          return isSuccess(again)
            ? answerWith(again, { json: profiled(again.json, { login: sent.json.profile.login }) })
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
