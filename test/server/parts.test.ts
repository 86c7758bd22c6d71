/** What a server is made of, part by part and without a connection. */
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { type ControlAccess, controlRefusal } from '../../src/server/control-access.ts'
import { answerConsole } from '../../src/server/console.ts'
import { answerControl } from '../../src/server/control.ts'
import { failureOf, readInput } from '../../src/server/control-reply.ts'
import { HostCheck } from '../../src/server/host-check.ts'
import { hostname, isLoopback } from '../../src/server/hosts.ts'
import { announcesBody, NodeRequest, readBody, send } from '../../src/server/node-http.ts'
import type { ServerReply, StreamSink } from '../../src/server/reply.ts'
import { checkCertificate } from '../../src/server/tls.ts'
import { expectationReply, hostReply } from '../../src/server/unreadable.ts'
import type { WireRequest } from '../../src/handlers/wire.ts'
import { testOrg } from '../support/call.ts'

afterEach(() => void vi.useRealTimers())

const incoming = (more: object): IncomingMessage => ({ headers: {}, ...more }) as IncomingMessage

test.each([
  [{}, 'GET', '/', ''],
  [{ method: 'HEAD', url: '/a?b=c?d' }, 'GET', '/a', 'b=c?d'],
  [{ method: 'PUT', url: '/a?' }, 'PUT', '/a', ''],
  [{ method: 'GET', url: 'http://id.test/a/b?c' }, 'GET', '/a/b', 'c'],
  [{ method: 'GET', url: 'http://id.test' }, 'GET', '/', ''],
  [{ method: 'OPTIONS', url: '*' }, 'OPTIONS', '/', ''],
])('the request %j is %s %s with the query %j', (request, method, path, query) => {
  const read = new NodeRequest(incoming(request), 'body')
  expect([read.method, read.path, read.query, read.body]).toEqual([method, path, query, 'body'])
})

test('headers of several lines are joined', () => {
  const request = new NodeRequest(incoming({ headers: { a: '1', b: ['2', '3'] } }), '')
  expect([request.header('a'), request.header('b'), request.header('c')]).toEqual(['1', '2, 3', undefined])
  expect([...request.headers()]).toEqual([
    ['a', '1'],
    ['b', '2, 3'],
  ])
})

test.each([
  [{}, false],
  [{ 'content-length': '0' }, false],
  [{ 'content-length': '1' }, true],
  [{ 'transfer-encoding': 'chunked' }, true],
])('a request with %j announces a body: %s', (headers, announces) => {
  expect(announcesBody(incoming({ headers }))).toBe(announces)
})

test.each([
  [['ab', 'cd'], 4, 'abcd'],
  [['abcd'], 4, 'abcd'],
  [[], 4, ''],
  [['ab', 'cde'], 4, undefined],
  [['abcde'], 4, undefined],
])('a body of %j and at most %i bytes is %j', (chunks, most, body) => {
  const request = new EventEmitter()
  const done = vi.fn()
  readBody(request as IncomingMessage, most, done)
  for (const chunk of chunks) request.emit('data', Buffer.from(chunk))
  expect(done).not.toHaveBeenCalled()
  request.emit('end')
  expect(done.mock.calls).toEqual([[body]])
})

/** What is written to a response. */
function sent(reply: ServerReply, isHead = false) {
  const log: unknown[][] = []
  const note =
    (name: string) =>
    (...given: unknown[]): void =>
      void log.push([name, ...given])
  const response = {
    writableLength: 0,
    ...Object.fromEntries(
      ['writeHead', 'end', 'write', 'flushHeaders', 'destroy', 'on'].map((name) => [name, note(name)]),
    ),
  }
  send(response as unknown as ServerResponse, reply, isHead)
  return { log, response }
}

const plain = { status: 200, headers: { A: 'b', C: ['d', 'e'] } }
const head = (length: number): unknown[] => [
  'writeHead',
  200,
  ['A', 'b', 'C', ['d', 'e'], 'Content-Length', String(length)],
]

test('a reply is sent with its length; of an answer to HEAD the head alone', () => {
  expect(sent({ ...plain, body: 'text' }).log).toEqual([head(4), ['end', 'text', 'latin1']])
  expect(sent({ ...plain, body: 'é' }).log).toEqual([head(2), ['end', 'é']])
  expect(sent({ ...plain, body: 'text' }, true).log).toEqual([head(4), ['end']])
  for (const status of [204, 304]) {
    expect(sent({ status, headers: { A: 'b' }, body: '' }).log).toEqual([
      ['writeHead', status, { A: 'b' }],
      ['end'],
    ])
  }
})

