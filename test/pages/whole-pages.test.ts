import { expect, test, vi } from 'vitest'
import type { WireReply } from '../../src/handlers/wire.ts'
import { html, Html } from '../../src/pages/html.ts'
import { answerPage } from '../../src/pages/index.ts'
import { pageReply } from '../../src/pages/page.ts'
import { scriptedPage } from '../../src/pages/scripted-page.ts'
import { testOrg, type TestOrg } from '../support/call.ts'
import { person } from '../support/people.ts'

interface Sent {
  readonly form?: Record<string, string>
  readonly cookie?: string
  readonly showsMails?: boolean
}

async function open(
  { org }: TestOrg,
  url: string,
  { form, cookie, showsMails }: Sent = {},
): Promise<WireReply> {
  const { pathname, search } = new URL(url, 'https://svc.example.com')
  const headers: Record<string, string | undefined> = {
    cookie,
    'content-type': form && ' Application/X-WWW-Form-URLencoded ; charset=utf-8',
  }
  const reply = await answerPage(
    org,
    {
      method: form ? 'POST' : 'GET',
      path: pathname,
      query: search.slice(1),
      header: (name) => headers[name],
      body: form ? new URLSearchParams(form).toString() : '',
    },
    showsMails === undefined ? {} : { showsMails },
  )
  return reply!
}

/** The value of the session's cookie. */
const cookieOf = ({ headers }: WireReply): string =>
  /^sid=(\w+);/.exec((headers['Set-Cookie'] as readonly string[])[0]!)![1]!

/** The content of `<main>`, with whitespace collapsed. */
const mainOf = ({ body }: WireReply): string =>
  /<main>([^]*)<\/main>/.exec(body)![1]!.replaceAll(/\s+/g, ' ').trim()

/** The main part of a page, with placeholders for ids. */
const withoutIds = (page: WireReply): string => mainOf(page).replaceAll(/00u\w{17}/g, '{id}')

const ada = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }

const adaIn = (it: TestOrg) => person(it, { profile: ada })

test('the base URL says where one is', async () => {
  const it = testOrg({ baseUrl: 'https://example.com/idp' })
  expect(mainOf(await open(it, '/idp/'))).toMatchInlineSnapshot(
    `"<h1>Identikit</h1> <p> This is a mock of an identity-management service. It holds: users 1, groups 1. Programs call it below <code>https://example.com/idp</code>. </p> <p><a href="signin">Sign in as a user</a></p> <p><a href="_control">What the control plane can do</a></p> <h2>Mails</h2> <p>None was sent yet.</p>"`,
  )
  expect(mainOf(await open(it, '/idp/', { showsMails: false }))).toMatchInlineSnapshot(
    `"<h1>Identikit</h1> <p> This is a mock of an identity-management service. It holds: users 1, groups 1. Programs call it below <code>https://example.com/idp</code>. </p> <p><a href="signin">Sign in as a user</a></p>"`,
  )
})

test('the base URL lists ten mails at most, the newest first', async () => {
  const it = testOrg({ clock: { start: '2031-05-06T07:08:09.000Z', frozen: true } })
  const { id } = await adaIn(it)
  const recover = () => it.call('POST', `/api/v1/users/${id}/credentials/forgot_password`)
  await recover()
  const [mail] = it.control.listMails()
  expect(mainOf(await open(it, '/')).replaceAll(mail!.url!, '{url}')).toMatchInlineSnapshot(
    `"<h1>Identikit</h1> <p> This is a mock of an identity-management service. It holds: users 2, groups 1. Programs call it below <code>https://svc.example.com</code>. </p> <p><a href="signin">Sign in as a user</a></p> <p><a href="_control">What the control plane can do</a></p> <h2>Mails</h2> <ul> <li><a href="{url}">Reset your password</a><br />to ada@example.com, <time datetime="2031-05-06T07:08:09.000Z">2031-05-06T07:08:09.000Z</time></li> </ul>"`,
  )
  it.control.clearMails()
  for (let times = 0; times < 10; times += 1) await recover()
  expect(mainOf(await open(it, '/'))).not.toContain('older ones')
  await recover()
  expect(mainOf(await open(it, '/'))).toContain('<p>And 1 older ones.</p>')
  expect(mainOf(await open(it, '/')).match(/<li>/g)).toHaveLength(10)
})

