/** The pages of the authorization servers, whole. */
import { expect, test } from 'vitest'
import {
  deviceGrant,
  type Answered,
  asPublic,
  authorizeUrl,
  callback,
  client,
  hiddenFields,
  oauthOrg,
} from '../support/oauth.ts'

/** The content of `<main>`, with whitespace collapsed. */
const mainOf = ({ text }: Answered): string =>
  /<main>([^]*)<\/main>/.exec(text)![1]!.replaceAll(/\s+/g, ' ').trim()

const policyOf = ({ headers }: Answered): string[] =>
  String(headers['content-security-policy'])
    .split('; ')
    .filter((part) => /^(?:img-src|form-action)/.test(part))

const tokenOf = (page: Answered): string =>
  `<input type="hidden" name="token" value="${hiddenFields(page)['token']}" />`

const buttons =
  '<button name="decision" value="allow">Allow</button> <button class="other" name="decision" value="deny">Refuse</button>'

test('the page that asks for consent', async () => {
  const it = await oauthOrg()
  const shop = await client(it, { consent_method: 'REQUIRED', client_name: 'Shop & Co' })
  const ask = () =>
    it.open(authorizeUrl(it.at, shop.client_id, { scope: 'openid email' }), { cookie: it.cookie })
  const scopes =
    '<ul class="scopes"> <li><strong>Sign in</strong><br /><span class="hint">Tells the application who signed in</span></li>' +
    '<li><strong>E-mail address</strong><br /><span class="hint">Allows the application to read your e-mail</span></li> </ul>'
  const you = `<p>You are <strong>${it.login}</strong>. The application will be able to:</p>`
  const idOf = (page: string) => /name="interaction" value="(\w{32})"/.exec(page)![1]!
  const plain = await ask()
  const main = mainOf(plain)
  expect(main).toBe(
    `<h1>Shop &amp; Co asks for access</h1> ${you} ${scopes} <form method="post" action="authorize"> ` +
      `<input type="hidden" name="interaction" value="${idOf(main)}" /> ${tokenOf(plain)} ${buttons} </form>`,
  )
  expect([plain.status, policyOf(plain)]).toStrictEqual([
    200,
    ["img-src 'self'", "form-action 'self' https://shop.example.com"],
  ])
  it.org.clients.collection.put({
    ...it.org.clients.get(shop.client_id)!,
    settings: {
      ...it.org.clients.get(shop.client_id)!.settings,
      logo_uri: 'https://cdn.example.com/logo.png?a=1&b',
      policy_uri: 'https://shop.example.com/policy',
      tos_uri: 'https://shop.example.com/terms',
    },
  })
  const linked = await ask()
  expect(mainOf(linked)).toBe(
    `<h1>Shop &amp; Co asks for access</h1> <img class="logo" src="https://cdn.example.com/logo.png?a=1&amp;b" alt="" /> ${you} ${scopes} ` +
      '<p class="hint"><a href="https://shop.example.com/policy" target="_blank" rel="noopener noreferrer">Privacy policy</a> ' +
      '<a href="https://shop.example.com/terms" target="_blank" rel="noopener noreferrer">Terms of service</a></p> ' +
      `<form method="post" action="authorize"> <input type="hidden" name="interaction" value="${idOf(mainOf(linked))}" /> ${tokenOf(linked)} ${buttons} </form>`,
  )
  expect(policyOf(linked)[0]).toBe("img-src 'self' https://cdn.example.com")
  const refused = await it.post(
    'authorize',
    { ...hiddenFields(plain), decision: 'deny' },
    { cookie: it.cookie },
  )
  expect([refused.status, String(refused.headers['location'])]).toStrictEqual([
    303,
    `${callback}?${new URLSearchParams({
      error: 'access_denied',
      error_description: 'The user refused',
      state: 'xyz',
      iss: 'https://svc.example.com',
    })}`,
  ])
  expect(it.org.grants.collection.size).toBe(0)
  const allow = { ...hiddenFields(linked), decision: 'allow' }
  const allowed = await it.post('authorize', allow, { cookie: it.cookie })
  expect(String(allowed.headers['location'])).toMatch(
    /^https:\/\/shop\.example\.com\/callback\?code=\w{43}&state=xyz&iss=/,
  )
  expect(
    it.org.grants.collection
      .values()
      .map(({ scopeId, userId, clientId }) => [
        it.org.authorizationServers.scopes.get(scopeId)!.name,
        userId,
        clientId,
      ]),
  ).toStrictEqual([
    ['openid', it.userId, shop.client_id],
    ['email', it.userId, shop.client_id],
  ])
})

