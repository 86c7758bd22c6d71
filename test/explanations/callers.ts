import { newUser, type TestOrg } from '../support/call.ts'
import { createGroup } from '../support/groups.ts'
import { type Case, on } from './case.ts'

const as = (authorization: string | undefined, more: Record<string, string> = {}) => ({
  authorization,
  ...more,
})

const users = '/api/v1/users?limit=1'

const cookieOf = async ({ control, org }: TestOrg, user: string): Promise<string> => {
  const { sessionCookie: cookie } = control.openSession({ user })
  return cookie.includes('=') ? cookie : `${org.settings.sessionCookie}=${cookie}`
}

/** Errors about the caller and the form of a request. */
export const callers: readonly Case[] = [
  on('invalid-token', 'no token', ({ call }) => call('GET', users, undefined, as(undefined))),
  on('invalid-token', 'another scheme', ({ call }) => call('GET', users, undefined, as('Basic YTpi'))),
  on('invalid-token', 'one word', ({ call }) => call('GET', users, undefined, as('00secret'))),
  on('invalid-token', 'an unknown API token', ({ call }) =>
    call('GET', users, undefined, as('SSWS 00unknown')),
  ),
  on('invalid-token', 'an unknown access token', ({ call }) =>
    call('GET', users, undefined, as('Bearer 00unknown')),
  ),
  on('invalid-token', 'an API token as Bearer', ({ call, org }) =>
    call('GET', users, undefined, as(`Bearer ${org.apiToken}`)),
  ),
  on('invalid-token', 'an access token as SSWS', ({ call, control }) => {
    const { token } = control.createAccessToken({ scopes: ['svc.users.read'] })
    return call('GET', users, undefined, as(`SSWS ${token}`))
  }),
  on('invalid-token', 'an expired access token', ({ call, control }) => {
    const { token } = control.createAccessToken({
      scopes: ['svc.users.read'],
      expiresIn: '1h',
    })
    control.advanceClock({ by: '2h' })
    return call('GET', users, undefined, as(`Bearer ${token}`))
  }),
  on('invalid-token', 'the access token of a suspended user', ({ call, control }, user) => {
    const { token } = control.createAccessToken({ scopes: ['svc.users.read'], user }) as {
      token: string
    }
    control.setUserStatus({ user, status: 'SUSPENDED' })
    return call('GET', users, undefined, as(`Bearer ${token}`))
  }),
  on('invalid-token', 'a cookie for a management operation', async (it, id) =>
    it.call('GET', users, undefined, as(undefined, { cookie: await cookieOf(it, id) })),
  ),
  on('invalid-token', 'nothing at /users/me', ({ call }) =>
    call('GET', '/api/v1/users/me', undefined, as(undefined)),
  ),
  on('invalid-session', 'an unknown cookie', ({ call, org }) =>
    call(
      'GET',
      '/api/v1/users/me',
      undefined,
      as(undefined, { cookie: `${org.settings.sessionCookie}=nothing` }),
    ),
  ),
  on('invalid-session', 'no cookie', ({ call }) =>
    call('POST', '/api/v1/users/me/lifecycle/delete_sessions', undefined, as(undefined)),
  ),
  on('invalid-session', 'a token where only a cookie will do', ({ call }) =>
    call('POST', '/api/v1/users/me/lifecycle/delete_sessions'),
  ),
  on('untrusted-origin', 'a page of a foreign origin', async (it, id) =>
    it.call(
      'POST',
      '/api/v1/users/me',
      { profile: { nickName: 'X' } },
      as(undefined, { cookie: await cookieOf(it, id), origin: 'https://evil.example' }),
    ),
  ),
  on('authentication-failed', 'a password that is wrong', ({ call }) =>
    call('POST', '/api/v1/authn', { username: 'nobody@example.com', password: 'wrong' }),
  ),
  on('access-denied', 'a role that may not', ({ call, control }, id) => {
    const { token } = control.createApiToken({ role: 'READ_ONLY_ADMIN' })
    return call('POST', `/api/v1/users/${id}/lifecycle/suspend`, undefined, as(`SSWS ${token}`))
  }),
  on('access-denied', 'a user outside the groups of an administrator', async ({ call, control }) => {
    const group = await createGroup(call, { name: 'Mine' })
    const { token } = control.createApiToken({ role: 'GROUP_ADMIN', groups: [group.id] }) as {
      token: string
    }
    return call('POST', '/api/v1/users', newUser(), as(`SSWS ${token}`))
  }),
  on('not-found', 'a group that the administrator may not see', async ({ call, control }) => {
    const mine = await createGroup(call, { name: 'Mine' })
    const other = await createGroup(call, { name: 'Other' })
    const { token } = control.createApiToken({ role: 'GROUP_ADMIN', groups: [mine.id] }) as {
      token: string
    }
    return call('GET', `/api/v1/groups/${other.id}`, undefined, as(`SSWS ${token}`))
  }),
  on('not-found', 'a user whom the administrator may not see', async ({ call, control }, id) => {
    const mine = await createGroup(call, { name: 'Mine' })
    const { token } = control.createApiToken({ role: 'GROUP_ADMIN', groups: [mine.id] }) as {
      token: string
    }
    return call('GET', `/api/v1/users/${id}`, undefined, as(`SSWS ${token}`))
  }),
  on('insufficient-scope', 'a scope that is missing', ({ call, control }) => {
    const { token } = control.createAccessToken({ scopes: ['svc.groups.read'] })
    return call('GET', users, undefined, as(`Bearer ${token}`))
  }),
  on('insufficient-scope', 'a scope that is missing for clients', ({ call, control }) => {
    const { token } = control.createAccessToken({ scopes: ['svc.users.read'] })
    return call('GET', '/oauth2/v1/clients', undefined, as(`Bearer ${token}`))
  }),
  on(
    'feature-not-enabled',
    'early access is off',
    ({ call }, id) => call('GET', `/api/v1/users/${id}/grants`),
    { features: { earlyAccess: false } },
  ),
  on(
    'rate-limited',
    'too many requests',
    async ({ call }) => {
      await call('GET', users)
      return call('GET', users)
    },
    { rateLimit: { limit: 2, enforce: true } },
  ),
  on('rate-limited', 'a fault says so', ({ call, control }) => {
    control.addFault({ operation: 'listUsers', refusal: 'rate-limited' })
    return call('GET', users)
  }),
  on('server-fault', 'a fault says so', ({ call, control }) => {
    control.addFault({ refusal: 'server-fault' })
    return call('GET', users)
  }),
  on('read-only-mode', 'a fault says so', ({ call, control }) => {
    control.addFault({ refusal: 'read-only-mode' })
    return call('POST', '/api/v1/groups', { profile: { name: 'x' } })
  }),
  on('validation', 'a fault says so', ({ call, control }) => {
    control.addFault({ refusal: 'validation' })
    return call('POST', '/api/v1/groups', { profile: { name: 'x' } })
  }),
  on('not-implemented', 'a fault says so', ({ call, control }) => {
    control.addFault({ refusal: 'not-implemented' })
    return call('GET', users)
  }),
  on('time-out', 'a large page', ({ call }) => call('GET', '/api/v1/users?limit=100'), {
    largePageTimeout: 50,
  }),
  on('malformed-path', 'a bare percent sign', ({ call }) => call('GET', '/api/v1/users/100%zz')),
  on('unknown-path', 'an unknown path', ({ call }) => call('GET', '/api/v1/user')),
  on('method-not-supported', 'a method of no operation', ({ call }) => call('PATCH', '/api/v1/users/00u1')),
  on('unacceptable-accept', 'only XML is accepted', ({ call }) =>
    call('GET', users, undefined, { accept: 'text/xml' }),
  ),
  on('malformed-json', 'no JSON', ({ call }) => call('POST', '/api/v1/groups', '{"profile":')),
  on('malformed-json', 'no body', ({ call }) => call('POST', '/api/v1/groups')),
  on('body-too-large', 'more than a mebibyte', ({ call }) =>
    call('POST', '/api/v1/groups', `"${'x'.repeat(1024 * 1024)}"`),
  ),
  on('unsupported-content-encoding', 'gzip', ({ call }) =>
    call('POST', '/api/v1/groups', {}, { 'content-encoding': 'gzip' }),
  ),
  on('unsupported-content-type', 'a form', ({ call }) =>
    call('POST', '/api/v1/groups', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
  ),
  on('missing-content-type', 'no Content-Type', ({ call }) =>
    call('POST', '/api/v1/groups', '{}', { 'content-type': undefined }),
  ),
]