test('the sign-in page, and what it says once somebody has signed in', async () => {
  const it = testOrg({ baseUrl: 'https://example.com/idp' })
  await adaIn(it)
  const shown = await open(it, '/idp/signin')
  expect([shown.status, mainOf(shown)]).toMatchInlineSnapshot(`
    [
      200,
      "<h1>Sign in</h1> <form method="post"> <label for="login">Login</label> <input id="login" name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required value="" aria-invalid="false" /> <label for="password">Password</label> <input id="password" name="password" type="password" autocomplete="current-password" required aria-invalid="false" /> <button>Sign in</button> </form> <p><a href="/idp/signin/forgot-password">Forgot your password?</a></p>",
    ]
  `)
  const done = await open(it, '/idp/signin', { form: { login: ada.login, password: 'Tr0ub4dor' } })
  expect([done.status, mainOf(done)]).toMatchInlineSnapshot(`
    [
      200,
      "<h1>You are signed in</h1> <p>You are <strong>ada@example.com</strong>.</p> <form method="post" action="/idp/signout"><button>Sign out</button></form>",
    ]
  `)
  const [session = '', device = ''] = done.headers['Set-Cookie'] as readonly string[]
  expect(device).toMatch(/^device=\w{24}; Path=\/idp; HttpOnly; SameSite=Lax; Secure; Max-Age=31536000$/)
  const cookie = session.split(';')[0]!
  expect(mainOf(await open(it, '/idp/signin', { cookie }))).toBe(mainOf(done))
  expect(mainOf(await open(it, '/idp/signout', { form: {}, cookie }))).toMatchInlineSnapshot(
    `"<h1>You are signed out</h1> <p><a href="/idp/signin">Sign in again</a></p>"`,
  )
})

test('the sign-in page with what was wrong', async () => {
  const it = testOrg()
  await adaIn(it)
  const wrong = await open(it, '/signin', { form: { login: ada.login } })
  expect([wrong.status, mainOf(wrong)]).toMatchInlineSnapshot(`
    [
      403,
      "<h1>Sign in</h1> <p role="alert" id="problem">The login or the password is wrong.</p> <form method="post"> <label for="login">Login</label> <input id="login" name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required value="ada@example.com" aria-invalid="true" aria-describedby="problem" /> <label for="password">Password</label> <input id="password" name="password" type="password" autocomplete="current-password" required aria-invalid="true" aria-describedby="problem" /> <button>Sign in</button> </form> <p><a href="/signin/forgot-password">Forgot your password?</a></p>",
    ]
  `)
})

test.each([
  ['UNKNOWN_USER', 'The login or the password is wrong.'],
  ['WRONG_PASSWORD', 'The login or the password is wrong.'],
  ['NO_PASSWORD', 'The login or the password is wrong.'],
  ['PASSWORD_EXPIRED', 'Your password has expired. Choose a new one.'],
  ['NEW_PASSWORD_REFUSED', 'What is wrong with it'],
  ['LOCKED_OUT', 'This account is locked after too many wrong passwords.'],
  ['STATUS', 'This account cannot sign in.'],
  ['TRANSITION_IN_PROGRESS', 'This account is still being activated or deactivated.'],
  ['DEVICE_BLOCKED', 'This account is blocked on this device.'],
  ['FEDERATED', 'This account signs in at another identity provider.'],
  ['HOOK_NOT_SET', 'The password cannot be verified: no password hook is set.'],
  ['HOOK_FAILED', 'The password cannot be verified at the moment.'],
] as const)('a sign-in that fails for %s gets a message', async (reason, text) => {
  const it = testOrg()
  vi.spyOn(it.org.signIn, 'signIn').mockReturnValue({
    status: 'FAILURE',
    reason,
    message: 'What is wrong with it',
  } as never)
  const page = await open(it, '/signin', { form: { login: 'ada' } })
  expect(page.status).toBe(403)
  const main = mainOf(page)
  expect(main).toContain(`<p role="alert" id="problem">${text}</p>`)
  const asksNew = reason === 'PASSWORD_EXPIRED' || reason === 'NEW_PASSWORD_REFUSED'
  expect(/<h1>(.*)<\/h1>/.exec(main)![1]).toBe(asksNew ? 'Change your password' : 'Sign in')
  expect(main).toContain(`<label for="password">${asksNew ? 'Present password' : 'Password'}</label>`)
  expect(main.includes('name="newPassword"')).toBe(asksNew)
  expect(main.includes('aria-describedby="policy problem"')).toBe(reason === 'NEW_PASSWORD_REFUSED')
  // Who has typed a wrong login or password is led to both fields, by the text that says so.
  expect(main.match(/aria-invalid="true" aria-describedby="problem"/g)?.length ?? 0).toBe(asksNew ? 0 : 2)
})

