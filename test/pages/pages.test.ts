/** The pages for people, except for their texts, which are in pages.txt. */
import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { WireReply } from '../../src/handlers/wire.ts'
import { html } from '../../src/pages/html.ts'
import { testOrg } from '../support/call.ts'
import { otherPassword, password, person, statusOf } from '../support/people.ts'
import { cookiesOf, invited, open } from './browser.ts'

const headingOf = ({ body }: WireReply): string | undefined => /<h1>(.*?)<\/h1>/.exec(body)?.[1]
const alertOf = ({ body }: WireReply): string | undefined => /role="alert"[^>]*>([^<]*)</.exec(body)?.[1]

test('the page behind a link does what the link is for, once', async () => {
  const it = testOrg()
  const { id, login, url } = await invited(it)
  for (let time = 0; time < 3; time++) expect((await open(it, url)).status).toBe(200)
  expect((await open(it, url, { form: { newPassword: 'weak' } })).status).toBe(400)
  expect(await statusOf(it, id)).toBe('PROVISIONED')
  expect((await open(it, url, { form: { newPassword: password } })).status).toBe(200)
  expect(await statusOf(it, id)).toBe('ACTIVE')
  expect(await it.control.signIn({ login, password })).toMatchObject({ status: 'SUCCESS' })
  for (const sent of [{}, { form: { newPassword: otherPassword } }]) {
    expect((await open(it, url, sent)).status).toBe(404)
  }
})

