import { networkInterfaces } from 'node:os'
import { expect, test, vi } from 'vitest'
import type { RunningServer } from '../../src/server.ts'
import { sendRaw } from '../support/send-raw.ts'
import { startedWithToken as started } from '../support/started.ts'

/** Sends a request under a host name, as a browser does after DNS rebinding; returns status and body. */
function ask(
  { port }: RunningServer,
  host: string,
  target = '/api/v1/users/me',
  method = 'GET',
): Promise<string> {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Authorization: SSWS token',
    'Connection: close',
  ]
  return sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`)
}

const statusOf = (reply: string): string => reply.slice(9, 12)

test.each([
  ['GET', '/api/v1/users'],
  ['POST', '/_control/reset'],
  ['GET', '/_control'],
  ['OPTIONS', '/_control/reset'],
  ['GET', '/'],
  ['GET', '/signin'],
  ['GET', '/welcome/abc'],
  ['GET', '/favicon.ico'],
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/oauth2/v1/keys'],
  ['GET', '/nowhere'],
  ['HEAD', '/api/v1/users'],
])('answers 421 to %s %s under a name that is not its own', async (method, target) => {
  const onHostRefused = vi.fn()
  const server = await started({ onHostRefused })
  const before = server.org.control.describe()
  const reply = await ask(server, 'rebound.evil.test', target, method)
  expect(reply.split('\r\n', 1)[0]).toBe('HTTP/1.1 421 Misdirected Request')
  expect(reply).not.toMatch(/access-control-allow/i)
  if (method !== 'HEAD') {
    expect(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n')))).toMatchObject({
      errorCode: 'E0000003',
      errorCauses: [{ errorSummary: expect.stringContaining('--allowed-hosts') }],
    })
  }
  expect(onHostRefused.mock.calls).toEqual([['rebound.evil.test']])
  expect(server.org.control.readJournal()).toEqual([])
  expect({ ...server.org.control.describe(), now: '' }).toEqual({ ...before, now: '' })
})

test('answers under the names of loopback, its own address, and that of the base URL', async () => {
  const server = await started({ baseUrl: 'https://id.test/tenant' })
  for (const host of [
    'localhost',
    'LOCALHOST:4010',
    'localhost.',
    'acme.localhost:80',
    '127.0.0.1',
    '127.8.8.8:1',
    '[::1]',
    '[::1]:4010',
    'id.test',
    'ID.test:443',
  ]) {
    expect([host, statusOf(await ask(server, host))]).toEqual([host, '200'])
  }
  for (const host of [
    'sub.id.test',
    'id.test.evil.test',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'evil-localhost',
    '10.0.0.1',
    '[::2]',
    '0x7f.1',
    'id.test@evil.test',
    'user@localhost',
    'user@a.localhost',
    'evil.test/.localhost',
    'evil.test?.localhost',
    'evil.test#.localhost',
    'evil.test\\.localhost',
    'evil.test .localhost',
    'localhost..',
    '.localhost',
    'a..localhost',
    'localhost:a',
    'localhost:80:80',
    'localhost:80.evil.test',
    '[::1].evil.test',
    '[::1].evil.test:80',
    '[::1]evil.test',
    '[::1]:80.evil.test',
    '[localhost]',
    '[127.0.0.1]',
    '[::1%25lo]',
    '[::ffff:7f00:1]',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1:80@evil.test',
  ]) {
    expect([host, statusOf(await ask(server, host))]).toEqual([host, '421'])
  }
})

test('follows the base URL when it is changed', async () => {
  const server = await started()
  expect(statusOf(await ask(server, 'later.test'))).toBe('421')
  server.org.model.baseUrl = 'https://later.test'
  expect(statusOf(await ask(server, 'later.test'))).toBe('200')
})

test('answers under names that are allowed', async () => {
  const server = await started({ allowedHosts: ['mock', '*.Example.com'] })
  for (const [host, status] of [
    ['evil.test/.example.com', '421'],
    ['mock:4010', '200'],
    ['a.example.com', '200'],
    ['a.b.example.com', '200'],
    ['example.com', '421'],
    ['badexample.com', '421'],
    ['mock.test', '421'],
  ] as const) {
    expect([host, statusOf(await ask(server, host))]).toEqual([host, status])
  }
  expect(statusOf(await ask(await started({ allowedHosts: ['*'] }), 'whatever.test'))).toBe('200')
})

test('goes by the authority of a target in absolute form, not by Host', async () => {
  const server = await started()
  expect(statusOf(await ask(server, 'localhost', 'http://evil.test/api/v1/users/me'))).toBe('421')
  expect(statusOf(await ask(server, 'evil.test', 'http://localhost/api/v1/users/me'))).toBe('200')
  expect(statusOf(await ask(server, 'localhost', 'http://localhost/api/v1/users/me'))).toBe('200')
})

test('refuses no Host header, and takes HTTP/1.0 without', async () => {
  const server = await started()
  const request = (headers: string, version = '1.1'): Promise<string> =>
    sendRaw(
      server.port,
      `GET /api/v1/users/me HTTP/${version}\r\n${headers}Authorization: SSWS token\r\nConnection: close\r\n\r\n`,
    )
  for (const [headers, status] of [
    ['Host: localhost\r\n', '200'],
    ['', '400'],
  ] as const) {
    expect([headers, statusOf(await request(headers))]).toEqual([headers, status])
  }
  expect(statusOf(await request('', '1.0'))).toBe('200')
})

test('answers beyond loopback under the address that it was reached by', async (context) => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4')?.address
  if (address === undefined) return context.skip('this machine has no address beside loopback')
  const server = await started({ host: '0.0.0.0' })
  const response = await fetch(`http://${address}:${server.port}/api/v1/users/me`, {
    headers: { authorization: 'SSWS token' },
  })
  expect(response.status).toBe(200)
})
