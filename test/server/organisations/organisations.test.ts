import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { expect, test, vi } from 'vitest'
import { loadDataset } from '../../../src/fixtures/index.ts'
import { createFetchHandler, type RunningServer } from '../../../src/server.ts'
import { started } from '../../support/started.ts'

interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
  readonly json: any
}

async function call(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : text }
}

const person = (login: string): unknown => ({
  profile: { login, email: login, firstName: 'A', lastName: 'B' },
})

interface Made {
  readonly name: string
  readonly baseUrl: string
  readonly apiToken: string
}

async function made({ port }: RunningServer, input: object = {}): Promise<Made> {
  const { status, json } = await call(`http://localhost:${port}/_orgs`, 'POST', input)
  expect([status, json]).toEqual([201, expect.anything()])
  return json as Made
}

const users = ({ baseUrl, apiToken }: Made, query = ''): Promise<Answer> =>
  call(`${baseUrl}/api/v1/users${query}`, 'GET', undefined, { authorization: `SSWS ${apiToken}` })

test('makes, lists, shows and deletes organisations', async () => {
  const server = await started()
  const acme = await made(server, { name: 'acme' })
  expect(acme).toMatchObject({ name: 'acme', baseUrl: `${server.url}/orgs/acme`, users: 1, groups: 1 })
  const other = await made(server)
  expect(other.name).toMatch(/^[a-z0-9]{9}$/)
  const listed = await call(`${server.url}/_orgs`)
  expect(listed.json).toMatchObject({
    total: 2,
    max: 10_000,
    organisations: [{ name: 'acme' }, { name: other.name }],
  })
  expect((await call(`${server.url}/_orgs/acme`)).json).toMatchObject({ ...acme, usedAt: expect.any(String) })
  expect((await users(acme)).status).toBe(200)
  expect((await call(`${server.url}/_orgs/acme`, 'DELETE')).status).toBe(204)
  expect((await users(acme)).status).toBe(404)
  expect((await call(`${server.url}/_orgs/acme`, 'DELETE')).json.error).toBe('unknown-organisation')
  expect((await users(other)).status).toBe(200)
})

test.each([
  [{ name: 'Acme' }, 400, 'bad-input'],
  [{ name: 'a b' }, 400, 'bad-input'],
  [{ name: '' }, 400, 'bad-input'],
  [{ name: '-a' }, 400, 'bad-input'],
  [{ name: 'a'.repeat(64) }, 400, 'bad-input'],
  [{ name: '../x' }, 400, 'bad-input'],
  [{ nme: 'a' }, 400, 'bad-input'],
  [{ name: 'taken' }, 409, 'name-taken'],
  [{ dataset: 'nowhere' }, 400, 'bad-input'],
  [{ from: 'nobody' }, 404, 'unknown-organisation'],
  [{ from: 'taken', dataset: 'demo' }, 400, 'bad-input'],
  [{ from: 'taken', idSeed: 'x' }, 400, 'bad-input'],
  [{ seed: { usrs: [] } }, 400, 'bad-seed'],
  [{ yaml: 'users: [' }, 400, 'bad-seed'],
  [{ baseUrl: 'nowhere' }, 400, 'bad-input'],
  [{ apiToken: 'two words' }, 400, 'bad-input'],
  [[], 400, 'bad-input'],
])('refuses to make %j, and makes nothing', async (input, status, error) => {
  const server = await started()
  await made(server, { name: 'taken' })
  const refused = await call(`${server.url}/_orgs`, 'POST', input)
  expect([refused.status, refused.json.error]).toEqual([status, error])
  expect(server.organisations.size).toBe(1)
})

test('takes names of one to 63 letters', async () => {
  const server = await started()
  for (const name of ['a', '0', 'a-b', 'a'.repeat(63)]) expect((await made(server, { name })).name).toBe(name)
})

test('makes no more than the most there may be', async () => {
  const server = await started({ organisations: { max: 2, onDemand: true } })
  await made(server, { name: 'one' })
  await made(server, { name: 'two' })
  const refused = await call(`${server.url}/_orgs`, 'POST', {})
  expect([refused.status, refused.json.error]).toEqual([409, 'too-many-organisations'])
  expect((await call(`${server.url}/orgs/three/api/v1/users`)).status).toBe(503)
  await call(`${server.url}/_orgs/one`, 'DELETE')
  expect((await call(`${server.url}/orgs/three/api/v1/users`)).status).toBe(401)
})

