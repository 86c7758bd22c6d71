/** Effects that are forgotten, late or not asked for. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { on } from '../alter/flow.ts'
import { afterwards, ignoreWrite, listed, stale, type Call } from '../alter/memory.ts'
import { isObject } from '../alter/path.ts'
import { platformBody } from '../alter/refusal.ts'
import {
  recordPath,
  answerOf,
  answerWith,
  isSuccess,
  readOf,
  type Alteration,
  type Answer,
  type Sent,
} from '../alter/wire.ts'
import {
  fitting,
  hasRecord,
  inCalls,
  isList,
  isRead,
  named,
  ofClient,
  ofGroup,
  ofMember,
  ofRule,
  ofUser,
  type Operator,
} from './operator.ts'

/** Also makes this call on the record of each call. */
const also = (verb: string, below: string, json: Json): Operator['alter'] =>
  inCalls(afterwards((call, { path }) => call(verb, `${recordPath(path) ?? path}${below}`, json)))

/** Also makes other calls about the record of each call. */
const onRecord = (more: (call: Call, here: string, sent: Sent) => Promise<unknown>): Operator['alter'] =>
  inCalls(
    afterwards(async (call, sent) => {
      const here = recordPath(sent.path)
      if (here !== undefined) await more(call, here, sent)
    }),
  )

/** Also reads the record of each call, and writes it back changed. */
const rewritten = (change: (record: Json) => Json): Operator['alter'] =>
  onRecord(async (call, here) => call('PUT', here, change((await call('GET', here)).json)))

/** Takes the user of a call out of every group that can be left. */
const leavesGroups = onRecord(async (call, here) => {
  for (const { id } of listed(await call('GET', `${here}/groups`)))
    await call('DELETE', `/api/v1/groups/${id}/users/${here.slice(here.lastIndexOf('/') + 1)}`)
})

/** Takes a member out of the group that it is about. */
const losesMember = onRecord(async (call, here, { path }) => {
  const member = listed(await call('GET', `${here}/users`)).find(({ id }) => !path.endsWith(`/${id}`))
  if (member !== undefined) await call('DELETE', `${here}/users/${member.id}`)
})

/** Does it to the user whose id is second in the path. */
const alsoToMember = (below: string, verb: string, json: Json): Operator['alter'] =>
  inCalls(
    afterwards((call, { path }) =>
      call(verb, `/api/v1/users/${path.slice(path.lastIndexOf('/') + 1)}${below}`, json),
    ),
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

/** Answers as if it had done it, and does nothing. It still refuses what is not there. */
const forgotten = (operation: OperationName): Alteration =>
  on(operation, () => {
    const answer = ignoreWrite()()
    return async (sent, forward) => {
      const path = recordPath(sent.path)
      const isThere = path === undefined || isSuccess(await forward(readOf(sent, path)))
      return isThere ? answer(sent, forward) : forward(sent)
    }
  })

const manyWriters = named('updateUser addUserToGroup removeUserFromGroup')

/** Calls that succeed for a user who is SUSPENDED. */
const ofSuspended = named(
  'getUser replaceUser updateUser listUserAppLinks listUserGroups suspendUser listUserGrants listUserClients',
)

export const effectOperators: readonly Operator[] = [
  ...fitting((each) => !isRead(each), {
    'memory/forgotten': ['answers as if it had done it, and does nothing', forgotten],
  }),
  ...fitting(isRead, {
    'memory/stale': ['answers as it did the first time', inCalls(stale())],
  }),
  ...fitting((each) => isRead(each) && hasRecord(each), {
    'memory/late': ['shows a write from the second read on', late],
  }),
  ...fitting(isRead, {
    'time/forgets': ['knows nothing any more the third time', forgets],
  }),
  ...fitting((each) => isRead(each) && !isList(each) && each !== 'getClient', {
    'time/drifts': ['gives another time of creation at each read', drifts],
  }),
  {
    id: 'time/loses-one',
    summary: 'loses one of two writes at the same time',
    fits: manyWriters,
    alter: losesOne,
    overlaps: true,
  },
  ...fitting(ofUser, {
    'side-effects/profile': [
      'changes the title of the user as well',
      also('POST', '', { profile: { title: 'changed by the way' } }),
    ],
    'side-effects/suspends': ['suspends the user as well', also('POST', '/lifecycle/suspend', undefined)],
    'side-effects/deactivates': [
      'deactivates the user as well',
      also('POST', '/lifecycle/deactivate', undefined),
    ],
    'side-effects/password': [
      'sets another password as well',
      also('POST', '', { credentials: { password: { value: 'Else-7where_Q2' } } }),
    ],
    'side-effects/question': [
      'sets another recovery question as well',
      also('POST', '', {
        credentials: { recovery_question: { question: 'Changed by the way?', answer: 'changed by the way' } },
      }),
    ],
    'side-effects/groups': ['takes the user out of the groups', leavesGroups],
    'side-effects/sessions': [
      'ends the sessions of the user as well',
      also('DELETE', '/sessions', undefined),
    ],
    'side-effects/grants': ['revokes the grants of the user as well', also('DELETE', '/grants', undefined)],
  }),
  ...fitting(ofSuspended, {
    'side-effects/unsuspends': [
      'unsuspends the user as well',
      also('POST', '/lifecycle/unsuspend', undefined),
    ],
  }),
  ...fitting(ofMember, {
    'side-effects/member-suspended': [
      'suspends the user whose membership it is about',
      alsoToMember('/lifecycle/suspend', 'POST', undefined),
    ],
    'side-effects/member-profile': [
      'changes the profile of the user whose membership it is about',
      alsoToMember('', 'POST', { profile: { title: 'changed by the way' } }),
    ],
    'side-effects/member-password': [
      'sets a password of the user whose membership it is about',
      alsoToMember('', 'POST', { credentials: { password: { value: 'Else-7where_Q2' } } }),
    ],
  }),
  ...fitting(ofGroup, {
    'side-effects/group': [
      'changes the description of the group as well',
      rewritten((json) => ({ profile: { ...json?.profile, description: 'changed by the way' } })),
    ],
    'side-effects/members': ['takes a member out of the group', losesMember],
  }),
  ...fitting(ofRule, {
    'side-effects/rule-stops': [
      'deactivates the rule as well',
      also('POST', '/lifecycle/deactivate', undefined),
    ],
    'side-effects/rule-name': [
      'changes the name of the rule as well',
      rewritten((json) => ({ ...json, name: `${String(json?.name).slice(0, 42)} changed` })),
    ],
    'side-effects/rule-status': [
      'activates the rule as well',
      also('POST', '/lifecycle/activate', undefined),
    ],
  }),
  ...fitting(ofClient, {
    'side-effects/client': [
      'changes the redirect URIs of the client as well',
      rewritten((json) => ({
        ...json,
        client_id_issued_at: undefined,
        client_secret_expires_at: undefined,
        redirect_uris: ['https://client.example.com/by-the-way'],
      })),
    ],
    'side-effects/client-secret': [
      'makes a new secret as well',
      also('POST', '/lifecycle/newSecret', undefined),
    ],
  }),
]