test('a new password that is refused is asked for again, with the policy', async () => {
  const it = testOrg()
  await person(it, { profile: ada, query: '?nextLogin=changePassword' })
  const form = { login: ada.login, password: 'Tr0ub4dor' }
  expect(mainOf(await open(it, '/signin', { form }))).toMatchInlineSnapshot(
    `"<h1>Change your password</h1> <p role="alert" id="problem">Your password has expired. Choose a new one.</p> <form method="post"> <label for="login">Login</label> <input id="login" name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required value="ada@example.com" aria-invalid="false" /> <label for="password">Present password</label> <input id="password" name="password" type="password" autocomplete="current-password" required aria-invalid="false" /> <label for="newPassword">New password</label> <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" required aria-describedby="policy" aria-invalid="false" /> <p class="hint" id="policy">Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.</p> <button>Sign in</button> </form> <p><a href="/signin/forgot-password">Forgot your password?</a></p>"`,
  )
  expect(mainOf(await open(it, '/signin', { form: { ...form, newPassword: 'weak' } }))).toMatchInlineSnapshot(
    `"<h1>Change your password</h1> <p role="alert" id="problem">Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.</p> <form method="post"> <label for="login">Login</label> <input id="login" name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required value="ada@example.com" aria-invalid="false" /> <label for="password">Present password</label> <input id="password" name="password" type="password" autocomplete="current-password" required aria-invalid="false" /> <label for="newPassword">New password</label> <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" required aria-describedby="policy problem" aria-invalid="true" /> <p class="hint" id="policy">Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.</p> <button>Sign in</button> </form> <p><a href="/signin/forgot-password">Forgot your password?</a></p>"`,
  )
})

test('quick sign-in offers the first twenty users who can sign in', async () => {
  const it = testOrg({ quickSignIn: true })
  const { id } = await adaIn(it)
  await person(it, { profile: { login: 'idle@example.com' }, query: '?activate=false' })
  expect(withoutIds(await open(it, '/signin'))).toMatchInlineSnapshot(
    `"<h1>Sign in</h1> <form method="post"> <h2>Sign in as</h2> <ul> <li> <button class="person" name="person" value="{id}"> Ada Admin<br /><span class="hint">admin@example.com</span> </button> </li><li> <button class="person" name="person" value="{id}"> Ada Byron<br /><span class="hint">ada@example.com</span> </button> </li> </ul> </form> <h2>Or with a password</h2> <form method="post"> <label for="login">Login</label> <input id="login" name="login" autocomplete="username" autocapitalize="none" spellcheck="false" required value="" aria-invalid="false" /> <label for="password">Password</label> <input id="password" name="password" type="password" autocomplete="current-password" required aria-invalid="false" /> <button>Sign in</button> </form> <p><a href="/signin/forgot-password">Forgot your password?</a></p>"`,
  )
  for (let index = 0; index < 18; index += 1) await person(it)
  expect(mainOf(await open(it, '/signin')).match(/class="person"/g)).toHaveLength(20)
  await person(it)
  expect(mainOf(await open(it, '/signin')).match(/class="person"/g)).toHaveLength(20)

  const done = await open(it, '/signin', { form: { person: id } })
  expect(mainOf(done)).toContain('You are <strong>ada@example.com</strong>.')
  expect(done.headers['Set-Cookie']).toHaveLength(2)
  const nobody = await open(it, '/signin', { form: { person: 'nobody' } })
  expect(nobody.status).toBe(403)
  it.control.changeSettings({ quickSignIn: false })
  expect((await open(it, '/signin', { form: { person: id } })).status).toBe(403)
})

