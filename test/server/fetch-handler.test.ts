import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createOrg } from '../../src/index.ts'
import {
  createFetchHandler,
  type FetchHandler,
  type FetchHandlerOptions,
  type RunningServer,
  serve,
} from '../../src/server.ts'

const settings = { apiToken: 'token', clock: { start: '2026-03-02T08:00:00.000Z', frozen: true } } as const
const controlToken = 'control-token-of-this-test'
const api = { authorization: 'SSWS token' }
const control = { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' }
const json = { ...api, 'content-type': 'application/json' }
const user = JSON.stringify({
  profile: { login: 'a@b.test', email: 'a@b.test', firstName: 'A', lastName: 'B' },
})

/** The requests to both, in this order: method, path, headers, body. */
const calls: readonly [string, string, Record<string, string>?, string?][] = [
  ['POST', '/api/v1/users', json, user],
  ['GET', '/api/v1/users?limit=1', api],
  ['GET', '/api/v1/users'],
  ['GET', '/api/v1/nothing', api],
  ['POST', '/api/v1/groups', json, `{"profile":{"name":"${'x'.repeat(2_000_000)}"}}`],
  ['POST', '/api/v1/groups', json, '{'],
  ['GET', '/oauth2/default/.well-known/openid-configuration'],
  ['GET', '/signin'],
  ['GET', '/'],
  ['GET', '/_console'],
  ['GET', '/_console/page.css'],
  ['GET', '/_control'],
  ['GET', '/_control', control],
  ['GET', '/_control/health'],
  ['GET', '/_health'],
  ['POST', '/_control/export-seed', control, '{}'],
  ['POST', '/_control/unknown', control, '{}'],
  ['POST', '/_orgs', control, '{"name":"acme"}'],
  ['POST', '/_orgs', { 'content-type': 'application/json' }, '{"name":"other"}'],
  ['GET', '/orgs/acme'],
  ['GET', '/orgs/acme/api/v1/users', api],
  ['GET', '/orgs/nobody/api/v1/users', api],
  ['GET', '/openapi.json'],
  ['GET', '/assets/logos/group-medium.png'],
  ['HEAD', '/openapi.json'],
  ['OPTIONS', '/api/v1/users', { origin: 'http://evil.test', 'access-control-request-method': 'GET' }],
  ['GET', '/nothing'],
]

let server: RunningServer
let handler: FetchHandler
beforeAll(async () => {
  server = await serve({
    port: 0,
    options: { ...settings, seed: { secrets: 's', samples: 's' } },
    controlToken,
  })
  handler = createFetchHandler({ ...settings, seed: { secrets: 's' } }, { controlToken, baseUrl: server.url })
})
afterAll(() => server.close())

async function shown(response: Response): Promise<unknown> {
  const { status, headers } = response
  const kept = [...headers].filter(
    ([name]) =>
      !/^(?:date|connection|keep-alive|content-length|transfer-encoding|x-rate-limit-reset)$/.test(name),
  )
  const body = (await response.text()).replaceAll(/"(?:uptimeSeconds|createdAt|usedAt)":[^,}]+/g, '')
  return { status, headers: Object.fromEntries(kept), body }
}

test.each(calls)('answers %s %s as the server does', async (method, path, headers = {}, body) => {
  const init = { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) } as const
  const [served, handled] = await Promise.all([
    fetch(server.url + path, init).then(shown),
    handler(new Request(server.url + path, init)).then(shown),
  ])
  expect(handled).toEqual(served)
})

