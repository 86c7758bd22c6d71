/** Servers that break clauses of how users are addressed, and of block details. */
import type { Json } from '../../engine/wire/reply.ts'
import { answer, body, drop, edit, reply, set } from '../alter/answer.ts'
import { asks, on, when, whenRefused, whenStatus, whenSuccess } from '../alter/flow.ts'
import { ignoreWrite, instead, stale } from '../alter/memory.ts'
import { acceptInstead, refuse, wrongCode, wrongStatus } from '../alter/refusal.ts'
import { ignoreInput, requestHeader } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
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
  deviant('users.get.ok/never-found', {
    summary: 'finds no user by id',
    breaks: 'users.create.stored',
    alter: on('getUser', when(byId, refuse(404, 'E0000007'))),
  }),
  deviant('users.get.ok/another', {
    summary: 'answers with the user who was created last, whatever the id',
    alter: lastCreated((sent) => sent.method === 'GET' && byId(sent) && /\/users\/[^/]+$/.test(sent.path)),
  }),
  deviant('users.get.ok/list', {
    summary: 'answers with a list of one user',
    alter: on('getUser', when(byId, whenSuccess(body((user) => [user])))),
  }),
  deviant('users.path.login/unknown', {
    summary: 'finds no user by login',
    alter: on('getUser', when(byLogin, refuse(404, 'E0000007'))),
  }),
  deviant('users.path.login/not-for-acting', {
    summary: 'answers to an operation on a login, and does nothing',
    alter: on('suspendUser', when(byLogin, ignoreWrite())),
  }),
  deviant('users.path.login/refused-for-acting', {
    summary: 'knows logins for reading only',
    alter: on('suspendUser', when(byLogin, refuse(404, 'E0000007'))),
  }),
  deviant('users.path.short-name/unknown', {
    summary: 'finds no user by short name',
    alter: shortNames('unknown'),
  }),
  deviant('users.path.short-name-ambiguous/first', {
    summary: 'finds the first of two users who share a short name',
    alter: shortNames('first'),
  }),
  deviant('users.path.me/unknown', {
    summary: 'does not know me',
    alter: on('getUser', when(asMe, refuse(404, 'E0000007'))),
  }),
  deviant('users.path.me/unnamed', {
    summary: 'answers me without a profile',
    alter: on('getUser', when(asMe, whenSuccess(drop('profile')))),
  }),
  deviant('users.get.me-token/last', {
    summary: 'takes me with an API token for the user who was created last',
    alter: lastCreated((sent) => asMe(sent) && sent.method === 'GET'),
  }),
  deviant('users.get.me-cookie/refused', {
    summary: 'refuses me without an Authorization header',
    alter: on(
      'getUser',
      when((sent) => asMe(sent) && !hasToken(sent), refuse(401, 'E0000011')),
    ),
  }),
  deviant('users.get.me-cookie/somebody-else', {
    summary: 'takes the user of a session for somebody else',
    alter: on(
      'getUser',
      when((sent) => asMe(sent) && !hasToken(sent), whenSuccess(set('id', 'somebodyElse'))),
    ),
  }),
  deviant('users.get.me-token-over-cookie/cookie', {
    summary: 'takes the session where there is an API token as well',
    alter: on(
      'getUser',
      when((sent) => asMe(sent) && hasCookie(sent), requestHeader('authorization')),
    ),
  }),
  deviant('users.get.me-token-over-cookie/refused', {
    summary: 'refuses an API token with a session cookie beside it',
    alter: on(
      'getUser',
      when((sent) => hasToken(sent) && hasCookie(sent), refuse()),
    ),
  }),
  ...(
    [
      ['users.path.slash', '/'],
      ['users.path.question-mark', '?'],
    ] as const
  ).flatMap(([clause, mark]): Deviant[] => [
    deviant(`${clause}/not-found`, {
      summary: `finds no user whose login contains ${mark}`,
      alter: on(
        'getUser',
        answer((old) =>
          String(old.json?.profile?.login).includes(mark)
            ? answerWith(old, { status: 404, json: { errorCode: 'E0000007' } })
            : old,
        ),
      ),
    }),
    deviant(`${clause}/cut`, {
      summary: `shows a login up to ${mark} only`,
      alter: on(
        'getUser',
        edit('profile.login', (login: Json) => String(login).split(mark)[0]),
      ),
    }),
  ]),
  ...(
    [
      ['users.get.unknown-id', byId],
      ['users.get.unknown-login', byLogin],
    ] as const
  ).flatMap(([clause, isMeant]): Deviant[] => {
    const only = (...steps: Alteration[]): Alteration => on('getUser', when(isMeant, ...steps))
    return [
      deviant(`${clause}/wrong-status`, { summary: 'refuses with 400', alter: only(wrongStatus(400)) }),
      deviant(`${clause}/wrong-code`, {
        summary: 'refuses with E0000001',
        alter: only(wrongCode('E0000001')),
      }),
      deviant(`${clause}/null`, { summary: 'answers 200 with null', alter: only(acceptInstead(200, null)) }),
      deviant(`${clause}/somebody`, {
        summary: 'answers with the current user',
        alter: only(whenRefused(instead(() => ({ path: '/api/v1/users/me' })))),
      }),
      deviant(`${clause}/no-body`, {
        summary: 'refuses without a body',
        alter: only(whenStatus(404, reply(404))),
      }),
    ]
  }),
  deviant('users.get.reads-own-writes/stale', {
    summary: 'answers a get as it did the first time',
    alter: on('getUser', stale()),
  }),
  deviant('users.get.reads-own-writes/ignored', {
    summary: 'answers an update as if it had been done',
    alter: on('updateUser', ignoreInput('profile.title')),
  }),
]

const blocks = [
  ['users.block.type', 'type', 'NETWORK_BASED'],
  ['users.block.applies-to', 'appliesTo', 'SOME_DEVICES'],
  ['users.block.unknown-devices', 'appliesTo', 'ANY_DEVICES'],
] as const

const blockDeviants = [
  ...blocks.flatMap(([clause, name, wrong]): Deviant[] => [
    deviant(`${clause}/wrong`, {
      summary: `shows ${name} of a block as ${wrong}`,
      alter: on('getUser', when(asks('expand'), set(`_embedded.block.${name}`, wrong))),
    }),
    deviant(`${clause}/left-out`, {
      summary: `leaves ${name} out of a block`,
      alter: on('getUser', when(asks('expand'), drop(`_embedded.block.${name}`))),
    }),
  ]),
  deviant('users.get.expand-block/ignored', {
    summary: 'ignores expand=block',
    alter: on('getUser', when(asks('expand'), drop('_embedded'))),
  }),
  deviant('users.get.expand-block/refused', {
    summary: 'refuses expand=block',
    alter: on('getUser', when(asks('expand'), refuse())),
  }),
  deviant('users.get.expand-block/null', {
    summary: 'shows no block for a blocked user',
    alter: on('getUser', when(asks('expand'), set('_embedded.block', null))),
  }),
]

export const userAddressingDeviants: readonly Deviant[] = [...addressing, ...blockDeviants]