test('a sign-in for an application goes on to it', async () => {
  const it = testOrg({ baseUrl: 'https://example.com/idp' })
  await adaIn(it)
  const begin = (more: object = {}) =>
    it.org.interactions.begin({
      authorizationServerId: '',
      parameters: {},
      leadsTo: 'https://app.example.net',
      clientName: 'App & Co',
      loginHint: 'ada@example.com',
      ...more,
    })
  const { id: interaction } = begin()
  const url = `/idp/signin?interaction=${interaction}`
  const shown = await open(it, url)
  expect(mainOf(shown)).toMatch(
    /^<h1>Sign in<\/h1> <p>To go on to <strong>App &amp; Co<\/strong>\.<\/p> <form .*value="ada@example\.com"/,
  )
  expect(shown.headers['Content-Security-Policy']).toContain("; form-action 'self' https://app.example.net; ")
  const form = { login: ada.login, password: 'Tr0ub4dor' }
  const done = await open(it, url, { form })
  expect([done.status, done.headers['Location'], done.body]).toEqual([
    303,
    `/idp/oauth2/v1/authorize?interaction=${interaction}`,
    '',
  ])
  expect(it.org.interactions.find(interaction)!.sessionId).toBe(it.org.sessions.find(cookieOf(done))!.id)
  const cookie = `sid=${cookieOf(done)}`
  // The application may ask one who is signed in to do so again.
  expect((await open(it, url, { cookie })).status).toBe(200)
  expect(mainOf(await open(it, url, { cookie }))).toContain('name="password"')
  const { authorizationServers } = it.org
  const plain = authorizationServers.create('Plain')
  const aliased = authorizationServers.create('Aliased', { alias: 'partners' })
  for (const [server, path] of [
    [plain, plain.id],
    [aliased, 'partners'],
    [authorizationServers.own, undefined],
  ] as const) {
    const { id: other } = begin({ authorizationServerId: server.id })
    const { headers } = await open(it, `/idp/signin?interaction=${other}`, { form })
    expect(headers['Location']).toBe(
      `/idp/oauth2${path === undefined ? '' : `/${path}`}/v1/authorize?interaction=${other}`,
    )
  }
})

test('sends a signed-in user on, or says that they are signed in', async () => {
  const it = testOrg({ trustedOrigins: ['https://app.example.net'] })
  await adaIn(it)
  const { sessionCookie: cookie } = it.control.openSession({ user: ada.login })
  const to = '/signin?returnTo=https%3A%2F%2Fapp.example.net%2Fhome'
  const led = await open(it, to, { cookie })
  expect([led.status, led.headers['Location'], led.headers['Set-Cookie']]).toEqual([
    303,
    'https://app.example.net/home',
    undefined,
  ])
  const form = await open(it, to)
  expect(form.headers['Content-Security-Policy']).toContain("form-action 'self' https://app.example.net;")
  const there = await open(it, '/signin', { cookie })
  expect([mainOf(there).includes('You are signed in'), there.headers['Set-Cookie']]).toEqual([
    true,
    undefined,
  ])
  expect(mainOf(await open(it, '/signin', { cookie: 'sid=unknown' }))).toContain('name="password"')
})

/** The page behind a link, before and after its form was sent. */
async function linkPages(it: TestOrg, url: string, form: Record<string, string>): Promise<unknown> {
  return [mainOf(await open(it, url)), mainOf(await open(it, url, { form }))]
}

