/** The texts of the pages for people are in pages.txt: after an intended change, run this file with `-u`. */
import { expect, test } from 'vitest'
import type { WireReply } from '../../src/handlers/wire.ts'
import { testOrg, type TestOrg } from '../support/call.ts'
import {
  type Answered,
  asPublic,
  authorizeUrl,
  client,
  deviceGrant,
  hiddenFields,
  oauthOrg,
} from '../support/oauth.ts'
import { otherPassword, password, person, personIn } from '../support/people.ts'
import { cookiesOf, invited, open } from './browser.ts'

/** Ids, tokens, and the logins of users that other tests number as well. */
const variable =
  /00u\w{17}|(?<=[=/"])[\w-]{20,}(?=[";&]|$)|(?<=name="token" value=")[^"]+|(?<=user)\d+(?=@)|(?<=sha256-)[^']+/gm

/** The content security policy of every page. */
const usual = new Set([
  "default-src 'none'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
])

/** The pages of one walk, as `pages.txt` has them: no style, no ids, and only headers that differ. */
function album() {
  const pages: string[] = []
  const take = (name: string, { status, headers, body }: WireReply): void => {
    const policy = String(headers['Content-Security-Policy'] ?? '')
    expect([name, headers['Cache-Control']]).toEqual([name, 'no-store'])
    // A redirect is not a page.
    if (status < 300 || status >= 400) expect(policy).toMatch(/^default-src 'none'; /)
    const shown = [
      String(status),
      ...['Location', 'Allow', 'Set-Cookie'].flatMap((key) =>
        [headers[key] ?? []].flat().map((value) => `${key}: ${value}`),
      ),
      ...policy.split('; ').filter((part) => !usual.has(part) && !part.startsWith('style-src ')),
      ...(/<main>([^]*)<\/main>/.exec(body)?.[1] ?? body)
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replaceAll('> <', '>\n<')
        .split('\n'),
    ]
    const text = shown
      .filter(Boolean)
      .map((line) => `  ${line}`)
      .join('\n')
    pages.push(`${name}\n${text.replaceAll(variable, '{…}')}\n`)
  }
  return { take, text: () => pages.join('\n') }
}

const ada = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }

test('the pages say what they say', async () => {
  const { take, text } = album()
  await signInPages(take)
  await failedSignIns(take)
  await linkPages(take)
  await otherPages(take)
  await pagesOfClients(take)
  await expect(text()).toMatchFileSnapshot('pages.txt')
})

type Take = ReturnType<typeof album>['take']

async function signInPages(take: Take): Promise<void> {
  const it = testOrg({ baseUrl: 'https://example.com/idp' })
  await person(it, { profile: ada })
  take('sign in', await open(it, '/idp/signin'))
  const done = await open(it, '/idp/signin', { form: { login: ada.login, password } })
  take('signed in', done)
  const cookie = cookiesOf(done)[0]!.split(';')[0]!
  take('signed in already', await open(it, '/idp/signin', { headers: { cookie } }))
  take('signed out', await open(it, '/idp/signout', { form: {}, headers: { cookie } }))
  const plain = testOrg({ baseUrl: 'http://localhost:3000' })
  await person(plain, { profile: ada })
  take('signed in over plain HTTP', await open(plain, '/signin', { form: { login: ada.login, password } }))
  const quick = testOrg({ signIn: { quick: true } })
  await person(quick, { profile: ada })
  await person(quick, { profile: { login: 'idle@example.com' }, query: '?activate=false' })
  take('quick sign-in', await open(quick, '/signin'))
  const asking = testOrg({ signIn: { secondFactor: true } })
  const { id } = await person(asking, { profile: ada })
  for (const factor of ['totp', 'email']) asking.control.enrollFactor({ user: id, factor })
  const asked = await open(asking, '/signin?returnTo=http%3A%2F%2Flocalhost%3A1', {
    form: { login: ada.login, password },
  })
  take('second factor', asked)
  const [, stateToken = ''] = /name="stateToken" value="(\w+)"/.exec(asked.body) ?? []
  take('second factor: mailed', await open(asking, '/signin', { form: { stateToken, send: 'email' } }))
  for (let left = 4; left >= 0; left--) {
    const page = await open(asking, '/signin', { form: { stateToken, code: 'x' } })
    if (left === 4 || left === 0) take(`second factor: ${left} left`, page)
  }
}

