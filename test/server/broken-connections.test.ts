/** Unreadable requests, upgrades that are read as requests, and broken replies, byte by byte. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { WireRequest } from '../../src/handlers/wire.ts'
import { HostCheck } from '../../src/server/host-check.ts'
import { createHttpServer } from '../../src/server/http-server.ts'
import { type RunningServer, serve } from '../../src/server.ts'
import { selfSigned } from '../../src/server/tls.ts'
import { sendRaw } from '../support/send-raw.ts'
import { expectGolden } from '../support/golden-cases.ts'

let server: RunningServer
beforeAll(async () => {
  const clock = { start: '2026-01-05T09:30:00.000Z', frozen: true }
  server = await serve({ port: 0, options: { apiToken: 'token', clock } })
})
afterAll(() => server.close())
beforeEach(() => void server.org.control.clearFaults())
afterEach(() => void vi.useRealTimers())

test('answers data that is no request, and requests with a host or an expectation that is wrong', async () => {
  await expectGolden(new URL('unreadable.txt', import.meta.url), async (input) => {
    const bytes = (JSON.parse(input) as string).replace('LONG', 'x'.repeat(20_000))
    const received = await sendRaw(server.port, bytes)
    return received
      .replaceAll('\r', '')
      .replaceAll(/^(?:Date|x-svc-request-id): .*\n/gm, '')
      .trim()
  })
})

/** A connection of a client that does not hang up, and what it received. */
function linger() {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  const received: string[] = []
  socket.setEncoding('latin1').on('data', (text: string) => void received.push(text))
  return { socket, received }
}

test('ends a refused tunnel a second later, and drops further data', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { socket } = linger()
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'end')
  vi.advanceTimersByTime(999)
  const isWritten = await new Promise((done) => socket.write('x'.repeat(20_000_000), (error) => done(!error)))
  expect([isWritten, socket.destroyed]).toEqual([true, false])
  vi.advanceTimersByTime(1)
  const writing = setInterval(() => socket.write('x'), 5)
  await closed
  clearInterval(writing)
})

test('ends a connection at once if more unreadable data follows', async () => {
  const { socket, received } = linger()
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  socket.write('rubbish\r\n\r\n')
  await once(socket, 'end')
  const writing = setInterval(() => socket.write('more\r\n\r\n'), 5)
  const before = Date.now()
  await closed
  clearInterval(writing)
  expect(Date.now() - before).toBeLessThan(900)
  expect(received.join('').match(/^HTTP/gm)).toEqual(['HTTP'])
})

/** Lets that many rounds of the event loop pass. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((go) => setImmediate(go))
}

/** A server that answers each request with its first line and its headers. */
async function echoing(isEncrypted = false) {
  const answer = async (request: WireRequest) => {
    const body = [`${request.path}?${request.query}`, ...request.headers!()].join('\n')
    const reply = { status: 200, headers: {}, body }
    return request.path === '/slow' ? new Promise<typeof reply>((go) => setTimeout(go, 20, reply)) : reply
  }
  const refuse = async () => ({ status: 413, headers: {}, body: '' })
  const hosts = new HostCheck({ allowed: ['*'], isOwn: () => true })
  const certificate = isEncrypted ? await selfSigned(['127.0.0.1']) : undefined
  const echo = createHttpServer({ answer, refuse, onError: undefined }, hosts, undefined, certificate)
  await once(echo.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => echo.close().closeAllConnections())
  return { echo, where: { port: (echo.address() as AddressInfo).port, host: '127.0.0.1' } }
}

test('answers trouble on a connection once, and not at all if it is reset', async () => {
  const { echo, where } = await echoing()
  const troubled = async (bytes: string, ...codes: string[]): Promise<unknown> => {
    const client = connect(where, () => client.write(bytes))
    const [socket] = (await once(echo, 'connection')) as [Socket]
    const failed = vi.fn()
    socket.on('error', failed)
    if (bytes !== '') await once(echo, 'request')
    for (const code of codes) echo.emit('clientError', Object.assign(new Error('trouble'), { code }), socket)
    let received = ''
    client.on('data', (part: Buffer) => (received += String(part)))
    await once(client, 'close')
    return [received.match(/HTTP\/1.1 \d+/g)?.join(), failed.mock.calls]
  }
  expect(await troubled('', 'ECONNRESET')).toEqual([undefined, []])
  expect(await troubled('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n', 'HPE_INVALID', 'HPE_INVALID')).toEqual([
    'HTTP/1.1 200,HTTP/1.1 400',
    [],
  ])
})