test('the pages behind links of mails', async () => {
  const it = testOrg()
  const { id } = await adaIn(it)
  const newPassword = 'Corr3ctHorse'
  const link = async (path: string): Promise<string> =>
    (await it.call('POST', `/api/v1/users/${id}${path}?sendEmail=false`)).json.resetPasswordUrl
  const forgot = await link('/credentials/forgot_password')
  expect(await linkPages(it, forgot, { newPassword: 'weak' })).toMatchInlineSnapshot(`
    [
      "<h1>Reset your password</h1> <p>For <strong>ada@example.com</strong>.</p> <form method="post"> <input name="username" autocomplete="username" value="ada@example.com" hidden /> <label for="newPassword">New password</label> <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" required aria-describedby="policy" aria-invalid="false" /> <p class="hint" id="policy">Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.</p> <button>Set password</button> </form>",
      "<h1>Reset your password</h1> <p role="alert" id="problem">Password requirements were not met. Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.</p> <p>For <strong>ada@example.com</strong>.</p> <form method="post"> <input name="username" autocomplete="username" value="ada@example.com" hidden /> <label for="newPassword">New password</label> <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" required aria-describedby="policy problem" aria-invalid="true" /> <p class="hint" id="policy">Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.</p> <button>Set password</button> </form>",
    ]
  `)
  expect(await linkPages(it, forgot, { newPassword })).toMatchInlineSnapshot(`
    [
      "<h1>Reset your password</h1> <p>For <strong>ada@example.com</strong>.</p> <form method="post"> <input name="username" autocomplete="username" value="ada@example.com" hidden /> <label for="newPassword">New password</label> <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" required aria-describedby="policy" aria-invalid="false" /> <p class="hint" id="policy">Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.</p> <button>Set password</button> </form>",
      "<h1>Your password is set</h1> <p> You can <a href="/signin">sign in</a> as <strong>ada@example.com</strong>. </p>",
    ]
  `)
  const reset = await link('/lifecycle/reset_password')
  expect(await linkPages(it, reset, { newPassword: 'An0therHorse' })).toMatchInlineSnapshot(`
    [
      "<h1>Reset your password</h1> <p>For <strong>ada@example.com</strong>.</p> <form method="post"> <input name="username" autocomplete="username" value="ada@example.com" hidden /> <label for="newPassword">New password</label> <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" required aria-describedby="policy" aria-invalid="false" /> <p class="hint" id="policy">Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.</p> <button>Set password</button> </form>",
      "<h1>Your password is set</h1> <p> You can <a href="/signin">sign in</a> as <strong>ada@example.com</strong>. </p>",
    ]
  `)
  expect(await linkPages(it, reset, { newPassword })).toMatchInlineSnapshot(`
    [
      "<h1>This link does not work</h1> <p> It was used already, it has expired, or a newer one took its place. Ask for a new one. </p>",
      "<h1>This link does not work</h1> <p> It was used already, it has expired, or a newer one took its place. Ask for a new one. </p>",
    ]
  `)
})

test('the page behind the link that activates, and that by which somebody signs in', async () => {
  const it = testOrg()
  const { json } = await it.call('POST', '/api/v1/users', { profile: ada })
  const { url } = it.control.listMails({ userId: json.id })[0]!
  expect(await linkPages(it, url!, { newPassword: 'Corr3ctHorse' })).toMatchInlineSnapshot(`
    [
      "<h1>Activate your account</h1> <p>For <strong>ada@example.com</strong>.</p> <form method="post"> <input name="username" autocomplete="username" value="ada@example.com" hidden /> <label for="newPassword">New password</label> <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" required aria-describedby="policy" aria-invalid="false" /> <p class="hint" id="policy">Password requirements: at least 8 characters, a lowercase letter, an uppercase letter, a number, no parts of your username.</p> <button>Set password</button> </form>",
      "<h1>Your account is active</h1> <p> You can <a href="/signin">sign in</a> as <strong>ada@example.com</strong>. </p>",
    ]
  `)

  const without = testOrg({ optionalPassword: 'optional' })
  const { json: other } = await without.call('POST', '/api/v1/users', { profile: ada })
  const { url: verify } = without.control.listMails({ userId: other.id })[0]!
  expect(await linkPages(without, verify!, {})).toMatchInlineSnapshot(`
    [
      "<h1>Sign in by your link</h1> <p>For <strong>ada@example.com</strong>.</p> <form method="post"> <button>Sign in</button> </form>",
      "<h1>You are signed in</h1> <p>You are <strong>ada@example.com</strong>.</p>",
    ]
  `)
})

