import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createOrg, endpoint } from '../../src/index.ts'
import { createFetchHandler, type RunningServer, serve } from '../../src/server.ts'

const baseUrl = 'https://id.example.com'

let server: RunningServer
beforeAll(async () => {
  server = await serve({ port: 0, options: { prefix: 'acme', signIn: { cookie: 'idx' } } })
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

test('the document is made once, and again after a change of what it shows', async () => {
  const [own, other] = ['one', 'two'].map((name) =>
    createFetchHandler(createOrg({ extend: [endpoint(`GET /api/v1/${name}`, () => ({ body: {} }))] }), {
      baseUrl,
    }),
  )
  const textOf = async (handle = own!): Promise<string> =>
    (await handle(new Request(`${baseUrl}/openapi.json`))).text()
  const cost = async (): Promise<number> => {
    const before = process.threadCpuUsage()
    await textOf()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  const first = await cost()
  const later = [await cost(), await cost(), await cost()]
  expect(Math.min(...later) * 3).toBeLessThan(first)
  expect(await textOf()).toContain('"/api/v1/one"')
  expect(await textOf(other)).not.toContain('"/api/v1/one"')
  expect(await textOf(other)).toContain('"/api/v1/two"')
  own!.org.control.changeSettings({ signIn: { cookie: 'changed' } })
  expect(await textOf()).toContain('"changed"')
  expect(await textOf()).toContain('"/api/v1/one"')
})

test('nothing but GET and HEAD is answered there', async () => {
  const head = await fetch(`${server.url}/openapi.json`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await fetch(`${server.url}/openapi.json`, { method: 'POST' })).status).toBe(405)
})
