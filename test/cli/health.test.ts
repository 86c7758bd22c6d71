import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { serve } from '../../src/server.ts'
import { runHere } from './run-here.ts'

const running: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

test('identikit health says whether a server is ready', async () => {
  const server = await serve({ port: 0 })
  running.push(server)
  expect(await runHere(['health', server.url])).toEqual({ code: 0, out: 'ready', error: '' })
  expect(await runHere(['health', `${server.url}/`])).toMatchObject({ code: 0 })
  await server.close()
  expect(await runHere(['health', server.url])).toMatchObject({
    code: 1,
    error: expect.stringContaining(`no server answers at ${server.url} (`),
  })
})

test('a server of something else is not ready', async () => {
  const other = createServer((_, reply) => reply.writeHead(404).end())
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  running.push(other)
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  expect(await runHere(['health', url])).toEqual({
    code: 1,
    out: '',
    error: `identikit health: ${url}/_health: expected 200, got 404`,
  })
})

test('a certificate that nobody signed is accepted only with --insecure', async () => {
  const server = await serve({ port: 0, tls: true })
  running.push(server)
  expect((await runHere(['health', server.url])).code).toBe(1)
  expect((await runHere(['health', '--insecure', server.url])).code).toBe(0)
})

test('identikit gaps lists the calls that a server does not serve: how often, and by whom', async () => {
  const server = await serve({ port: 0 })
  running.push(server)
  const none = 'The server met no call that it does not serve.'
  expect(await runHere(['gaps', server.url])).toEqual({ code: 0, out: none, error: '' })
  const ask = (path: string, agent: string, method = 'GET') =>
    fetch(`${server.url}${path}`, { method, headers: { 'user-agent': agent } })
  const [policies] = [
    await ask('/api/v1/policies/00p1abcdefghijklmnop', 'tool/1'),
    await ask('/api/v1/policies/00p2abcdefghijklmnop', 'tool/2'),
    await ask('/api/v1/zones', 'tool/1', 'POST'),
    await ask('/nothing', 'tool/1'),
    await ask('/api/v1/users/unknown', 'tool/1'),
  ]
  expect([policies.status, policies.headers.get('identikit-gap')]).toEqual([404, 'GET /api/v1/policies/{id}'])
  server.org.reset()
  const { out } = await runHere(['gaps', server.url])
  expect(out.replaceAll(/\(last .*?\)/g, '(last)').split('\n')).toEqual([
    '2  GET /api/v1/policies/{id}  (last)',
    '   by nobody known, tool/1',
    '   by nobody known, tool/2',
    '1  POST /api/v1/zones  (last)',
    '   by nobody known, tool/1',
  ])
  const listed: unknown = JSON.parse((await runHere(['gaps', '--json', server.url])).out)
  expect(listed).toMatchObject([{ count: 2 }, { method: 'POST', path: '/api/v1/zones' }])
  server.org.control.clear({ only: 'gaps' })
  expect((await runHere(['gaps', server.url])).out).toBe(none)
  expect(await runHere(['gaps', 'http://127.0.0.1:1'])).toMatchObject({
    code: 1,
    error: expect.stringMatching(/ url: no server answers at http:\/\/127.0.0.1:1 \(/),
  })
  expect((await runHere(['gaps', 'nowhere'])).code).toBe(2)
})