test('outlives connections that break after they have left HTTP', async () => {
  const { echo, where } = await echoing()
  const connected = vi.fn()
  echo.on('connection', connected)
  const outcomes: unknown[] = []
  const breaking = (_: unknown, socket: Duplex): void => {
    try {
      outcomes.push(socket.emit('error', new Error('gone')))
    } catch (error) {
      outcomes.push(error)
    }
    socket.destroy()
  }
  echo.on('upgrade', breaking).on('connect', breaking)
  for (const line of ['GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c', 'CONNECT x:1 HTTP/1.1']) {
    await sendRaw(where.port, `${line}\r\nHost: x\r\n\r\n`)
  }
  expect(outcomes).toEqual([true, true])
  expect(connected).toHaveBeenCalledTimes(2)
})

test.each([false, true])(
  'reads a request for another protocol again without it, encrypted: %s',
  async (isEncrypted) => {
    const { where } = await echoing(isEncrypted)
    const socket = isEncrypted ? connectTls({ ...where, rejectUnauthorized: false }) : connect(where)
    const options = 'keep-alive , Upgrade,http2-settings, upgrades, x-upgrade'
    const upgrade = `upgrade: h2c\r\nHTTP2-SETTINGS: AAM\r\nX-Name: \u00E9\r\nConnection: ${options}`
    const next = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    socket.write(`GET /a?b HTTP/1.1\r\nHost: x\r\nX-Note: upgrade\r\n${upgrade}\r\n\r\n${next}`, 'latin1')
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    await once(socket, 'close')
    const bodies = received.split(/HTTP\/1\.1 200 OK\r\n/).map((reply) => reply.split('\r\n\r\n')[1])
    expect(bodies).toEqual([
      undefined,
      '/a?b\nhost,x\nx-note,upgrade\nx-name,\u00E9\nconnection,keep-alive, upgrades, x-upgrade',
      '/last?\nhost,x\nconnection,close',
    ])
  },
)

const asking = (method = 'GET'): string =>
  `${method} /api/v1/users/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: SSWS token\r\n\r\n`

test.each([
  ['abcde', 'GET', '5 abc'],
  ['abcd', 'GET', '4 ab'],
  ['a', 'GET', '1 a'],
  ['', 'GET', '0 HTTP/1.1 200 OK'],
  ['abcd', 'HEAD', '4 HTTP/1.1 200 OK'],
])('cuts the body %j in the middle, for %s, and the connection', async (body, method, rest) => {
  const fault = { status: 201, body, headers: { A: 'b' }, breaks: 'truncated-body', times: 1 } as const
  server.org.control.addFault(fault)
  const last = asking().replace('Host', 'Connection: close\r\nHost')
  const received = await sendRaw(server.port, asking(method) + last)
  expect(received).toMatch(/^HTTP\/1\.1 201 Created\r\n[^]*\r\nA: b\r\n/)
  const [, length, text] = /\r\nContent-Length: (\d+)\r\n[^]*?\r\n\r\n(.*)/.exec(received) ?? []
  expect(`${length} ${text}`).toBe(rest)
})

test('resets a connection without a byte', async () => {
  server.org.control.addFault({ breaks: 'connection-reset' })
  await expect(sendRaw(server.port, asking())).rejects.toMatchObject({ code: 'ECONNRESET' })
})

/** Waits until that many timers of the server are left: the waiting of Vitest would advance them. */
async function timers(count: number): Promise<void> {
  for (let most = 10_000; most > 0 && vi.getTimerCount() !== count; most -= 1) await turns(1)
  expect(vi.getTimerCount()).toBe(count)
}

test('sends a slow body in ten pieces a second, until the client hangs up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const fault = { status: 201, headers: { A: 'b' }, breaks: 'slow-body', bytesPerSecond: 20 } as const
  server.org.control.addFault({ ...fault, body: 'abcd' })
  const { socket, received } = linger()
  socket.write(asking())
  await timers(1)
  const after = async (time: number): Promise<string> => {
    vi.advanceTimersByTime(time)
    const count = vi.getTimerCount()
    await turns(20)
    return (
      count +
      received
        .splice(0)
        .join('')
        .replace(/^HTTP[^]*\r\nA: b\r\n[^]*\r\n\r\n/, ' head ')
    )
  }
  expect([await after(0), await after(99), await after(1)]).toEqual(['1', '1', '1 head ab'])
  expect([await after(99), await after(1)]).toEqual(['1', '0cd'])
  socket.write(asking())
  await timers(1)
  expect(await after(100)).toBe('1 head ab')
  socket.destroy()
  await timers(0)
})