test('events name the person and the page: a link of a mail, a sign-in, a sign-out', async () => {
  const it = testOrg()
  const { login, url } = await invited(it)
  await open(it, url, { form: { newPassword: password } })
  const cookie = cookiesOf(await open(it, '/signin', { form: { login, password } }))[0]!.split(';')[0]!
  await open(it, '/signout', { form: {}, headers: { cookie } })
  const causes = (type: string) => it.control.listEvents({ type }).map(({ cause }) => cause)
  const byPage = (name: string) => ({ kind: 'person', name })
  expect(causes('user.activated')).toEqual([byPage('link: activation')])
  expect(causes('session.opened')).toEqual([byPage('sign-in')])
  expect(causes('session.ended')).toEqual([byPage('sign-out')])
  await it
    .call('POST', '/signin', new URLSearchParams({ login, password }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    .catch(() => {})
  const { changes } = it.control.readExchange()
  expect(changes.length).toBeGreaterThan(0)
  expect(causes('session.opened').at(-1)).toMatchObject(byPage('sign-in'))
})

test('a person with a factor is asked for its code after the password or a link, until a reset', async () => {
  const it = testOrg({ signIn: { secondFactor: true } })
  const { id, profile } = await person(it)
  it.control.enrollFactor({ user: id, factor: 'totp' })
  it.control.enrollFactor({ user: id, factor: 'email' })
  const form = { login: profile.login, password }
  const tokenIn = ({ body }: WireReply) => /name="stateToken" value="(\w+)"/.exec(body)?.[1] ?? ''
  const send = (stateToken: string, more: Record<string, string>) =>
    open(it, '/signin', { form: { stateToken, ...more } })
  const asked = await open(it, '/signin', { form })
  expect([headingOf(asked), cookiesOf(asked)]).toEqual(['Enter your code', []])
  expect(alertOf(await send(tokenIn(asked), { code: '000000' }))).toBe('The code is wrong.')
  const { code } = await it.control.readFactorCode({ user: id })
  const done = await send(tokenIn(asked), { code: ` ${code} ` })
  expect([headingOf(done), cookiesOf(done).length]).toEqual(['You are signed in', 2])
  expect(it.control.listEvents({ type: 'user.signed-in' })).toMatchObject([
    { cause: { kind: 'person', name: 'sign-in' } },
  ])

  const { url } = it.control.sendMail({ kind: 'email-login', user: id })
  const linked = await open(it, url!, { form: {} })
  expect([headingOf(linked), cookiesOf(linked)]).toEqual(['Enter your code', []])
  expect(alertOf(await send(tokenIn(linked), { code }))).toContain('used already')
  await send(tokenIn(linked), { send: 'email' })
  const mailed = it.control.listMails({ kind: 'sign-in-code' })
  expect(mailed).toHaveLength(1)
  expect(headingOf(await send(tokenIn(linked), { code: mailed[0]!.code! }))).toBe('You are signed in')

  it.control.advanceClock({ by: '5m' })
  expect(alertOf(await send(tokenIn(asked), { code }))).toContain('Begin again')
  expect(headingOf(await send('', { send: 'email' }))).toBe('Sign in')
  await it.call('POST', `/api/v1/users/${id}/lifecycle/reset_factors`)
  expect(headingOf(await open(it, '/signin', { form }))).toBe('You are signed in')

  it.control.enrollFactor({ user: id, factor: 'email' })
  const mailing = await open(it, '/signin', { form })
  const [last] = it.control.listMails({ kind: 'sign-in-code' }).slice(-1)
  expect(headingOf(await send(tokenIn(mailing), { code: last!.code! }))).toBe('You are signed in')
})

test.for([
  ['/lifecycle/reset_password', '/reset_password/'],
  ['/credentials/forgot_password', '/signin/reset-password/'],
] as const)('the page behind the link of %s sets a new password', async ([operation, path]) => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const { json } = await it.call('POST', `/api/v1/users/${id}${operation}?sendEmail=false`)
  expect(new URL(json.resetPasswordUrl).pathname.startsWith(path)).toBe(true)
  await open(it, json.resetPasswordUrl, { form: { newPassword: otherPassword } })
  expect(await statusOf(it, id)).toBe('ACTIVE')
  const signedIn = await it.control.signIn({ login: profile.login, password: otherPassword })
  expect(signedIn).toMatchObject({ status: 'SUCCESS' })
})

test('a token works on the page that it was made for only', async () => {
  const it = testOrg()
  const { url } = await invited(it)
  const token = url.split('/').at(-1)!
  for (const path of [`/reset_password/${token}`, `/verify/${token}`, `/tokens/${token}/verify`]) {
    expect((await open(it, path)).status).toBe(404)
    expect((await open(it, path, { form: { newPassword: password } })).status).toBe(404)
  }
  expect((await open(it, url)).status).toBe(200)
})

test('a link of a user in transition works later', async () => {
  const it = testOrg({ delays: { transition: 1000 } })
  const { url } = await invited(it)
  expect((await open(it, url, { form: { newPassword: password } })).status).toBe(409)
  it.control.advanceClock({ by: 1000 })
  expect((await open(it, url, { form: { newPassword: password } })).status).toBe(200)
})

test('the sign-in page lets a user change an expired password, and in', async () => {
  const it = testOrg()
  const { id, profile } = await person(it, { query: '?nextLogin=changePassword' })
  const form = { login: profile.login, password, newPassword: otherPassword }
  expect(headingOf(await open(it, '/signin', { form }))).toBe('You are signed in')
  expect(await statusOf(it, id)).toBe('ACTIVE')
})

test('signing out ends the session', async () => {
  const it = testOrg()
  const { profile } = await person(it)
  const done = await open(it, '/signin', { form: { login: profile.login, password } })
  const headers = { cookie: cookiesOf(done)[0]!.split(';')[0]! }
  expect(headingOf(await open(it, '/signin', { headers }))).toBe('You are signed in')
  await open(it, '/signout', { form: {}, headers })
  expect(headingOf(await open(it, '/signin', { headers }))).toBe('Sign in')
  expect(headingOf(await open(it, '/signin', { headers: { cookie: 'sid=unknown' } }))).toBe('Sign in')
})

test('a browser in which a user has signed in is a known device', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const form = { login: profile.login, password }
  const cookie = cookiesOf(await open(it, '/signin', { form }))[1]!.split(';')[0]!
  it.control.setUser({ user: id, block: 'UNKNOWN_DEVICES' })
  expect((await open(it, '/signin', { form })).status).toBe(403)
  const known = await open(it, '/signin', { form, headers: { cookie } })
  expect([known.status, cookiesOf(known).length]).toEqual([200, 1])
})

