/** Ways of being wrong, applied to every operation of the contract that they fit. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/reply.ts'
import { answer, body, header, noBody, status } from '../alter/answer.ts'
import { on, whenRefused, whenSuccess } from '../alter/flow.ts'
import { andAlso, ignoreWrite, stale } from '../alter/memory.ts'
import { isObject } from '../alter/path.ts'
import { platformBody } from '../alter/refusal.ts'
import { recordOf, recordPath, routes, speaksOAuth } from '../routes.ts'
import type { Alteration, Sent } from '../wire.ts'
import { answerWith, isSuccess, sentWith } from '../wire.ts'
import type { Operator } from './operator.ts'

const method = (operation: OperationName): string => routes[operation].split(' ')[0] ?? ''
const path = (operation: OperationName): string => routes[operation].split(' ')[1] ?? ''
const isList = (operation: OperationName): boolean => operation.startsWith('list')
const isRead = (operation: OperationName): boolean => method(operation) === 'GET'
const hasRecord = (operation: OperationName): boolean => /\{/.test(path(operation))
const ofUser = (operation: OperationName): boolean => path(operation).startsWith('/api/v1/users/{')
const ofGroup = (operation: OperationName): boolean => /groups\/\{groupId/.test(path(operation))
const ofClient = (operation: OperationName): boolean => path(operation).startsWith('/oauth2/v1/clients/{')

/** Operations whose success has no body, as the documents state. */
const silent = new Set<OperationName>([
  'deleteClient',
  'deleteGroup',
  'addUserToGroup',
  'removeUserFromGroup',
  'activateGroupRule',
  'deactivateGroupRule',
  'deleteUser',
  'clearUserSessions',
  'revokeUserGrants',
  'revokeUserGrant',
  'revokeUserClientGrants',
  'revokeUserClientTokens',
  'revokeUserClientToken',
])

/** Operations whose success status the documents do not state. */
const unstated = new Set<OperationName>([
  ...(['createGroup', 'listGroups', 'getGroup', 'updateGroup', 'listGroupUsers', 'listGroupApps'] as const),
  ...(['createGroupRule', 'listGroupRules', 'getGroupRule', 'updateGroupRule'] as const),
  ...(['createUser', 'listUsers', 'getUser', 'replaceUser', 'updateUser', 'updateCurrentUser'] as const),
  ...(['listUserAppLinks', 'listUserGroups', 'activateUser', 'reactivateUser', 'resetPassword'] as const),
  ...(['expirePassword', 'forgotPassword', 'forgotPasswordWithAnswer', 'changePassword'] as const),
  ...(['changeRecoveryQuestion', 'listUserGrants', 'getUserGrant', 'listUserClientGrants'] as const),
  ...(['listUserClients', 'listUserClientTokens', 'getUserClientToken'] as const),
])

const onlyIf =
  (fits: (operation: OperationName) => boolean, reason: string) =>
  (operation: OperationName): string | undefined =>
    fits(operation) ? undefined : reason

const always = (): undefined => undefined

const listed = onlyIf(isList, 'it is no list')
const writes = onlyIf((each) => !isRead(each), 'it writes nothing')
const answersBody = onlyIf((each) => !silent.has(each), 'its success has no body')

const lists = (change: (items: Json[]) => Json[]) => (operation: OperationName) =>
  on(operation, whenSuccess(body((json) => (Array.isArray(json) ? change(json) : json))))

/** Changes calls of one operation into calls on another record of the kind, made earlier in the run. */
function neighbours(
  operation: OperationName,
  change: (sent: Sent, neighbour: Sent) => readonly Sent[],
): Alteration {
  return () => {
    const last = new Map<string, string[]>()
    const alter = on(operation, toNeighbourOf(last, change))()
    return async (sent, forward) => {
      const answered = await alter(sent, forward)
      const id: unknown = isObject(answered.json)
        ? (answered.json['client_id'] ?? answered.json['id'])
        : undefined
      const isCreate = sent.method === 'POST' && recordOf(sent.path) === undefined && isSuccess(answered)
      if (isCreate && typeof id === 'string')
        last.set(sent.path, [...(last.get(sent.path) ?? []), `${sent.path}/${encodeURIComponent(id)}`])
      return answered
    }
  }
}

function toNeighbourOf(
  last: ReadonlyMap<string, string[]>,
  change: (sent: Sent, neighbour: Sent) => readonly Sent[],
): Alteration {
  return () => async (sent, forward) => {
    const here = recordPath(sent.path)
    const known = here === undefined ? [] : (last.get(here.slice(0, here.lastIndexOf('/'))) ?? [])
    const neighbour = known.findLast((each) => each !== here)
    if (here === undefined || neighbour === undefined) return forward(sent)
    const [first, ...more] = change(sent, sentWith(sent, { path: neighbour + sent.path.slice(here.length) }))
    const answered = await forward(first ?? sent)
    for (const each of more) await forward(each)
    return answered
  }
}

/** Whatever it does, it also makes this call on the record that it is about. */
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

const aboutUser = onlyIf((each) => ofUser(each) && each !== 'deleteUser', 'it is about no user that stays')

/** Lets in who shows another credential than the run's, or none. */
function letsIn(operation: OperationName, who: (authorization: string | undefined) => boolean): Alteration {
  return () => {
    let known: string | undefined
    const enter = on(operation, () => (sent, forward) => {
      const { authorization, cookie } = sent.headers
      if (known === undefined || cookie !== undefined || !who(authorization)) return forward(sent)
      return forward(sentWith(sent, { headers: { ...sent.headers, authorization: known } }))
    })()
    return async (sent, forward) => {
      known ??= sent.headers['authorization']
      return enter(sent, forward)
    }
  }
}

