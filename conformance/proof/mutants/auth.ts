/** Servers that break requirements of the areas `auth` and `sessions`. */
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
import { ignoreWrite } from '../alter/memory.ts'
import { byDefault, input } from '../alter/request.ts'

const hasCookie = carries('cookie')

export const authMutants: readonly Mutant[] = [
  ...mistakes({
    'auth.api-token/somebody-else': on(['getUser', 'getGroup'], whenSuccess(set('id', 'somebodyelse'))),
    'auth.cookie.me/nobody': when(hasCookie, acceptInstead(), whenSuccess(text(() => '{}'))),
    'auth.cookie.cors/any-origin': header('Access-Control-Allow-Origin', () => '*'),
    'auth.cookie.cors/reads-only-refused': when(
      both(({ method }) => method === 'GET', carries('origin')),
      refuse(403, 'E0000006'),
    ),
  }),
]

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
  }),
  ...mistakesIn(clear, {
    'sessions.clear.ended/done-but-refused': [
      refuseButDo(),
      'sessions.clear.no-content',
      'sessions.clear.others-kept',
    ],
    'sessions.clear.tokens/refused': [when(asks('oauthTokens'), refuse()), 'sessions.clear.access-tokens'],
  }),
  ...mistakes({
    'sessions.clear.tokens-default/revoked': on(clear, byDefault('oauthTokens', 'true')),
  }),
]
