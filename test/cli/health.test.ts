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
    error: expect.stringContaining(`${server.url}/_health: expected 200, got `),
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
