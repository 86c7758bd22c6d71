/** Effects that are forgotten, late or not asked for. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { on } from '../alter/flow.ts'
import { andAlso, ignoreWrite, stale } from '../alter/memory.ts'
import { isObject } from '../alter/path.ts'
import { platformBody } from '../alter/refusal.ts'
import { recordPath } from '../deviants/routes.ts'
import type { Alteration, Answer } from '../alter/wire.ts'
import { answerOf, answerWith, isSuccess, sentWith } from '../alter/wire.ts'
import { hasRecord, isList, isRead, ofClient, ofGroup, ofMember, ofRule, ofUser, onlyIf } from './fits.ts'
import type { Operator } from './operator.ts'

const writes = onlyIf((each) => !isRead(each), 'it writes nothing')
const reads = onlyIf(isRead, 'it reads nothing')
const aboutUser = onlyIf(ofUser, 'it is about no user that stays')
const aboutGroup = onlyIf(ofGroup, 'it is about no group that stays')

/** Also makes this call on the record of each call. */
const also =
  (verb: string, below: string, json: Json) =>
  (operation: OperationName): Alteration =>
    on(
      operation,
      andAlso((sent) => ({
        method: verb,
        path: `${recordPath(sent.path) ?? sent.path}${below}`,
        headers: { ...sent.headers, 'content-type': 'application/json' },
        json,
      })),
    )

/** Also reads the record of each call, and writes it back changed. */
const rewritten =
  (change: (record: Json) => Json) =>
  (operation: OperationName): Alteration =>
    on(operation, () => async (sent, forward) => {
      const answered = await forward(sent)
      const here = recordPath(sent.path)
      if (!isSuccess(answered) || here === undefined) return answered
      const call = sentWith(sent, { path: here, query: new URLSearchParams(), json: undefined })
      const read = await forward({ ...call, method: 'GET' })
      const headers = { ...sent.headers, 'content-type': 'application/json' }
      await forward(sentWith(call, { method: 'PUT', json: change(read.json), headers }))
      return answered
    })

/** Takes the user of a call out of every group that can be left. */
const leavesGroups = (operation: OperationName): Alteration =>
  on(operation, () => async (sent, forward) => {
    const answered = await forward(sent)
    const here = recordPath(sent.path)
    if (!isSuccess(answered) || here === undefined) return answered
    const call = sentWith(sent, { query: new URLSearchParams(), json: undefined })
    const { json } = await forward({ ...call, method: 'GET', path: `${here}/groups` })
    const id = here.slice(here.lastIndexOf('/') + 1)
    for (const each of Array.isArray(json) ? json : [])
      await forward({ ...call, method: 'DELETE', path: `/api/v1/groups/${each.id}/users/${id}` })
    return answered
  })

/** Takes a member out of the group that it is about. */
const losesMember = (operation: OperationName): Alteration =>
  on(operation, () => async (sent, forward) => {
    const answered = await forward(sent)
    const here = recordPath(sent.path)
    if (!isSuccess(answered) || here === undefined) return answered
    const call = sentWith(sent, { query: new URLSearchParams(), json: undefined })
    const { json } = await forward({ ...call, method: 'GET', path: `${here}/users` })
    const member = (Array.isArray(json) ? json : []).find(({ id }) => !sent.path.endsWith(`/${id}`))
    if (member !== undefined) await forward({ ...call, method: 'DELETE', path: `${here}/users/${member.id}` })
    return answered
  })

/** Does it to the user whose id is second in the path. */
const alsoToMember =
  (below: string, verb: string, json: Json) =>
  (operation: OperationName): Alteration =>
    on(
      operation,
      andAlso((sent) => ({
        method: verb,
        path: `/api/v1/users/${sent.path.slice(sent.path.lastIndexOf('/') + 1)}${below}`,
        headers: { ...sent.headers, 'content-type': 'application/json' },
        json,
      })),
    )