test('makes an organisation at its first request if so set, once for simultaneous requests', async () => {
  const server = await started({ organisations: { onDemand: true, dataset: 'demo' } })
  const onMade = vi.spyOn(server.organisations, 'create')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(`${server.url}/orgs/acme/api/v1/users`)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  expect(onMade).toHaveBeenCalledTimes(1)
  const { json } = await call(`${server.url}/_orgs/acme`)
  expect(json.users).toBeGreaterThan(100)
  expect((await users(json as Made)).json.length).toBeGreaterThan(100)
  expect((await call(`${server.url}/orgs/No%20Name/api/v1/users`)).status).toBe(404)
  expect(server.organisations.size).toBe(1)
})

test('makes no organisation at a request by default', async () => {
  const server = await started()
  expect((await call(`${server.url}/orgs/acme/api/v1/users`)).json.error).toBe('unknown-organisation')
  expect(server.organisations.size).toBe(0)
})

test('puts links, cookies, pages and control under the address of the organisation', async () => {
  const server = await started()
  const acme = await made(server, { name: 'acme' })
  await call(`${acme.baseUrl}/api/v1/users`, 'POST', person('a@example.com'), {
    authorization: `SSWS ${acme.apiToken}`,
  })
  const page = await users(acme, '?limit=1')
  expect(page.headers.get('link')).toContain(`<${acme.baseUrl}/api/v1/users?limit=1&after=`)
  const mails = await call(`${acme.baseUrl}/_control/list-mails`, 'POST', {})
  expect(mails.json[0].url.startsWith(`${acme.baseUrl}/welcome/`)).toBe(true)
  expect((await call(mails.json[0].url as string)).status).toBe(200)
  const used = await fetch(mails.json[0].url as string, {
    method: 'POST',
    body: new URLSearchParams({ newPassword: 'Correct1Horse' }),
  })
  expect(used.status).toBe(200)
  const signedIn = await fetch(`${acme.baseUrl}/signin`, {
    method: 'POST',
    body: new URLSearchParams({ login: 'a@example.com', password: 'Correct1Horse' }),
  })
  expect(signedIn.headers.get('set-cookie')).toContain('Path=/orgs/acme;')
  const home = await call(`${server.url}/orgs/acme`)
  expect([home.status, home.headers.get('location')]).toEqual([308, `${acme.baseUrl}/`])
  expect((await call(`${acme.baseUrl}/`)).json).toContain('Identikit')
  expect((await call(`${acme.baseUrl}/.well-known/openid-configuration`)).json.issuer).toBe(acme.baseUrl)
  expect(server.org.control.listMails()).toEqual([])
  expect(server.org.control.readJournal()).toEqual([])
})

