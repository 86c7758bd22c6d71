/** Servers that break clauses of the area `sessions`. */
import { body, dropHeader, reply, status } from '../alter/answer.ts'
import { asks, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreQuery, input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
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

const ownDeviants = [
  deviant('sessions.delete-own.ok/no-content', {
    summary: 'answers delete_sessions with 204',
    alter: on(own, whenSuccess(reply(204))),
  }),
  deviant('sessions.delete-own.ok/accepted-status', {
    summary: 'answers delete_sessions with 202',
    alter: on(own, whenSuccess(status(202))),
  }),
  deviant('sessions.delete-own.ok/not-empty', {
    summary: 'answers delete_sessions with an object that is not empty',
    alter: on(own, whenSuccess(body(() => ({ ended: 1 })))),
  }),
  deviant('sessions.delete-own.ok/refused', {
    summary: 'refuses session cookies for delete_sessions',
    breaks: ['sessions.delete-own.keep', 'sessions.delete-own.keep-default', 'sessions.delete-own.not-keep'],
    alter: on(own, when(hasCookie, refuse(403))),
  }),
  deviant('sessions.delete-own.keep-default/ended', {
    summary: 'takes keepCurrent for false where it is not sent',
    alter: on(
      own,
      when((sent) => !sends('keepCurrent')(sent), input('keepCurrent', false)),
    ),
  }),
  deviant('sessions.delete-own.keep/ended', {
    summary: 'ends the session of the caller whatever keepCurrent says',
    alter: on(own, when(keeps(true), input('keepCurrent', false))),
  }),
  deviant('sessions.delete-own.not-keep/kept', {
    summary: 'keeps the session of the caller whatever keepCurrent says',
    alter: on(own, when(keeps(false), input('keepCurrent', true))),
  }),
  deviant('sessions.delete-own.others/ignored', {
    summary: 'ends no session',
    alter: on(own, reply(200, {})),
  }),
  deviant('sessions.delete-own.api-token/accepted', {
    summary: 'takes an API token for delete_sessions',
    alter: on(
      own,
      when((sent) => !hasCookie(sent), acceptInstead()),
    ),
  }),
  deviant('sessions.delete-own.invalid/accepted', {
    summary: 'takes any cookie for delete_sessions',
    alter: on(own, acceptInstead()),
  }),
  deviant('sessions.delete-own.invalid/not-authenticated', {
    summary: 'refuses a cookie of no session with 401',
    alter: on(
      own,
      when(hasCookie, () => async (sent, forward) => {
        const answer = await forward(sent)
        return answer.status === 403 ? { ...answer, status: 401 } : answer
      }),
    ),
  }),
  deviant('sessions.delete-own.origin/no-origin', {
    summary: 'does not let the page of a trusted origin read the reply of delete_sessions',
    alter: on(own, dropHeader('access-control-allow-origin')),
  }),
  deviant('sessions.delete-own.origin/no-credentials', {
    summary: 'does not let pages read the reply of delete_sessions with credentials',
    alter: on(own, dropHeader('access-control-allow-credentials')),
  }),
  deviant('sessions.delete-own.origin/refused', {
    summary: 'refuses delete_sessions from another origin',
    alter: on(
      own,
      when(({ headers }) => headers['origin'] !== undefined, refuse(403)),
    ),
  }),
]

const clearDeviants = [
  deviant('sessions.clear.no-content/ok', {
    summary: 'answers the clearing of sessions with 200',
    alter: on(clear, whenSuccess(status(200))),
  }),
  deviant('sessions.clear.no-content/body', {
    summary: 'answers the clearing of sessions with a body',
    alter: on(clear, whenSuccess(reply(200, {}))),
  }),
  deviant('sessions.clear.ended/ignored', {
    summary: 'clears no sessions',
    alter: on(clear, reply(204)),
  }),
  deviant('sessions.clear.ended/done-but-refused', {
    summary: 'clears sessions and answers with a refusal',
    breaks: ['sessions.clear.no-content', 'sessions.clear.others-kept'],
    alter: on(clear, refuseButDo()),
  }),
  deviant('sessions.clear.others-kept/all-ended', {
    summary: 'ends the sessions of everybody',
    alter: endAllSessions(),
  }),
  deviant('sessions.clear.tokens/ignored', {
    summary: 'ignores oauthTokens',
    breaks: 'sessions.clear.access-tokens',
    alter: on(clear, ignoreQuery('oauthTokens')),
  }),
  deviant('sessions.clear.tokens/refused', {
    summary: 'refuses oauthTokens',
    breaks: 'sessions.clear.access-tokens',
    alter: on(clear, when(asks('oauthTokens'), refuse())),
  }),
  deviant('sessions.clear.tokens-default/revoked', {
    summary: 'revokes tokens unasked',
    alter: otherDefault(clear, 'oauthTokens', 'true'),
  }),
]

export const sessionsDeviants: readonly Deviant[] = [...ownDeviants, ...clearDeviants]
