/** Replies have the headers of their status on every path, by every method, at every entry point. */
import { Agent, request as send } from 'node:http'
import { getResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createFetchHandler, serve, type RunningServer } from '../../src/server.ts'
import { oauthEndpoints } from '../../src/contract/oauth-endpoints.ts'
import { beyondSpecs } from '../../src/contract/operations/beyond.ts'
import { operations } from '../../src/contract/operations/index.ts'
import { nameByPath } from '../../src/server/control-actions.ts'
import { isThorough } from '../support/runs.ts'
import { sendRaw } from '../support/send-raw.ts'

const base = 'https://svc.example.com'
const token = 'token-of-the-table'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof methods)[number]

interface Asked {
  readonly method: Method
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type EntryPoint = (asked: Asked) => Promise<Got | undefined>

/** Two ids of each path: one that leads to nothing, and one that is odd. */
const fill = (path: string): readonly string[] =>
  path.includes('{')
    ? [path.replaceAll(/\{\w+\}/g, 'me'), path.replaceAll(/\{\w+\}/g, '00unknown%20')]
    : [path]

const servicePaths = [
  ...operations.flatMap(({ path }) => fill(path)),
  ...Object.values(beyondSpecs).flatMap(({ path }) => fill(path)),
  ...Object.values(oauthEndpoints).flatMap(({ path }) =>
    path.startsWith('/.well-known') ? [path] : [`/oauth2/v1${path}`],
  ),
  '/oauth2/default/v1/token',
  '/v1/keys',
  '/api/v1/nothing',
  '/api/v1/users/%zz',
  '/oauth2/v1/clients/a/b/c',
  '/signin',
  '/signin/forgot-password',
  '/signout',
  '/activate',
  '/home/none',
  '/oauth2/nothing',
]
const serverPaths = [
  '/',
  '/welcome/none',
  '/tokens/none/verify',
  '/reset_password/none',
  '/nothing',
  '/favicon.ico',
  '/assets/logos/group-medium.png',
  '/openapi.json',
  '/openapi.yaml',
  '/_health',
  '/_console',
  '/_console/',
  '/_console/page.css',
  '/_console/nothing',
  '/_control',
  '/_control/health',
  '/_control/openapi.json',
  '/_control/events',
  '/_control/nothing',
  '/_orgs',
  '/_orgs/none',
  '/orgs/none',
  '/orgs/none/api/v1/users',
  '/orgs/-',
  '/orgs/-/x',
  ...[...nameByPath.keys()].map((path) => `/_control/${path}`),
]

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const refused = { headers: json, body: '{"of-no-operation":[[1]]}' }

const isAction = (path: string): boolean => nameByPath.has(path.replace('/_control/', ''))

/** The requests of several callers: some know the service, some do not. */
const callers: Readonly<Record<string, Pick<Asked, 'headers' | 'body'>>> = {
  nobody: { headers: {}, body: '' },
  'an API token': { headers: { ...refused.headers, authorization: `SSWS ${token}` }, body: refused.body },
  'an unknown API token': { headers: { authorization: 'SSWS unknown' }, body: '' },
  'an unknown access token': { headers: { authorization: 'Bearer unknown' }, body: '' },
  'an unknown client': {
    headers: { ...form, authorization: `Basic ${btoa('a:b')}` },
    body: 'token=x&grant_type=password',
  },
  'an unknown client in a form': { headers: form, body: 'client_id=a&client_secret=b&grant_type=password' },
  'a body that is compressed': {
    headers: { ...json, 'content-encoding': 'gzip', authorization: `SSWS ${token}` },
    body: 'x',
  },
  'a form that is compressed': { headers: { ...form, 'content-encoding': 'br' }, body: 'x' },
  'a text': { headers: { 'content-type': 'text/plain', authorization: `SSWS ${token}` }, body: 'x' },
}

/** The mistakes in a reply (RFC 9110, 6749, 6750 and 7009). */
function faultsOf({ method, path, headers: sent }: Asked, { status, headers, body }: Got): readonly string[] {
  const faults: string[] = []
  const check = (holds: boolean, fault: string): void => void (holds || faults.push(fault))
  const has = (name: string): boolean => headers[name] !== undefined
  check(status < 500, `status ${status}`)
  check(has('date'), 'no Date')
  check(
    status !== 401 || /^(?:SSWS|Bearer|Basic) realm="/.test(headers['www-authenticate'] ?? ''),
    '401 without challenge',
  )
  if (status === 401 && sent['authorization']?.startsWith('Bearer') && !path.startsWith('/_')) {
    const isClient = /^\/oauth2\/(?:default\/)?v1\/(?!userinfo|clients)/.test(path)
    check(isClient || /error="invalid_token"/.test(headers['www-authenticate']!), 'a token without its error')
  }
  if (status === 405) {
    const allowed = headers['allow']?.split(', ') ?? []
    check(allowed.length > 1 && !allowed.includes(method), `405 with Allow: ${headers['allow']}`)
    check(allowed.includes('GET') === allowed.includes('HEAD'), 'Allow of GET and HEAD')
  }
  if (method === 'OPTIONS' && status < 300) check(status === 204 && has('allow'), 'OPTIONS without Allow')
  if (method === 'OPTIONS')
    check([204, 400, 404].includes(status) || path.startsWith('/orgs/'), `OPTIONS ${status}`)
  if (status === 204 || status === 304) {
    check(body === '' && !has('content-length') && !has('content-type'), `content with ${status}`)
  }
  if (method !== 'HEAD')
    check((body === '') === !has('content-type'), `content type ${headers['content-type']}`)
  else check(body === '', 'a body to HEAD')
  if (status > 300 && status < 304) check(has('location'), 'a redirect to nowhere')
  if (status === 415 && sent['content-encoding'])
    check(headers['accept-encoding'] === 'identity', 'no Accept-Encoding')
  else if (status === 415) check(has('accept'), '415 without Accept')
  if (status === 426) check(has('upgrade'), 'no Upgrade')
  if (
    /\/(?:token|introspect|device\/authorize|userinfo)$/.test(path) &&
    status !== 204 &&
    path.startsWith('/oauth2/')
  ) {
    check(headers['cache-control'] === 'no-store' && headers['pragma'] === 'no-cache', 'may be stored')
  }
  return faults
}

/** Headers that HEAD has in common with GET. */
function common({ status, headers }: Got): unknown {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(?:date|x-.*|connection|transfer-encoding)$/.test(name),
  )
  const stable = kept.map(([name, value]) => [
    name,
    name === 'content-length' && status >= 400 ? 'some' : value,
  ])
  return [status, Object.fromEntries(stable)]
}