test('the page that asks for the code of a device', async () => {
  const it = await oauthOrg()
  const field = (value: string, isWrong: boolean) =>
    '<form method="get"> <label for="user_code">Code that the device shows</label> ' +
    '<input id="user_code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" required ' +
    `value="${value}" aria-invalid="${isWrong}" ${isWrong ? 'aria-describedby="problem" ' : ''}/> <button>Continue</button> </form>`
  const open = (query: string) => it.open(`/activate${query}`, { cookie: it.cookie })
  const empty = await open('')
  expect([empty.status, mainOf(empty)]).toStrictEqual([200, `<h1>Connect a device</h1> ${field('', false)}`])
  const wrong = await open('?user_code=%22x')
  expect([wrong.status, mainOf(wrong)]).toStrictEqual([
    400,
    `<h1>Connect a device</h1> <p role="alert" id="problem">This code is unknown, or over.</p> ${field('&quot;x', true)}`,
  ])
})

test('the page that asks whether a device is connected, and what it says then', async () => {
  const it = await oauthOrg()
  const tv = await client(it, {
    ...asPublic,
    client_name: 'TV',
    grant_types: ['authorization_code', deviceGrant],
  })
  const { json } = await it.post('device/authorize', { client_id: tv.client_id, scope: 'openid' })
  const page = await it.open(`/activate?user_code=${json.user_code}`, { cookie: it.cookie })
  const { id: session } = it.org.sessions.find(it.cookie.slice(4))!
  expect([page.status, mainOf(page)]).toStrictEqual([
    200,
    `<h1>Connect TV?</h1> <p>A device shows the code <strong>${json.user_code}</strong>. Go on only if it is yours.</p> ` +
      `<p>You are <strong>${it.login}</strong>. The application will be able to:</p> ` +
      '<ul class="scopes"> <li><strong>Sign in</strong><br /><span class="hint">Tells the application who signed in</span></li> </ul> ' +
      `<form method="post"> <input type="hidden" name="user_code" value="${json.user_code}" /> ` +
      `${tokenOf(page)} ${buttons} </form>`,
  ])
  expect(policyOf(page)).toStrictEqual(["img-src 'self'", "form-action 'self'"])
  const send = (form: Record<string, string>) =>
    it.post('/activate', { ...hiddenFields(page), ...form }, { cookie: it.cookie })
  expect(mainOf(await send({ decision: 'allow' }))).toBe(
    '<h1>The device is connected</h1> <p>You can go back to it now.</p>',
  )
  const code = it.org.deviceCodes.find(json.device_code)!
  expect([code.status, code.userId, code.isUnderConsent, code.authentication?.sessionId]).toStrictEqual([
    'approved',
    it.userId,
    false,
    session,
  ])
})

test('the pages that ask whether to sign out, and say that it was done', async () => {
  const it = await oauthOrg({ baseUrl: 'https://svc.example.com/idp' })
  const cookie = it.cookie
  const asked = await it.open('/idp/oauth2/v1/logout', { cookie })
  expect(mainOf(asked)).toBe(
    `<h1>Sign out?</h1> <p>You are <strong>${it.login}</strong>.</p> <form method="post"> ${tokenOf(asked)} <button>Sign out</button> </form>`,
  )
  expect(policyOf(asked)[1]).toBe("form-action 'self'")
  const done = await it.post('/idp/oauth2/v1/logout', hiddenFields(asked), { cookie })
  expect([done.status, mainOf(done)]).toStrictEqual([
    200,
    '<h1>You are signed out</h1> <p><a href="/idp/signin">Sign in again</a></p>',
  ])
  const nobody = await it.open('/idp/oauth2/v1/logout')
  expect(mainOf(nobody)).toBe(mainOf(done))
})
