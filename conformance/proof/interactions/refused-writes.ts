/** Bodies: values that are validated on one way in, parts of lists, names that are taken. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { afterwards, callerOf, idOf, listed, shownIn, type Call } from '../alter/memory.ts'
import { at as valueAt, changed, merged } from '../alter/path.ts'
import {
  answerOf,
  answerWith,
  isRefusal,
  isSuccess,
  sentWith,
  type Alter,
  type Alteration,
  type Answer,
  type Test,
  goesTo,
  recordPath,
} from '../alter/wire.ts'
import { on, recordBefore } from '../alter/flow.ts'
import { acceptWith } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { areaOf, ownerOf, read, refusal, remembering, userWrite, writes, type Family } from './parts.ts'

const question = 'credentials.recovery_question'

/** Limits of texts of a profile, from Users and Groups. */
const limits: Readonly<Record<string, readonly [at: Test, path: string, most: number, about: RegExp]>> = {
  firstName: [userWrite, 'profile.firstName', 50, /^users\./],
  lastName: [userWrite, 'profile.lastName', 50, /^users\./],
  email: [userWrite, 'profile.email', 100, /^users\./],
  login: [userWrite, 'profile.login', 100, /^users\./],
  'the name of a group': [goesTo('updateGroup'), 'profile.name', 255, /^groups\./],
  'the description of a group': [goesTo('updateGroup'), 'profile.description', 1024, /^groups\./],
  'the name of a rule': [goesTo('updateGroupRule'), 'name', 50, /^rules\./],
  'the recovery question': [userWrite, `${question}.question`, 100, /^(users|credentials)\./],
  'the recovery answer': [userWrite, `${question}.answer`, 100, /^(users|credentials)\./],
  'the password': [userWrite, 'credentials.password.value', 72, /^(users|credentials)\./],
}

/** A value is validated on the first way in, not on the second. Or a legal one just inside the limit is refused. */
const validation: Family = (rng) => {
  const [name, [at, path, most, about]] = rng.entry(limits)
  const method = at === userWrite ? rng.pick(['POST', 'PUT']) : 'PUT'
  const isAccepted = rng.chance(0.6)
  const status =
    at === userWrite && rng.chance(0.5)
      ? rng.pick(['STAGED', 'SUSPENDED', 'ACTIVE', 'DEPROVISIONED'])
      : undefined
  const alter = remembering(
    () => new Map<string, Json>(),
    async (overlay, sent, forward) => {
      const show = (answer: Answer): Answer =>
        shownIn(answer, (record) => merged(record, overlay.get(String(idOf(record))) ?? {}))
      if (!at(sent) || sent.method !== method) return show(await forward(sent))
      const value = valueAt(sent.json, path)
      const { length } = Array.from(typeof value === 'string' ? value : '')
      const before: Json = await recordBefore(sent, forward)
      if (status !== undefined && before?.status !== status) return show(await forward(sent))
      if (!isAccepted)
        return typeof value === 'string' && length >= most - 1 && length <= most
          ? refusal()
          : show(await forward(sent))
      const answer = await forward(sent)
      if (
        !isRefusal(answer) ||
        typeof value !== 'string' ||
        (length <= most && length > 0) ||
        idOf(before) === undefined
      )
        return show(answer)
      const shownPart = path.startsWith('credentials') ? {} : changed({}, path, () => value)
      overlay.set(String(idOf(before)), shownPart)
      return answerOf(200, merged(before, shownPart))
    },
  )
  const where = `${method === 'PUT' ? 'a replacement' : 'an update'}${status === undefined ? '' : ` of a ${status} user`}`
  return [
    isAccepted
      ? `accepts ${name} of a forbidden length in ${where}`
      : `refuses ${name} of the longest length in ${where}`,
    alter,
    about,
  ]
}

const ofClients = { on: ['registerClient', 'updateClient'], least: 2, about: /^clients\./ } as const

/** Lists in bodies: their operations, the elements that they keep, and their requirements. */
const lists = {
  redirect_uris: ofClients,
  post_logout_redirect_uris: ofClients,
  grant_types: ofClients,
  groupIds: { on: ['createUser'], least: 1, about: /^(users|membership)\./ },
  'conditions.people.users.exclude': {
    on: ['createGroupRule', 'updateGroupRule'],
    least: 1,
    about: /^rules\./,
  },
} as const