/** After a write, the first repeated read still shows the state before. */
const late =
  (operation: OperationName): Alteration =>
  () => {
    const last = new Map<string, Answer>()
    const dirty = new Set<string>()
    const read = on(operation, () => async (sent, forward) => {
      const key = `${sent.path}?${sent.query}`
      const answered = await forward(sent)
      const before = last.get(key)
      last.set(key, answered)
      if (before === undefined || !dirty.delete(key)) return answered
      return isSuccess(before) ? before : answered
    })()
    return async (sent, forward) => {
      if (sent.method !== 'GET') for (const key of last.keys()) dirty.add(key)
      return read(sent, forward)
    }
  }

/** Knows nothing from the third identical read on. */
const forgets = (operation: OperationName): Alteration =>
  on(operation, () => {
    const asked = new Map<string, number>()
    return async (sent, forward) => {
      const key = `${sent.path}?${sent.query}`
      const answered = await forward(sent)
      if (isSuccess(answered)) asked.set(key, (asked.get(key) ?? 0) + 1)
      if ((asked.get(key) ?? 0) < 3) return answered
      return isList(operation) ? answerOf(200, []) : answerOf(404, platformBody('E0000007'))
    }
  })

/** Shows another time of creation at each read. */
const drifts = (operation: OperationName): Alteration =>
  on(operation, () => {
    let count = 0
    return async (sent, forward) => {
      const answered = await forward(sent)
      const { json } = answered
      if (!isSuccess(answered) || !isObject(json) || typeof json['created'] !== 'string') return answered
      const created = new Date(Date.parse(json['created']) + ++count * 1000).toISOString()
      return answerWith(answered, { json: { ...json, created } })
    }
  })

/** Of two writes to one record at the same time, the second is lost. */
const losesOne = (operation: OperationName): Alteration =>
  on(operation, () => {
    const under = new Set<string>()
    return async (sent, forward) => {
      const here = recordPath(sent.path) ?? sent.path
      if (under.has(here)) return ignoreWrite()()(sent, forward)
      under.add(here)
      try {
        const answered = await forward(sent)
        // Long enough for another request to arrive.
        await new Promise((resolve) => setTimeout(resolve, 5))
        return answered
      } finally {
        under.delete(here)
      }
    }
  })

const manyWriters = new Set<OperationName>(['updateUser', 'addUserToGroup', 'removeUserFromGroup'])

const refusedBeside = 'every state in which the call succeeds refuses its side effect'

