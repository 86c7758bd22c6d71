import { expect, test } from 'vitest'
import type { Org } from '../../../src/model/org.ts'
import { testOrg } from '../../support/call.ts'

/** An organisation with a user and a client, and what a code or a token of them says. */
function stage() {
  const it = testOrg()
  const { org, control } = it
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }
  const user = org.registration.create({ profile }, { activate: false })
  const { client_id: clientId } = control.registerClient({
    client_name: 'App',
    application_type: 'web',
    redirect_uris: ['https://app.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
  })
  const server = org.authorizationServers.own
  const about = { clientId, userId: user.id, isUnderConsent: false }
  const code = { ...about, authorizationServerId: server.id, scopeIds: [] }
  return { ...it, user, server, about, code, authentication: { authTime: 0, amr: ['pwd'] } }
}

type Stage = ReturnType<typeof stage>

const refreshTokenOf = ({ org, about, server }: Stage) =>
  org.refreshTokens.issue({ ...about, scopes: [], server })

const makers: readonly (readonly [name: string, make: (at: Stage) => string | Promise<string>])[] = [
  ['an API token', ({ org }) => org.apiToken],
  ['a session', ({ org, user }) => org.sessions.open(user.id).value],
  ['a one-time token', ({ org, user }) => org.oneTimeLinks.issue(user.id, 'activation').id],
  ['a refresh token', (at) => refreshTokenOf(at).value],
  [
    'a refresh token that was replaced',
    (at) => {
      const token = refreshTokenOf(at)
      at.org.refreshTokens.rotate(token)
      return token.value
    },
  ],
  [
    'an access token',
    async ({ control, user, about }) =>
      (await control.issueTokens({ user: user.id, client: about.clientId, scopes: ['openid'] })).access_token,
  ],
  [
    'an authorization code',
    ({ org, code, authentication }) =>
      org.tokens.issue('code', { ...code, authentication, familyId: 'one', use: 'unused' }).id,
  ],
  ['a device code', ({ org, code }) => org.deviceCodes.issue(code).id],
  ['a code that a user types in', ({ org, code }) => org.deviceCodes.issue(code).userCode],
  [
    'a request that waits for its user',
    ({ org, server }) =>
      org.tokens.issue('interaction', {
        authorizationServerId: server.id,
        parameters: {},
        leadsTo: 'https://app.example.com',
        clientName: 'App',
      }).id,
  ],
]

const lastPath = (org: Org) => org.traffic.journal().at(-1)?.path

test.each(makers)('the journal strikes %s out of a path', async (_name, make) => {
  const at = stage()
  const text = await make(at)
  await at.call('GET', `/api/v1/nowhere/${encodeURIComponent(text)}`)
  expect(lastPath(at.org)).toBe('/api/v1/nowhere/[secret]')
  await at.call('GET', `/api/v1/nowhere/${text}s`)
  expect(lastPath(at.org)).toBe(`/api/v1/nowhere/${text}s`)
})

test('a short text is redacted only if a caller chose it for a token', async () => {
  const { org, call, user } = stage()
  org.access.makeApiToken({ userId: user.id, role: 'SUPER_ADMIN', value: 'short' })
  await call('GET', '/api/v1/nowhere/short')
  expect(lastPath(org)).toBe('/api/v1/nowhere/[secret]')
  await call('GET', '/api/v1/nowhere/other')
  expect(lastPath(org)).toBe('/api/v1/nowhere/other')
})
