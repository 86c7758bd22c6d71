/** Clients that begin a request and never end it. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HostCheck } from '../../src/server/host-check.ts'
import { createHttpServer, listenAt } from '../../src/server/http-server.ts'
import { selfSigned } from '../../src/server/tls.ts'

const answered = { status: 200, headers: {}, body: 'answered' }
const front = { answer: async () => answered, refuse: async () => answered, onError: undefined }
const hosts = (): HostCheck => new HostCheck({ allowed: ['*'], isOwn: () => true })
const servers: Server[] = []

beforeAll(async () => {
  const certificate = await selfSigned(['127.0.0.1'])
  for (const each of [undefined, certificate]) {
    const server = createHttpServer(front, hosts(), undefined, each, 200)
    await listenAt(() => server, 0, '127.0.0.1')
    servers.push(server)
  }
})
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

const head = 'POST /api/v1/users HTTP/1.1\r\nHost: x\r\n'

test.each<[string, string, RegExp]>([
  ['nothing', '', /^(HTTP\/1\.1 408 |$)/],
  ['a part of a line', 'POST /api', /^HTTP\/1\.1 408 /],
  ['a part of a head', head, /^HTTP\/1\.1 408 /],
  ['a part of a body', `${head}Content-Length: 10\r\n\r\n{"a`, /^HTTP\/1\.1 408 /],
  ['a part of a chunked body', `${head}Transfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n`, /^HTTP\/1\.1 408 /],
  ['a request, and a part of another', `GET / HTTP/1.1\r\nHost: x\r\n\r\n${head}`, /answeredHTTP\/1\.1 408 /],
])('a connection on which %s came is ended', async (_, text, reply) => {
  for (const [at, server] of servers.entries()) {
    const { port } = server.address() as AddressInfo
    const socket =
      at === 0
        ? connect(port, '127.0.0.1')
        : connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    let got = ''
    socket.setEncoding('latin1').on('data', (part: string) => (got += part))
    socket.write(text)
    await once(socket, 'close')
    expect(got).toMatch(reply)
  }
})

test('a body that drips is ended', async () => {
  const { port } = servers[0]!.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`${head}Content-Length: 100000\r\n\r\n`)
  const dripping = setInterval(() => socket.write('x'), 20)
  let got = ''
  socket.setEncoding('latin1').on('data', (part: string) => (got += part))
  await once(socket, 'close')
  clearInterval(dripping)
  expect(got).toMatch(/^HTTP\/1\.1 408 /)
})

test('a connection that never agrees on TLS is ended', async () => {
  const { port } = servers[1]!.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}).resume()
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

test('a client has 30 seconds to send a request', () => {
  const server = createHttpServer(front, hosts())
  const { headersTimeout, requestTimeout } = server
  expect([headersTimeout, requestTimeout]).toEqual([29_000, 29_000])
})
