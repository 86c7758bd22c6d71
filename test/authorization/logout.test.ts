/** OpenID Connect RP-Initiated Logout 1.0, section 2. */
import { expect, test } from 'vitest'
import { base, client, hiddenFields, oauthOrg } from '../support/oauth.ts'

const left = 'https://shop.example.com/left'

async function signedIn() {
  const it = await oauthOrg()
  const shop = await client(it, { post_logout_redirect_uris: [left, `${left}?by=shop`] })
  const { id_token } = await it.control.issueTokens({
    client: shop.client_id,
    user: it.userId,
    scopes: ['openid'],
  })
  const me = async () => (await it.open(`${base}/api/v1/users/me`, { cookie: it.cookie })).status
  const form = (values: Record<string, string>) => new URLSearchParams(values).toString()
  return {
    ...it,
    shop,
    idToken: id_token!,
    me,
    get: (values: Record<string, string> = {}, cookie: string | undefined = it.cookie) =>
      it.open(`${base}${it.at}/logout?${form(values)}`, { cookie, host: 'svc.example.com' }),
    send: (values: Record<string, string>, headers: Record<string, string> = {}) =>
      it.post('logout', values, { cookie: it.cookie, host: 'svc.example.com', ...headers }),
  }
}

test('a sign-out without an ID token asks first, and its form keeps the parameters', async () => {
  const it = await signedIn()
  const asked = await it.get({
    client_id: it.shop.client_id,
    post_logout_redirect_uri: left,
    state: '"s"',
    token: 'sent',
  })
  expect(asked.status).toBe(200)
  expect(asked.text).toContain('Sign out?')
  expect(asked.text).toContain(`You are <strong>${it.login}</strong>.`)
  expect(hiddenFields(asked)).toEqual({
    client_id: it.shop.client_id,
    post_logout_redirect_uri: left,
    state: '&quot;s&quot;',
    token: expect.stringMatching(/^.{43}=$/),
  })
  expect(await it.me()).toBe(200)
})

test.each<[string, Record<string, string>, Record<string, string>, boolean]>([
  ['is that of the page', {}, {}, true],
  ['is sent by the page of the service', {}, { origin: base }, true],
  ['is sent at the name that it called', {}, { origin: 'http://svc.example.com' }, true],
  ['is sent by another page', {}, { origin: 'https://evil.test' }, false],
  ['is sent by a page without a name', {}, { origin: 'null' }, false],
  ['carries another token', { token: 'other' }, {}, false],
  ['carries no token', { token: '' }, {}, false],
])('a form that %s', async (_, values, headers, isOut) => {
  const it = await signedIn()
  const { status, text } = await it.send({ ...hiddenFields(await it.get()), ...values }, headers)
  expect([status, text.includes('You are signed out'), text.includes('Sign out?')]).toEqual([
    200,
    isOut,
    !isOut,
  ])
  expect(await it.me()).toBe(isOut ? 403 : 200)
})

test('ignores an answer in the query', async () => {
  const it = await signedIn()
  expect((await it.get(hiddenFields(await it.get()))).text).toContain('Sign out?')
  expect(await it.me()).toBe(200)
})

test.each([
  [{}, left],
  [{ state: 'a b&c' }, `${left}?state=a+b%26c`],
  [{ post_logout_redirect_uri: `${left}?by=shop` }, `${left}?by=shop`],
  [{ post_logout_redirect_uri: `${left}?by=shop`, state: 'x' }, `${left}?by=shop&state=x`],
])('with the ID token of the user, %j leads at once to %s', async (values, location) => {
  const it = await signedIn()
  const hint = { id_token_hint: it.idToken, post_logout_redirect_uri: left, ...values }
  const { status, headers } = await it.get(hint)
  expect([status, headers['location'], headers['cache-control']]).toEqual([302, location, 'no-store'])
  expect(String(headers['set-cookie'])).toMatch(/^sid=;|Max-Age=0|Expires=/)
  expect(await it.me()).toBe(403)
  const again = await signedIn()
  const sent = await again.send({ ...hint, id_token_hint: again.idToken })
  expect([sent.status, sent.headers['location']]).toEqual([303, location])
})

test('the ID token of another user asks whoever is signed in', async () => {
  const it = await signedIn()
  const stranger = await it.call('POST', '/api/v1/users', {
    profile: { login: 'b@example.com', email: 'b@example.com', firstName: 'B', lastName: 'C' },
    credentials: { password: { value: 'Sup3rsecret' } },
  })
  const { id_token } = await it.control.issueTokens({
    client: it.shop.client_id,
    user: stranger.json.id,
    scopes: ['openid'],
  })
  expect((await it.get({ id_token_hint: id_token! })).text).toContain('Sign out?')
  expect(await it.me()).toBe(200)
  expect((await it.get({ id_token_hint: id_token! }, '')).text).toContain('You are signed out')
})

test.each<[Record<string, string>, string]>([
  [{ id_token_hint: 'none' }, 'The parameter id_token_hint is no ID token that was issued here.'],
  [{ post_logout_redirect_uri: left }, 'Send id_token_hint along with post_logout_redirect_uri.'],
  [
    { client_id: 'SHOP', post_logout_redirect_uri: 'https://else.test/' },
    'The parameter post_logout_redirect_uri is none that the application has registered.',
  ],
  [
    { client_id: 'nobody', post_logout_redirect_uri: left },
    'The parameter post_logout_redirect_uri is none that the application has registered.',
  ],
  [
    { id_token_hint: 'OWN', client_id: 'nobody' },
    'The ID token was issued to another application than client_id names.',
  ],
])('%j shows the person an error and signs nobody out', async (values, problem) => {
  const it = await signedIn()
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === 'SHOP' ? it.shop.client_id : value === 'OWN' ? it.idToken : value,
    ]),
  )
  const { status, text } = await it.get(given)
  expect([status, text.includes(problem)]).toEqual([400, true])
  expect(text).toContain('This request cannot be answered')
  expect(await it.me()).toBe(200)
})

test.each(['id_token_hint', 'post_logout_redirect_uri', 'client_id', 'state'])(
  'a %s that came twice is refused',
  async (name) => {
    const it = await signedIn()
    const { status, text } = await it.open(`${base}${it.at}/logout?${name}=a&${name}=b`, {
      cookie: it.cookie,
    })
    expect([status, text.includes(`The parameter ${name} came more than once.`)]).toEqual([400, true])
  },
)