/** Each reason for which a sign-in fails, brought about. */
async function failedSignIns(take: Take): Promise<void> {
  const it = testOrg()
  const hook = { password: { hook: { type: 'default' } } }
  const loginOf = ({ profile }: { profile: { login: string } }) => profile.login
  const blocked = await person(it)
  it.control.setUser({ user: blocked.id, block: 'UNKNOWN_DEVICES' })
  const federated = await person(it)
  it.control.setUser({ user: federated.id, provider: { type: 'FEDERATION' } })
  const expired = { login: loginOf(await personIn(it, 'PASSWORD_EXPIRED')), password }
  const hooked = await person(it, { credentials: hook })
  const failures = [
    { login: 'nobody@example.com', password },
    { login: loginOf(await person(it)), password: 'Wr0ngwrong' },
    expired,
    { ...expired, newPassword: 'weak' },
    { login: loginOf(await personIn(it, 'LOCKED_OUT')), password },
    { login: loginOf(await personIn(it, 'SUSPENDED')), password },
    { login: loginOf(blocked), password },
    { login: loginOf(federated), password },
    { login: loginOf(hooked), password },
  ]
  const fail = async (form: { login: string; password: string; newPassword?: string }) => {
    const page = await open(it, '/signin', { form })
    const result = await it.control.signIn(form)
    take(`failed for ${result.status === 'FAILURE' ? result.reason : 'nothing'}`, page)
  }
  for (const form of failures) await fail(form)
  it.control.changeSettings({ passwordHook: 'http://127.0.0.1:1' })
  await fail({ login: loginOf(hooked), password })
  const optional = testOrg({ optionalPassword: 'optional' })
  const { login, url } = await invited(optional)
  await open(optional, url, { form: {} })
  take('failed without a password', await open(optional, '/signin', { form: { login } }))
  const slow = testOrg({ delays: { transition: 1000 } })
  take(
    'failed in transition',
    await open(slow, '/signin', { form: { login: loginOf(await person(slow)), password } }),
  )
}

async function linkPages(take: Take): Promise<void> {
  const it = testOrg({ baseUrl: 'https://example.com/idp/' })
  const { id } = await person(it, { profile: ada })
  const both = async (of: TestOrg, name: string, url: string, form: Record<string, string>) => {
    take(name, await open(of, url))
    take(`${name}: sent`, await open(of, url, { form }))
  }
  const link = async (path: string): Promise<string> =>
    (await it.call('POST', `/api/v1/users/${id}${path}?sendEmail=false`)).json.resetPasswordUrl
  const forgot = await link('/credentials/forgot_password')
  await both(it, 'forgotten password, with a weak one', forgot, { newPassword: 'weak' })
  take('forgotten password, without one', await open(it, forgot, { form: {} }))
  take('forgotten password: set', await open(it, forgot, { form: { newPassword: otherPassword } }))
  const reset = await link('/lifecycle/reset_password')
  await both(it, 'reset password', reset, { newPassword: 'An0therHorse' })
  await both(it, 'a link that was used', reset, { newPassword: 'An0therHorse' })
  const { sessionCookie } = it.control.openSession({ user: id })
  const changes = { profile: { email: 'new@example.com' } }
  await it.call('POST', '/api/v1/users/me', changes, { authorization: undefined, cookie: sessionCookie })
  await both(it, 'another address', it.control.listMails({ kind: 'email-verification' })[0]!.url!, {})
  await both(it, 'activation', (await invited(it, { login: 'bea@example.com' })).url, {
    newPassword: password,
  })
  const optional = testOrg({ optionalPassword: 'optional' })
  await both(optional, 'sign-in by a link', (await invited(optional, ada)).url, {})
  const slow = testOrg({ delays: { transition: 1000 } })
  const { url } = await invited(slow, ada)
  take('a link of a user in transition', await open(slow, url, { form: { newPassword: password } }))
  const locked = await invited(optional)
  optional.control.setUser({ user: locked.id, status: 'LOCKED_OUT' })
  take('a link of a locked user', await open(optional, locked.url, { form: {} }))
  const suspended = testOrg()
  const { id: gone } = await person(suspended, { profile: ada })
  const path = `/api/v1/users/${gone}`
  const late = await suspended.call('POST', `${path}/credentials/forgot_password?sendEmail=false`)
  await suspended.call('POST', `${path}/lifecycle/suspend`)
  const form = { newPassword: otherPassword }
  take('a link of a suspended user', await open(suspended, late.json.resetPasswordUrl, { form }))
}

