/** Servers that break clauses of the area `auth`. */
import type { ClauseId } from '../../registry/clauses.ts'
import { dropHeader, header, set, text } from '../alter/answer.ts'
import { on, when, whenSuccess } from '../alter/flow.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { deviant, deviantOf } from './deviant.ts'
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
        deviantOf(clause, `open-to-all-${operation}`, {
          summary: `lets anybody call ${operation}`,
          alter: letIn(fits),
        }),
        deviantOf(clause, `answered-${operation}`, {
          summary: `answers 200 {} to ${operation} without credentials, and does nothing`,
          alter: when(fits, acceptInstead()),
        }),
        ...(showing.has(operation)
          ? [
              deviantOf(clause, `refused-but-done-${operation}`, {
                summary: `refuses ${operation} without credentials, and does it all the same`,
                alter: refuseButLetIn(fits),
              }),
            ]
          : []),
      ]
    }),
  ),
  ...(['getClient', 'getUser', 'getGroup'] as const).map((operation) =>
    deviant(
      `${({ getClient: 'auth.required.clients', getUser: 'auth.required.users', getGroup: 'auth.required.groups' } as const)[operation]}/reveals-${operation}`,
      {
        summary: `names the record in its refusal of ${operation}`,
        alter: revealing(operation),
      },
    ),
  ),
  deviant('auth.api-token/other-scheme', {
    summary: 'takes API tokens by the scheme Bearer only',
    alter: when(({ method }) => method === 'GET', refuse(401, 'E0000011')),
  }),
  deviant('auth.api-token/somebody-else', {
    summary: 'answers a call with a token with another record',
    alter: on(['getUser', 'getGroup'], whenSuccess(set('id', 'somebodyelse'))),
  }),
  deviant('auth.invalid-token/any-token', {
    summary: 'lets any token in',
    alter: letIn(isStranger),
  }),
  deviant('auth.invalid-token/answered', {
    summary: 'answers 200 {} to a token that was never issued',
    alter: when(isStranger, acceptInstead()),
  }),
  deviant('auth.invalid-token/refused-but-done', {
    summary: 'refuses a token that was never issued, and does what it asks for',
    alter: refuseButLetIn((sent) => isStranger(sent) && sent.method === 'POST'),
  }),
  deviant('auth.cookie.me/refused', {
    summary: 'wants an API token for users/me',
    alter: when(hasCookie, refuse(401, 'E0000011')),
  }),
  deviant('auth.cookie.me/nobody', {
    summary: 'answers users/me with an empty object',
    alter: when(hasCookie, acceptInstead(), emptied()),
  }),
  deviant('auth.cookie.me/somebody-else', {
    summary: 'answers users/me with another user than that of the session',
    alter: when(hasCookie, whenSuccess(set('id', 'somebodyelse'))),
  }),
  deviant('auth.cookie.cors/no-credentials', {
    summary: 'does not allow credentials across origins',
    alter: dropHeader('Access-Control-Allow-Credentials'),
  }),
  deviant('auth.cookie.cors/any-origin', {
    summary: 'allows any origin with *, which browsers refuse beside credentials',
    alter: header('Access-Control-Allow-Origin', () => '*'),
  }),
  deviant('auth.cookie.cors/no-preflight', {
    summary: 'refuses preflights',
    alter: when(({ method }) => method === 'OPTIONS', refuse(403, 'E0000006')),
  }),
  deviant('auth.cookie.cors/no-json', {
    summary: 'does not allow a JSON body across origins',
    alter: when(({ method }) => method === 'OPTIONS', dropHeader('Access-Control-Allow-Headers')),
  }),
  deviant('auth.cookie.cors/reads-only-refused', {
    summary: 'refuses a read with an Origin',
    alter: when(
      ({ headers, method }) => method === 'GET' && headers['origin'] !== undefined,
      refuse(403, 'E0000006'),
    ),
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
