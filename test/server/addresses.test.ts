/** Links, issuers and mails lead to the address by which a request came: through mapped ports and proxies. */
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFetchHandler, type RunningServer, type ServeOptions } from '../../src/server.ts'
import { webClient } from '../support/clients.ts'
import { started } from '../support/started.ts'

const api = { authorization: 'SSWS token' }
const json = { ...api, 'content-type': 'application/json' }
const forwarded = { 'x-forwarded-host': 'id.example.com', 'x-forwarded-proto': 'https' }

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
  readonly json: any
}

/** A client that reaches a server at a port, under a host. */
function client(port: number, host = `localhost:${port}`, more: Record<string, string> = {}) {
  return async (
    path: string,
    { headers = api, body, form }: { headers?: Record<string, string>; body?: unknown; form?: object } = {},
  ): Promise<Answer> => {
    const text = form
      ? String(new URLSearchParams(form as never))
      : body === undefined
        ? ''
        : JSON.stringify(body)
    const method = text === '' ? 'GET' : 'POST'
    const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const sent = httpRequest({ port, path, method, headers: { ...headers, ...type, ...more, host } }).end(
      text,
    )
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    let received = ''
    for await (const part of reply.setEncoding('utf8')) received += part as string
    const isJson = /json/.test(reply.headers['content-type'] ?? '')
    return { status: reply.statusCode!, headers: reply.headers, json: isJson && JSON.parse(received) }
  }
}

/** Forwards connections to a port, as the mapped port of a container does; resolves to its own port. */
async function mapped(port: number): Promise<number> {
  const forwarder = createServer((socket) => {
    const on = connect(port, '127.0.0.1')
    socket.pipe(on).pipe(socket)
    for (const each of [socket, on]) each.on('error', () => void (socket.destroy(), on.destroy()))
  })
  await once(forwarder.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void forwarder.close())
  return (forwarder.address() as AddressInfo).port
}

const person = (name: string) => {
  const login = `${name}@example.com`
  return { profile: { login, email: login, firstName: 'A', lastName: 'B' } }
}

const startedWith = (options: ServeOptions = {}): Promise<RunningServer> =>
  started({ ...options, options: { apiToken: 'token', ...options.options } })

/** Everything in which an address is. */
async function addressesIn(ask: ReturnType<typeof client>, name: string): Promise<readonly string[]> {
  const user = await ask('/api/v1/users?activate=true', { headers: json, body: person(name) })
  const page = await ask('/api/v1/users?limit=1')
  const discovery = await ask('/oauth2/default/.well-known/openid-configuration')
  const mails = await ask('/_control/list-mails', { headers: json, body: { to: `${name}@example.com` } })
  const [{ url }] = mails.json as [{ url: string }]
  const openapi = await ask('/openapi.json')
  const all = [
    ...Object.values<{ href: string }>(user.json._links).map(({ href }) => href),
    ...[page.headers.link ?? []].flat().flatMap((link) => /<([^>]*)>/.exec(link)![1]!),
    ...Object.entries<string>(discovery.json).flatMap(([key, value]) =>
      key === 'issuer' || /_endpoint$|_uri$/.test(key) ? [value] : [],
    ),
    url,
    openapi.json.servers[0].url,
  ]
  return [...new Set(all.map((each) => /^(.*?)(?:\/oauth2|\/api|\/welcome|\/activate|$)/.exec(each)![1]!))]
}

test('links, issuers and mails follow the port by which a request came', async () => {
  const server = await startedWith()
  const other = await mapped(server.port)
  expect(await addressesIn(client(other), 'a')).toEqual([`http://localhost:${other}`])
  expect(await addressesIn(client(server.port), 'b')).toEqual([server.url])
  expect(await addressesIn(client(server.port, 'localhost:9999'), 'c')).toEqual(['http://localhost:9999'])
  expect(await addressesIn(client(server.port, '127.0.0.1:80'), 'd')).toEqual(['http://127.0.0.1'])
  expect(server.org.baseUrl).toBe(server.url)
})