test('a reply that goes on is cut off where its reader takes nothing', () => {
  let sink: StreamSink | undefined
  const stop = vi.fn()
  const { log, response } = sent({ ...plain, body: '', stream: (given) => void (sink = given) })
  sink!.write('one')
  response.writableLength = 4 * 1024 * 1024
  sink!.write('two')
  response.writableLength += 1
  sink!.write('three')
  sink!.onClose(stop)
  sink!.end()
  expect(log).toEqual([
    ['writeHead', 200, plain.headers],
    ['flushHeaders'],
    ['write', 'one'],
    ['write', 'two'],
    ['write', 'three'],
    ['destroy'],
    ['on', 'close', stop],
    ['end'],
  ])
})

test.each([
  ['localhost', 'localhost', true],
  ['a.LOCALHOST.:80', 'a.localhost', true],
  ['127.9.9.9:1', '127.9.9.9', true],
  ['[::1]:80', '::1', true],
  ['::1', '::1', true],
  ['127.evil.test', '127.evil.test', false],
  ['notlocalhost', 'notlocalhost', false],
  ['id.test:8080', 'id.test', false],
  ['[FE80::1]', 'fe80::1', false],
  ['0.0.0.0', '0.0.0.0', false],
  ['id.test:', 'id.test', false],
])('the host %s is %s, loopback: %s', (host, name, loopback) => {
  expect([hostname(host), isLoopback(host)]).toEqual([name, loopback])
})

const check = new HostCheck({ isOwn: (name) => name === 'own.test', allowed: [' A.test ', '*.b.test'] })
const foreign = (host: string) => ({ reason: 'foreign', host })

test.each<[object, readonly string[], unknown]>([
  [{}, ['Host', 'own.test'], undefined],
  [{}, ['Host', 'OWN.test:1'], undefined],
  [{}, ['host', 'a.test'], undefined],
  [{}, ['Host', 'x.b.test'], undefined],
  [{}, ['Host', 'b.test'], foreign('b.test')],
  [{}, ['Host', 'xb.test'], foreign('xb.test')],
  [{}, ['Host', 'localhost'], undefined],
  [{}, ['Host', '10.0.0.1:4'], undefined],
  [{}, ['Host', '10.0.0.2'], foreign('10.0.0.2')],
  [{}, ['Host', 'own.test', 'HOST', 'own.test'], { reason: 'several' }],
  [{}, ['Most', 'own.test', 'Host', 'own.test'], undefined],
  [{}, [], { reason: 'none' }],
  [{ httpVersion: '1.0' }, [], undefined],
  [{ url: 'http://evil.test/x' }, ['Host', 'own.test'], foreign('evil.test')],
  [{ url: 'http://a.test:1?x' }, ['Host', 'own.test'], undefined],
  [{ url: '*' }, ['Host', 'own.test'], undefined],
  [{ url: 'nonsense' }, ['Host', 'own.test'], undefined],
  [{ url: 'nonsense?to=http://evil.test' }, ['Host', 'own.test'], undefined],
  [{ socket: { localAddress: 'fe80::ffff:1' } }, ['Host', '[fe80::ffff:1]'], undefined],
  [{ socket: {} }, ['Host', '10.0.0.1'], foreign('10.0.0.1')],
])('a request %j with the headers %j is refused as %j', (more, rawHeaders, refusal) => {
  const at = rawHeaders.findIndex((name) => name.toLowerCase() === 'host')
  const headers = at === -1 ? {} : { host: rawHeaders[at + 1] }
  const socket = { localAddress: '::ffff:10.0.0.1' }
  const request = { headers, rawHeaders, httpVersion: '1.1', url: '/', socket, ...more }
  expect(check.refusal(request as unknown as IncomingMessage)).toEqual(refusal)
})

test('every name is answered to where all are allowed; what is no name is refused', () => {
  const all = new HostCheck({ isOwn: () => false, allowed: ['*'] })
  const request = { headers: { host: 'x' }, rawHeaders: ['Host', 'x'], httpVersion: '1.1', socket: {} }
  expect(all.refusal(request as unknown as IncomingMessage)).toBeUndefined()
  for (const name of ['a b', '', 'a/b', '*a', 'a.*', 'a@b', 'a,b']) {
    expect(() => new HostCheck({ isOwn: () => false, allowed: [name] })).toThrow(
      `allowedHosts: Expected the name of a host, such as id.test or *.id.test, found "${name}"`,
    )
  }
})

const unread = (errorSummary: string, cause: string) => ({
  errorCode: 'E0000003',
  errorSummary,
  errorLink: 'E0000003',
  errorId: 'unreadable',
  errorCauses: [{ errorSummary: cause }],
})
const elsewhere = (host: string) =>
  unread(
    'This server does not answer under that name.',
    `Host: ${host} is not the base URL's; to allow it, start the server with --allowed-hosts`,
  )
const bad = 'The request was not well-formed.'

