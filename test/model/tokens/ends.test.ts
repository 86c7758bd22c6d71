/** The kinds of tokens that end with something, caused by requests and control functions. */
import { expect, test } from 'vitest'
import type { Kind } from '../../../src/model/tokens/records.ts'
import { asPublic, client, deviceGrant, oauthOrg, type OAuthOrg } from '../../support/oauth.ts'

const authorizationServer = 'Cars'

const kinds: readonly Kind[] = ['session', 'oneTime', 'api', 'bearer', 'code', 'device', 'refresh', 'access']

/** An organisation with a token of each kind, of one user and one client that the user consented to. */
async function stage() {
  const it = await oauthOrg({ clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  const { control, login: user, org } = it
  const { client_id } = await client(it, {
    ...asPublic,
    consent_method: 'REQUIRED',
    grant_types: ['authorization_code', 'refresh_token', deviceGrant],
  })
  const parties = { user, client: client_id }
  control.setAuthorizationServer({ authorizationServer: authorizationServer, alias: 'cars' })
  control.createApiToken({ owner: user })
  control.createAccessToken({ ...parties, scopes: ['svc.users.read'] })
  const { refresh_token_id: tokenId } = await control.authorize({
    ...parties,
    authorizationServer,
    scopes: ['openid', 'offline_access'],
  })
  await control.authorize({ as: 'code', ...parties, authorizationServer, scopes: ['openid'] })
  const { json } = await it.post('/oauth2/cars/v1/device/authorize', { client_id, scope: 'openid' })
  control.answerDevice({ userCode: json.user_code, user })
  org.oneTimeLinks.issue(it.userId, 'forgot-password')
  return { ...it, clientId: client_id as string, tokenId: tokenId! }
}

type Stage = OAuthOrg & { readonly clientId: string; readonly tokenId: string }

const left = ({ org, userId }: Stage): readonly Kind[] =>
  kinds.filter((kind) =>
    org.tokens
      .all(kind)
      .some(
        (token) => 'userId' in token && token.userId === userId && !('isRevoked' in token && token.isRevoked),
      ),
  )

const user = ({ userId }: Stage) => `/api/v1/users/${userId}`
const ofClient = (it: Stage) => `${user(it)}/clients/${it.clientId}`

test.for<readonly [what: string, ended: readonly Kind[], act: (it: Stage) => unknown]>([
  ['a suspension', ['session', 'oneTime'], (it) => it.call('POST', `${user(it)}/lifecycle/suspend`)],
  ['a deactivation', kinds, (it) => it.call('POST', `${user(it)}/lifecycle/deactivate`)],
  [
    'a deactivation of the client',
    ['bearer', 'code', 'device', 'refresh', 'access'],
    ({ control, clientId }) => control.setApplication({ application: clientId, status: 'INACTIVE' }),
  ],
  [
    'a removal of the client',
    ['bearer', 'code', 'device', 'refresh', 'access'],
    (it) => it.call('DELETE', `/oauth2/v1/clients/${it.clientId}`),
  ],
  [
    'a deactivation of the scope openid',
    ['code', 'device', 'refresh', 'access'],
    ({ control }) => control.setScope({ scope: 'openid', authorizationServer, status: 'INACTIVE' }),
  ],
  [
    'a removal of the scope openid',
    ['code', 'device', 'refresh', 'access'],
    ({ control }) => control.remove({ kind: 'scope', scope: 'openid', authorizationServer }),
  ],
  [
    'a deactivation of the authorization server',
    ['code', 'device', 'refresh', 'access'],
    ({ control }) => control.setAuthorizationServer({ authorizationServer, status: 'INACTIVE' }),
  ],
  [
    'a revocation of all grants',
    ['code', 'device', 'refresh', 'access'],
    (it) => it.call('DELETE', `${user(it)}/grants`),
  ],
  [
    'a revocation of the grants for the client',
    ['code', 'device', 'refresh', 'access'],
    (it) => it.call('DELETE', `${ofClient(it)}/grants`),
  ],
  [
    'a revocation of the refresh tokens',
    ['refresh', 'access'],
    (it) => it.call('DELETE', `${ofClient(it)}/tokens`),
  ],
  [
    'a revocation of the refresh token',
    ['refresh', 'access'],
    (it) => it.call('DELETE', `${ofClient(it)}/tokens/${it.tokenId}`),
  ],
  ['a removal of the sessions', ['session'], (it) => it.call('DELETE', `${user(it)}/sessions`)],
  [
    'a removal of the sessions with oauthTokens',
    ['session', 'bearer', 'code', 'device', 'refresh', 'access'],
    (it) => it.call('DELETE', `${user(it)}/sessions?oauthTokens=true`),
  ],
  [
    'delete_sessions that keeps no session',
    ['session'],
    (it) =>
      it.call(
        'POST',
        '/api/v1/users/me/lifecycle/delete_sessions',
        { keepCurrent: false },
        {
          cookie: it.cookie,
          authorization: undefined as never,
        },
      ),
  ],
])('%s ends these kinds of tokens: %s', async ([, ended, act]) => {
  const it = await stage()
  expect(left(it)).toEqual(kinds)
  await act(it)
  expect(kinds.filter((kind) => !left(it).includes(kind))).toEqual(
    kinds.filter((kind) => ended.includes(kind)),
  )
})
