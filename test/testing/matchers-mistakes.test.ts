import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createTestKit, expectThat } from '../../src/testing.ts'
import { matchers } from '../../src/testing/matchers/index.ts'

expect.extend(matchers)

/** The error of a failed assertion. */
async function failure(assertion: () => unknown): Promise<Error> {
  try {
    await assertion()
  } catch (error) {
    return error as Error
  }
  throw new Error('The assertion held')
}

/** The message of a failed assertion. */
async function complaint(assertion: () => unknown): Promise<string> {
  return (await failure(assertion)).message
}

test('a wrong status is reported with the error of the service, for every client', async () => {
  await using kit = await createTestKit()
  const { org, client } = kit
  const path = '/api/v1/users/nobody'
  const headers = { Authorization: `SSWS ${org.apiToken}` }
  const said = 'E0000007: Not found: Resource not found: nobody (User)'
  const wanted = `Expected a reply of 200, got 404\n  `
  const reply = await org.fetch(path, { headers })
  const byJournal = `${wanted}GET ${path} was answered ${said}`
  expect(await complaint(() => expectThat(reply).toHaveStatus(200))).toBe(byJournal)
  expect(await complaint(() => expectThat(reply).toHaveStatus(200, { org }))).toBe(byJournal)
  const body: unknown = await reply.json()
  expect(await complaint(() => expectThat(reply).toHaveStatus(200))).toBe(byJournal)
  const refused = await client.getUser({ params: { userId: 'nobody' } }).catch((error: unknown) => error)
  expect(await complaint(() => expectThat(refused).toHaveStatus(200))).toBe(`${wanted}getUser: 404 ${said}`)
  // As supertest, axios and openapi-fetch have it.
  const plain = Object.fromEntries(reply.headers)
  for (const [what, told] of [
    [{ status: 404, body }, said],
    [{ status: 404, headers: plain, body: {} }, `GET ${path} was answered ${said}`],
    [{ data: undefined, error: body, response: reply }, said],
    [
      Object.assign(new Error('Request failed with status code 404'), {
        response: { status: 404, data: body },
      }),
      said,
    ],
  ] as const) {
    expect(await complaint(() => expectThat(what).toHaveStatus(200))).toBe(wanted + told)
    expectThat(what).toHaveStatus(404)
  }
  const oauth = await org.fetch('/oauth2/v1/clients/none', { headers })
  expect(await complaint(() => expectThat(oauth).toHaveStatus(200))).toMatch(/answered invalid_client: /)
  const fine = await client.call('getUser', { params: { userId: 'me' } })
  expect(await complaint(() => expectThat(fine).toHaveStatus(404))).toBe(
    'Expected a reply of 404, got 200\n  GET /api/v1/users/me was answered so',
  )
  expect(await complaint(() => expectThat(fine).not.toHaveStatus(200))).toBe(
    'Expected a reply other than 200, got 200',
  )
  expect(await complaint(() => expectThat({ status: 502 }).toHaveStatus(200))).toBe(
    'Expected a reply of 200, got 502',
  )
})

test('an unknown login suggests the near one, and the stack begins in the test', async () => {
  await using kit = await createTestKit()
  const { org, client } = kit
  const login = 'ada@example.com'
  await client.createUser({ body: { profile: { login, email: login, firstName: 'Ada', lastName: 'B' } } })
  for (const [reference, meant] of [
    ['ada@exmaple.com', 'ada@example.com'],
    ['adda', 'ada'],
  ] as const) {
    const thrown = await failure(() => expectThat(reference).toHaveStatus('ACTIVE', { org }))
    expect(thrown.message).toContain(`; did you mean ${meant}?`)
    for (const { stack } of [
      thrown,
      await failure(() => expect(reference).toHaveStatus('ACTIVE', { org })),
      await failure(() => expectThat('ada@example.com').toHaveStatus('SUSPENDED', { org })),
    ]) {
      const [first] = stack!.split('\n').filter((line) => /^\s+at /.test(line))
      expect(first).toContain('matchers-mistakes.test.ts')
    }
  }
  expect(await complaint(() => expectThat('zoe').toHaveStatus('ACTIVE', { org }))).not.toContain('did you')
})

test('names of headers may be written as in a request', async () => {
  const org = createOrg()
  await org.fetch('/api/v1/users', { headers: { Authorization: `SSWS ${org.apiToken}`, 'X-Trace': 'a1' } })
  expectThat(org).toHaveReceived('listUsers', { headers: { 'X-Trace': 'a1' } })
  expectThat(org).not.toHaveReceived('listUsers', { headers: { 'X-Trace': 'b2' } })
})

test('expressions and dates of another realm, as tests in Jest have, are what they are', async () => {
  await using kit = await createTestKit()
  const { org, client } = kit
  await client.createGroup({
    body: { profile: { name: 'Analysts', description: '2031-05-01T00:00:00.000Z' } },
  })
  const there = createContext({})
  const foreign = (text: string): never => runInContext(text, there) as never
  const call = (profile: object) => ({ body: { profile } })
  expectThat(org).toHaveReceived('createGroup', call({ name: foreign('/^Ana/') }))
  expectThat(org).not.toHaveReceived('createGroup', call({ name: foreign('/^Zed/') }))
  const may = foreign(`new Date('2031-05-01T00:00:00Z')`)
  expectThat(org).toHaveReceived('createGroup', call({ description: may }))
  expectThat(org).not.toHaveReceived('createGroup', call({ description: foreign('new Date(0)') }))
  const told = await complaint(() =>
    expectThat(org).toHaveReceived('createGroup', call({ name: foreign('/^Zed/') })),
  )
  expect(told).toContain('- body.profile.name: /^Zed/\n  + body.profile.name: "Analysts"')
})
