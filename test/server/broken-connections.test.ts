/** Broken replies, byte by byte. */
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type RunningServer, serve } from '../../src/server.ts'
import { sendRaw } from '../support/send-raw.ts'

let server: RunningServer
beforeAll(async () => {
  const clock = { start: '2026-01-05T09:30:00.000Z', frozen: true }
  server = await serve({ port: 0, options: { apiToken: 'token', clock } })
})
afterAll(() => server.close())
beforeEach(() => void server.org.control.clearFaults())
afterEach(() => void vi.useRealTimers())

/** A connection of a client that does not hang up, and what it received. */
function linger() {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  const received: string[] = []
  socket.setEncoding('latin1').on('data', (text: string) => void received.push(text))
  return { socket, received }
}

/** Lets that many rounds of the event loop pass. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((go) => setImmediate(go))
}

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