test.each<[() => ReturnType<typeof hostReply>, number, object]>([
  [() => hostReply({ reason: 'several' }), 400, unread(bad, 'Host: There is more than one')],
  [() => hostReply({ reason: 'none' }), 400, unread(bad, 'Host: There is none')],
  [() => hostReply({ reason: 'foreign', host: 'evil.test' }), 421, elsewhere('evil.test')],
  [() => hostReply({ reason: 'foreign', host: 'x'.repeat(300) }), 421, elsewhere('x'.repeat(200))],
  [
    () => expectationReply('y'.repeat(300)),
    417,
    unread(
      'The request expects what this server does not do.',
      `Expect: Expected 100-continue, found ${'y'.repeat(200)}`,
    ),
  ],
])('what cannot be taken is answered whole', (reply, expected, told) => {
  const { status, headers, body } = reply()
  expect([status, headers, JSON.parse(body)]).toEqual([
    expected,
    { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Connection: 'close' },
    told,
  ])
})

const request = (
  more: Partial<WireRequest> & { readonly given?: Record<string, string> } = {},
): WireRequest => {
  const { given = {}, ...rest } = more
  return {
    method: 'POST',
    path: '/',
    query: '',
    body: '',
    header: (name) => given[name],
    headers: () => Object.entries(given),
    ...rest,
  }
}

test.each<[ControlAccess, string | undefined, string | undefined]>([
  ['open', undefined, undefined],
  ['closed', 'Bearer right', 'control-closed'],
  [{ token: 'right' }, 'Bearer right', undefined],
  [{ token: 'right' }, 'bearer  right ', undefined],
  [{ token: 'right' }, 'Bearer wrong', 'control-token-required'],
  [{ token: 'right' }, 'Bearer right x', 'control-token-required'],
  [{ token: 'right' }, 'x Bearer right', 'control-token-required'],
  [{ token: 'right' }, 'Bearer', 'control-token-required'],
  [{ token: 'right' }, undefined, 'control-token-required'],
])('to a control plane that is %j, %s is refused as %s', (access, authorization, refusal) => {
  const given = authorization === undefined ? {} : { authorization }
  expect(controlRefusal(access, request({ given }))).toBe(refusal)
})

const json = { 'content-type': 'application/json' }

test.each<[string, Record<string, string>, unknown]>([
  ['', {}, {}],
  ['  ', json, {}],
  ['\uFEFF{"a":1}', json, { a: 1 }],
  ['{"a":"\uFEFF"}', json, { a: '\uFEFF' }],
  ['{"a":1}', { 'content-type': 'Application/JSON ; charset=utf-8' }, { a: 1 }],
])('the input %j with %j is %j', (body, given, input) => {
  expect(readInput(request({ body, given }))).toEqual({ input })
})

const untyped = { error: 'unsupported-content-type', message: 'Expected Content-Type: application/json' }

test.each<[string, Record<string, string>, number, object]>([
  ['{}', {}, 415, untyped],
  ['{}', { 'content-type': 'text/json' }, 415, untyped],
  ['{}', { 'content-type': 'application/jsonp' }, 415, untyped],
  ['{}', { 'content-type': 'x application/json' }, 415, untyped],
  [
    '{}',
    { ...json, 'content-encoding': 'gzip' },
    415,
    { error: 'unsupported-content-encoding', message: 'Content-Encoding: Expected none, found gzip' },
  ],
  ['{', json, 400, { error: 'malformed-json', message: expect.any(String) }],
])('the input %j with %j is refused', (body, given, status, told) => {
  const { reply } = readInput(request({ body, given }))
  expect([reply?.status, JSON.parse(reply!.body)]).toEqual([status, told])
})

test.each<[unknown, number, object, boolean]>([
  [new RangeError('duration: expected'), 400, { error: 'bad-input', message: 'duration: expected' }, false],
  [
    new TypeError('clock.start: expected'),
    400,
    { error: 'bad-input', message: 'clock.start: expected' },
    false,
  ],
  [
    new TypeError('x is not a function'),
    500,
    { error: 'server-fault', message: 'x is not a function' },
    true,
  ],
  [new Error('world: expected'), 500, { error: 'server-fault', message: 'world: expected' }, true],
  [
    new RangeError('Maximum call stack size exceeded'),
    400,
    { error: 'bad-input', message: 'The input nests too deeply' },
    false,
  ],
  [new Error('call stack'), 500, { error: 'server-fault', message: 'call stack' }, true],
  ['a text', 500, { error: 'server-fault', message: 'a text' }, true],
])('an action that throws %s is answered %i', (error, status, told, isOurs) => {
  const onError = vi.fn()
  const reply = failureOf(error, onError)
  expect([reply.status, JSON.parse(reply.body)]).toEqual([status, told])
  expect(onError.mock.calls).toEqual(isOurs ? [[error]] : [])
})

const listed = 'GET /_control lists them'

