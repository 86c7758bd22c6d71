import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, serve } from '../../src/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await serve({ port: 0, options: { apiToken: 'token' } })
})
afterAll(() => server.close())

const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }

function send(path: string, encoding: string, body: BodyInit, type = 'application/json'): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'SSWS token', 'content-type': type, 'content-encoding': encoding },
    body,
  })
}

test.each(['gzip', 'br', 'deflate', 'x-unknown', 'identity, gzip'])(
  'a body in %s is refused by name, and nothing changes',
  async (encoding) => {
    const reply = await send('/api/v1/users', encoding, gzipSync(JSON.stringify({ profile })))
    expect([reply.status, reply.headers.get('accept-encoding')]).toEqual([415, 'identity'])
    expect(await reply.json()).toMatchObject({
      errorCode: 'E0000003',
      errorCauses: [{ errorSummary: `Content-Encoding: expected none, got ${encoding}` }],
    })
    const [last] = server.org.control.readJournal({ limit: 1 }).slice(-1)
    expect(last).toMatchObject({ status: 415, refusal: 'unsupported-content-encoding' })
    expect(server.org.data.users.all()).toHaveLength(1)
  },
)

test('clients, authorization servers and the control plane say the same in their own way', async () => {
  const client = await send('/oauth2/v1/clients', 'gzip', '{}')
  expect([client.status, await client.json()]).toEqual([
    415,
    {
      error: 'invalid_request',
      error_description:
        'The request body has a content encoding that this server does not take: Content-Encoding: expected none, got gzip',
    },
  ])
  const token = await send('/oauth2/v1/token', 'gzip', 'grant_type=x', 'application/x-www-form-urlencoded')
  expect([token.status, token.headers.get('accept-encoding'), await token.json()]).toEqual([
    415,
    'identity',
    { error: 'invalid_request', error_description: 'Content-Encoding: expected none, got gzip' },
  ])
  const control = await send('/_control/advance-clock', 'gzip', '{"by":"1h"}')
  expect([control.status, await control.json()]).toEqual([
    415,
    { error: 'unsupported-content-encoding', message: 'Content-Encoding: expected none, got gzip' },
  ])
})

test('identity is not an encoding, and a body that nobody reads may have any', async () => {
  expect((await send('/api/v1/users', 'identity', JSON.stringify({ profile }))).status).toBe(200)
  const { id } = (await (
    await fetch(`${server.url}/api/v1/users/ada`, { headers: { authorization: 'SSWS token' } })
  ).json()) as { id: string }
  expect((await send(`/api/v1/users/${id}/lifecycle/deactivate`, 'gzip', 'x')).status).toBe(200)
})