/** Shows the password that was last sent, wherever it was. */
function showsPassword(operation: OperationName): Alteration {
  return () => {
    let password = ''
    const show = on(
      operation,
      whenSuccess(
        body((json) => {
          const one = (record: Json): Json =>
            isObject(record)
              ? isObject(record['credentials'])
                ? { ...record, credentials: { ...record['credentials'], password: { value: password } } }
                : { ...record, password }
              : record
          return password === '' ? json : Array.isArray(json) ? json.map(one) : one(json)
        }),
      ),
    )()
    return (sent, forward) => {
      const value: unknown = sent.json?.credentials?.password?.value ?? sent.json?.newPassword?.value
      if (typeof value === 'string') password = value
      return show(sent, forward)
    }
  }
}

const swapped = (operation: OperationName): Alteration =>
  on(
    operation,
    whenRefused(
      answer((old, sent) =>
        answerWith(old, {
          json: speaksOAuth(sent.path)
            ? platformBody('E0000001')
            : { error: 'invalid_request', error_description: 'Refused' },
        }),
      ),
    ),
  )

export const operators: readonly Operator[] = [
  { id: 'neighbours/none', summary: 'answers with an empty list', unfit: listed, alter: lists(() => []) },
  {
    id: 'neighbours/one-fewer',
    summary: 'leaves the last item of a page out',
    unfit: listed,
    alter: lists((items) => items.slice(0, -1)),
  },
  {
    id: 'neighbours/doubled',
    summary: 'lists each item twice',
    unfit: listed,
    alter: lists((items) => items.flatMap((each) => [each, each])),
  },
  {
    id: 'neighbours/read',
    summary: 'answers for another record of the kind',
    unfit: onlyIf((each) => isRead(each) && hasRecord(each), 'it reads no single record'),
    alter: (each) => neighbours(each, (_sent, neighbour) => [neighbour]),
  },
  {
    id: 'neighbours/written-too',
    summary: 'does it to another record of the kind as well',
    unfit: onlyIf((each) => !isRead(each) && hasRecord(each), 'it writes to no single record'),
    alter: (each) => neighbours(each, (sent, neighbour) => [sent, neighbour]),
  },
  {
    id: 'neighbours/written-instead',
    summary: 'does it to another record of the kind in place of this one',
    unfit: onlyIf((each) => !isRead(each) && hasRecord(each), 'it writes to no single record'),
    alter: (each) => neighbours(each, (_sent, neighbour) => [neighbour]),
  },
  {
    id: 'memory/forgotten',
    summary: 'answers as if it had done it, and does nothing',
    unfit: writes,
    alter: (each) => on(each, ignoreWrite()),
  },
  {
    id: 'memory/stale',
    summary: 'answers as it did the first time',
    unfit: onlyIf(isRead, 'it reads nothing'),
    alter: (each) => on(each, stale()),
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
    id: 'side-effects/password',
    summary: 'sets another password as well',
    unfit: aboutUser,
    alter: also('POST', '', { credentials: { password: { value: 'Else-7where_Q2' } } }),
  },
  {
    id: 'side-effects/group',
    summary: 'changes the description of the group as well',
    unfit: onlyIf((each) => ofGroup(each) && each !== 'deleteGroup', 'it is about no group that stays'),
    alter: (each) =>
      on(each, () => async (sent, forward) => {
        const answered = await forward(sent)
        const here = recordPath(sent.path)
        if (!isSuccess(answered) || here === undefined) return answered
        const read = await forward(
          sentWith(sent, { method: 'GET', path: here, query: new URLSearchParams(), json: undefined }),
        )
        const profile: Json = { ...read.json?.profile, description: 'changed by the way' }
        await forward(
          sentWith(sent, {
            method: 'PUT',
            path: here,
            query: new URLSearchParams(),
            json: { profile },
            headers: { ...sent.headers, 'content-type': 'application/json' },
          }),
        )
        return answered
      }),
  },
  {
    id: 'side-effects/client-secret',
    summary: 'makes a new secret as well',
    unfit: onlyIf((each) => ofClient(each) && each !== 'deleteClient', 'it is about no client that stays'),
    alter: also('POST', '/lifecycle/newSecret', undefined),
  },
  {
    id: 'replies/empty',
    summary: 'answers without a body',
    unfit: answersBody,
    alter: (each) => on(each, whenSuccess(noBody())),
  },
  {
    id: 'replies/other-status',
    summary: 'answers a success with 206',
    unfit: onlyIf((each) => !unstated.has(each), 'the documents do not state its status'),
    alter: (each) => on(each, whenSuccess(status(206))),
  },
  {
    id: 'replies/text',
    summary: 'calls its answer text/plain',
    unfit: answersBody,
    alter: (each) => on(each, whenSuccess(header('content-type', 'text/plain'))),
  },
  {
    id: 'replies/password',
    summary: 'shows the password that was last set',
    unfit: answersBody,
    alter: showsPassword,
  },
  {
    id: 'replies/dialect',
    summary: 'refuses in the other error format',
    unfit: always,
    alter: swapped,
  },
  {
    id: 'replies/server-error',
    summary: 'answers 500 where it should refuse',
    unfit: always,
    alter: (each) => on(each, whenRefused(status(500))),
  },
  {
    id: 'access/anonymous',
    summary: 'lets in a caller without credentials',
    unfit: always,
    alter: (each) => letsIn(each, (authorization) => authorization === undefined),
  },
  {
    id: 'access/any-token',
    summary: 'lets in a caller with any token',
    unfit: always,
    alter: (each) => letsIn(each, (authorization) => authorization !== undefined),
  },
]