const rows: readonly Operator[] = [
  {
    id: 'memory/forgotten',
    summary: 'answers as if it had done it, and does nothing',
    unfit: writes,
    alter: (each) => on(each, ignoreWrite()),
  },
  {
    id: 'memory/stale',
    summary: 'answers as it did the first time',
    unfit: reads,
    alter: (each) => on(each, stale()),
  },
  {
    id: 'memory/late',
    summary: 'shows a write from the second read on',
    unfit: onlyIf((each) => isRead(each) && hasRecord(each), 'it reads no record by its id'),
    alter: late,
  },
  { id: 'time/forgets', summary: 'knows nothing any more the third time', unfit: reads, alter: forgets },
  {
    id: 'time/drifts',
    summary: 'gives another time of creation at each read',
    unfit: onlyIf(
      (each) => isRead(each) && !isList(each) && each !== 'getClient',
      'it reads no record with a time of creation',
    ),
    alter: drifts,
  },
  {
    id: 'time/loses-one',
    summary: 'loses one of two writes at the same time',
    unfit: onlyIf((each) => manyWriters.has(each), 'two of these at the same time do not add up'),
    alter: losesOne,
    overlaps: true,
  },
  {
    id: 'side-effects/profile',
    summary: 'changes the title of the user as well',
    unfit: aboutUser,
    alter: also('POST', '', { profile: { title: 'changed by the way' } }),
  },
  {
    id: 'side-effects/suspends',
    summary: 'suspends the user as well',
    unfit: aboutUser,
    alter: also('POST', '/lifecycle/suspend', undefined),
  },
  {
    id: 'side-effects/unsuspends',
    summary: 'unsuspends the user as well',
    unfit: aboutUser,
    alter: also('POST', '/lifecycle/unsuspend', undefined),
  },
  {
    id: 'side-effects/deactivates',
    summary: 'deactivates the user as well',
    unfit: aboutUser,
    alter: also('POST', '/lifecycle/deactivate', undefined),
  },
  {
    id: 'side-effects/password',
    summary: 'sets another password as well',
    unfit: aboutUser,
    alter: also('POST', '', { credentials: { password: { value: 'Else-7where_Q2' } } }),
  },
  {
    id: 'side-effects/question',
    summary: 'sets another recovery question as well',
    unfit: aboutUser,
    alter: also('POST', '', {
      credentials: { recovery_question: { question: 'Changed by the way?', answer: 'changed by the way' } },
    }),
  },
  {
    id: 'side-effects/groups',
    summary: 'takes the user out of the groups',
    unfit: aboutUser,
    alter: leavesGroups,
  },
  {
    id: 'side-effects/sessions',
    summary: 'ends the sessions of the user as well',
    unfit: aboutUser,
    alter: also('DELETE', '/sessions', undefined),
  },
  {
    id: 'side-effects/grants',
    summary: 'revokes the grants of the user as well',
    unfit: aboutUser,
    alter: also('DELETE', '/grants', undefined),
  },
  {
    id: 'side-effects/member-suspended',
    summary: 'suspends the user whose membership it is about',
    unfit: onlyIf(ofMember, 'it is about no membership'),
    alter: alsoToMember('/lifecycle/suspend', 'POST', undefined),
  },
  {
    id: 'side-effects/member-profile',
    summary: 'changes the profile of the user whose membership it is about',
    unfit: onlyIf(ofMember, 'it is about no membership'),
    alter: alsoToMember('', 'POST', { profile: { title: 'changed by the way' } }),
  },
  {
    id: 'side-effects/member-password',
    summary: 'sets a password of the user whose membership it is about',
    unfit: onlyIf(ofMember, 'it is about no membership'),
    alter: alsoToMember('', 'POST', { credentials: { password: { value: 'Else-7where_Q2' } } }),
  },
  {
    id: 'side-effects/group',
    summary: 'changes the description of the group as well',
    unfit: aboutGroup,
    alter: rewritten((json) => ({ profile: { ...json?.profile, description: 'changed by the way' } })),
  },
  {
    id: 'side-effects/members',
    summary: 'takes a member out of the group',
    unfit: aboutGroup,
    alter: losesMember,
  },
  {
    id: 'side-effects/rule-stops',
    summary: 'deactivates the rule as well',
    unfit: onlyIf(ofRule, 'it is about no rule that stays'),
    alter: also('POST', '/lifecycle/deactivate', undefined),
  },
  {
    id: 'side-effects/rule-name',
    summary: 'changes the name of the rule as well',
    unfit: onlyIf(ofRule, 'it is about no rule that stays'),
    alter: rewritten((json) => ({ ...json, name: `${String(json?.name).slice(0, 42)} changed` })),
  },
  {
    id: 'side-effects/rule-status',
    summary: 'activates the rule as well',
    unfit: onlyIf(ofRule, 'it is about no rule that stays'),
    alter: also('POST', '/lifecycle/activate', undefined),
  },
  {
    id: 'side-effects/client',
    summary: 'changes the redirect URIs of the client as well',
    unfit: onlyIf(ofClient, 'it is about no client that stays'),
    alter: rewritten((json) => ({
      ...json,
      client_id_issued_at: undefined,
      client_secret_expires_at: undefined,
      redirect_uris: ['https://client.example.com/by-the-way'],
    })),
  },
  {
    id: 'side-effects/client-secret',
    summary: 'makes a new secret as well',
    unfit: onlyIf(ofClient, 'it is about no client that stays'),
    alter: also('POST', '/lifecycle/newSecret', undefined),
  },
]

export const effectOperators: readonly Operator[] = rows.map((row) =>
  row.id.startsWith('side-effects/') ? { ...row, idle: refusedBeside } : row,
)
