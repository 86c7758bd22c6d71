/** OpenID Connect Front-Channel Logout 1.0, and OpenID Connect Core 1.0, section 4. */
import { expect, test } from 'vitest'
import { base, client, codeFor, oauthOrg, type OAuthOrg, sentBack, authorizeUrl } from '../support/oauth.ts'
import type { OrgOptions } from '../../src/model/kernel/org-options.ts'

const left = 'https://shop.example.com/left'

async function withClients(options: OrgOptions = {}) {
  const it = await oauthOrg(options)
  const register = async (name: string, changes: object = {}) =>
    (await client(it, { client_name: name, post_logout_redirect_uris: [left], ...changes }))
      .client_id as string
  const ids = {
    plain: await register('Plain', { frontchannel_logout_uri: 'https://plain.example.com/out' }),
    named: await register('Named', {
      frontchannel_logout_uri: 'https://named.example.com:8443/out?a=b%20c',
      frontchannel_logout_session_required: true,
    }),
    silent: await register('Silent'),
    absent: await register('Absent', { frontchannel_logout_uri: 'https://absent.example.com/out' }),
  }
  for (const id of [ids.plain, ids.named, ids.silent]) await codeFor(it, id)
  const { sessionId } = it.control.list({ kind: 'sessions', user: it.userId })[0]!
  return { ...it, ...ids, sessionId }
}

type World = Awaited<ReturnType<typeof withClients>>

const framesOf = (text: string) =>
  [...text.matchAll(/<iframe [^>]*src="([^"]*)"/g)].map(([, src]) => src!.replaceAll('&amp;', '&'))

const policyOf = ({ headers }: Awaited<ReturnType<OAuthOrg['open']>>) => {
  const parts = String(headers['content-security-policy']).split('; ')
  return Object.fromEntries(parts.map((part) => part.split(/ (.*)/s).slice(0, 2)))
}

const hintOf = async (it: World) => {
  const { id_token } = await it.control.issueTokens({
    client: it.silent,
    user: it.userId,
    scopes: ['openid'],
  })
  return id_token!
}

const expected = (it: World) => [
  'https://plain.example.com/out',
  `https://named.example.com:8443/out?a=b%20c&${new URLSearchParams({ iss: base, sid: it.sessionId })}`,
]

test.each<[string, (it: World) => Promise<Awaited<ReturnType<OAuthOrg['open']>>>]>([
  ['the form of the service', (it) => it.post('/signout', {}, { cookie: it.cookie })],
  [
    'an application',
    async (it) => it.open(`${it.at}/logout?id_token_hint=${await hintOf(it)}`, { cookie: it.cookie }),
  ],
])('signing out by %s loads the address of each client that signed in with the session', async (_, out) => {
  const it = await withClients()
  const page = await out(it)
  expect(page.status).toBe(200)
  expect(framesOf(page.text)).toEqual(expected(it))
  expect(page.text).toContain('Plain, Named.')
  const policy = policyOf(page)
  expect(policy['frame-src']).toBe('https://plain.example.com https://named.example.com:8443')
  expect(policy).not.toHaveProperty('script-src')
  expect(String(page.headers['set-cookie'])).toContain('Max-Age=0')
  expect(it.control.list({ kind: 'sessions', user: it.userId })).toEqual([])
  const again = await it.post('/signout', {}, { cookie: it.cookie })
  expect([framesOf(again.text), policyOf(again)['frame-src']]).toEqual([[], undefined])
})

test('the browser goes on to post_logout_redirect_uri after it notified the clients', async () => {
  const it = await withClients()
  const query = new URLSearchParams({
    id_token_hint: await hintOf(it),
    post_logout_redirect_uri: left,
    state: '</script>&1',
  })
  const page = await it.open(`${it.at}/logout?${query}`, { cookie: it.cookie })
  expect([page.status, page.headers['location'], framesOf(page.text)]).toEqual([200, undefined, expected(it)])
  const to = `${left}?state=%3C%2Fscript%3E%261`
  expect(page.text).toContain(`location.replace(${JSON.stringify(to)})`)
  expect(page.text).toContain(`<a href="${to}">`)
  expect(policyOf(page)['script-src']).toMatch(/^'sha256-[\w+/]{43}='$/)
})

test.each<[string, (it: World) => unknown]>([
  ['was deleted', (it) => it.call('DELETE', `/oauth2/v1/clients/${it.named}`)],
  ['is not in use', (it) => it.control.setApplication({ application: it.named, status: 'INACTIVE' })],
])('a client that %s gets no notice', async (_, end) => {
  const it = await withClients()
  await end(it)
  const { text } = await it.post('/signout', {}, { cookie: it.cookie })
  expect(framesOf(text)).toEqual(['https://plain.example.com/out'])
})

test('without the newer engine no client gets a notice, and the metadata says so', async () => {
  const it = await withClients()
  const supported = async () => {
    const { json } = await it.open('/.well-known/openid-configuration')
    return [json.frontchannel_logout_supported, json.frontchannel_logout_session_supported]
  }
  expect(await supported()).toEqual([true, true])
  it.control.changeSettings({ features: { newerEngine: false } })
  expect(await supported()).toEqual([false, false])
  expect(framesOf((await it.post('/signout', {}, { cookie: it.cookie })).text)).toEqual([])
})