test('the sign-in page leads on to a trusted origin, and to no other', async () => {
  const it = testOrg({ trustedOrigins: ['https://app.example.net', 'null'] })
  const { profile } = await person(it)
  const form = { login: profile.login, password }
  const to = (address: string) => `/signin?returnTo=${encodeURIComponent(address)}`
  const home = 'https://app.example.net/home?a=1'
  const shown = await open(it, to(home))
  expect(shown.headers['Content-Security-Policy']).toContain("form-action 'self' https://app.example.net;")
  const done = await open(it, to(home), { form })
  expect([done.status, done.headers['Location'], done.body]).toEqual([303, home, ''])
  expect(cookiesOf(done)).toHaveLength(2)
  const headers = { cookie: cookiesOf(done)[0]!.split(';')[0]! }
  const led = await open(it, to(home), { headers })
  expect([led.status, led.headers['Location'], cookiesOf(led)]).toEqual([303, home, []])
  for (const address of [
    'https://evil.example.net/',
    'blob:https://app.example.net/page',
    'javascript:alert(1)',
    '//evil.example.net',
    '/home',
    'data:,x',
  ]) {
    const page = await open(it, to(address), { form })
    expect([page.status, page.headers['Location']]).toEqual([200, undefined])
    expect(page.headers['Content-Security-Policy']).not.toContain('evil')
  }
})

test('a sign-in for an application goes on to its authorization server', async () => {
  const it = testOrg({ baseUrl: 'https://example.com/idp' })
  const { profile } = await person(it)
  const form = { login: profile.login, password }
  const { authorizationServers, sessions, tokens } = it.org
  for (const [server, path] of [
    [authorizationServers.create('Plain'), (id: string) => `/${id}`],
    [authorizationServers.create('Aliased', { alias: 'partners' }), () => '/partners'],
    [authorizationServers.own, () => ''],
  ] as const) {
    const begun = { authorizationServerId: server.id, parameters: {}, leadsTo: 'https://app.example.net' }
    const { id } = tokens.issue('interaction', { ...begun, clientName: 'App' })
    const url = `/idp/signin?interaction=${id}`
    const { headers } = await open(it, url, { form })
    const cookie = /^sid=\w+/.exec(String(headers['Set-Cookie']))![0]
    const next = `/idp/oauth2${path(server.id)}/v1/authorize?interaction=${id}`
    expect(headers['Location']).toBe(next)
    expect(tokens.find('interaction', id)!.sessionId).toBe(sessions.find(cookie.slice(4))!.id)
    // The application may ask one who is signed in to do so again.
    expect(headingOf(await open(it, url, { headers: { cookie } }))).toBe('Sign in')
  }
})

test('quick sign-in offers eight users, and lets in by a click while it is on', async () => {
  const it = testOrg({ signIn: { quick: true } })
  const { id, profile } = await person(it)
  const count = async () => (await open(it, '/signin')).body.match(/class="person"/g)?.length
  for (let index = 0; index < 6; index += 1) await person(it)
  expect(await count()).toBe(8)
  await person(it)
  expect(await count()).toBe(8)
  const found = await open(it, `/signin?find=${id}&returnTo=https://app.example.com`)
  expect(found.body).toContain('Nobody matches.')
  const one = await open(it, `/signin?find=${profile.login.toUpperCase()}&returnTo=https://app.example.com`)
  expect(one.body.match(/class="person"/g)).toHaveLength(1)
  expect(one.body).toContain('name="returnTo" value="https://app.example.com"')
  const done = await open(it, '/signin', { form: { person: id } })
  expect([done.status, cookiesOf(done).length]).toEqual([200, 2])
  expect((await open(it, '/signin', { form: { person: 'nobody' } })).status).toBe(403)
  it.control.changeSettings({ signIn: { quick: false } })
  expect((await open(it, '/signin', { form: { person: id } })).status).toBe(403)
})

test.each([
  ['https://svc.example.com', 200],
  ['http://localhost:8080', 200],
  ['http://192.0.2.7:8080', 200],
  ['https://evil.example.net', 403],
  ['null', 403],
  ['nonsense', 403],
])('a form from a page of %s gets %i', async (origin, status) => {
  const it = testOrg()
  const { id, url } = await invited(it)
  const headers = { origin, host: origin === 'nonsense' ? origin : '192.0.2.7:8080' }
  expect((await open(it, url, { form: { newPassword: password }, headers })).status).toBe(status)
  expect(await statusOf(it, id)).toBe(status === 200 ? 'ACTIVE' : 'PROVISIONED')
})

