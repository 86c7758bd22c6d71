/** Servers that break clauses of the areas `auth` and `sessions`. */
import { dropHeader, header, set, text, body, status } from '../alter/answer.ts'
import { on, when, whenSuccess, asks, sends } from '../alter/flow.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesIn } from './deviant.ts'
import type { Where } from './routes.ts'
import { goesTo } from './routes.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { sentWith, answerOf, isSuccess } from '../alter/wire.ts'
import { ignoreWrite } from '../alter/memory.ts'
import { ignoreQuery, input } from '../alter/request.ts'
import { otherDefault } from './lifecycle-steps.ts'

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

export const authDeviants: readonly Deviant[] = [
  ...mistakes({
    'auth.required.clients/reveals-getClient': [
      'names the record in its refusal of getClient',
      revealing('getClient'),
    ],
    'auth.required.users/reveals-getUser': [
      'names the record in its refusal of getUser',
      revealing('getUser'),
    ],
    'auth.required.groups/reveals-getGroup': [
      'names the record in its refusal of getGroup',
      revealing('getGroup'),
    ],
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

const own = 'deleteCurrentUserSessions'
const clear = 'clearUserSessions'
const keeps = (value: boolean) => sends('keepCurrent', (each) => each === value)

/** Clearing the sessions of one user ends the sessions of all users. */
function endAllSessions(): Alteration {
  const clears = goesTo(clear)
  return () => {
    let isOver = false
    return async (sent, forward) => {
      if (isOver && hasCookie(sent))
        return answerOf(403, { errorCode: 'E0000005', errorSummary: 'Invalid session' })
      const answer = await forward(sent)
      if (clears(sent) && isSuccess(answer)) isOver = true
      return answer
    }
  }
}

const ownDeviants = mistakesIn(own, {
  'sessions.delete-own.ok/not-empty': [
    'answers delete_sessions with an object that is not empty',
    whenSuccess(body(() => ({ ended: 1 }))),
  ],
  'sessions.delete-own.ok/refused': [
    'refuses session cookies for delete_sessions',
    when(hasCookie, refuse(403)),
    'sessions.delete-own.keep',
    'sessions.delete-own.keep-default',
    'sessions.delete-own.not-keep',
  ],
  'sessions.delete-own.keep-default/ended': [
    'takes keepCurrent for false where it is not sent',
    when((sent) => !sends('keepCurrent')(sent), input('keepCurrent', false)),
  ],
  'sessions.delete-own.keep/ended': [
    'ends the session of the caller whatever keepCurrent says',
    when(keeps(true), input('keepCurrent', false)),
  ],
  'sessions.delete-own.not-keep/kept': [
    'keeps the session of the caller whatever keepCurrent says',
    when(keeps(false), input('keepCurrent', true)),
  ],
  'sessions.delete-own.others/ignored': ignoreWrite(200, {}),
  'sessions.delete-own.api-token/accepted': [
    'takes an API token for delete_sessions',
    when((sent) => !hasCookie(sent), acceptInstead()),
  ],
  'sessions.delete-own.invalid/not-authenticated': [
    'refuses a cookie of no session with 401',
    when(hasCookie, () => async (sent, forward) => {
      const answer = await forward(sent)
      return answer.status === 403 ? { ...answer, status: 401 } : answer
    }),
  ],
  'sessions.delete-own.origin/no-origin': dropHeader('access-control-allow-origin'),
  'sessions.delete-own.origin/no-credentials': dropHeader('access-control-allow-credentials'),
  'sessions.delete-own.origin/refused': [
    'refuses delete_sessions from another origin',
    when(({ headers }) => headers['origin'] !== undefined, refuse(403)),
  ],
})

const clearDeviants = [
  ...mistakesIn(clear, {
    'sessions.clear.no-content/ok': whenSuccess(status(200)),
    'sessions.clear.ended/ignored': ignoreWrite(204),
    'sessions.clear.ended/done-but-refused': [
      'clears sessions and answers with a refusal',
      refuseButDo(),
      'sessions.clear.no-content',
      'sessions.clear.others-kept',
    ],
    'sessions.clear.tokens/ignored': [
      'ignores oauthTokens',
      ignoreQuery('oauthTokens'),
      'sessions.clear.access-tokens',
    ],
    'sessions.clear.tokens/refused': [
      'refuses oauthTokens',
      when(asks('oauthTokens'), refuse()),
      'sessions.clear.access-tokens',
    ],
  }),
  ...mistakes({
    'sessions.clear.others-kept/all-ended': ['ends the sessions of everybody', endAllSessions()],
    'sessions.clear.tokens-default/revoked': [
      'revokes tokens unasked',
      otherDefault(clear, 'oauthTokens', 'true'),
    ],
  }),
]

export const sessionsDeviants: readonly Deviant[] = [...ownDeviants, ...clearDeviants]