/** Lists in a body: only the first element is validated, or the last one is not stored. */
const elements: Family = (rng) => {
  const which = rng.pick(Object.keys(lists) as (keyof typeof lists)[])
  const { on: operations, least, about } = lists[which]
  const operation = rng.pick<OperationName>(operations)
  if (which === 'redirect_uris' && rng.chance(0.5))
    return [
      `looks at the first of ${which} only in ${operation}`,
      on(
        operation,
        acceptWith(which, (uris: Json) => (Array.isArray(uris) ? uris.slice(0, 1) : uris)),
      ),
      about,
    ]
  const cut = (list: Json): Json => (list?.length >= least ? list.slice(0, -1) : list)
  return [`forgets an element of ${which} in ${operation}`, on(operation, input(which, cut)), about]
}

/** Uniqueness of logins on an update. */
const unique: Family = (rng) => {
  const method = rng.pick(['POST', 'PUT'])
  const isCase = rng.chance(0.4)
  const status = rng.pick([undefined, 'STAGED', 'SUSPENDED', 'ACTIVE'])
  return [
    `takes the ${isCase ? 'login in another case' : 'login'} of another user in a ${method} of a user${status === undefined ? '' : ` in ${status}`}`,
    remembering(
      () => new Map<string, string>(),
      async (logins, sent, forward) => {
        const show = (answer: Answer): Answer =>
          isSuccess(answer) && !Array.isArray(answer.json) && logins.has(answer.json?.id)
            ? answerWith(answer, {
                json: merged(answer.json, { profile: { login: logins.get(answer.json.id) } }),
              })
            : answer
        const answer = await forward(sent)
        const login: unknown = sent.json?.profile?.login
        if (!userWrite(sent) || sent.method !== method || !isRefusal(answer) || typeof login !== 'string')
          return show(answer)
        const owner: Json = await read(sent, forward, `/api/v1/users/${encodeURIComponent(login)}`)
        const self: Json = await recordBefore(sent, forward)
        if (owner?.id === undefined || self?.id === undefined || owner.id === self.id) return show(answer)
        if ((owner.profile.login === login) === isCase || (status !== undefined && self.status !== status))
          return show(answer)
        const again = await forward(
          sentWith(sent, { json: merged(sent.json, { profile: { login: self.profile.login } }) }),
        )
        if (isSuccess(again)) logins.set(self.id, login)
        return show(again)
      },
    ),
    /^users\.(login|update|replace|operations)/,
  ]
}

export const bodyFamilies: Readonly<Record<string, Family>> = { validation, elements, unique }

/** Writes a part of a record as it is, with a change. */
const changing =
  (change: (record: Json, sent: Json) => Json): Half =>
  async (call, here, sent) => {
    const { json } = await call('GET', here)
    if (json?.profile?.name !== undefined || json?.client_id !== undefined)
      await call('PUT', here, change(json, sent))
  }

type Half = (call: Call, here: string, sent: Json) => Promise<unknown>

/** Parts that are done all the same: the writes that have them, and their names. */
const halves: readonly (readonly [writes: RegExp, effect: string, act: Half])[] = [
  ...(
    [
      ['suspends the user', '/lifecycle/suspend', undefined],
      ['empties the title', '', { profile: { title: null } }],
      ['sets a nickname', '', { profile: { nickName: 'half' } }],
    ] as const
  ).map(
    ([effect, below, json]) =>
      [
        /^(?!.*(group$|rule$|client$|create|member))/,
        effect,
        (call: Call, here: string) => call('POST', here + below, json),
      ] as const,
  ),
  [
    /^(?!.*create).*of a user$/,
    'stores its valid parts',
    async (call, here, sent) => {
      for (const [key, value] of Object.entries((sent?.profile ?? {}) as object))
        await call('POST', here, { profile: { [key]: value } })
    },
  ],
  [
    /group$/,
    'stores the description',
    changing(({ profile }, sent) => ({
      profile: { ...profile, description: sent?.profile?.description ?? 'half' },
    })),
  ],
  [
    /client$/,
    'stores the name',
    changing(({ _links, ...client }, sent) => ({ ...client, client_name: sent?.client_name ?? 'half' })),
  ],
  [/rule$/, 'deactivates the rule', (call, here) => call('POST', `${here}/lifecycle/deactivate`)],
  [/rule$/, 'activates the rule', (call, here) => call('POST', `${here}/lifecycle/activate`)],
  [
    /^a create of a user$/,
    'creates the user without what it refuses',
    (call, _, sent) => {
      const { login, email, firstName, lastName } = sent?.profile ?? {}
      const names = {
        firstName: String(firstName ?? 'A').slice(0, 50),
        lastName: String(lastName ?? 'B').slice(0, 50),
      }
      return call('POST', '/api/v1/users', { profile: { login, email, ...names } })
    },
  ],
  [
    /^a new member$/,
    'empties the description of the group',
    changing(({ profile }) => ({ profile: { ...profile, description: `${profile.description ?? ''}x` } })),
  ],
]

