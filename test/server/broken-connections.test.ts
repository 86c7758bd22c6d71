/** Unreadable requests, upgrades that are read as requests, and broken replies, without a real connection. */
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Duplex, PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import type { BrokenReply } from '../../src/handlers/wire.ts'
import { sendBroken } from '../../src/server/send-broken.ts'
import { refuseTunnel, refuseUnreadable } from '../../src/server/unreadable.ts'
import { ignoreUpgrades } from '../../src/server/upgrade.ts'

afterEach(() => void vi.useRealTimers())

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve))

const unreadable = { errorCode: 'E0000003', errorSummary: 'The request was not well-formed.' }
const unsupported = {
  errorCode: 'E0000022',
  errorSummary: 'The endpoint does not support the provided HTTP method',
}

/** A connection whose writes are kept, and are not what is read from it. */
function duplex() {
  const socket = new PassThrough()
  const written: string[] = []
  vi.spyOn(socket, 'end').mockImplementation(((text: string) => {
    written.push(text)
    return socket
  }) as never)
  return { socket, written }
}

test.each<[string, (socket: Duplex) => void, string, object]>([
  [
    'a header that is too long',
    (socket) => refuseUnreadable(Object.assign(new Error('long'), { code: 'HPE_HEADER_OVERFLOW' }), socket),
    '431 Request Header Fields Too Large',
    unreadable,
  ],
  [
    'a request that takes too long',
    (socket) =>
      refuseUnreadable(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
    '408 Request Timeout',
    unreadable,
  ],
  [
    'what is no request',
    (socket) => refuseUnreadable(Object.assign(new Error('odd'), { code: 'HPE_INVALID' }), socket),
    '400 Bad Request',
    unreadable,
  ],
  [
    'an error without a code',
    (socket) => refuseUnreadable(new Error('bare'), socket),
    '400 Bad Request',
    unreadable,
  ],
  ['a tunnel', (socket) => refuseTunnel(undefined, socket), '405 Method Not Allowed', unsupported],
])('the reply to %s is whole, and ends the connection a second later', (_, refuse, status, told) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { socket, written } = duplex()
  refuse(socket)
  const body = JSON.stringify({
    ...told,
    errorLink: (told as typeof unreadable).errorCode,
    errorId: 'unreadable',
    errorCauses: [],
  })
  expect(written).toEqual([
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ])
  expect(socket.isPaused()).toBe(false)
  expect(socket.readableFlowing).toBe(true)
  expect(() => socket.emit('error', new Error('gone'))).not.toThrow()
  vi.advanceTimersByTime(999)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.destroyed).toBe(true)
})

test('answers an unreadable connection once', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { socket, written } = duplex()
  refuseUnreadable(new Error('one'), socket)
  refuseUnreadable(new Error('two'), socket)
  expect(written).toHaveLength(1)
})

test('a connection that is broken, or takes nothing more, is given up at once', () => {
  const reset = duplex()
  refuseUnreadable(Object.assign(new Error('reset'), { code: 'ECONNRESET' }), reset.socket)
  expect([reset.written, reset.socket.destroyed]).toEqual([[], true])
  const ended = new PassThrough()
  ended.end()
  refuseUnreadable(new Error('odd'), ended)
  expect(ended.destroyed).toBe(true)
})

const upgrading = (more: readonly string[] = []): IncomingMessage =>
  ({
    method: 'GET',
    url: '/a?b',
    httpVersion: '1.1',
    rawHeaders: ['Host', 'x', 'X-Note', 'upgrade', 'upgrade', 'h2c', 'HTTP2-SETTINGS', 'AAM', ...more],
  }) as unknown as IncomingMessage