async function otherPages(take: Take): Promise<void> {
  const it = testOrg({ baseUrl: 'https://example.com/idp' })
  take('home', await open(it, '/idp/'))
  take('home without mails', await open(it, '/idp/', { showsMails: false }))
  await invited(it, ada)
  take('home with a mail', await open(it, '/idp/'))
  take('forgot password', await open(it, '/idp/signin/forgot-password'))
  take(
    'forgot password, without an address',
    await open(it, '/idp/signin/forgot-password', { form: { address: '' } }),
  )
  take('forgot password: sent', await open(it, '/idp/signin/forgot-password', { form: { address: 'x' } }))
  for (const method of ['PUT', 'DELETE']) take(method, await open(it, '/idp/signin', { method }))
  take('GET where only a form is taken', await open(it, '/idp/signout'))
  take('POST where none is', await open(it, '/idp/', { form: {} }))
  const origin = 'https://evil.example'
  take('a form from elsewhere', await open(it, '/idp/signin', { form: {}, headers: { origin } }))
  const headers = { 'content-type': 'text/plain' }
  take('text', await open(it, '/idp/signin', { form: { a: 'b' }, headers }))
  // A request without a body has no wrong content type.
  take('nothing', await open(it, '/idp/signin', { form: {}, headers }))
}

const reply = ({ status, headers, text }: Answered): WireReply => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replaceAll(/(?:^|-)\w/g, (at) => at.toUpperCase()),
      value,
    ]),
  ),
  body: text,
})

/** The pages of authorization servers. */
async function pagesOfClients(take: Take): Promise<void> {
  const it = await oauthOrg({ baseUrl: 'https://svc.example.com/idp' }, '/idp/oauth2/v1')
  const { cookie } = it
  const asked = { policy_uri: 'https://shop.example.com/policy', tos_uri: 'https://shop.example.com/terms' }
  const shop = await client(it, { consent_method: 'REQUIRED', client_name: 'Shop & Co' })
  const linked = await client(it, {
    consent_method: 'REQUIRED',
    ...asked,
    logo_uri: 'https://cdn.example.com/logo.png?a=1&b',
  })
  const consent = ({ client_id }: { client_id: string }) =>
    it.open(authorizeUrl(it.at, client_id, { scope: 'openid email' }), { cookie })
  const page = await consent(shop)
  take('consent', reply(page))
  take(
    'consent: refused',
    reply(await it.post(`authorize`, { ...hiddenFields(page), decision: 'deny' }, { cookie })),
  )
  take('consent, with links and a logo', reply(await consent(linked)))
  const begun = await it.open(authorizeUrl(it.at, shop.client_id, { login_hint: 'jo@example.com' }))
  take('sign in for an application', reply(await it.open(String(begun.headers['location']))))
  const tv = await client(it, {
    ...asPublic,
    client_name: 'TV',
    grant_types: ['authorization_code', deviceGrant],
  })
  const { json } = await it.post('device/authorize', { client_id: tv.client_id, scope: 'openid' })
  take('device', reply(await it.open('/idp/activate', { cookie })))
  take('device, with a wrong code', reply(await it.open('/idp/activate?user_code=%22x', { cookie })))
  const connect = await it.open(`/idp/activate?user_code=${json.user_code}`, { cookie })
  take('device, with its code', reply(connect))
  const allow = { ...hiddenFields(connect), decision: 'allow' }
  take('device: connected', reply(await it.post('/idp/activate', allow, { cookie })))
  const plain = await client(it)
  for (const response_mode of ['form_post', 'svc_post_message']) {
    const url = authorizeUrl(it.at, plain.client_id, { response_mode })
    take(`answered by ${response_mode}`, reply(await it.open(url, { cookie })))
  }
  const out = await it.open('/idp/oauth2/v1/logout', { cookie })
  take('sign out', reply(out))
  take('sign out: done', reply(await it.post('/idp/oauth2/v1/logout', hiddenFields(out), { cookie })))
  take('sign out of nothing', reply(await it.open('/idp/oauth2/v1/logout')))
}
