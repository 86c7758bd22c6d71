import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { decisionsAbout } from '../../src/contract/decisions/operations.ts'
import { decisions, operations } from '../../src/contract.ts'
import { type RunningServer, serve } from '../../src/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await serve({ port: 0, options: { vocabulary: { word: 'acme' }, sessionCookie: 'idx' } })
})
afterAll(() => server.close())

test('the server answers its own description to anybody, under its own address', async () => {
  const reply = await fetch(`${server.url}/openapi.json`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  const document = (await reply.json()) as Record<string, never>
  expect(document).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: server.url }],
    components: { securitySchemes: { sessionCookie: { name: 'idx' } } },
  })
  expect(JSON.stringify(document['components'])).toContain('"ACME_GROUP"')
  const yaml = await fetch(`${server.url}/openapi.yaml`)
  expect(yaml.headers.get('content-type')).toBe('application/yaml')
  expect(parse(await yaml.text())).toEqual(document)
})

test('nothing but GET and HEAD is answered there', async () => {
  const head = await fetch(`${server.url}/openapi.json`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await fetch(`${server.url}/openapi.json`, { method: 'POST' })).status).toBe(405)
})

test('every decision that an operation rests on is in the table', () => {
  const ids = new Set(decisions.map(({ id }) => id))
  const named = operations.flatMap(decisionsAbout)
  expect(named.filter((id) => !ids.has(id))).toEqual([])
})