test('the page behind the link that confirms an address', async () => {
  const it = testOrg({ baseUrl: 'https://example.com/idp/' })
  const { id } = await adaIn(it)
  const { sessionCookie: cookie } = it.control.openSession({ user: id })
  await it.call(
    'POST',
    '/api/v1/users/me',
    { profile: { email: 'new@example.com' } },
    { authorization: undefined, cookie },
  )
  const { url } = it.control.listMails({ kind: 'email-verification' })[0]!
  expect(await linkPages(it, url!, {})).toMatchInlineSnapshot(`
    [
      "<h1>Confirm your e-mail address</h1> <p><strong>new@example.com</strong> becomes an address of <strong>ada@example.com</strong>.</p> <form method="post"> <button>Confirm</button> </form>",
      "<h1>Your e-mail address is confirmed</h1> <p> You can <a href="/idp/signin">sign in</a> as <strong>ada@example.com</strong>. </p>",
    ]
  `)
})

test.each([
  ['PASSWORD_MISSING', 400],
  ['PASSWORD_REFUSED', 400],
  ['TRANSITION_IN_PROGRESS', 409],
  ['STATUS', 403],
  ['INVALID_TOKEN', 404],
])('a link that fails for %s answers %i', async (reason, status) => {
  const it = testOrg()
  await it.call('POST', '/api/v1/users', { profile: ada })
  const { url } = it.control.listMails()[0]!
  vi.spyOn(it.org.oneTimeLinks, 'use').mockReturnValue({ status: 'FAILURE', reason, message: 'Why' } as never)
  const page = await open(it, url!, { form: {} })
  expect(page.status).toBe(status)
  expect(mainOf(page).includes('Why')).toBe(status !== 404)
})

test('the page of who has forgotten the password', async () => {
  const it = testOrg()
  expect(mainOf(await open(it, '/signin/forgot-password'))).toMatchInlineSnapshot(
    `"<h1>Forgot your password?</h1> <form method="post"> <label for="address">Login or e-mail address</label> <input id="address" name="address" autocomplete="username" autocapitalize="none" spellcheck="false" required aria-describedby="hint" /> <p class="hint" id="hint">You are sent a link by which you set a new password.</p> <button>Send link</button> </form>"`,
  )
  expect(mainOf(await open(it, '/signin/forgot-password', { form: { address: '' } }))).toContain(
    'name="address"',
  )
  expect(mainOf(await open(it, '/signin/forgot-password', { form: { address: 'x' } }))).toMatchInlineSnapshot(
    `"<h1>Look at your mail</h1> <p>If an account can be recovered by this address, a link is on its way to it.</p>"`,
  )
  vi.spyOn(it.org.passwordRecovery, 'startByAddress').mockImplementation(() => {
    throw new TypeError('a fault')
  })
  await expect(open(it, '/signin/forgot-password', { form: { address: 'x' } })).rejects.toThrow('a fault')
})

test('a page that rejects a method, form or sender says that nothing was changed', async () => {
  const { org } = testOrg()
  const sent = (method: string, headers: Record<string, string>, body = 'a=b') =>
    answerPage(org, { method, path: '/signin', query: '', header: (name) => headers[name], body })!
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const mains = [
    await sent('PUT', form),
    await sent('POST', { ...form, origin: 'https://evil.example', host: 'svc.example.com' }),
    await sent('POST', { 'content-type': 'text/plain' }),
    await sent('POST', {}),
  ].map((page) => [page.status, mainOf(page), page.headers['Allow']])
  expect(mains).toMatchInlineSnapshot(`
    [
      [
        405,
        "<h1>This page does not take that</h1> <p>Nothing was changed.</p>",
        "GET, HEAD, POST",
      ],
      [
        403,
        "<h1>This form was not sent from here</h1> <p>Nothing was changed.</p>",
        undefined,
      ],
      [
        415,
        "<h1>This is not a form</h1> <p>Nothing was changed.</p>",
        undefined,
      ],
      [
        415,
        "<h1>This is not a form</h1> <p>Nothing was changed.</p>",
        undefined,
      ],
    ]
  `)
  expect((await sent('POST', { origin: 'nonsense', host: 'nonsense' })).status).toBe(403)
  // A request without a body has no wrong content type.
  expect(mainOf(await sent('POST', { 'content-type': 'text/plain' }, ''))).toContain('login or the password')
})

