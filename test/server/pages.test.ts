import { expect, test } from 'vitest'
import type { WireReply, WireRequest } from '../../src/handlers/wire.ts'
import { answerPage } from '../../src/pages/index.ts'
import { newUser, testOrg, type TestOrg } from '../support/call.ts'
import { otherPassword, password, person, statusOf } from '../support/people.ts'

interface Opened {
  readonly status: number
  readonly html: string
  readonly headers: WireReply['headers']
}

/** Opens a page as a browser does. */
async function open(
  { org }: TestOrg,
  method: string,
  url: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Opened> {
  const { pathname, search } = new URL(url, 'https://svc.example.com')
  const sent: Record<string, string> = {
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...headers,
  }
  const request: WireRequest = {
    method,
    path: pathname,
    query: search.slice(1),
    header: (name) => sent[name],
    body: form ? new URLSearchParams(form).toString() : '',
  }
  const reply = await answerPage(org, request)
  if (!reply) throw new Error(`no page at ${url}`)
  return { status: reply.status, html: reply.body, headers: reply.headers }
}

const headingOf = ({ html }: Opened): string | undefined => /<h1>(.*?)<\/h1>/.exec(html)?.[1]

const alertOf = ({ html }: Opened): string | undefined => /role="alert"[^>]*>([^<]*)</.exec(html)?.[1]

function cookiesOf({ headers }: Opened): readonly string[] {
  return (headers['Set-Cookie'] ?? []) as readonly string[]
}

/** A new user, and the link that it was mailed. */
async function invited(it: TestOrg): Promise<{ id: string; login: string; url: string }> {
  const { id, profile } = (await it.call('POST', '/api/v1/users', newUser())).json
  return { id, login: profile.login, url: it.control.listMails({ userId: id })[0]!.url! }
}

test('the page behind an activation link sets the password, and the user can sign in', async () => {
  const it = testOrg()
  const { id, login, url } = await invited(it)

  const page = await open(it, 'GET', url)
  expect(page.status).toBe(200)
  expect(headingOf(page)).toBe('Activate your account')
  expect(page.html).toContain(login)
  expect(page.html).toContain('Password requirements: at least 8 characters')
  expect(await statusOf(it, id)).toBe('PROVISIONED')

  const done = await open(it, 'POST', url, { newPassword: password })
  expect(done.status).toBe(200)
  expect(headingOf(done)).toBe('Your account is active')
  expect(await statusOf(it, id)).toBe('ACTIVE')
  expect(await it.control.signIn({ login, password })).toMatchObject({ status: 'SUCCESS' })
})

test('opening a link does not use it up, its form does', async () => {
  const it = testOrg()
  const { url } = await invited(it)

  for (let time = 0; time < 3; time++) expect((await open(it, 'GET', url)).status).toBe(200)
  expect((await open(it, 'POST', url, { newPassword: password })).status).toBe(200)
  for (const method of ['GET', 'POST']) {
    const again = await open(it, method, url, method === 'POST' ? { newPassword: otherPassword } : undefined)
    expect(again.status).toBe(404)
    expect(headingOf(again)).toBe('This link does not work')
  }
})

test('a password against the policy is refused on the page, and is not shown again', async () => {
  const it = testOrg()
  const { id, url } = await invited(it)

  const weak = await open(it, 'POST', url, { newPassword: 'weak-secret' })
  expect(weak.status).toBe(400)
  expect(alertOf(weak)).toContain('Password requirements were not met')
  expect(weak.html).toContain('aria-invalid="true"')
  expect(weak.html).toContain('<title>Error: Activate your account</title>')
  expect(weak.html).not.toContain('weak-secret')
  expect((await open(it, 'POST', url, {})).status).toBe(400)
  expect(await statusOf(it, id)).toBe('PROVISIONED')
  expect((await open(it, 'POST', url, { newPassword: password })).status).toBe(200)
})

test.for([
  ['/lifecycle/reset_password', '/reset_password/'],
  ['/credentials/forgot_password', '/signin/reset-password/'],
] as const)('the page behind the link of %s sets a new password', async ([operation, path]) => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const { json } = await it.call('POST', `/api/v1/users/${id}${operation}?sendEmail=false`)
  expect(new URL(json.resetPasswordUrl).pathname.startsWith(path)).toBe(true)

  const page = await open(it, 'GET', json.resetPasswordUrl)
  const done = await open(it, 'POST', json.resetPasswordUrl, { newPassword: otherPassword })

  expect(headingOf(page)).toBe('Reset your password')
  expect(headingOf(done)).toBe('Your password is set')
  expect(await statusOf(it, id)).toBe('ACTIVE')
  expect(await it.control.signIn({ login: profile.login, password: otherPassword })).toMatchObject({
    status: 'SUCCESS',
  })
})

