import { hashSync } from 'bcryptjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type RunningServer } from '../../src/server.ts'
import { asPublic } from '../support/oauth.ts'
import { webClient } from '../support/clients.ts'

let server: RunningServer
let clientId: string

beforeAll(async () => {
  server = await serve({ port: 0, options: { passwordPolicy: { maxAttempts: 3 } } })
  const registered = server.org.control.registerClient(
    webClient({ ...asPublic, grant_types: ['authorization_code', 'password'] }),
  )
  clientId = registered.client_id
})

afterAll(() => server.close())

/** A user with an imported password: a minute's work at factor 20, a fifth of a second's at 11. */
async function imported(name: string, workFactor: number): Promise<string> {
  const login = `${name}@example.com`
  const salted = hashSync('Tr0ub4dor', workFactor === 20 ? 4 : workFactor).slice(7)
  const hash = { algorithm: 'BCRYPT', workFactor, salt: salted.slice(0, 22), value: salted.slice(22) }
  const profile = { login, email: login, firstName: 'A', lastName: 'B' }
  const reply = await fetch(`${server.url}/api/v1/users`, {
    method: 'POST',
    headers: { authorization: `SSWS ${server.org.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ profile, credentials: { password: { hash } } }),
  })
  expect(reply.status).toBe(200)
  return login
}

const form = (values: Record<string, string>) => ({ body: new URLSearchParams(values) })
const ways: Readonly<Record<string, (login: string) => [path: string, request: RequestInit]>> = {
  'the sign-in page': (login) => ['/signin', form({ login, password: 'Tr0ub4dor' })],
  'the token endpoint': (username) => [
    '/oauth2/v1/token',
    form({ grant_type: 'password', client_id: clientId, username, password: 'Tr0ub4dor', scope: 'openid' }),
  ],
  'the control plane': (login) => [
    '/_control/sign-in',
    {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login, password: 'Tr0ub4dor' }),
    },
  ],
}

const tried = Object.entries(ways)

test.each(tried)('a sign-in by %s ends when its caller goes', { timeout: 45_000 }, async (name, request) => {
  const at = tried.findIndex(([each]) => each === name)
  const slow = await imported(`slow${at}`, 20)
  const quick = await imported(`quick${at}`, 11)
  const send = (login: string, signal?: AbortSignal) => {
    const [path, more] = request(login)
    return fetch(`${server.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      ...more,
      signal: signal ?? null,
    })
  }
  const gone = new AbortController()
  const left = expect(send(slow, gone.signal)).rejects.toThrow('abort')
  await new Promise((resolve) => setTimeout(resolve, 200))
  gone.abort()
  await left
  // They wait for each other: the second would be answered in more than a minute.
  expect((await send(quick)).status).toBe(200)
  const { user } = server.org.control.findUser({ user: slow })
  expect(user).toMatchObject({ status: 'ACTIVE', lastLogin: null })
  expect(server.org.control.list({ kind: 'sessions', user: slow })).toEqual([])
})

test('sign-ins that wait do no work for a user who was locked meanwhile', { timeout: 45_000 }, async () => {
  const login = await imported('guessed', 9)
  const attempt = async (password: string) =>
    (await server.org.control.signIn({ login, password })) as { readonly reason: string }
  const begun = performance.now()
  await attempt('wrong')
  const once = performance.now() - begun
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => attempt('wrong')))
  expect(outcomes.map(({ reason }) => reason)).toEqual([
    'WRONG_PASSWORD',
    ...Array.from({ length: 59 }, () => 'LOCKED_OUT'),
  ])
  expect(performance.now() - begun).toBeLessThan(20 * once)
})
