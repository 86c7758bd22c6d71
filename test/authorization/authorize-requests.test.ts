/** What an authorization request may say, at the edges of each parameter. */
import { expect, test } from 'vitest'
import {
  type Answered,
  asPublic,
  authorizeUrl,
  base,
  callback,
  client,
  type Form,
  oauthOrg,
  type OAuthOrg,
  pkce,
  sentBack,
} from '../support/oauth.ts'

const implicit = {
  application_type: 'browser',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'implicit'],
  response_types: ['code', 'token', 'id_token'],
}

/** `code`, or where the browser is led instead, or what is wrong. */
function outcome(answer: Answered): string {
  const location = String(answer.headers['location'])
  if (answer.status === 303) return location.replace(/=.*/, '')
  const { error, error_description: why, code } = sentBack(answer)
  return error === undefined ? (code === undefined ? `${answer.status}` : 'code') : `${error}: ${why}`
}

const signIn = '/signin?interaction'
const seconds = 'invalid_request: max_age must be a number of seconds'

test.for([
  ['0', 0, signIn],
  ['5', 5000, 'code'],
  ['5', 5001, signIn],
  ['x5', 0, seconds],
  ['5x', 0, seconds],
  ['1.5', 0, seconds],
  ['9'.repeat(15), 5000, 'code'],
  ['9'.repeat(16), 5000, seconds],
] as const)('max_age %s, %i ms after the sign-in: %s', async ([max_age, after, expected]) => {
  const it = await oauthOrg({ clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  const shop = await client(it)
  it.control.advanceClock({ by: after })
  const url = authorizeUrl(it.at, shop.client_id, { max_age })
  expect(outcome(await it.open(url, { cookie: it.cookie }))).toBe(expected)
})

const length = 'invalid_request: code_challenge must be a SHA-256 in base64url: 43 characters'
const unknownPrompt = 'invalid_request: prompt is not known'

test.for<[string, Form, string]>([
  ['a prompt with a blank', { prompt: ' none ' }, 'code'],
  ['a prompt twice', { prompt: 'none none' }, 'code'],
  ['another sign-in', { prompt: 'login' }, signIn],
  ['another account', { prompt: 'select_account' }, signIn],
  ['a consent', { prompt: 'consent' }, '200'],
  ['a known prompt and one that is not', { prompt: 'consent other' }, unknownPrompt],
  ['a response type with blanks', { response_type: ' code ' }, 'code'],
  [
    'half of a response type',
    { response_type: 'cod' },
    'unsupported_response_type: The response type is not served',
  ],
  ['a challenge', pkce, 'code'],
  ['a challenge with more before it', { ...pkce, code_challenge: `x${pkce.code_challenge}` }, length],
  ['a challenge with more behind it', { ...pkce, code_challenge: `${pkce.code_challenge}=` }, length],
  ['a challenge of other letters', { ...pkce, code_challenge: '+'.repeat(43) }, length],
  ['scopes with blanks', { scope: ' openid  profile ' }, 'code'],
  ['blanks for scopes', { scope: '  ' }, 'invalid_scope: The request names no scope'],
])('%s is answered as the rules say', async ([, changes, expected]) => {
  const it = await oauthOrg()
  const shop = await client(it)
  const url = authorizeUrl(it.at, shop.client_id, changes)
  expect(outcome(await it.open(url, { cookie: it.cookie }))).toBe(expected)
})

const begins = (it: OAuthOrg, id: string, changes: Form) =>
  it.open(authorizeUrl(it.at, id, { ...pkce, ...changes }), { cookie: it.cookie })

test.for<[Form, string]>([
  [{ response_type: 'code', scope: 'none' }, '?'],
  [{ response_type: 'code', scope: 'none', response_mode: 'fragment' }, '#'],
  [{ response_type: 'token', scope: 'none' }, '#'],
  [{ response_type: 'token', scope: 'none', response_mode: 'query' }, '#'],
  [{ response_type: 'id_token', scope: 'none' }, '#'],
  [{ response_type: 'id_token', scope: 'none', response_mode: 'query' }, '#'],
  [{ response_type: 'code id_token', scope: 'none' }, '#'],
  [{ response_type: undefined }, '?'],
])('what is wrong with %j is told behind %s', async ([changes, mark]) => {
  const it = await oauthOrg()
  const spa = await client(it, implicit)
  const location = String((await begins(it, spa.client_id, changes)).headers['location'])
  expect(location.slice(0, callback.length + 7)).toBe(`${callback}${mark}error=`)
})

test('a state that came twice is in no answer', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  const answer = await it.open(`${authorizeUrl(it.at, shop.client_id)}&state=other`, { cookie: it.cookie })
  expect(sentBack(answer)).toStrictEqual({
    error: 'invalid_request',
    error_description: 'The parameter state came more than once',
    iss: base,
  })
})

test('an ID token can be a hint for its own client, at its own server', async () => {
  const it = await oauthOrg()
  const [shop, other] = [await client(it), await client(it, { client_name: 'Other' })]
  it.control.createAuthorizationServer({ name: 'Cars', alias: 'cars' })
  const issue = async (changes: object) =>
    (
      await it.control.issueTokens({
        client: shop.client_id,
        user: it.userId,
        scopes: ['openid'],
        ...changes,
      })
    ).id_token!
  const ask = async (id_token_hint: string) => outcome(await begins(it, shop.client_id, { id_token_hint }))
  const wrong = 'invalid_request: id_token_hint is no ID token that this server issued to the client'
  expect(await ask(await issue({}))).toBe('code')
  expect(await ask(await issue({ client: other.client_id }))).toBe(wrong)
  expect(await ask(await issue({ authorizationServer: 'cars' }))).toBe(wrong)
})

test('an ID token of another user leads to the sign-in, or to an error where nothing may be shown', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  const { json } = await it.call('POST', '/api/v1/users', {
    profile: { login: 'b@example.com', email: 'b@example.com', firstName: 'B', lastName: 'C' },
    credentials: { password: { value: 'Sup3rsecret' } },
  })
  const { id_token } = await it.control.issueTokens({
    client: shop.client_id,
    user: json.id,
    scopes: ['openid'],
  })
  const ask = (changes: Form = {}) => begins(it, shop.client_id, { id_token_hint: id_token, ...changes })
  expect(outcome(await ask({ prompt: 'none' }))).toBe('login_required: The user has to sign in')
  const begun = await ask()
  const interaction = it.org.interactions.find(
    /interaction=(\w+)$/.exec(String(begun.headers['location']))![1]!,
  )!
  expect(interaction.loginHint).toBeUndefined()
  // The one who signs in is still another one.
  it.org.interactions.signedIn(interaction, it.org.sessions.find(it.cookie.slice(4))!.id)
  const goesOn = () => it.open(`${it.at}/authorize?interaction=${interaction.id}`, { cookie: it.cookie })
  expect(outcome(await goesOn())).toBe(
    'login_required: Another user signed in than the one that was asked for',
  )
  // What was answered is over.
  expect((await goesOn()).text).toContain('This sign-in is over. Go back to the application and begin again.')
})

