/** Servers that break clauses of how users are addressed, and of block details. */
import type { Json } from '../../engine/wire/reply.ts'
import { answer, body, drop, edit, reply, set } from '../alter/answer.ts'
import { asks, on, when, whenRefused, whenStatus, whenSuccess } from '../alter/flow.ts'
import { ignoreWrite, instead } from '../alter/memory.ts'
import { acceptInstead, refuse, wrongCode, wrongStatus } from '../alter/refusal.ts'
import { ignoreInput, requestHeader } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf } from './deviant.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

const byLogin = (sent: Sent): boolean => /\/users\/[^/]*(%40|@)/.test(sent.path)
const byId = (sent: Sent): boolean => !byLogin(sent) && !sent.path.endsWith('/me')
const asMe = (sent: Sent): boolean => sent.path.endsWith('/users/me')
const hasCookie = ({ headers }: Sent): boolean => headers['cookie'] !== undefined
const hasToken = ({ headers }: Sent): boolean => headers['authorization'] !== undefined

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

/** Remembers the last created user, and answers with that user when asked for another. */
function lastCreated(isAsked: (sent: Sent) => boolean): Alteration {
  return () => {
    let path = ''
    return async (sent, forward) => {
      if (isAsked(sent) && path !== '') return forward(sentWith(sent, { path }))
      const old = await forward(sent)
      if (sent.method === 'POST' && sent.path === '/api/v1/users' && typeof old.json?.id === 'string')
        path = `/api/v1/users/${old.json.id}`
      return old
    }
  }
}

const addressing = [
  ...mistakesIn('getUser', {
    'users.get.ok/never-found': [
      'finds no user by id',
      when(byId, refuse(404, 'E0000007')),
      'users.create.stored',
    ],
    'users.get.ok/list': ['answers with a list of one user', when(byId, whenSuccess(body((user) => [user])))],
    'users.path.login/unknown': ['finds no user by login', when(byLogin, refuse(404, 'E0000007'))],
    'users.path.me/unknown': ['does not know me', when(asMe, refuse(404, 'E0000007'))],
    'users.path.me/unnamed': ['answers me without a profile', when(asMe, whenSuccess(drop('profile')))],
    'users.get.me-cookie/somebody-else': [
      'takes the user of a session for somebody else',
      when((sent) => asMe(sent) && !hasToken(sent), whenSuccess(set('id', 'somebodyElse'))),
    ],
    'users.get.me-token-over-cookie/cookie': [
      'takes the session where there is an API token as well',
      when((sent) => asMe(sent) && hasCookie(sent), requestHeader('authorization')),
    ],
    'users.get.me-token-over-cookie/refused': [
      'refuses an API token with a session cookie beside it',
      when((sent) => hasToken(sent) && hasCookie(sent), refuse()),
    ],
  }),
  ...mistakes({
    'users.get.ok/another': [
      'answers with the user who was created last, whatever the id',
      lastCreated((sent) => sent.method === 'GET' && byId(sent) && /\/users\/[^/]+$/.test(sent.path)),
    ],
    'users.path.short-name/unknown': ['finds no user by short name', shortNames('unknown')],
    'users.path.short-name-ambiguous/first': [
      'finds the first of two users who share a short name',
      shortNames('first'),
    ],
    'users.get.me-token/last': [
      'takes me with an API token for the user who was created last',
      lastCreated((sent) => asMe(sent) && sent.method === 'GET'),
    ],
    'users.get.reads-own-writes/ignored': on('updateUser', ignoreInput('profile.title')),
  }),
  ...mistakesIn('suspendUser', {
    'users.path.login/not-for-acting': [
      'answers to an operation on a login, and does nothing',
      when(byLogin, ignoreWrite()),
    ],
    'users.path.login/refused-for-acting': [
      'knows logins for reading only',
      when(byLogin, refuse(404, 'E0000007')),
    ],
  }),
  ...(
    [
      ['users.path.slash', '/'],
      ['users.path.question-mark', '?'],
    ] as const
  ).flatMap(([clause, mark]): Deviant[] =>
    mistakesAt('getUser', clause, {
      'not-found': [
        `finds no user whose login contains ${mark}`,
        answer((old) =>
          String(old.json?.profile?.login).includes(mark)
            ? answerWith(old, { status: 404, json: { errorCode: 'E0000007' } })
            : old,
        ),
      ],
      cut: [
        `shows a login up to ${mark} only`,
        edit('profile.login', (login: Json) => String(login).split(mark)[0]),
      ],
    }),
  ),
  ...(
    [
      ['users.get.unknown-id', byId],
      ['users.get.unknown-login', byLogin],
    ] as const
  ).flatMap(([clause, isMeant]): Deviant[] => {
    const only = (...steps: Alteration[]): Alteration => on('getUser', when(isMeant, ...steps))
    return mistakesOf(clause, {
      'wrong-status': ['refuses with 400', only(wrongStatus(400))],
      'wrong-code': ['refuses with E0000001', only(wrongCode('E0000001'))],
      null: ['answers 200 with null', only(acceptInstead(200, null))],
      somebody: [
        'answers with the current user',
        only(whenRefused(instead(() => ({ path: '/api/v1/users/me' })))),
      ],
      'no-body': ['refuses without a body', only(whenStatus(404, reply(404)))],
    })
  }),
]

const blockDeviants = mistakesIn('getUser', {
  'users.block.type/left-out': when(asks('expand'), drop('_embedded.block.type')),
  'users.block.applies-to/left-out': when(asks('expand'), drop('_embedded.block.appliesTo')),
  'users.block.unknown-devices/left-out': when(asks('expand'), drop('_embedded.block.appliesTo')),
  'users.get.expand-block/ignored': when(asks('expand'), drop('_embedded')),
  'users.get.expand-block/refused': when(asks('expand'), refuse()),
})

export const userAddressingDeviants: readonly Deviant[] = [...addressing, ...blockDeviants]