/** A request under a host name, which fetch cannot set. */
async function under(
  host: string,
  { port }: RunningServer,
  path: string,
  headers = {},
): Promise<[number, string]> {
  const outgoing = httpRequest({ port, host: '127.0.0.1', path, headers: { host, ...headers } }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string
  return [response.statusCode!, text]
}

test('reaches organisations by the name of the host', async () => {
  const server = await started({ organisations: { onDemand: true } })
  await made(server, { name: 'acme' })
  await made(server, { name: 'own', baseUrl: 'https://login.own.test' })
  const issuer = async (host: string): Promise<unknown> => {
    const [status, text] = await under(host, server, '/.well-known/openid-configuration')
    return status === 200 ? (JSON.parse(text) as { issuer: string }).issuer : status
  }
  expect(await issuer('acme.localhost')).toBe('http://acme.localhost')
  expect(await issuer('ACME.localhost:8080')).toBe('http://acme.localhost:8080')
  expect(await issuer('login.own.test')).toBe('https://login.own.test')
  expect(await issuer('fresh.localhost:1234')).toBe('http://fresh.localhost:1234')
  expect(await issuer('fresh.localhost:99')).toBe('http://fresh.localhost:99')
  expect(await issuer('localhost')).toBe('http://localhost')
  expect(await issuer('other.own.test')).toBe(421)
  expect(await issuer('a.b.localhost')).toBe('http://a.b.localhost')
  await call(`${server.url}/_orgs/own`, 'DELETE')
  expect(await issuer('login.own.test')).toBe(421)
})

test('describes the authorization servers of an organisation where RFC 8414 looks for them', async () => {
  const server = await started({ organisations: { onDemand: true } })
  await made(server, { name: 'acme' })
  for (const name of ['oauth-authorization-server', 'openid-configuration']) {
    for (const issuerPath of ['/orgs/acme', '/orgs/acme/oauth2/default', '/orgs/new/oauth2/default']) {
      const { json } = await call(`${server.url}/.well-known/${name}${issuerPath}`)
      expect(json.issuer).toBe(`${server.url}${issuerPath}`)
    }
  }
  expect((await call(`${server.url}/.well-known/openid-configuration/oauth2/default`)).json.issuer).toBe(
    `${server.url}/oauth2/default`,
  )
  const unknown = await call(`${server.url}/.well-known/openid-configuration/orgs/No/oauth2/default`)
  expect([unknown.status, unknown.json.error]).toEqual([404, 'unknown-organisation'])
})

test('reports that no organisation has an unknown name', async () => {
  const server = await started()
  await made(server, { name: 'acme' })
  for (const path of ['/orgs/', '/orgs/..%2f', '/_orgs/ac/me']) {
    const { status, json } = await call(`${server.url}${path}`)
    expect([path, status, json.error]).toEqual([path, 404, 'unknown-organisation'])
  }
  expect((await call(`${server.url}/_orgs/acme/`)).json.name).toBe('acme')
})

test('answers below the name of its base URL only for organisations that there are', async () => {
  const server = await started({ baseUrl: 'https://id.test' })
  expect((await under('acme.id.test', server, '/signin'))[0]).toBe(421)
  await made(server, { name: 'acme' })
  expect((await under('acme.id.test', server, '/signin'))[0]).toBe(200)
  expect((await under('other.id.test', server, '/signin'))[0]).toBe(421)
})

test('copies an organisation, with a new administrator token', async () => {
  const server = await started({ organisations: { dataset: 'demo' } })
  const source = await made(server, { name: 'source' })
  await call(`${source.baseUrl}/_control/set-clock`, 'POST', { to: '2030-01-01T00:00:00.000Z', frozen: true })
  const headers = { authorization: `SSWS ${source.apiToken}` }
  const { json: added } = await call(
    `${source.baseUrl}/api/v1/users`,
    'POST',
    person('new@example.com'),
    headers,
  )
  const session = await call(`${source.baseUrl}/_control/open-session`, 'POST', { user: 'admin@example.com' })
  const copy = await made(server, { name: 'copy', from: 'source' })
  expect(copy.apiToken).not.toBe(source.apiToken)
  const [original, copied] = [await users(source, '?limit=200'), await users(copy, '?limit=200')]
  const text = JSON.stringify(original.json).replaceAll(source.baseUrl, copy.baseUrl)
  expect(JSON.stringify(copied.json)).toBe(text)
  expect(copied.json.map(({ id }: { id: string }) => id)).toContain(added.id)
  expect((await users({ ...copy, apiToken: source.apiToken })).status).toBe(401)
  const me = await call(`${copy.baseUrl}/api/v1/users/me`, 'GET', undefined, {
    cookie: session.json.sessionCookie as string,
  })
  expect(me.status).toBe(403)
  // From here on they are two.
  const second = await call(`${copy.baseUrl}/api/v1/users`, 'POST', person('second@example.com'), {
    authorization: `SSWS ${copy.apiToken}`,
  })
  expect(second.json.created).toBe('2030-01-01T00:00:00.000Z')
  expect((await users(source, '/second@example.com')).status).toBe(404)
  expect((await users(source, '?search=profile.login eq "second@example.com"')).json).toEqual([])
  await call(`${copy.baseUrl}/_control/reset`, 'POST')
  expect((await users(copy, '/second@example.com')).status).toBe(404)
  expect((await users(copy, '/new@example.com')).status).toBe(200)
})

test('fills organisations with their own seeds and datasets', async () => {
  const server = await started()
  const seed = { users: [{ login: 'seeded@example.com', firstName: 'S', lastName: 'D' }] }
  for (const input of [
    { seed },
    { yaml: 'users: [{ login: seeded@example.com, firstName: S, lastName: D }]' },
  ]) {
    expect((await users(await made(server, input), '/seeded@example.com')).status).toBe(200)
  }
  const large = await made(server, { dataset: 'large:50' })
  expect((await users(large)).json.length).toBeGreaterThan(40)
})

test('forgets organisations that nobody calls', async () => {
  const server = await started({ organisations: { idle: 60_000 } })
  const [idle, busy] = [await made(server, { name: 'idle' }), await made(server, { name: 'busy' })]
  const at = Date.now()
  server.organisations.get('busy')!.usedAt = at + 50_000
  await server.organisations.sweep(at + 59_000)
  expect(server.organisations.size).toBe(2)
  await server.organisations.sweep(at + 61_000)
  expect((await users(idle)).status).toBe(404)
  expect((await users(busy)).status).toBe(200)
})

test('closes the list of organisations along with the control plane', async () => {
  const closed = await started({ host: '0.0.0.0', organisations: { onDemand: true } })
  expect((await call(`http://127.0.0.1:${closed.port}/_orgs`)).json.error).toBe('control-closed')
  const guarded = await started({ controlToken: 'open-sesame' })
  expect((await call(`${guarded.url}/_orgs`, 'POST', {})).status).toBe(401)
  const authorization = 'Bearer open-sesame'
  const { json } = await call(`${guarded.url}/_orgs`, 'POST', { name: 'acme' }, { authorization })
  expect((await call(`${json.baseUrl}/_control/reset`, 'POST')).status).toBe(401)
  expect((await call(`${json.baseUrl}/_control/reset`, 'POST', undefined, { authorization })).status).toBe(
    200,
  )
  expect(
    (await call(`${guarded.url}/_orgs`, 'POST', {}, { authorization, origin: 'https://evil.test' })).status,
  ).toBe(403)
})

test('each organisation has its own secrets, and the ids of the seed', async () => {
  const server = await started()
  const [one, two] = [await made(server), await made(server)]
  const secrets = async (org: Made): Promise<{ id: unknown; secrets: unknown[] }> => {
    const headers = { authorization: `SSWS ${org.apiToken}` }
    const { json: user } = await call(`${org.baseUrl}/api/v1/users`, 'POST', person('a@example.com'), headers)
    const session = await call(`${org.baseUrl}/_control/open-session`, 'POST', { user: user.id })
    const mails = await call(`${org.baseUrl}/_control/list-mails`, 'POST', {})
    const page = await users(org, '?limit=1')
    const keys = await call(`${org.baseUrl}/oauth2/v1/keys`)
    return {
      id: user.id,
      secrets: [
        org.apiToken,
        session.json.sessionCookie,
        mails.json[0].token,
        /after=([^>&]+)/.exec(page.headers.get('link')!)![1],
        keys.json.keys[0].kid,
      ],
    }
  }
  const [a, b] = [await secrets(one), await secrets(two)]
  expect(a.id).toBe(b.id)
  expect(new Set([...a.secrets, ...b.secrets]).size).toBe(10)
  const cursor = String(a.secrets[3])
  expect((await users(one, `?limit=1&after=${cursor}`)).status).toBe(200)
  expect((await users(two, `?limit=1&after=${cursor}`)).status).toBe(400)
})

test('leaves the organisation of the server alone', async () => {
  const server = await started({ options: { apiToken: 'token' } })
  await loadDataset(server.org, { users: [{ login: 'own@example.com', firstName: 'O', lastName: 'W' }] })
  const org = await made(server)
  expect(org.apiToken).not.toBe('token')
  expect((await users({ ...org, apiToken: 'token' })).status).toBe(401)
  expect((await users(org, '/own@example.com')).status).toBe(404)
})

test('lets no organisation take an address of the server or of another, under any name', async () => {
  const server = await started({ organisations: { max: 20 } })
  const { port } = server
  await made(server, { name: 'acme' })
  await made(server, { name: 'login', baseUrl: 'https://login.acme.test:8443' })
  const own = "The server's own organisation"
  const taken: readonly (readonly [baseUrl: string, holder: string])[] = [
    ...[
      'localhost',
      '127.0.0.1',
      '127.1.2.3',
      '[::1]',
      'LOCALHOST',
      'localhost.',
      '0.0.0.0',
      '[::ffff:127.0.0.1]',
    ].map((host) => [`http://${host}:${port}`, own] as const),
    [`https://localhost:${port}`, own],
    [`http://localhost:${port}/idp`, own],
    [`http://localhost:${port}/orgs`, own],
    [`http://127.0.0.1:${port}/orgs/acme`, 'The organisation acme'],
    [`http://[::1]:${port}/orgs/acme`, 'The organisation acme'],
    [`http://localhost:${port}/orgs/later`, 'The organisation later'],
    [`http://acme.localhost:${port}`, 'The organisation acme'],
    [`http://ACME.localhost.:${port}`, 'The organisation acme'],
    [`http://later.localhost:${port}`, 'The organisation later'],
    [`http://login.acme.test:8443`, 'The organisation login'],
    [`http://LOGIN.acme.test.:8443`, 'The organisation login'],
  ]
  for (const [baseUrl, holder] of taken) {
    const { status, json } = await call(`${server.url}/_orgs`, 'POST', { name: 'other', baseUrl })
    expect([baseUrl, status, json.error]).toEqual([baseUrl, 409, 'address-taken'])
    expect(json.message.startsWith(`baseUrl: ${holder} is at `)).toBe(true)
  }
  expect((await call(`${server.url}/_orgs`)).json.total).toBe(2)
  for (const [name, baseUrl] of [
    ['mine', `http://mine.localhost:${port}`],
    ['below', `http://127.0.0.1:${port}/orgs/below`],
    ['else', 'http://else.acme.test:8443'],
    ['port', `http://localhost:${port === 65_000 ? 65_001 : 65_000}`],
  ] as const)
    expect(await made(server, { name, baseUrl })).toMatchObject({ name, baseUrl })
  expect((await under('LOGIN.acme.test:8443', server, '/.well-known/openid-configuration'))[1]).toContain(
    '"https://login.acme.test:8443"',
  )
  // The address of one that was deleted is free.
  expect((await call(`${server.url}/_orgs/login`, 'DELETE')).status).toBe(204)
  await made(server, { name: 'again', baseUrl: 'https://login.acme.test:8443' })
})

test('lets no organisation take where the server listens, or a name below its base URL', async () => {
  const server = await started({ baseUrl: 'https://id.test/idp' })
  for (const baseUrl of [
    server.url,
    `http://localhost:${server.port}`,
    'https://id.test/idp',
    'http://id.test/idp/',
    'https://id.test/idp/orgs/later',
    'https://acme.id.test',
  ]) {
    const { status, json } = await call(`${server.url}/_orgs`, 'POST', { name: 'other', baseUrl })
    expect([baseUrl, status, json.error]).toEqual([baseUrl, 409, 'address-taken'])
  }
  expect(await made(server, { name: 'other', baseUrl: 'https://id.test/other' })).toMatchObject({
    name: 'other',
  })
})

test('makes one on demand only for a call with a token, or from this machine by its name', async () => {
  const settings = { host: '0.0.0.0', allowedHosts: ['*'], organisations: { onDemand: true } }
  const server = await started(settings)
  const asked = async (host: string, authorization?: string, path = '/oauth2/v1/keys') => {
    const before = server.organisations.size
    const headers = authorization === undefined ? {} : { authorization }
    const reply = await under(host, server, `/orgs/n${before}${path}`, headers)
    return [reply[0], server.organisations.size - before]
  }
  for (const host of ['mock.internal', 'rebound.evil.test', '10.0.0.7', 'localhost.evil.test']) {
    expect(await asked(host)).toEqual([404, 0])
    expect(await asked(host, '')).toEqual([404, 0])
    expect(await asked(host, undefined, '/_control')).toEqual([404, 0])
  }
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'mock.localhost'])
    expect(await asked(host)).toEqual([200, 1])
  expect(await asked('mock.internal', 'SSWS some', '/api/v1/users')).toEqual([401, 1])
  // A fetch handler does not see where a request comes from.
  const handler = createFetchHandler({}, { organisations: { onDemand: true } })
  const statusOf = async (headers = {}): Promise<number> =>
    (await handler(new Request('http://localhost/orgs/acme/oauth2/v1/keys', { headers }))).status
  expect([await statusOf(), await statusOf({ authorization: 'SSWS any' })]).toEqual([404, 200])
})

test('makes none on demand for a page of another origin', async () => {
  const server = await started({ organisations: { onDemand: true } })
  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { referer: 'https://evil.test/page' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) {
    for (const path of [
      '/orgs/new/',
      '/orgs/new/api/v1/users',
      '/orgs/new/_control',
      '/orgs/new/oauth2/v1/keys',
    ]) {
      const { status, json } = await call(server.url + path, 'GET', undefined, headers)
      expect([headers, path, status, json.error]).toEqual([headers, path, 403, 'untrusted-origin'])
    }
  }
  expect(server.organisations.size).toBe(0)
  const own: readonly Record<string, string>[] = [
    {},
    { origin: 'http://localhost:3000' },
    { referer: 'http://localhost:3000/', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: server.url },
  ]
  for (const [index, headers] of own.entries()) {
    const { status } = await call(`${server.url}/orgs/n${index}/oauth2/v1/keys`, 'GET', undefined, headers)
    expect([headers, status]).toEqual([headers, 200])
  }
  // One that is there is shown to everybody, as far as its own rules go.
  const { status } = await call(`${server.url}/orgs/n0/oauth2/v1/keys`, 'GET', undefined, foreign[0])
  expect(status).toBe(200)
})