test('a sign-in that began at one server does not go on at another', async () => {
  const it = await oauthOrg()
  const shop = await client(it)
  it.control.createAuthorizationServer({ name: 'Cars', alias: 'cars' })
  const begun = await it.open(authorizeUrl(it.at, shop.client_id))
  const id = /interaction=(\w+)$/.exec(String(begun.headers['location']))![1]!
  const { id: own } = it.org.authorizationServers.own
  expect(it.org.interactions.find(id)).toStrictEqual({
    id,
    authorizationServerId: own,
    parameters: {
      client_id: shop.client_id,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid',
      state: 'xyz',
    },
    leadsTo: 'https://shop.example.com',
    clientName: 'Shop',
    expiresAt: expect.any(Number),
  })
  const goOn = (at: string) => it.open(`${at}/authorize?interaction=${id}`, { cookie: it.cookie })
  expect((await goOn('/oauth2/cars/v1')).status).toBe(400)
  expect(outcome(await goOn(it.at))).toBe('code')
  expect((await goOn(it.at)).text).toContain('This sign-in is over.')
})

test.for([
  ['http://127.0.0.1x/cb', 'http://127.0.0.1:80x/cb'],
  ['com.example:/http://127.0.0.1/cb', 'com.example:/http://127.0.0.1:80/cb'],
  ['https://127.0.0.1/cb', 'https://127.0.0.1:80/cb'],
  ['http://127.0.0.2/cb', 'http://127.0.0.2:80/cb'],
])('who registered %s is not led to %s', async ([registered, asked]) => {
  const it = await oauthOrg()
  const app = await client(it, { ...asPublic, redirect_uris: [registered] })
  const answer = await begins(it, app.client_id, { redirect_uri: asked })
  expect([answer.status, answer.headers['location']]).toStrictEqual([400, undefined])
})

