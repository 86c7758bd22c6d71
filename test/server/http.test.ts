import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { request as httpRequest } from 'node:http'
import { expect, test, vi } from 'vitest'
import { loadDataset } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import { serve } from '../../src/server.ts'
import { sendRaw } from '../support/send-raw.ts'
import { startedWithToken as started } from '../support/started.ts'

const authorization = { authorization: 'SSWS token' }

function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json', ...headers },
    body,
  })
}

function person(login: string, profile: Record<string, unknown> = {}): string {
  return JSON.stringify({ profile: { login, email: login, firstName: 'A', lastName: 'B', ...profile } })
}

test('listens at loopback, and makes links under its own address', async () => {
  const { url } = await started()
  expect(url).toMatch(/^http:\/\/localhost:\d+$/)
  const response = await fetch(`${url}/api/v1/users?limit=1`, { headers: authorization })
  expect(response.status).toBe(200)
  expect(response.headers.get('link')).toBe(`<${url}/api/v1/users?limit=1>; rel="self"`)
})

test('leads back to itself with the links of mails that were sent before it listened', async () => {
  const org = createOrg()
  await loadDataset(org, {
    users: [{ login: 'new@example.com', firstName: 'N', lastName: 'W', status: 'PROVISIONED' }],
  })
  const { url } = await started({ org })
  const [mail] = org.control.listMails()
  expect(mail!.url).toBe(`${url}/welcome/${mail!.token}`)
  expect((await fetch(mail!.url!)).status).toBe(200)
  org.reset()
  expect(org.control.listMails()[0]!.url).toBe(mail!.url)
})

test('escapes in links what a header cannot hold', async () => {
  const { url } = await started({ baseUrl: 'https://id.test/größe €/' })
  const response = await fetch(`${url}/api/v1/users?limit=1`, { headers: authorization })
  expect(response.headers.get('link')).toBe(
    '<https://id.test/gr%C3%B6%C3%9Fe%20%E2%82%AC/api/v1/users?limit=1>; rel="self"',
  )
})

test('makes links under the given base URL', async () => {
  const { url, org } = await started({ baseUrl: 'https://id.test/tenant/' })
  expect(org.baseUrl).toBe('https://id.test/tenant')
  for (const path of ['/api/v1/users/me', '/tenant/api/v1/users/me']) {
    const user = (await (await fetch(url + path, { headers: authorization })).json()) as {
      _links: { self: { href: string } }
    }
    expect(user._links.self.href).toMatch(/^https:\/\/id\.test\/tenant\/api\/v1\/users\/00u/)
  }
})

test('serves an organisation that exists already', async () => {
  const org = createOrg({ apiToken: 'token' })
  const { url } = await started({ org })
  await post(`${url}/api/v1/users`, person('served@example.com'))
  expect(org.model.users.collection.size).toBe(2)
  expect(org.control.readJournal()).toHaveLength(1)
})

test('keeps UTF-8 whole, whichever way it is cut', async () => {
  const { url } = await started()
  const name = 'Žofie 🦊'.repeat(5000)
  const body = person('utf8@example.com', { displayName: name.slice(0, 100), city: 'Łódź' })
  const { hostname, port } = new URL(url)
  const bytes = Buffer.from(body)
  const text = await new Promise<string>((resolve, reject) => {
    const outgoing = httpRequest(
      {
        hostname,
        port,
        path: '/api/v1/users',
        method: 'POST',
        headers: { ...authorization, 'content-type': 'application/json' },
      },
      (incoming) => {
        let received = ''
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          received += chunk
        })
        incoming.on('end', () => resolve(received))
      },
    )
    outgoing.on('error', reject)
    void (async () => {
      for (let at = 0; at < bytes.length; at += 7) {
        outgoing.write(bytes.subarray(at, at + 7))
        if (at % 70 === 0) await new Promise((wait) => setImmediate(wait))
      }
      outgoing.end()
    })()
  })
  expect(JSON.parse(text)).toMatchObject({ profile: { displayName: name.slice(0, 100), city: 'Łódź' } })
})

test('takes a body of a mebibyte and refuses one byte more, and goes on', async () => {
  const { url, organisations } = await started()
  const padded = (length: number): string => person('big@example.com').padEnd(length, ' ')
  expect((await post(`${url}/api/v1/users`, padded(1024 * 1024))).status).toBe(200)
  const refused = await post(`${url}/api/v1/users`, padded(1024 * 1024 + 1))
  expect([refused.status, ((await refused.json()) as { errorCode: string }).errorCode]).toEqual([
    413,
    'E0000003',
  ])
  for (const path of ['/_orgs', '/_control/load-dataset']) {
    const seed = await post(url + path, JSON.stringify({ seed: {} }).padEnd(1024 * 1024 + 1))
    expect([seed.status, await seed.json()]).toEqual([
      413,
      expect.objectContaining({ error: 'body-too-large' }),
    ])
  }
  expect(organisations.size).toBe(0)
  expect((await fetch(`${url}/api/v1/users/me`, { headers: authorization })).status).toBe(200)
})