const ask = (
  options: FetchHandlerOptions,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> => createFetchHandler(settings, options)(new Request(url, { headers }))

test.each<[string, Record<string, string>, number, FetchHandlerOptions?]>([
  ['http://localhost:3000', {}, 200],
  ['http://127.0.0.1:3000', {}, 200],
  ['http://evil.test', {}, 421],
  ['http://localhost:3000', { host: 'evil.test' }, 421],
  ['http://app.test', {}, 421],
  ['http://app.test', {}, 200, { allowedHosts: ['app.test'] }],
  ['http://app.test', {}, 200, { baseUrl: 'https://app.test' }],
])('answers %s with %o by %i', async (url, headers, status, options) => {
  const onHostRefused = vi.fn<(host: string) => void>()
  const reply = await ask({ ...options, onHostRefused }, `${url}/api/v1/users/me`, { ...api, ...headers })
  expect(reply.status).toBe(status)
  expect(onHostRefused).toHaveBeenCalledTimes(status === 421 ? 1 : 0)
})

test('keeps the control plane and mails closed by default', async () => {
  const path = 'http://localhost:3000/_control'
  expect((await ask({}, path)).status).toBe(403)
  expect((await ask({ controlToken }, path)).status).toBe(401)
  expect((await ask({ controlToken, control: 'open' }, path)).status).toBe(401)
  expect((await ask({ control: 'open' }, path)).status).toBe(200)
  expect(createFetchHandler().org.apiToken).not.toBe(createFetchHandler().org.apiToken)
  expect(createFetchHandler({}, { control: 'open' }).org.apiToken).toBe(createOrg().apiToken)
})

test('makes links for the origin of its first request, or the base URL, which may have a path', async () => {
  const self = async (url: string, options: FetchHandlerOptions = {}): Promise<unknown> => {
    const reply = await ask(options, `${url}/api/v1/users/me`, api)
    return ((await reply.json()) as { _links: { self: { href: string } } })._links.self.href
  }
  expect(await self('http://localhost:3000')).toMatch(/^http:\/\/localhost:3000\/api\/v1\/users\/00u/)
  const baseUrl = 'http://localhost:3000/idp'
  expect(await self(baseUrl, { baseUrl })).toMatch(/^http:\/\/localhost:3000\/idp\/api\/v1\/users\/00u/)
})

test('sends events as they happen, and fails as a fault says', async () => {
  const open = createFetchHandler(settings, { control: 'open' })
  const events = await open(new Request('http://localhost/_control/events?type=group.*'))
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  await open(
    new Request('http://localhost/api/v1/groups', {
      method: 'POST',
      headers: json,
      body: '{"profile":{"name":"Crew"}}',
    }),
  )
  expect((await reader.read()).value).toContain('event: group.created')
  await reader.cancel()
  const idle = await open(new Request('http://localhost/_control/events'))
  await idle.body!.cancel()
  open.org.control.addFault({ breaks: 'connection-reset' })
  await expect(open(new Request('http://localhost/api/v1/users', { headers: api }))).rejects.toThrow(
    'a fault reset the connection',
  )
})

test('reads a body that comes in parts, to a mebibyte', async () => {
  const open = createFetchHandler(settings)
  const made = async (parts: readonly Uint8Array[], length?: number) => {
    const stream = new ReadableStream({
      pull(controller) {
        const part = rest.shift()
        if (part) controller.enqueue(part)
        else controller.close()
      },
    })
    const rest = [...parts]
    const headers = length === undefined ? json : { ...json, 'content-length': `${length}` }
    const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit
    const reply = await open(new Request('http://localhost/api/v1/groups', init))
    const { profile } = (await reply.json()) as { profile?: { name: string } }
    return [reply.status, profile?.name, rest.length]
  }
  const most = 1_048_576
  const [start, end] = [
    Buffer.from('{"profile":{"name":"é').subarray(0, -1),
    Buffer.from([0xa9, 0x22, 0x7d, 0x7d]),
  ]
  const blanks = Buffer.alloc(most - start.length - end.length, ' ')
  expect(await made([blanks, start, end])).toEqual([200, 'é', 0])
  expect(await made([blanks, Buffer.from(' '), start, end, end, end])).toEqual([413, undefined, 1])
  expect(await made([start, end], most + 1)).toEqual([413, undefined, 1])
})

test('answers 500 and reports an error that is ours', async () => {
  const onError = vi.fn<(error: unknown) => void>()
  const broken = createFetchHandler(settings, { onError })
  vi.spyOn(broken.organisations, 'get').mockImplementation(() => {
    throw new Error('broken')
  })
  const reply = await broken(new Request('http://localhost/orgs/acme/api/v1/users'))
  expect(reply.status).toBe(500)
  expect(onError).toHaveBeenCalledOnce()
})

test('lists mistakes in its options', () => {
  expect(() => createFetchHandler({}, { port: 1, control: 'ajar' } as never)).toThrow(
    /control:.*\n?.*port|port/s,
  )
})