test.for([
  '/home',
  '/welcome',
  '/welcome/',
  '/welcome/a/b',
  '/welcome/a-b',
  '/tokens/abc',
  '/api/v1/users',
  '/signin/x',
])('%s is not a page', async (path) => {
  await expect(open(testOrg(), path)).rejects.toThrow('no page')
})

test('the name of a user is text on a page, not markup', async () => {
  const it = testOrg({ profile: { loginPattern: null } })
  const login = `<img src=x onerror="alert('1')">&`
  const { url } = await invited(it, { login })
  const form = { login, password }
  for (const [at, sent] of [
    [url, {}],
    ['/signin', { form }],
    [url, { form: { newPassword: password } }],
  ] as const) {
    const { body } = await open(it, at, sent)
    expect(body).not.toContain('<img')
    expect(body).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')
  }
  const parts = [html`<i>${'&<>"\''}</i>`, html`<b>${7}</b>`]
  expect(html`a${undefined}b${false}c${parts}d${''}`.text).toBe('abc<i>&amp;&lt;&gt;&quot;&#39;</i><b>7</b>d')
})

test('every page is safe to show: no script, nothing from elsewhere, not kept, not framed', async () => {
  const it = testOrg()
  const { url } = await invited(it)
  for (const { body, headers } of [await open(it, url), await open(it, '/signin', { form: {} })]) {
    const { 'Content-Security-Policy': policy, ...more } = headers
    const style = /<style>([^]*)<\/style>/.exec(body)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    expect(policy).toBe(
      `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    expect(more).toEqual({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    const isWrong = alertOf({ body } as WireReply) !== undefined
    const around = body
      .replace(/<style>[^]*<\/style>/, '')
      .replace(/<h1>[^]*<\/main>/, '')
      .replaceAll(/\s+/g, ' ')
    expect(around).toBe(
      '<!doctype html> <html lang="en"> <head> <meta charset="utf-8" /> <meta name="viewport" content="width=device-width, initial-scale=1" /> ' +
        `<title>${isWrong ? 'Error: Sign in' : 'Activate your account'}</title> </head> <body> <main> <aside aria-label="Identikit"><strong>mock</strong></aside> </body> </html> `,
    )
    for (const rule of [
      'color-scheme: light dark',
      '.logo {',
      '[role=alert] {',
      'button.person {',
      ':focus-visible {',
    ])
      expect(body).toContain(rule)
    expect(body).not.toMatch(/<script|http:|https:/)
    expect(body.match(/<h1>/g)).toHaveLength(1)
    for (const [, id] of body.matchAll(/<input\s+id="(\w+)"/g)) expect(body).toContain(`<label for="${id}">`)
  }
})

test('a forgotten password mails a link, and an unknown login sees the same page', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const known = await open(it, '/signin/forgot-password', { form: { address: profile.email } })
  const unknown = await open(it, '/signin/forgot-password', { form: { address: 'nobody@example.com' } })
  expect(unknown).toEqual(known)
  expect(it.control.listMails()).toMatchObject([{ kind: 'password-reset', userId: id }])
  expect((await open(it, it.control.listMails()[0]!.url!)).status).toBe(200)
  vi.spyOn(it.org.passwordRecovery, 'startByAddress').mockImplementation(() => {
    throw new TypeError('a fault')
  })
  await expect(open(it, '/signin/forgot-password', { form: { address: 'x' } })).rejects.toThrow('a fault')
})

test('the base URL lists ten mails at most, the newest first', async () => {
  const it = testOrg()
  const { url } = await invited(it)
  const listed = async () => {
    const { body } = await open(it, '/')
    return [body.match(/<li>/g)?.length, body.includes(url), /And \d+ older ones/.exec(body)?.[0]]
  }
  for (let index = 0; index < 9; index++) await invited(it)
  expect(await listed()).toEqual([10, true, undefined])
  await invited(it)
  expect(await listed()).toEqual([10, false, 'And 1 older ones'])
})
