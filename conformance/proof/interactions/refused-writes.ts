/** Writes that are refused and done in part, and writes to records with a history. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'

import { merged } from '../alter/path.ts'
import type { Call } from '../alter/memory.ts'
import { afterwards, callerOf, listed } from '../alter/memory.ts'
import type { Alter, Alteration } from '../alter/wire.ts'
import { answerOf, isRefusal, isSuccess } from '../alter/wire.ts'
import { recordBefore } from '../alter/flow.ts'
import { goesTo, recordPath } from '../mutants/routes.ts'
import { areaOf, type Family, ownerOf, refusal, remembering, writes } from './parts.ts'

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
