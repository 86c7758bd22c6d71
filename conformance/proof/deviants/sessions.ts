/** Servers that break clauses of the area `sessions`. */
import { ignoreWrite } from '../alter/memory.ts'
import { body, dropHeader, status } from '../alter/answer.ts'
import { asks, sends, when, whenSuccess } from '../alter/flow.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreQuery, input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesIn } from './deviant.ts'
import { refusals } from './families/refusals.ts'
import { otherDefault } from './lifecycle-steps.ts'
import { goesTo } from './routes.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { answerOf, isSuccess } from '../alter/wire.ts'

const own = 'deleteCurrentUserSessions'
const clear = 'clearUserSessions'
const hasCookie = ({ headers }: Sent): boolean => headers['cookie'] !== undefined
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

export const sessionsDeviants: readonly Deviant[] = [
  ...ownDeviants,
  ...clearDeviants,
  ...refusals([{ clause: 'sessions.clear.unknown', on: clear, status: 404, code: 'E0000007' }]),
]