const some: typeof callers = { nobody: callers['nobody']!, 'an API token': callers['an API token']! }

/**
 * Asks for every path. Those of `some` take a quarter of the paths each, and the other callers over HTTP a few. At night each
 * asks for every one.
 */
async function judge(
  ask: EntryPoint,
  paths: readonly string[],
  by?: typeof callers,
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const [index, [caller, sent]] of Object.entries(by ?? some).entries()) {
    // One caller is enough for the actions, which differ in their input alone.
    const few = sent === callers['an API token'] ? paths : paths.filter((path) => !isAction(path))
    const share = isThorough ? 1 : by && !(caller in some) ? 8 : 4
    for (const path of [...new Set(few)].filter((_, at) => at % share === index % share)) {
      let read: Got | undefined
      for (const method of methods) {
        const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
        const asked = { method, path, headers: sent.headers, body: hasBody ? sent.body : '' }
        const got = await ask(asked)
        if (!got) continue
        const found = [...faultsOf(asked, got)]
        if (method === 'GET') read = got
        if (method === 'HEAD' && read && JSON.stringify(common(got)) !== JSON.stringify(common(read)))
          found.push(`HEAD differs: ${JSON.stringify(common(got))} from ${JSON.stringify(common(read))}`)
        faults.push(...found.map((fault) => `${method} ${path} by ${caller}: ${fault}`))
      }
    }
  }
  return faults
}

async function gotFrom(response: Response): Promise<Got> {
  const headers = Object.fromEntries(response.headers.entries())
  return { status: response.status, headers, body: await response.text() }
}

const requestOf = ({ method, path, headers, body }: Asked): Request =>
  new Request(base + path, { method, headers, ...(body === '' ? {} : { body }), redirect: 'manual' })

describe('over HTTP', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await serve({ port: 0, options: { apiToken: token } })
    return () => {
      agent.destroy()
      return server.close()
    }
  })
  const agent = new Agent({ keepAlive: true })
  const ask: EntryPoint = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      // Node's client sends the body of a DELETE without its length.
      const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = send(server.url + path, { method, headers: { ...headers, ...length }, agent }, (reply) => {
        let text = ''
        const done = (): void =>
          resolve({ status: reply.statusCode!, headers: reply.headers as Record<string, string>, body: text })
        reply.setEncoding('utf8').on('data', (part: string) => {
          text += part
          // A stream of events goes on.
          if (reply.headers['content-type'] === 'text/event-stream') reply.destroy()
        })
        reply.on('end', done)
        reply.on('close', done)
      })
      sent.on('error', reject)
      sent.end(body === '' ? undefined : body)
    })

  test('on every path', { timeout: 120_000 }, async () => {
    expect(await judge(ask, [...servicePaths, ...serverPaths], callers)).toEqual([])
  })

  test.each([
    ['OPTIONS *', 'Host: localhost', '204', /\r\nAllow: GET, HEAD, /],
    ['GET /', 'Host: evil.test', '421', /\r\nContent-Type: application\/json\r\n/],
  ])('%s with %s is %s', async (line, header, status, headers) => {
    const reply = await sendRaw(server.port, `${line} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`)
    expect(reply.slice(9, 12)).toBe(status)
    expect(reply).toMatch(headers)
    expect(reply).toMatch(/\r\nDate: /)
  })
})

test('by a fetch handler', { timeout: 120_000 }, async () => {
  const handle = createFetchHandler({ apiToken: token, baseUrl: base }, { control: 'open', baseUrl: base })
  const ask: EntryPoint = async (asked) => {
    // A stream of events goes on.
    if (asked.path === '/_control/events' && asked.method === 'GET') return undefined
    return gotFrom(await handle(requestOf(asked)))
  }
  expect(await judge(ask, [...servicePaths, ...serverPaths])).toEqual([])
})

test('by org.fetch', { timeout: 120_000 }, async () => {
  const org = createOrg({ apiToken: token, baseUrl: base })
  expect(await judge(async (asked) => gotFrom(await org.fetch(requestOf(asked))), servicePaths)).toEqual([])
})

test('through msw', { timeout: 120_000 }, async () => {
  const handlers = createOrg({ apiToken: token, baseUrl: base }).handlers()
  const ask: EntryPoint = async (asked) => {
    const response = await getResponse(handlers, requestOf(asked))
    return response && gotFrom(response)
  }
  expect(await judge(ask, servicePaths)).toEqual([])
})

test('a request over the limit, and one of a fault, say when to come back', async () => {
  const org = createOrg({ apiToken: token, baseUrl: base, rateLimit: { limit: 1, enforce: true } })
  await org.fetch('/api/v1/users')
  const { status, headers } = await org.fetch('/api/v1/users')
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
})