test('answers HEAD with the head of GET, length included', async () => {
  const { url } = await started()
  const head = await fetch(`${url}/api/v1/users/me`, { method: 'HEAD', headers: authorization })
  const got = await fetch(`${url}/api/v1/users/me`, { headers: authorization })
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await got.text())))
})

test.each([
  ['GET //api/v1/users HTTP/1.1', 200],
  ['GET /api/v1/users/%E0%A4%A HTTP/1.1', 400],
  ['GET /api/v1/users/%2e%2e%2f HTTP/1.1', 404],
  ['GET http://127.0.0.1/api/v1/users/me HTTP/1.1', 200],
  ['GET /api/v1/users?limit=%zz HTTP/1.1', 400],
  ['OPTIONS * HTTP/1.1', 204],
  ['PROPFIND /api/v1/users HTTP/1.1', 405],
  ['TRACE /api/v1/users HTTP/1.1', 405],
])('survives the request line %s', async (line, status) => {
  const server = await started()
  const head = `${line}\r\nHost: 127.0.0.1\r\nAuthorization: SSWS token\r\nConnection: close\r\n\r\n`
  expect((await sendRaw(server.port, head)).slice(9, 12)).toBe(String(status))
})

test('answers pipelined requests in order, even when the first one is slow', async () => {
  const server = await started()
  server.org.control.addFault({ operation: 'getUser', latency: 50, times: 1 })
  const get = 'GET /api/v1/users/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: SSWS token\r\n'
  const gone = 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nAuthorization: SSWS token\r\n'
  const received = await sendRaw(server.port, `${get}\r\n${gone}\r\n${get}Connection: close\r\n\r\n`)
  expect(received.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9))).toEqual(['200', '404', '200'])
})

const groupPost = 'POST /api/v1/groups HTTP/1.1\r\nHost: localhost\r\nAuthorization: SSWS token\r\n'
const named = 'Content-Type: application/json\r\n'
const group = '{"profile":{"name":"g"}}'
const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'

test.each([
  ['data that is no request', 'hello\r\n\r\n', '400', 0],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: localhost\r\nbroken\r\n\r\n', '400', 0],
  [
    'headers of 20 kB',
    `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431',
    0,
  ],
  ['an unknown expectation', `${groupPost}Expect: more\r\nContent-Length: 2\r\n\r\n{}`, '417', 0],
  ['a chunk without a length', `${groupPost}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, '400', 0],
  [
    'a chunk that is longer than said',
    `${groupPost}Transfer-Encoding: chunked\r\n\r\n2\r\n{}}}}\r\n0\r\n\r\n`,
    '400',
    0,
  ],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', '', 0],
  // As Java and curl ask for HTTP/2.
  [
    'another protocol',
    `${groupPost}${named}${upgrade}Content-Length: ${group.length}\r\n\r\n${group}`,
    '200',
    1,
  ],
  [
    'a body that the client announces',
    `${groupPost}${named}Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${group.length}\r\n\r\n${group}`,
    '100',
    1,
  ],
])('a request with %s gets a plain answer, and others go on', async (_, bytes, status, made) => {
  const server = await started()
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1')
  socket.write(bytes)
  const received = await new Promise<string>((resolve) =>
    socket.once('data', resolve).once('close', () => resolve('')),
  )
  socket.destroy()
  expect(received.slice(9, 12)).toBe(status)
  await vi.waitFor(() => expect(server.org.data.groups.count()).toBe(1 + made))
  expect((await fetch(`${server.url}/api/v1/users/me`, { headers: authorization })).status).toBe(200)
})

test('a client that hangs up in the middle of a body changes nothing', async () => {
  const server = await started()
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`${groupPost}${named}Content-Length: 100\r\n\r\n${group}`)
  await new Promise((wait) => setTimeout(wait, 50))
  socket.destroy()
  expect((await fetch(`${server.url}/api/v1/users/me`, { headers: authorization })).status).toBe(200)
  expect(server.org.data.groups.count()).toBe(1)
})