test.each<[string, string, number, string, string]>([
  ['GET', '/_control/advance-clock', 405, 'method-not-supported', 'Use POST /_control/advance-clock'],
  ['PUT', '/_control', 405, 'method-not-supported', 'Use GET /_control, or POST /_control/<action>'],
  ['POST', '/_control/events', 404, 'unknown-action', `There is no action "events"; ${listed}`],
  [
    'POST',
    '/_control/advance-clok',
    404,
    'unknown-action',
    'There is no action "advance-clok"; did you mean advance-clock?',
  ],
  [
    'POST',
    `/_control/${'z'.repeat(100)}`,
    404,
    'unknown-action',
    `There is no action "${'z'.repeat(80)}"; ${listed}`,
  ],
])('%s %s of the control plane is answered %i', async (method, path, status, error, message) => {
  const reply = await answerControl(testOrg().org, request({ method, path }), path)
  expect([reply.status, JSON.parse(reply.body)]).toEqual([status, { error, message }])
})

test('the control plane says who may use it', async () => {
  const { org } = testOrg()
  const ask = async (control: ControlAccess, given: Record<string, string> = {}, method = 'POST') => {
    const { status, headers, body } = await answerControl(
      org,
      request({ method, given }),
      '/_control/reset',
      { control },
    )
    return [status, headers, body === '' ? '' : JSON.parse(body)] as unknown
  }
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  expect(await ask('closed')).toEqual([
    403,
    headers,
    {
      error: 'control-closed',
      message:
        'Other machines can reach this server, so its control plane is closed; start it with --control-token to use it',
    },
  ])
  expect(await ask({ token: 'x' })).toEqual([
    401,
    { 'Content-Type': 'application/json', 'WWW-Authenticate': 'Bearer realm="control"' },
    { error: 'control-token-required', message: 'Expected Authorization: Bearer with the control token' },
  ])
  expect(await ask('open', { origin: 'https://evil.test' })).toEqual([
    403,
    headers,
    { error: 'untrusted-origin', message: 'Pages of https://evil.test are not trusted' },
  ])
  expect(await ask('closed', {}, 'OPTIONS')).toEqual([
    204,
    {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Max-Age': '600',
    },
    '',
  ])
})

test('events go on with a sign of life, and end with the organisation', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { org, control } = testOrg()
  control.importGroup({ profile: { name: 'Before' } })
  const listen = async (query: string, given: Record<string, string> = {}) => {
    const path = '/_control/events'
    const { stream, ...reply } = await answerControl(
      org,
      request({ method: 'GET', path, query, given }),
      path,
    )
    const written: string[] = []
    const end = vi.fn()
    let close = (): void => {}
    stream?.({ write: (text) => void written.push(text), end, onClose: (stop) => void (close = stop) })
    return { reply, written, end, close: () => close() }
  }
  const all = await listen('type=group.*')
  expect(all.reply).toEqual({
    status: 200,
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    body: '',
  })
  const again = await listen('type=group.*&after=0.0')
  const header = await listen('type=group.*', { 'last-event-id': '0.0' })
  expect([again.written.length, header.written]).toEqual([2, again.written])
  expect(again.written[1]).toMatch(/^id: \d+\.\d+\nevent: group\.created\ndata: \{"id":.*\}\n\n$/)
  vi.advanceTimersByTime(15_000)
  expect(all.written).toEqual([': the events of the organisation\n\n', ':\n\n'])
  header.close()
  control.importGroup({ profile: { name: 'After' } })
  expect([all.written.length, again.written.length, header.written.length]).toEqual([3, 4, 3])
  org.end()
  expect(all.written.at(-1)).toBe(': the organisation is gone\n\n')
  expect([all.end.mock.calls.length, header.end.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(60_000)
  expect(all.written).toHaveLength(4)
})

test('a certificate and a key that are none are told apart', () => {
  expect(() => checkCertificate({ cert: 'x', key: 'x' })).toThrow('tls.cert: Expected a certificate in PEM')
})

test('the console takes nothing from elsewhere, and no page may frame it', async () => {
  const ask = (method: string, path: string) => answerConsole({ method } as WireRequest, path)
  const headers = {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  }
  const page = await ask('GET', '')
  expect([page.status, page.headers]).toEqual([
    200,
    { 'Content-Type': 'text/html;charset=UTF-8', ...headers },
  ])
  expect(page.body).toContain('<script type="module" src="./_console/console.js">')
  expect(await ask('GET', '/page.css')).toEqual({
    status: 200,
    headers: { 'Content-Type': 'text/css;charset=UTF-8', ...headers },
    body: 'body { margin: 0 } :root { color-scheme: light dark }',
  })
  expect(await ask('GET', '/')).toEqual({ status: 302, headers: { Location: '../_console' }, body: '' })
  expect(await ask('POST', '')).toMatchObject({ status: 405, body: 'The console is read with GET' })
})