test('the link of a mail leads to where its cause came from, whoever reads it', async () => {
  const server = await startedWith()
  const other = await mapped(server.port)
  await client(other)('/api/v1/users', { headers: json, body: person('a') })
  const [mail] = server.org.control.listMails()
  expect(new URL(mail!.url!).port).toBe(String(other))
  for (const port of [server.port, other]) {
    const read = await client(port, '127.0.0.1')('/_control/list-mails', { headers: json, body: {} })
    expect(read.json[0].url).toBe(mail!.url)
  }
  expect((await fetch(mail!.url!)).status).toBe(200)
})

test('a base URL that is set stays, whatever the request says', async () => {
  for (const options of [
    { baseUrl: 'https://id.test/x' },
    { options: { baseUrl: 'https://id.test/x' } },
    { baseUrl: 'https://id.test/x', trustProxy: true },
  ]) {
    const server = await startedWith(options)
    const other = await mapped(server.port)
    expect(await addressesIn(client(other, undefined, forwarded), 'a')).toEqual(['https://id.test/x'])
  }
})

test.each<[string, Record<string, string>, string]>([
  ['host and protocol', forwarded, 'https://id.example.com'],
  ['a port', { ...forwarded, 'x-forwarded-port': '8443' }, 'https://id.example.com:8443'],
  ['the port of the protocol', { ...forwarded, 'x-forwarded-port': '443' }, 'https://id.example.com'],
  ['a prefix', { ...forwarded, 'x-forwarded-prefix': '/id/' }, 'https://id.example.com/id'],
  [
    'several proxies',
    { 'x-forwarded-host': 'a.test, b.test', 'x-forwarded-proto': 'https, http' },
    'https://a.test',
  ],
  ['the protocol alone', { 'x-forwarded-proto': 'https' }, 'https://localhost:80'],
  ['nonsense', { 'x-forwarded-host': 'a b/<c>', 'x-forwarded-proto': 'file' }, 'http://localhost:80'],
  ['nothing', {}, 'http://localhost:80'],
])('behind a proxy that is trusted, links follow %s', async (_, headers, address) => {
  const asked = (server: RunningServer) => addressesIn(client(server.port, 'localhost:80', headers), 'a')
  expect(await asked(await startedWith({ trustProxy: true }))).toEqual([
    new URL(address).href.replace(/\/$/, ''),
  ])
  expect(await asked(await startedWith())).toEqual(['http://localhost'])
})

