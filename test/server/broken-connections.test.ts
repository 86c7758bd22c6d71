/** Unreadable requests, upgrades that are read as requests, and broken replies, byte by byte. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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

test('ends a connection with unreadable data a second later, and drops further data', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { socket, received } = linger()
  socket.write('rubbish\r\n\r\n')
  await once(socket, 'end')
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  vi.advanceTimersByTime(999)
  await new Promise<void>((resolve) => void socket.write('more\r\n\r\n'.repeat(100_000), () => resolve()))
  await turns(20)
  expect([socket.destroyed, received.join('').match(/^HTTP/gm)]).toEqual([false, ['HTTP']])
  vi.advanceTimersByTime(1)
  const writing = setInterval(() => socket.write('x'), 5)
  await closed
  clearInterval(writing)
})

/** Lets that many rounds of the event loop pass. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((go) => setImmediate(go))
}

test('gives up a connection that is reset without an answer', async () => {
  const given = vi.fn()
  const { port, close } = await echoing(false, (socket) => {
    given(socket.destroyed)
    socket.once('close', () => given([socket.destroyed, socket.bytesWritten]))
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\n')
  await vi.waitFor(() => expect(given).toHaveBeenCalledWith(false))
  socket.resetAndDestroy()
  await vi.waitFor(() => expect(given).toHaveBeenLastCalledWith([true, 0]))
  close()
})

/** A server that answers each request with its first line and its headers. */
async function echoing(isEncrypted: boolean, onConnection: (socket: Socket) => void = () => {}) {
  const answer = (request: WireRequest) => {
    const body = [`${request.path}?${request.query}`, ...request.headers()].join('\n')
    return { status: 200, headers: {}, body }
  }
  const refuse = () => ({ status: 413, headers: {}, body: '' })
  const hosts = new HostCheck({ allowed: ['*'], isOwn: () => true })
  const certificate = isEncrypted ? await selfSigned(['127.0.0.1']) : undefined
  const echo = createHttpServer({ answer, refuse, onError: undefined }, hosts, undefined, certificate)
  echo.on('connection', onConnection)
  await once(echo.listen(0, '127.0.0.1'), 'listening')
  return { port: (echo.address() as AddressInfo).port, close: () => echo.close().closeAllConnections() }
}

test.each([false, true])(
  'reads a request for another protocol again without it, encrypted: %s',
  async (isEncrypted) => {
    const { port, close } = await echoing(isEncrypted)
    const where = { port, host: '127.0.0.1' }
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
    close()
  },
)

const asking = (method = 'GET'): string =>
  `${method} /api/v1/users/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: SSWS token\r\n\r\n`

/** The length that a broken reply announces, and what came of its body before the connection ended. */
async function cutOff(body: string, method: string): Promise<string> {
  server.org.control.addFault({ status: 201, body, headers: { A: 'b' }, breaks: 'truncated-body' })
  const received = await sendRaw(server.port, asking(method).replace('Host', 'Connection: close\r\nHost'))
  expect(received).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
  expect(received).toContain('\r\nA: b\r\n')
  return received.replace(/[^]*\r\nContent-Length: (\d+)\r\n[^]*\r\n\r\n/, '$1 ')
}

test.each([
  ['abcde', 'GET', '5 abc'],
  ['abcd', 'GET', '4 ab'],
  ['a', 'GET', '1 a'],
  ['', 'GET', '0 '],
  ['abcd', 'HEAD', '4 '],
])('cuts the body %j in the middle, for %s', async (body, method, received) => {
  expect(await cutOff(body, method)).toBe(received)
})

test('resets a connection without a byte', async () => {
  server.org.control.addFault({ breaks: 'connection-reset' })
  await expect(sendRaw(server.port, asking())).rejects.toMatchObject({ code: 'ECONNRESET' })
})

/** Waits until that many timers of the server are left: the waiting of Vitest would advance them. */
async function timers(count: number): Promise<void> {
  while (vi.getTimerCount() !== count) await turns(1)
}

test('sends a slow body in ten pieces a second, until the client hangs up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const fault = { status: 201, headers: { A: 'b' }, breaks: 'slow-body', bytesPerSecond: 20 } as const
  server.org.control.addFault({ ...fault, body: 'abcde' })
  const { socket, received } = linger()
  socket.write(asking())
  await timers(1)
  const after = async (time: number): Promise<string> => {
    vi.advanceTimersByTime(time)
    await turns(20)
    return received
      .splice(0)
      .join('')
      .replace(/^HTTP[^]*\r\nA: b\r\n[^]*\r\n\r\n/, 'head ')
  }
  expect([await after(0), await after(99), await after(1), await after(100)]).toEqual([
    '',
    '',
    'head ab',
    'cd',
  ])
  expect([await after(99), await after(1), vi.getTimerCount()]).toEqual(['', 'e', 0])
  socket.write(asking())
  await timers(1)
  expect(await after(100)).toBe('head ab')
  socket.destroy()
  await timers(0)
})