test('a token works on the page that it was made for only', async () => {
  const it = testOrg()
  const { url } = await invited(it)
  const token = url.split('/').at(-1)!

  for (const path of [`/reset_password/${token}`, `/verify/${token}`, `/tokens/${token}/verify`]) {
    expect((await open(it, 'GET', path)).status).toBe(404)
    expect((await open(it, 'POST', path, { newPassword: password })).status).toBe(404)
  }
  expect((await open(it, 'GET', url)).status).toBe(200)
})

test('the page behind an e-mail verification says which address, and confirms it', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const { sessionCookie } = it.control.openSession({ user: id })
  const changes = { profile: { email: 'new@example.com' } }
  await it.call('POST', '/api/v1/users/me', changes, { authorization: undefined, cookie: sessionCookie })
  const { url } = it.control.listMails({ kind: 'email-verification' })[0] as { url: string }

  expect((await open(it, 'GET', url)).html).toContain('new@example.com')
  expect(headingOf(await open(it, 'POST', url, {}))).toBe('Your e-mail address is confirmed')

  expect((await it.call('GET', `/api/v1/users/${id}`)).json.profile.email).toBe('new@example.com')
})

test('a link to sign in gives the browser a session', async () => {
  const it = testOrg({ optionalPassword: 'optional' })
  const { id, url } = await invited(it)

  const done = await open(it, 'POST', url, {})

  expect(headingOf(done)).toBe('You are signed in')
  const [cookie = ''] = cookiesOf(done)
  const me = await it.call('GET', '/api/v1/users/me', undefined, {
    authorization: undefined,
    cookie: cookie.split(';')[0],
  })
  expect(me.json.id).toBe(id)
})

test('a link of a user in transition says so, and works later', async () => {
  const it = testOrg({ transitionDelay: 1000 })
  const { url } = await invited(it)

  const early = await open(it, 'POST', url, { newPassword: password })
  expect(early.status).toBe(409)
  it.control.advanceClock({ by: 1000 })
  expect((await open(it, 'POST', url, { newPassword: password })).status).toBe(200)
})

test('the sign-in page opens a session, shows it and ends it', async () => {
  const it = testOrg()
  const { profile } = await person(it)
  expect(headingOf(await open(it, 'GET', '/signin'))).toBe('Sign in')

  const done = await open(it, 'POST', '/signin', { login: profile.login, password })
  expect([done.status, headingOf(done)]).toEqual([200, 'You are signed in'])
  const [session = ''] = cookiesOf(done)
  expect(session).toMatch(/^sid=[A-Za-z0-9]{32}; Path=\/; HttpOnly; SameSite=None; Secure$/)

  const cookie = session.split(';')[0]!
  const shown = await open(it, 'GET', '/signin', undefined, { cookie })
  expect(shown.html).toContain(profile.login)
  const out = await open(it, 'POST', '/signout', {}, { cookie })
  expect(cookiesOf(out)).toEqual(['sid=; Path=/; HttpOnly; SameSite=None; Secure; Max-Age=0'])
  expect(headingOf(await open(it, 'GET', '/signin', undefined, { cookie }))).toBe('Sign in')
})

