/** Servers that break clauses of the area `auth`. */
import type { ClauseId } from '../../registry/clauses.ts'
import { dropHeader, header, set, text } from '../alter/answer.ts'
import { on, when, whenSuccess } from '../alter/flow.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesOf } from './deviant.ts'
import type { Where } from './routes.ts'
import { goesTo } from './routes.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { sentWith } from '../alter/wire.ts'

const isAnonymous = ({ headers }: Sent): boolean =>
  headers['authorization'] === undefined && headers['cookie'] === undefined

const hasCookie = ({ headers }: Sent): boolean => headers['cookie'] !== undefined

/** Lends callers the credentials that they lack: those of the call with a token that succeeded before. */
function letIn(fits: (sent: Sent) => boolean): Alteration {
  return () => {
    let authorization = ''
    return async (sent, forward) => {
      if (fits(sent)) return forward(sentWith(sent, { headers: { ...sent.headers, authorization } }))
      const answer = await forward(sent)
      if (answer.status < 300) authorization = sent.headers['authorization'] ?? authorization
      return answer
    }
  }
}

/** Refuses, but carries out the call that it should refuse. */
function refuseButLetIn(fits: (sent: Sent) => boolean): Alteration {
  const open = letIn(fits)
  return () => {
    const alter = open()
    const closed = when(fits, refuseButDo(401, 'E0000011'))()
    return (sent, forward) => closed(sent, (next) => alter(next, forward))
  }
}

/** The operations that each clause about required credentials names. */
const guarded = [
  [
    'auth.required.clients',
    ['registerClient', 'listClients', 'getClient', 'updateClient', 'newClientSecret', 'deleteClient'],
  ],
  ['auth.required.users', ['createUser', 'listUsers', 'getUser', 'replaceUser', 'updateUser']],
  [
    'auth.required.groups',
    ['createGroup', 'listGroups', 'getGroup', 'listGroupUsers', 'updateGroup', 'deleteGroup'],
  ],
  ['auth.required.rules', ['createGroupRule', 'listGroupRules', 'getGroupRule']],
  ['auth.required.lifecycle', ['suspendUser', 'deactivateUser', 'activateUser', 'deleteUser']],
  [
    'auth.required.credentials',
    ['changePassword', 'changeRecoveryQuestion', 'forgotPassword', 'forgotPasswordWithAnswer'],
  ],
] as const satisfies readonly (readonly [ClauseId, readonly Where[]])[]

/** Operations whose changes a later read can show. */
const showing: ReadonlySet<Where> = new Set<Where>([
  'registerClient',
  'updateClient',
  'deleteClient',
  'createUser',
  'replaceUser',
  'updateUser',
  'createGroup',
  'updateGroup',
  'deleteGroup',
  'createGroupRule',
  'suspendUser',
  'deactivateUser',
  'activateUser',
  'deleteUser',
  'changePassword',
  'changeRecoveryQuestion',
])

export const authDeviants: readonly Deviant[] = [
  ...guarded.flatMap(([clause, operations]) =>
    operations.flatMap((operation) => {
      const goes = goesTo(operation)
      const fits = (sent: Sent): boolean => goes(sent) && isAnonymous(sent)
      return [
        ...mistakesOf(clause, {
          [`open-to-all-${operation}`]: [`lets anybody call ${operation}`, letIn(fits)],
        }),
        ...(showing.has(operation)
          ? mistakesOf(clause, {
              [`refused-but-done-${operation}`]: [
                `refuses ${operation} without credentials, and does it all the same`,
                refuseButLetIn(fits),
              ],
            })
          : []),
      ]
    }),
  ),
  ...(['getClient', 'getUser', 'getGroup'] as const).flatMap((operation) =>
    mistakesOf(
      `${({ getClient: 'auth.required.clients', getUser: 'auth.required.users', getGroup: 'auth.required.groups' } as const)[operation]}`,
      { [`reveals-${operation}`]: [`names the record in its refusal of ${operation}`, revealing(operation)] },
    ),
  ),
  ...mistakes({
    'auth.api-token/other-scheme': [
      'takes API tokens by the scheme Bearer only',
      when(({ method }) => method === 'GET', refuse(401, 'E0000011')),
    ],
    'auth.api-token/somebody-else': on(['getUser', 'getGroup'], whenSuccess(set('id', 'somebodyelse'))),
    'auth.invalid-token/any-token': ['lets any token in', letIn(isStranger)],
    'auth.invalid-token/refused-but-done': [
      'refuses a token that was never issued, and does what it asks for',
      refuseButLetIn((sent) => isStranger(sent) && sent.method === 'POST'),
    ],
    'auth.cookie.me/nobody': [
      'answers users/me with an empty object',
      when(hasCookie, acceptInstead(), emptied()),
    ],
    'auth.cookie.cors/no-credentials': dropHeader('Access-Control-Allow-Credentials'),
    'auth.cookie.cors/any-origin': [
      'allows any origin with *, which browsers refuse beside credentials',
      header('Access-Control-Allow-Origin', () => '*'),
    ],
    'auth.cookie.cors/no-json': [
      'does not allow a JSON body across origins',
      when(({ method }) => method === 'OPTIONS', dropHeader('Access-Control-Allow-Headers')),
    ],
    'auth.cookie.cors/reads-only-refused': [
      'refuses a read with an Origin',
      when(
        ({ headers, method }) => method === 'GET' && headers['origin'] !== undefined,
        refuse(403, 'E0000006'),
      ),
    ],
  }),
]

function isStranger({ headers }: Sent): boolean {
  return headers['authorization']?.startsWith('SSWS never-issued') === true
}

function emptied(): Alteration {
  return whenSuccess(text(() => '{}'))
}

/** Refuses a stranger with a text that contains an answer to a caller with a token. */
function revealing(operation: Where): Alteration {
  const goes = goesTo(operation)
  return () => {
    const shown = new Map<string, string>()
    return async (sent, forward) => {
      const answer = await forward(sent)
      if (!goes(sent)) return answer
      if (answer.status < 300) shown.set(sent.path, answer.text)
      const told = shown.get(sent.path) ?? ''
      return isAnonymous(sent) ? { ...answer, text: `${answer.text} ${told}` } : answer
    }
  }
}
