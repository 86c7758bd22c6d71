/** Servers that break requirements of how users are addressed, and of block details. */
import { cell } from '../operators/operators.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { answer, drop, edit, noBody, set } from '../alter/answer.ts'
import { asks, both, carries, not, on, when, whenStatus, whenSuccess } from '../alter/flow.ts'
import { ignoreWrite } from '../alter/memory.ts'
import { acceptInstead, refuse, wrongCode, wrongStatus } from '../alter/refusal.ts'
import { ignoreInput, requestHeader } from '../alter/request.ts'
import type { Mutant } from './mutant.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf } from './mutant.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

const byLogin = ({ path }: Sent) => /\/users\/[^/]*(%40|@)/.test(path)
const byId = (sent: Sent) => !byLogin(sent) && !sent.path.endsWith('/me')
const asMe = ({ path }: Sent) => path.endsWith('/users/me')
const hasCookie = carries('cookie')
const hasToken = carries('authorization')

/** Treats a shared short name wrongly: as unknown, or as the name of its first user. */
function shortNames(mode: 'unknown' | 'first'): Alteration {
  return () => {
    const owners = new Map<string, string>()
    return async (sent, forward) => {
      const name = sent.path.split('/')[4] ?? ''
      const owner = sent.path === `/api/v1/users/${name}` ? owners.get(decodeURIComponent(name)) : undefined
      if (owner !== undefined) {
        return forward(
          sentWith(sent, { path: `/api/v1/users/${mode === 'first' ? owner : 'nobody-at-all'}` }),
        )
      }
      const old = await forward(sent)
      const login: unknown = sent.path === '/api/v1/users' ? sent.json?.profile?.login : undefined
      const [short = ''] = (typeof login === 'string' ? login : '').split('@')
      if (short !== '' && typeof old.json?.id === 'string' && !owners.has(short))
        owners.set(short, old.json.id)
      return old
    }
  }
}

export const userAddressingMutants: readonly Mutant[] = [
  ...mistakesIn('getUser', {
    'users.get.me-cookie/somebody-else': when(
      both(asMe, not(hasToken)),
      whenSuccess(set('id', 'somebodyElse')),
    ),
    'users.get.me-token-over-cookie/cookie': when(both(asMe, hasCookie), requestHeader('authorization')),
  }),
  ...mistakes({
    'users.get.ok/another': cell('neighbours/read', 'getUser'),
    'users.path.short-name-ambiguous/first': shortNames('first'),
    'users.get.me-token/last': cell('access/me', 'getUser'),
    'users.get.reads-own-writes/ignored': on('updateUser', ignoreInput('profile.title')),
  }),
  ...mistakesIn('suspendUser', {
    'users.path.login/not-for-acting': when(byLogin, ignoreWrite()),
  }),
  ...(
    [
      ['users.path.slash', '/'],
      ['users.path.question-mark', '?'],
    ] as const
  ).flatMap(([requirement, mark]): Mutant[] =>
    mistakesAt('getUser', requirement, {
      'not-found': answer((old) =>
        String(old.json?.profile?.login).includes(mark)
          ? answerWith(old, { status: 404, json: { errorCode: 'E0000007' } })
          : old,
      ),
      cut: edit('profile.login', (login: Json) => String(login).split(mark)[0]),
    }),
  ),
  ...(
    [
      ['users.get.unknown-id', byId],
      ['users.get.unknown-login', byLogin],
    ] as const
  ).flatMap(([requirement, isMeant]): Mutant[] => {
    const only = (...steps: Alteration[]): Alteration => on('getUser', when(isMeant, ...steps))
    return mistakesOf(requirement, {
      'wrong-status': only(wrongStatus(400)),
      'wrong-code': only(wrongCode('E0000001')),
      null: only(acceptInstead(200, null)),
      'no-body': only(whenStatus(404, noBody())),
    })
  }),
  ...mistakesIn('getUser', {
    'users.block.type/left-out': when(asks('expand'), drop('_embedded.block.type')),
    'users.block.applies-to/left-out': when(asks('expand'), drop('_embedded.block.appliesTo')),
    'users.block.unknown-devices/left-out': when(asks('expand'), drop('_embedded.block.appliesTo')),
    'users.get.expand-block/refused': when(asks('expand'), refuse()),
  }),
]