test('a client gets one notice from each issuer, also after a second sign-in', async () => {
  const it = await withClients()
  await codeFor({ ...it, at: '/oauth2/default/v1' }, it.named)
  await codeFor(it, it.named)
  await codeFor(it, it.plain)
  const { text } = await it.post('/signout', {}, { cookie: it.cookie })
  const issuers = framesOf(text).map((address) => new URL(address).searchParams.get('iss'))
  expect(issuers).toEqual([null, base, `${base}/oauth2/default`])
})

test('a session lists its clients, and a new sign-in keeps the clients of the session before', async () => {
  const it = await withClients()
  expect(it.control.list({ kind: 'sessions', user: it.userId })).toMatchObject([
    { clients: [it.plain, it.named, it.silent] },
  ])
  const form = { login: it.login, password: it.password }
  const { headers } = await it.post('/signin', form, { cookie: it.cookie })
  const cookie = String((headers['set-cookie'] as readonly string[])[0]).split(';', 1)[0]!
  await codeFor({ ...it, cookie }, it.absent)
  const { text } = await it.post('/signout', {}, { cookie })
  expect(framesOf(text)).toEqual([...expected(it), 'https://absent.example.com/out'])
})

test('the clients of a session are part of the state', async () => {
  const it = await withClients()
  const state = it.org.state.snapshot()
  await it.post('/signout', {}, { cookie: it.cookie })
  it.org.state.restore(state)
  expect(framesOf((await it.post('/signout', {}, { cookie: it.cookie })).text)).toEqual(expected(it))
})

const startUri = 'https://shop.example.com/start?x=1'

async function startWorld() {
  const it = await oauthOrg()
  const shop = (await client(it, { client_name: 'Shop', initiate_login_uri: startUri })).client_id as string
  const bookmark = it.control.setApplication({
    label: 'Wiki',
    settings: { app: { url: 'https://wiki.example.com/' } },
  })
  const blank = it.control.setApplication({ label: 'Blank' })
  const other = it.control.setApplication({
    label: 'Other',
    settings: { app: { url: 'https://other.example.com/' } },
  })
  for (const application of [shop, bookmark.id, blank.id])
    it.control.assignApplication({ application, user: it.userId })
  const links = (await it.call('GET', `/api/v1/users/${it.userId}/appLinks`)).json as {
    label: string
    linkUrl: string
  }[]
  const linkOf = (label: string) => links.find((link) => link.label === label)!.linkUrl
  return { ...it, shop, other, linkOf }
}

test('the link of an application leads a user who is signed in to where it starts', async () => {
  const it = await startWorld()
  const follow = async (url: string) => {
    const { status, headers } = await it.open(url, { cookie: it.cookie })
    return [status, headers['location']]
  }
  expect(await follow(it.linkOf('Shop'))).toEqual([303, `${startUri}&${new URLSearchParams({ iss: base })}`])
  expect(await follow(it.linkOf('Wiki'))).toEqual([303, 'https://wiki.example.com/'])
  // A page says that this one has nowhere to start.
  expect(await follow(it.linkOf('Blank'))).toEqual([200, undefined])
  expect(await follow(`${base}/home/other/${it.other.id}/login`)).toEqual([404, undefined])
  expect(await follow(`${base}/home/x/nobody/login`)).toEqual([404, undefined])
  expect((await it.call('GET', '/home/x')).status).toBe(404)
  it.control.setApplication({ application: it.shop, status: 'INACTIVE' })
  expect(await follow(`${base}/home/oidc_client/${it.shop}/login`)).toEqual([404, undefined])
})

test('a link to an application asks for a sign-in first, then leads on to the application', async () => {
  const it = await startWorld()
  const { status, headers } = await it.open(it.linkOf('Shop'))
  const signIn = String(headers['location'])
  expect(status).toBe(303)
  const returnTo = new URL(signIn, base).searchParams.get('returnTo')
  expect(returnTo).toBe(it.linkOf('Shop'))
  const form = await it.open(signIn)
  expect(policyOf(form)['form-action']).toBe(`'self' ${base} https://shop.example.com`)
  const query = signIn.slice(signIn.indexOf('?'))
  const sent = await it.open(`/signin${query}`, { cookie: it.cookie })
  expect(sent.headers['location']).toBe(it.linkOf('Shop'))
})

test('the page after a sign-in lists what the user can start', async () => {
  const it = await startWorld()
  await client(it, { client_name: 'No start' })
  await client(it, { client_name: 'For all', initiate_login_uri: 'https://all.example.com/' })
  const { text } = await it.open('/signin', { cookie: it.cookie })
  const items = [...text.matchAll(/<li><a href="(\/home\/[^"]+)">([^<]+)</g)]
  expect(items.map(([, , label]) => label)).toEqual(['Shop', 'Wiki', 'For all'])
  for (const [, path] of items) expect((await it.open(path!, { cookie: it.cookie })).status).toBe(303)
})

test('an answer that cannot be given records no client', async () => {
  const it = await oauthOrg()
  const { client_id: id } = await client(it)
  const refused = await it.open(authorizeUrl(it.at, id, { scope: 'no such' }), { cookie: it.cookie })
  expect(sentBack(refused)).toHaveProperty('error')
  expect(it.control.list({ kind: 'sessions', user: it.userId })).toMatchObject([{ clients: [] }])
})