test.each([
  [false, 'connection'],
  [true, 'secureConnection'],
])('a request for another protocol is read again without it, encrypted: %s', async (isEncrypted, event) => {
  const server = new EventEmitter()
  const again = vi.fn()
  server.on(event, again)
  ignoreUpgrades(server as Server, isEncrypted)
  const socket = new PassThrough()
  const options = ['Connection', 'keep-alive , Upgrade,http2-settings, upgrades, x-upgrade']
  server.emit('upgrade', upgrading(options), socket, Buffer.from('rest é'))
  expect(again).not.toHaveBeenCalled()
  await nextTick()
  expect(again.mock.calls).toEqual([[socket]])
  expect(String(socket.read())).toBe(
    'GET /a?b HTTP/1.1\r\nHost: x\r\nX-Note: upgrade\r\nConnection: keep-alive, upgrades, x-upgrade\r\n\r\nrest é',
  )
  expect(() => socket.emit('error', new Error('gone'))).not.toThrow()
})

test('a header of another alphabet is read again byte by byte', async () => {
  const server = new EventEmitter()
  ignoreUpgrades(server as Server, false)
  const socket = new PassThrough()
  server.emit('upgrade', upgrading(['X-Name', '\u00E9']), socket, Buffer.alloc(0))
  await nextTick()
  expect((socket.read() as Buffer).toString('latin1')).toContain('\r\nX-Name: \u00E9\r\n\r\n')
})

test('reads nothing again from a connection that is gone', async () => {
  const server = new EventEmitter()
  const again = vi.fn()
  server.on('connection', again)
  ignoreUpgrades(server as Server, false)
  const socket = new PassThrough()
  server.emit('upgrade', upgrading(), socket, Buffer.alloc(0))
  socket.destroy()
  await nextTick()
  expect(again).not.toHaveBeenCalled()
})

/** The calls on a response when a fault breaks its reply. */
function broken(how: BrokenReply, body = 'abcde', isHead = false) {
  const log: unknown[][] = []
  const response = Object.assign(new EventEmitter(), {
    socket: {
      resetAndDestroy: () => log.push(['reset']),
      destroy: () => log.push(['destroy']),
    },
    writeHead: (status: number, headers: object) => log.push(['head', status, headers]),
    write: (bytes: Buffer, done?: () => void) => {
      log.push(['write', bytes.toString()])
      done?.()
    },
    end: (bytes?: Buffer) => log.push(bytes === undefined ? ['end'] : ['end', bytes.toString()]),
  })
  const reply = { status: 201, headers: { A: 'b' }, body }
  sendBroken(response as unknown as ServerResponse, reply, how, isHead)
  return { log, response }
}

const start = (length: number) => ['head', 201, { A: 'b', 'Content-Length': length }]

test.each<[BrokenReply['kind'], string, boolean, unknown[][]]>([
  ['connection-reset', 'abcde', false, [['reset']]],
  ['no-answer', 'abcde', false, []],
  ['truncated-body', 'abcde', false, [start(5), ['write', 'abc'], ['destroy']]],
  ['truncated-body', 'abcd', false, [start(4), ['write', 'ab'], ['destroy']]],
  ['truncated-body', 'a', false, [start(1), ['write', 'a'], ['destroy']]],
  ['truncated-body', '', false, [start(0), ['end']]],
  ['truncated-body', 'abcd', true, [start(4), ['end']]],
])('%s of the body "%s", HEAD: %s', (kind, body, isHead, log) => {
  expect(broken({ kind } as BrokenReply, body, isHead).log).toEqual(log)
})

test('a slow body comes piece by piece, ten a second, and ends with the last', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { log } = broken({ kind: 'slow-body', bytesPerSecond: 20 }, 'abcd')
  expect(log).toEqual([start(4)])
  vi.advanceTimersByTime(99)
  expect(log).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(log.slice(1)).toEqual([['write', 'ab']])
  vi.advanceTimersByTime(100)
  expect(log.slice(2)).toEqual([['end', 'cd']])
  vi.advanceTimersByTime(1000)
  expect(log).toHaveLength(3)
})

test('a slow body stops where the client gives up', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { log, response } = broken({ kind: 'slow-body', bytesPerSecond: 1 })
  vi.advanceTimersByTime(2000)
  expect(log.slice(1)).toEqual([
    ['write', 'a'],
    ['write', 'b'],
  ])
  response.emit('close')
  vi.advanceTimersByTime(10_000)
  expect(log).toHaveLength(3)
})