test('the whole of a page: what stands around its main part, and its headers', () => {
  const page = pageReply({ heading: 'A & B', content: html`<p>x</p>` })
  expect(page.status).toBe(200)
  const style = /<style>([^]*)<\/style>/.exec(page.body)![1]!
  for (const rule of [
    'color-scheme: light dark',
    '.logo {',
    '[role=alert] {',
    'button.person {',
    ':focus-visible {',
  ]) {
    expect(style).toContain(rule)
  }
  expect(page.body.replace(style, '').replaceAll(/\s+/g, ' ')).toMatchInlineSnapshot(
    `"<!doctype html> <html lang="en"> <head> <meta charset="utf-8" /> <meta name="viewport" content="width=device-width, initial-scale=1" /> <title>A &amp; B</title> <style></style> </head> <body> <main> <h1>A &amp; B</h1> <p>x</p> </main> </body> </html> "`,
  )
  const { 'Content-Security-Policy': policy, ...headers } = page.headers
  expect(String(policy).replace(/'sha256-[^']+'/, '{hash}')).toMatchInlineSnapshot(
    `"default-src 'none'; img-src 'self'; style-src {hash}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"`,
  )
  expect(headers).toMatchInlineSnapshot(`
    {
      "Cache-Control": "no-store",
      "Content-Type": "text/html; charset=utf-8",
      "Referrer-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    }
  `)
  const other = pageReply({
    status: 403,
    heading: 'A',
    problem: 'P <',
    content: html``,
    cookies: ['a=b'],
    leadsTo: 'https://a.test',
    imagesFrom: 'https://b.test',
  })
  expect([other.status, other.headers['Set-Cookie'], mainOf(other)]).toMatchInlineSnapshot(`
    [
      403,
      [
        "a=b",
      ],
      "<h1>A</h1> <p role="alert" id="problem">P &lt;</p>",
    ]
  `)
  expect(other.body).toContain('<title>Error: A</title>')
  expect(
    String(other.headers['Content-Security-Policy']).replace(/'sha256-[^']+'/, ''),
  ).toMatchInlineSnapshot(
    `"default-src 'none'; img-src 'self' https://b.test; style-src ; form-action 'self' https://a.test; frame-ancestors 'none'; base-uri 'none'"`,
  )
})

test('a page with a script lets that one run alone', () => {
  const page = scriptedPage({ heading: 'Go & on', content: html`<p>x</p>`, script: 'go()' })
  expect({ ...page, body: page.body.replaceAll(/\s+/g, ' ') }).toMatchInlineSnapshot(`
    {
      "body": "<!doctype html> <html lang="en"> <head> <meta charset="utf-8" /> <title>Go &amp; on</title> </head> <body> <p>x</p><script>go()</script> </body> </html> ",
      "headers": {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; script-src 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
        "Content-Type": "text/html; charset=utf-8",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
      },
      "status": 200,
    }
  `)
  const led = scriptedPage({
    heading: '',
    content: new Html(''),
    script: '',
    leadsTo: 'https://a.test',
    isFramed: true,
  })
  expect(led.headers['Content-Security-Policy']).toMatchInlineSnapshot(
    `"default-src 'none'; script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; form-action https://a.test; base-uri 'none'"`,
  )
})

test('a page escapes values that are not HTML, and leaves out empty ones', () => {
  const parts = [html`<i>${'&<>"\''}</i>`, html`<b>${7}</b>`]
  expect(html`a${undefined}b${false}c${parts}d${''}`.text).toBe('abc<i>&amp;&lt;&gt;&quot;&#39;</i><b>7</b>d')
})