test('a token keeps its issuer, and works by every address', async () => {
  const server = await startedWith()
  const other = await mapped(server.port)
  const { client_id: id, client_secret: secret } = server.org.control.registerClient(
    webClient({
      application_type: 'native',
      grant_types: ['authorization_code', 'password', 'refresh_token'],
    }),
  )
  const basic = { authorization: `Basic ${btoa(`${id}:${secret}`)}` }
  const [here, there] = [client(server.port), client(other)]
  const user = { ...person('a'), credentials: { password: { value: 'Correct1Horse' } } }
  expect((await here('/api/v1/users', { headers: json, body: user })).status).toBe(200)
  const form = { grant_type: 'password', username: 'a@example.com', password: 'Correct1Horse' }
  const scope = { scope: 'openid offline_access' }
  const issued = await there('/oauth2/default/v1/token', { headers: basic, form: { ...form, ...scope } })
  expect(issued.status).toBe(200)
  const issuer = `http://localhost:${other}/oauth2/default`
  const claims = (jwt: string) =>
    JSON.parse(atob(jwt.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
  const { access_token: token, id_token: idToken, refresh_token: refreshToken } = issued.json
  expect([claims(token).iss, claims(idToken).iss]).toEqual([issuer, issuer])
  for (const ask of [here, there]) {
    const known = await ask('/oauth2/default/v1/introspect', { headers: basic, form: { token } })
    expect(known.json).toMatchObject({ active: true, iss: issuer, aud: 'api://default' })
    const who = await ask('/oauth2/default/v1/userinfo', { headers: { authorization: `Bearer ${token}` } })
    expect(who.json).toEqual({ sub: expect.stringMatching(/^00u/) })
    const inspected = await ask('/_control/inspect-token', { headers: json, body: { token } })
    expect(inspected.json).toMatchObject({ active: true, iss: issuer })
    const out = await ask(`/oauth2/default/v1/logout?id_token_hint=${idToken}`)
    expect(out.status).toBeLessThan(400)
  }
  expect((await here('/oauth2/default/v1/keys')).json).toEqual((await there('/oauth2/default/v1/keys')).json)
  const again = await here('/oauth2/default/v1/token', {
    headers: basic,
    form: { grant_type: 'refresh_token', refresh_token: refreshToken },
  })
  expect(claims(again.json.access_token).iss).toBe(`${server.url}/oauth2/default`)
})

test('organisations follow, too, and lists show them where the client reaches them', async () => {
  const server = await startedWith({ organisations: { onDemand: true } })
  const other = await mapped(server.port)
  const there = client(other)
  const made = await there('/_orgs', { headers: json, body: { name: 'acme', apiToken: 'token' } })
  const address = `http://localhost:${other}/orgs/acme`
  expect([made.json.baseUrl, made.json.control, made.headers.location]).toEqual([
    address,
    `${address}/_control`,
    address,
  ])
  expect((await there('/_orgs/acme')).json.baseUrl).toBe(address)
  const self = async (ask: typeof there, path: string): Promise<string> =>
    (await ask(`${path}/api/v1/users/me`)).json._links.self.href.replace(/\/api.*/, '')
  expect(await self(there, '/orgs/acme')).toBe(address)
  expect(await self(client(server.port), '/orgs/acme')).toBe(`${server.url}/orgs/acme`)
  expect(await self(client(other, `acme.localhost:${other}`), '')).toBe(`http://acme.localhost:${other}`)
  expect(server.organisations.get('acme')!.organisation.baseUrl).toBe(`${server.url}/orgs/acme`)
  const own = { name: 'own', apiToken: 'token', baseUrl: 'https://own.test' }
  expect((await there('/_orgs', { headers: json, body: own })).json.baseUrl).toBe('https://own.test')
  expect(await self(there, '/orgs/own')).toBe('https://own.test')
})

test('a host that cannot be part of a URL is answered, and changes no link', async () => {
  const server = await startedWith({
    trustProxy: true,
    organisations: { onDemand: true, options: { apiToken: 'token' } },
  })
  const issuer = async (host: string, headers = {}) =>
    (await client(server.port, host, headers)('/.well-known/openid-configuration')).json.issuer as string
  expect(await issuer('localhost:99999')).toBe(server.url)
  expect(await issuer('acme.localhost:99999')).toBe(`${server.url}/orgs/acme`)
  expect(await issuer('localhost', { 'x-forwarded-host': 'other.localhost:99999' })).toBe(
    `${server.url}/orgs/other`,
  )
})

test('requests at the same time keep apart', async () => {
  const server = await startedWith()
  server.org.control.addFault({ latency: 30 })
  const hosts = ['localhost:1', 'localhost:2', `localhost:${server.port}`, '127.0.0.1:3']
  const found = await Promise.all(
    hosts.map(
      async (host) =>
        new URL((await client(server.port, host)('/api/v1/users/me')).json._links.self.href).host,
    ),
  )
  expect(found).toEqual(hosts)
})

test('a fetch handler follows each request, and a proxy that is trusted', async () => {
  const issuer = async (handler: ReturnType<typeof createFetchHandler>, url: string, headers = {}) => {
    const reply = await handler(new Request(`${url}/.well-known/openid-configuration`, { headers }))
    return ((await reply.json()) as { issuer: string }).issuer
  }
  const handler = createFetchHandler()
  expect(await issuer(handler, 'https://localhost:3000')).toBe('https://localhost:3000')
  expect(await issuer(handler, 'http://127.0.0.1:5', forwarded)).toBe('http://127.0.0.1:5')
  expect(handler.org.baseUrl).toBe('https://localhost:3000')
  const behind = createFetchHandler({}, { trustProxy: true })
  expect(await issuer(behind, 'http://localhost:3000', forwarded)).toBe('https://id.example.com')
})
