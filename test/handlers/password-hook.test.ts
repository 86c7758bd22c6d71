import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testOrg, type TestOrg } from '../support/call.ts'
import { password, person, statusOf } from '../support/people.ts'

const hook = { credentials: { password: { hook: { type: 'default' } } } }

interface HookServer {
  readonly url: string
  readonly requests: { headers: Record<string, unknown>; body: Record<string, unknown> }[]
}

/** A password hook as somebody would run one. */
async function hookServer(
  answer: (body: Record<string, unknown>) => {
    status?: number
    body?: string
    headers?: Record<string, string>
  },
  delay = 0,
): Promise<HookServer> {
  const requests: HookServer['requests'] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, unknown>
      requests.push({ headers: request.headers, body })
      const {
        status = 200,
        body: reply = '',
        headers = { 'content-type': 'application/json' },
      } = answer(body)
      setTimeout(() => response.writeHead(status, headers).end(reply), delay)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, requests }
}

const verdict = (credential: string): string =>
  JSON.stringify({ commands: [{ type: 'com.svc.action.update', value: { credential } }] })

const signIn = (it: TestOrg, login: string, candidate = password): Promise<Record<string, unknown>> =>
  Promise.resolve(it.control.signIn({ login, password: candidate })) as never

test('the hook is called the first time the user signs in, and never again', async () => {
  const server = await hookServer(() => ({ body: verdict('VERIFIED') }))
  const it = testOrg({ passwordHook: server.url })
  const { id, profile, credentials } = await person(it, hook)
  expect(credentials).toEqual({ password: {}, provider: { type: 'SVC', name: 'SVC' } })

  expect(await signIn(it, profile.login)).toMatchObject({ status: 'SUCCESS' })
  expect(await signIn(it, profile.login)).toMatchObject({ status: 'SUCCESS' })
  expect(await signIn(it, profile.login, 'wrong')).toMatchObject({ reason: 'WRONG_PASSWORD' })

  expect(server.requests).toHaveLength(1)
  const [{ headers, body }] = server.requests as [HookServer['requests'][0]]
  expect(headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' })
  expect(body).toMatchObject({
    eventType: 'com.svc.user.credential.password.import',
    eventTime: '2026-01-05T09:30:00.000Z',
    contentType: 'application/json',
    source: `https://svc.example.com/api/v1/users/${id}`,
    data: {
      context: { credential: { username: profile.login, password } },
      action: { credential: 'UNVERIFIED' },
    },
  })
})

test.for([
  [{ body: verdict('UNVERIFIED') }],
  [{ body: '{}' }],
  [{ body: JSON.stringify({ commands: [] }) }],
  [{ status: 204 }],
])('a hook that answers %j says that the password is wrong', async ([answer]) => {
  const server = await hookServer(() => answer!)
  const it = testOrg({ passwordHook: server.url, passwordPolicy: { maxAttempts: 2 } })
  const { id, profile } = await person(it, hook)

  expect(await signIn(it, profile.login)).toMatchObject({ reason: 'WRONG_PASSWORD', attemptsLeft: 1 })
  expect(await signIn(it, profile.login)).toMatchObject({ reason: 'LOCKED_OUT' })
  expect(server.requests).toHaveLength(2)
  expect(await statusOf(it, id)).toBe('LOCKED_OUT')
})

test.for([
  [{ status: 500 }, 'The hook answered 500'],
  [{ status: 401, body: verdict('VERIFIED') }, 'The hook answered 401'],
  [{ body: 'VERIFIED' }, 'The hook answered what is not JSON'],
  [{ body: JSON.stringify({ commands: 'VERIFIED' }) }, 'commands: expected an array'],
  [{ body: verdict('MAYBE') }, 'commands: value.credential is neither VERIFIED nor UNVERIFIED'],
  [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'The hook could not be reached'],
] as const)('a hook that answers %j gives no verdict: %s', async ([answer, message]) => {
  const server = await hookServer(() => answer)
  const it = testOrg({ passwordHook: server.url, passwordPolicy: { maxAttempts: 1 } })
  const { id, profile } = await person(it, hook)

  const outcome = await signIn(it, profile.login)

  expect(outcome).toMatchObject({ status: 'FAILURE', reason: 'HOOK_FAILED', message })
  expect(JSON.stringify(outcome)).not.toContain(password)
  expect(await statusOf(it, id)).toBe('ACTIVE')
})

test('a hook that cannot be reached gives no verdict, and is asked again', async () => {
  const it = testOrg({ passwordHook: 'http://127.0.0.1:9/hook' })
  const { profile } = await person(it, hook)
  expect(await signIn(it, profile.login)).toMatchObject({
    reason: 'HOOK_FAILED',
    message: 'The hook could not be reached',
  })

  const server = await hookServer(() => ({ body: verdict('VERIFIED') }))
  it.control.changeSettings({ passwordHook: server.url })

  expect(await signIn(it, profile.login)).toMatchObject({ status: 'SUCCESS' })
})

test('a hook that takes too long gives no verdict', async () => {
  const server = await hookServer(() => ({ body: verdict('VERIFIED') }), 2000)
  const it = testOrg({ passwordHook: { url: server.url, timeout: 50 } })
  const { profile } = await person(it, hook)

  expect(await signIn(it, profile.login)).toMatchObject({
    reason: 'HOOK_FAILED',
    message: 'No answer within 50 ms',
  })
})

test('the hook is sent the headers that were set', async () => {
  const server = await hookServer(() => ({ body: verdict('VERIFIED') }))
  const it = testOrg({ passwordHook: { url: server.url, headers: { authorization: 'Bearer hook-secret' } } })
  const { profile } = await person(it, hook)

  await signIn(it, profile.login)

  expect(server.requests[0]!.headers.authorization).toBe('Bearer hook-secret')
  expect(JSON.stringify(it.control.readSettings())).not.toContain('hook-secret')
})

test('a hook may be a function', async () => {
  const asked: unknown[] = []
  const it = testOrg({
    passwordHook: (question) => {
      asked.push(question)
      return question.password === password
    },
  })
  const { id, profile } = await person(it, hook)

  expect(await signIn(it, profile.login, 'wrong')).toMatchObject({ reason: 'WRONG_PASSWORD' })
  expect(await signIn(it, profile.login)).toMatchObject({ status: 'SUCCESS' })
  expect(await signIn(it, profile.login)).toMatchObject({ status: 'SUCCESS' })
  expect(asked).toEqual([
    { userId: id, login: profile.login, password: 'wrong' },
    { userId: id, login: profile.login, password },
  ])
})

test('hides the error of a function, because it may contain the password', async () => {
  const it = testOrg({
    passwordHook: (question) => {
      throw new TypeError(`cannot verify ${question.password}`)
    },
  })
  const { profile } = await person(it, hook)

  expect(await signIn(it, profile.login)).toMatchObject({
    reason: 'HOOK_FAILED',
    message: 'The function threw',
  })
})

test('parallel first sign-ins ask the hook once', async () => {
  const server = await hookServer(() => ({ body: verdict('VERIFIED') }), 30)
  const it = testOrg({ passwordHook: server.url })
  const { profile } = await person(it, hook)

  const outcomes = await Promise.all([
    ...Array.from({ length: 20 }, () => signIn(it, profile.login)),
    signIn(it, profile.login, 'wrong'),
  ])

  expect(outcomes.filter(({ status }) => status === 'SUCCESS')).toHaveLength(20)
  expect(outcomes.at(-1)).toMatchObject({ reason: 'WRONG_PASSWORD' })
  expect(server.requests).toHaveLength(1)
})

test('a user who is given a password while the hook is asked needs that one', async () => {
  const server = await hookServer(() => ({ body: verdict('VERIFIED') }), 50)
  const it = testOrg({ passwordHook: server.url })
  const { id, profile } = await person(it, hook)

  const late = signIn(it, profile.login)
  await it.call('POST', `/api/v1/users/${id}`, { credentials: { password: { value: 'Corr3ctHorse' } } })

  expect(await late).toMatchObject({ reason: 'WRONG_PASSWORD' })
  expect(await signIn(it, profile.login, 'Corr3ctHorse')).toMatchObject({ status: 'SUCCESS' })
})

test('a user who has changed its password after nextLogin=changePassword asks no hook any more', async () => {
  const server = await hookServer(() => ({ body: verdict('VERIFIED') }))
  const it = testOrg({ passwordHook: server.url })
  const { profile } = await person(it, { ...hook, query: '?nextLogin=changePassword' })

  expect(await signIn(it, profile.login)).toMatchObject({ reason: 'PASSWORD_EXPIRED' })
  expect(
    await it.control.signIn({ login: profile.login, password, newPassword: 'Corr3ctHorse' }),
  ).toMatchObject({ status: 'SUCCESS' })
  expect(server.requests).toHaveLength(1)
})

test('the word of a deployment stands in the hook request', async () => {
  const server = await hookServer(() => ({ body: verdict('VERIFIED') }))
  const it = testOrg({ passwordHook: server.url, prefix: 'acme' })
  const { profile } = await person(it, hook)

  await signIn(it, profile.login)

  expect(server.requests[0]!.body.eventType).toBe('com.acme.user.credential.password.import')
})

test('an answer without end is not a verdict, and reading it stops', async () => {
  let sent = 0
  const server = createServer((_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      response.once('drain', more)
    }
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const it = testOrg({ passwordHook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
  const { profile } = await person(it, hook)

  expect(await signIn(it, profile.login)).toMatchObject({
    reason: 'HOOK_FAILED',
    message: 'The hook answered more than is read',
  })
  expect(sent).toBeLessThan(50_000_000)
})