/** A refused write is done in part. */
const refusals: Family = (rng) => {
  const [name, operations] = rng.entry({
    ...writes,
    'a create of a user': ['createUser'],
    'a new member': ['addUserToGroup'],
  } as const)
  const isCause = goesTo(operations)
  const [, effect, act] = rng.pick(halves.filter(([at]) => at.test(name)))
  const alter: Alteration = () => async (sent, forward) => {
    const answer = await forward(sent)
    const isKnown = answer.status !== 404 && answer.status !== 401
    if (isCause(sent) && isRefusal(answer) && (isKnown || (name === 'a new member' && answer.status === 404)))
      await act(callerOf(sent, forward), recordPath(sent.path) ?? '', sent.json)
    return answer
  }
  return [
    `${effect} when it refuses ${name}`,
    alter,
    name === 'a new member' ? /^(membership|groups)\./ : areaOf(name),
  ]
}

/** Events of a record before a write. */
const histories: Readonly<Record<string, readonly OperationName[]>> = {
  'was suspended before': ['suspendUser'],
  'was deactivated before': ['deactivateUser'],
  'had its password expired before': ['expirePassword'],
  'had its password reset before': ['resetPassword'],
  'was a member before': ['addUserToGroup'],
  'was renamed before': ['updateUser', 'replaceUser'],
}

/** A write to a record with a history: the second time of the same, or after something else. */
const writtenAgain: Family = (rng) => {
  const [name, operations] = rng.entry<readonly OperationName[]>(writes)
  const isCause = goesTo(operations)
  const isOfUser = !/group$|rule$|client$/.test(name)
  const [past, earlier] = isOfUser && rng.chance(0.6) ? rng.entry(histories) : []
  const effects: Readonly<Record<string, Alter>> = {
    'is ignored': async (sent, forward) => {
      const before = await recordBefore(sent, forward)
      if (before?.id === undefined && before?.client_id === undefined) return forward(sent)
      if (sent.path !== recordPath(sent.path))
        return /change|forgot/.test(sent.path) ? answerOf(200, before.credentials) : answerOf(200, {})
      return answerOf(
        200,
        merged(before, sent.json?.credentials === undefined ? sent.json : { profile: sent.json.profile }),
      )
    },
    'is refused': async (sent, forward) => {
      const answer = await forward(sent)
      return isSuccess(answer) ? refusal(sent.path.includes('/oauth2/') ? 400 : 403, 'E0000006') : answer
    },
    ...(isOfUser
      ? {
          'takes the user out of a group': afterwards(async (call, sent) => {
            const { id } = (await call('GET', recordPath(sent.path) ?? '')).json ?? {}
            const last = listed(await call('GET', `/api/v1/users/${id}/groups`))
              .filter(({ type }) => type === 'SVC_GROUP')
              .at(-1)
            if (last !== undefined) await call('DELETE', `/api/v1/groups/${last.id}/users/${id}`)
          })(),
          'empties the department': afterwards((call, sent) =>
            call('POST', recordPath(sent.path) ?? '', { profile: { department: null, city: null } }),
          )(),
        }
      : {}),
  }
  const [effect, act] = rng.entry(effects)
  const isEarlier = goesTo(earlier ?? operations)
  const alter = remembering(
    () => new Set<string>(),
    async (seen, sent, forward) => {
      const isPast = isEarlier(sent)
      if (!isPast && !isCause(sent)) return forward(sent)
      const isMember = past === 'was a member before' && isPast
      const id = isMember ? sent.path.split('/').at(-1) : await ownerOf(sent, forward)
      const isDue = isCause(sent) && id !== undefined && seen.has(id)
      const renames = past !== 'was renamed before' || sent.json?.profile?.login !== undefined
      const answer = isDue ? await act(sent, forward) : await forward(sent)
      if (isPast && renames && isSuccess(answer) && id !== undefined) seen.add(id)
      return answer
    },
  )
  return [
    `${name} ${effect} ${past === undefined ? 'the second time' : `where the user ${past}`}`,
    alter,
    areaOf(name),
  ]
}

export const refusedFamilies: Readonly<Record<string, Family>> = { refusals, histories: writtenAgain }