test.for([
  ['http://127.0.0.1?a=1', 'http://127.0.0.1:8123?a=1'],
  ['http://127.0.0.1:1/cb', 'http://127.0.0.1/cb'],
])('who registered %s is led to %s', async ([registered, asked]) => {
  const it = await oauthOrg()
  const app = await client(it, { ...asPublic, redirect_uris: [registered] })
  expect((await begins(it, app.client_id, { redirect_uri: asked })).status).toBe(302)
})

test.for([
  ['authorization_code refresh_token', 'code', 'openid offline_access'],
  ['authorization_code', 'code', 'openid'],
  ['authorization_code refresh_token implicit', 'id_token token', 'openid'],
] as const)('a client with %s that asks for %s may have %s', async ([grants, response_type, expected]) => {
  const it = await oauthOrg()
  const shop = await client(it, {
    grant_types: grants.split(' '),
    response_types: ['code', ...response_type.split(' ')],
  })
  const back = sentBack(
    await begins(it, shop.client_id, { response_type, nonce: 'n', scope: 'openid offline_access' }),
  )
  const code = back['code'] === undefined ? undefined : it.org.authorizationCodes.find(back['code'])
  const scopes = code?.scopeIds.map((id) => it.org.authorizationServers.scopes.get(id)!.name).join(' ')
  expect(scopes ?? back['scope']).toBe(expected)
})

test('a code holds what was asked for, and how the user signed in', async () => {
  const it = await oauthOrg({ clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  const shop = await client(it, { consent_method: 'REQUIRED' })
  it.control.grantConsent({ user: it.userId, client: shop.client_id, scopes: ['openid'] })
  const session = it.org.sessions.find(it.cookie.slice(4))!
  it.control.advanceClock({ by: '1m' })
  const issued = async (changes: Form) => {
    const { code } = sentBack(
      await it.open(authorizeUrl(it.at, shop.client_id, changes), { cookie: it.cookie }),
    )
    return it.org.authorizationCodes.find(code!)
  }
  const plain = {
    value: expect.stringMatching(/^\w{43}$/),
    familyId: expect.stringMatching(/^oaz/),
    clientId: shop.client_id,
    userId: it.userId,
    authorizationServerId: it.org.authorizationServers.own.id,
    scopeIds: [it.org.authorizationServers.resolveScope('openid').id],
    authentication: {
      authTime: Date.parse('2026-01-05T09:30:00.000Z'),
      amr: session.amr ?? ['pwd'],
      sessionId: session.id,
    },
    isUnderConsent: true,
    redirectUri: callback,
    expiresAt: Date.parse('2026-01-05T09:36:00.000Z'),
    use: 'unused',
  }
  expect(await issued({})).toStrictEqual(plain)
  expect(await issued({ nonce: 'n', ...pkce })).toStrictEqual({
    ...plain,
    nonce: 'n',
    codeChallenge: pkce.code_challenge,
  })
})
