/** Servers that break requirements of the areas `auth` and `sessions`. */
import { cell } from '../operators/operators.ts'
import { dropHeader, header, set, text, body, status } from '../alter/answer.ts'
import {
  on,
  when,
  whenStatus,
  whenSuccess,
  asks,
  both,
  carries,
  not,
  sends,
  sendsValue,
} from '../alter/flow.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import type { Mutant } from './mutant.ts'
import { mistakes, mistakesIn } from './mutant.ts'
import type { Where } from './routes.ts'
import { goesTo } from './routes.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { ignoreWrite } from '../alter/memory.ts'
import { byDefault, input } from '../alter/request.ts'

const isAnonymous = ({ headers }: Sent): boolean =>
  headers['authorization'] === undefined && headers['cookie'] === undefined

const hasCookie = carries('cookie')

export const authMutants: readonly Mutant[] = [
  ...mistakes({
    'auth.required.clients/reveals-getClient': revealing('getClient'),
    'auth.required.users/reveals-getUser': revealing('getUser'),
    'auth.required.groups/reveals-getGroup': revealing('getGroup'),
    'auth.api-token/other-scheme': when(({ method }) => method === 'GET', refuse(401, 'E0000011')),
    'auth.api-token/somebody-else': on(['getUser', 'getGroup'], whenSuccess(set('id', 'somebodyelse'))),
    'auth.invalid-token/refused-but-done': cell('access/refused-but-done', 'updateUser'),
    'auth.cookie.me/nobody': when(hasCookie, acceptInstead(), whenSuccess(text(() => '{}'))),
    'auth.cookie.cors/no-credentials': dropHeader('Access-Control-Allow-Credentials'),
    'auth.cookie.cors/any-origin': header('Access-Control-Allow-Origin', () => '*'),
    'auth.cookie.cors/no-json': when(
      ({ method }) => method === 'OPTIONS',
      dropHeader('Access-Control-Allow-Headers'),
    ),
    'auth.cookie.cors/reads-only-refused': when(
      both(({ method }) => method === 'GET', carries('origin')),
      refuse(403, 'E0000006'),
    ),
  }),
]

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
const keeps = (value: boolean) => sendsValue('keepCurrent', value)

export const sessionsMutants: readonly Mutant[] = [
  ...mistakesIn(own, {
    'sessions.delete-own.ok/not-empty': whenSuccess(body(() => ({ ended: 1 }))),
    'sessions.delete-own.keep-default/ended': when(not(sends('keepCurrent')), input('keepCurrent', false)),
    'sessions.delete-own.keep/ended': when(keeps(true), input('keepCurrent', false)),
    'sessions.delete-own.not-keep/kept': when(keeps(false), input('keepCurrent', true)),
    'sessions.delete-own.others/ignored': ignoreWrite(200, {}),
    'sessions.delete-own.api-token/accepted': when(not(hasCookie), acceptInstead()),
    'sessions.delete-own.invalid/not-authenticated': when(hasCookie, whenStatus(403, status(401))),
    'sessions.delete-own.origin/no-origin': dropHeader('access-control-allow-origin'),
    'sessions.delete-own.origin/no-credentials': dropHeader('access-control-allow-credentials'),
  }),
  ...mistakesIn(clear, {
    'sessions.clear.no-content/ok': whenSuccess(status(200)),
    'sessions.clear.ended/done-but-refused': [
      refuseButDo(),
      'sessions.clear.no-content',
      'sessions.clear.others-kept',
    ],
    'sessions.clear.tokens/refused': [when(asks('oauthTokens'), refuse()), 'sessions.clear.access-tokens'],
  }),
  ...mistakes({
    'sessions.clear.others-kept/all-ended': cell('neighbours/written-too', clear),
    'sessions.clear.tokens-default/revoked': on(clear, byDefault('oauthTokens', 'true')),
  }),
]