test('the session cookie goes over plain HTTP where the service is at an http address', async () => {
  const it = testOrg({ baseUrl: 'http://localhost:3000' })
  const { profile } = await person(it)

  const done = await open(it, 'POST', '/signin', { login: profile.login, password })

  expect(cookiesOf(done)[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('the sign-in page does not tell an unknown login from a wrong password', async () => {
  const it = testOrg()
  const { profile } = await person(it)

  const unknown = await open(it, 'POST', '/signin', { login: 'nobody@example.com', password })
  const wrong = await open(it, 'POST', '/signin', { login: profile.login, password: 'Wr0ngPassword' })

  expect([unknown.status, wrong.status]).toEqual([403, 403])
  expect(alertOf(unknown)).toBe('The login or the password is wrong.')
  expect(alertOf(wrong)).toBe(alertOf(unknown))
  expect(wrong.html).not.toContain('Wr0ngPassword')
  expect(cookiesOf(wrong)).toEqual([])
})

test.for([
  ['LOCKED_OUT', 'This account is locked after too many wrong passwords.'],
  ['SUSPENDED', 'This account cannot sign in.'],
] as const)('the sign-in page tells a user who is %s', async ([status, text]) => {
  const it = testOrg()
  const { id, profile } = await person(it)
  it.control.setUserStatus({ user: id, status })

  const page = await open(it, 'POST', '/signin', { login: profile.login, password })

  expect(page.status).toBe(403)
  expect(alertOf(page)).toBe(text)
})

test('the sign-in page lets a user change an expired password, and in', async () => {
  const it = testOrg()
  const { id, profile } = await person(it, { query: '?nextLogin=changePassword' })
  const form = { login: profile.login, password }

  const expired = await open(it, 'POST', '/signin', form)
  expect([expired.status, headingOf(expired)]).toEqual([403, 'Change your password'])
  expect(expired.html).toContain('name="newPassword"')
  const weak = await open(it, 'POST', '/signin', { ...form, newPassword: 'weak' })
  expect(alertOf(weak)).toContain('Password requirements were not met')
  const done = await open(it, 'POST', '/signin', { ...form, newPassword: otherPassword })

  expect(headingOf(done)).toBe('You are signed in')
  expect(await statusOf(it, id)).toBe('ACTIVE')
})

test('a browser in which a user has signed in is a known device', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  const form = { login: profile.login, password }
  const first = await open(it, 'POST', '/signin', form)
  const device = cookiesOf(first)[1]!.split(';')[0]!
  expect(device).toMatch(/^device=/)
  it.control.blockUser({ user: id, appliesTo: 'UNKNOWN_DEVICES' })

  expect(alertOf(await open(it, 'POST', '/signin', form))).toBe('This account is blocked on this device.')
  const known = await open(it, 'POST', '/signin', form, { cookie: device })
  expect(headingOf(known)).toBe('You are signed in')
  expect(cookiesOf(known)).toHaveLength(1)
})

test('the sign-in page leads on to a trusted origin, and to no other', async () => {
  const it = testOrg({ trustedOrigins: ['https://app.example.net', 'null'] })
  const { profile } = await person(it)
  const form = { login: profile.login, password }

  const trusted = await open(
    it,
    'POST',
    '/signin?returnTo=https%3A%2F%2Fapp.example.net%2Fhome%3Fa%3D1',
    form,
  )
  expect([trusted.status, trusted.headers.Location]).toEqual([303, 'https://app.example.net/home?a=1'])
  expect(cookiesOf(trusted)).toHaveLength(2)
  for (const address of [
    'https://evil.example.net/',
    'blob:https://app.example.net/page',
    'javascript:alert(1)',
    '//evil.example.net',
    '/home',
    'data:,x',
  ]) {
    const page = await open(it, 'POST', `/signin?returnTo=${encodeURIComponent(address)}`, form)
    expect(page.status).toBe(200)
    expect(page.headers).not.toHaveProperty('Location')
    expect(page.headers['Content-Security-Policy']).not.toContain('evil')
  }
})

test.for(['https://evil.example.net', 'null'])('a form from a page of %s is refused', async (origin) => {
  const it = testOrg()
  const { id, url } = await invited(it)

  const page = await open(it, 'POST', url, { newPassword: password }, { origin, host: 'svc.example.com' })

  expect(page.status).toBe(403)
  expect(await statusOf(it, id)).toBe('PROVISIONED')
})

test.for(['https://svc.example.com', 'http://localhost:8080', 'http://192.0.2.7:8080'])(
  'a form from the own page at %s is taken',
  async (origin) => {
    const it = testOrg()
    const { url } = await invited(it)

    const page = await open(it, 'POST', url, { newPassword: password }, { origin, host: '192.0.2.7:8080' })

    expect(page.status).toBe(200)
  },
)

test('refuses a body that is not a form', async () => {
  const it = testOrg()
  const { url } = await invited(it)

  const page = await open(it, 'POST', url, { newPassword: password }, { 'content-type': 'application/json' })

  expect(page.status).toBe(415)
})

test.for([
  ['PUT', '/signin', 405, 'GET, HEAD, POST'],
  ['GET', '/signout', 405, 'POST'],
  ['DELETE', '/welcome/abc', 405, 'GET, HEAD, POST'],
] as const)('%s %s answers %i', async ([method, path, status, allow]) => {
  const page = await open(testOrg(), method, path)

  expect([page.status, page.headers.Allow]).toEqual([status, allow])
})

test.for([
  '/home',
  '/welcome',
  '/welcome/',
  '/welcome/a/b',
  '/tokens/abc',
  '/api/v1/users',
  '/signin/x',
  '/welcome/a-b',
])('%s is not a page', (path) => {
  const { org } = testOrg()

  expect(
    answerPage(org, { method: 'GET', path, query: '', header: () => undefined, body: '' }),
  ).toBeUndefined()
})

test('pages are found below the path of the base URL', async () => {
  const it = testOrg({ baseUrl: 'https://example.com/idp' })
  const { url } = await invited(it)
  expect(url).toMatch(/^https:\/\/example\.com\/idp\/welcome\//)

  const done = await open(it, 'POST', url, { newPassword: password })

  expect(done.html).toContain('href="/idp/signin"')
  expect(headingOf(await open(it, 'GET', '/idp/signin'))).toBe('Sign in')
})

test('the name of a user is text on a page, not markup', async () => {
  const it = testOrg({ loginPattern: null })
  const login = `<img src=x onerror="alert('1')">&`
  await it.call('POST', '/api/v1/users', newUser({ login }))
  const [mail] = it.control.listMails()

  const pages = [
    await open(it, 'GET', mail!.url!),
    await open(it, 'POST', '/signin', { login, password }),
    await open(it, 'POST', mail!.url!, { newPassword: password }),
  ]

  for (const { html } of pages) {
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')
  }
})

test('every page is safe to show: no script, nothing from elsewhere, not kept, not framed', async () => {
  const it = testOrg()
  const { url } = await invited(it)

  for (const page of [await open(it, 'GET', url), await open(it, 'GET', '/signin')]) {
    expect(page.headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    expect(page.headers['Content-Security-Policy']).toContain("default-src 'none'")
    expect(page.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
    expect(page.html).not.toMatch(/<script|http:|https:/)
    expect(page.html.match(/<h1>/g)).toHaveLength(1)
    expect(page.html).toContain('<html lang="en">')
    for (const [, id] of page.html.matchAll(/<input\s+id="(\w+)"/g)) {
      expect(page.html).toContain(`<label for="${id}">`)
    }
  }
})

test('a forgotten password mails a link, and an unknown login sees the same page', async () => {
  const it = testOrg()
  const { id, profile } = await person(it)
  expect((await open(it, 'GET', '/signin')).html).toContain('href="/signin/forgot-password"')
  expect(headingOf(await open(it, 'GET', '/signin/forgot-password'))).toBe('Forgot your password?')

  const known = await open(it, 'POST', '/signin/forgot-password', { address: profile.email })
  const unknown = await open(it, 'POST', '/signin/forgot-password', { address: 'nobody@example.com' })

  expect(headingOf(known)).toBe('Look at your mail')
  expect(unknown).toEqual(known)
  expect(it.control.listMails()).toMatchObject([{ kind: 'password-reset', userId: id }])
  expect((await open(it, 'GET', it.control.listMails()[0]!.url!)).status).toBe(200)
})

test('shows at the base URL where one is, and the mails that were not sent', async () => {
  const it = testOrg()
  expect((await open(it, 'GET', '/')).html).toContain('None was sent yet.')
  const { login, url } = await invited(it)
  for (let index = 0; index < 10; index++) await invited(it)
  const home = await open(it, 'GET', '/')
  expect([home.status, headingOf(home)]).toEqual([200, 'Identikit'])
  expect(home.html).toContain('users 12,')
  expect(home.html).toContain('And 1 older ones.')
  expect(home.html).not.toContain(url)
  it.org.outbox.clear()
  const again = await it.call('POST', `/api/v1/users/${login}/lifecycle/reactivate?sendEmail=true`)
  expect(again.status).toBe(200)
  const [mail] = it.control.listMails()
  expect((await open(it, 'GET', '/')).html).toContain(`href="${mail!.url}"`)
  expect((await open(it, 'POST', '/', {})).headers.Allow).toBe('GET, HEAD')
})