test('reports our own errors, with the request that caused them', async () => {
  const onError = vi.fn()
  const { url, org } = await started({ onError })
  const failure = new Error('broken on purpose')
  vi.spyOn(org.model.users, 'list').mockImplementation(() => {
    throw failure
  })
  const response = await fetch(`${url}/api/v1/users?limit=5`, { headers: authorization })
  expect(response.status).toBe(500)
  vi.spyOn(org.model.clock, 'freeze').mockImplementation(() => {
    throw failure
  })
  const frozen = await fetch(`${url}/_control/set-clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"frozen":true}',
  })
  expect(frozen.status).toBe(500)
  vi.spyOn(org.model.outbox, 'list').mockImplementation(() => {
    throw failure
  })
  expect((await fetch(`${url}/`)).status).toBe(500)
  expect(onError.mock.calls.map(([error, { method, path }]) => [error, method, path])).toEqual([
    [failure, 'GET', '/api/v1/users'],
    [failure, 'POST', '/_control/set-clock'],
    [failure, 'GET', '/'],
  ])
})

test('writes our own errors to standard error by default', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { url, org } = await started()
  vi.spyOn(org.model.outbox, 'list').mockImplementation(() => {
    throw new Error('broken on purpose')
  })
  await fetch(`${url}/`)
  expect(String(written.mock.calls[0]![1])).toContain('broken on purpose')
  written.mockRestore()
})

test('closes while a client keeps its connection open', async () => {
  const server = await serve({ port: 0, options: { apiToken: 'token' } })
  await (await fetch(`${server.url}/api/v1/users/me`, { headers: authorization })).text()
  const start = performance.now()
  await server.close()
  // Left alone, the connection would be kept open for five seconds.
  expect(performance.now() - start).toBeLessThan(4000)
  await expect(fetch(server.url)).rejects.toThrow()
})

test('answers requests under way when it closes', async () => {
  const server = await serve({ port: 0, options: { apiToken: 'token' } })
  server.org.control.addFault({ latency: 200 })
  const late = fetch(`${server.url}/api/v1/users/me`, { headers: authorization })
  await vi.waitFor(
    () => expect(server.org.control.list({ kind: 'faults' })).toMatchObject([{ met: 1 }]),
    10_000,
  )
  await server.close()
  expect((await late).status).toBe(200)
})

test('fails to start at a port that is taken', async () => {
  const { port } = await started()
  await expect(serve({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('answers preflight requests of local pages, and refuses those of others', async () => {
  const { url } = await started()
  const ask = (origin: string): Promise<Response> =>
    fetch(`${url}/api/v1/users/me`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
  const trusted = await ask('http://localhost:5173')
  expect(trusted.status).toBe(204)
  expect(trusted.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  expect(trusted.headers.get('access-control-allow-credentials')).toBe('true')
  expect((await ask('https://evil.test')).headers.get('access-control-allow-origin')).toBeNull()
})

test('carries a status without a body', async () => {
  const { url } = await started()
  const created = (await (
    await post(`${url}/api/v1/users?activate=false`, person('gone@example.com'))
  ).json()) as {
    id: string
  }
  for (const status of [204, 204, 404]) {
    const response = await fetch(`${url}/api/v1/users/${created.id}`, {
      method: 'DELETE',
      headers: authorization,
    })
    expect(response.status).toBe(status)
    if (status === 204) expect(response.headers.get('content-length')).toBeNull()
  }
})

test('serves the key set and the metadata of its authorization server, to anybody', async () => {
  const { url } = await started()
  const metadata = (await (await fetch(`${url}/.well-known/openid-configuration`)).json()) as {
    issuer: string
    jwks_uri: string
  }
  expect(metadata).toMatchObject({ issuer: url, jwks_uri: `${url}/oauth2/v1/keys` })
  const keys = await fetch(metadata.jwks_uri)
  expect(keys.headers.get('access-control-allow-origin')).toBe('*')
  expect(await keys.json()).toMatchObject({ keys: [{ kty: 'RSA' }] })
})

test('serves the logos that groups link to, byte for byte', async () => {
  const { url } = await started()
  const [group] = (await (await fetch(`${url}/api/v1/groups`, { headers: authorization })).json()) as {
    _links: { logo: { href: string }[] }
  }[]
  expect(group!._links.logo).toHaveLength(2)
  for (const { href } of group!._links.logo) {
    const response = await fetch(href)
    expect(response.headers.get('content-type')).toBe('image/png')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(1, 4)]).toEqual(Array.from('PNG', (letter) => letter.charCodeAt(0)))
    expect(String(bytes.length)).toBe(response.headers.get('content-length'))
  }
  expect((await fetch(`${url}/assets/logos/../secret.png`)).status).toBe(404)
})

test('by default answers at localhost, 127.0.0.1 and ::1, each under its own name', async () => {
  const server = await serve({ port: 0, options: { apiToken: 'token' } })
  const { port } = server
  expect([server.url, server.org.baseUrl]).toEqual([`http://localhost:${port}`, `http://localhost:${port}`])
  const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
    each?.some(({ address }) => address === '::1'),
  )
  for (const host of ['localhost', '127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])]) {
    const reply = await fetch(`http://${host}:${port}/.well-known/openid-configuration`)
    expect([host, ((await reply.json()) as { issuer: string }).issuer]).toEqual([
      host,
      `http://${host}:${port}`,
    ])
  }
  // A port that is taken at one of them is taken.
  await expect(serve({ port })).rejects.toThrow(/EADDRINUSE/)
  await server.close()
  for (const host of ['127.0.0.1', '[::1]']) await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
})
