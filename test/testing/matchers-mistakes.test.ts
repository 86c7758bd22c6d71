import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createTestKit, expectThat } from '../../src/testing.ts'

/** The message of a failed assertion. */
async function complaint(assertion: () => unknown): Promise<string> {
  try {
    await assertion()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The assertion held')
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

test('whatever a matcher is given, it says what was expected and what came', async () => {
  await using kit = await createTestKit()
  const circle: Record<string, unknown> = { a: 1 }
  circle['self'] = circle
  const expected = 'toHaveStatus: expected an id, a login or a user, got '
  for (const [subject, found] of [
    [undefined, 'nothing'],
    [null, 'null'],
    [5n, '5'],
    [Symbol('x'), 'Symbol(x)'],
    [function block() {}, 'the function block'],
    [kit.client.getUser({ params: { userId: 'me' } }), 'a promise: await it first'],
    [circle, 'an object with a, self'],
    [new TypeError('lost'), 'TypeError: lost'],
  ] as const) {
    expect(await complaint(() => expectThat(subject).toHaveStatus('ACTIVE'))).toBe(expected + found)
    expect(await complaint(() => expectThat(subject).not.toHaveStatus('ACTIVE'))).toBe(expected + found)
  }
})

test('rejects impossible values, so that .not does not pass by mistake', async () => {
  await using kit = await createTestKit()
  const { org, outbox } = kit
  const admin = expectThat('admin').not
  const calls = expectThat(org).not
  for (const [assertion, message] of [
    [
      () => admin.toHaveStatus(undefined as never),
      'toHaveStatus: expected the status of a user or an HTTP status, got nothing',
    ],
    [
      () => admin.toBeMemberOf(undefined as never),
      'toBeMemberOf: expected the name or id of a group, or a group, got nothing',
    ],
    [
      () => admin.toBeMemberOf(5 as never),
      'toBeMemberOf: expected the name or id of a group, or a group, got 5',
    ],
    [
      () => admin.toHaveReceivedMail({ knd: 'activation' } as never),
      'toHaveReceivedMail: a mail has no "knd"; did you mean kind?',
    ],
    [
      () => calls.toHaveReceived('getUser', { params: { nothingAlike: 'me' } } as never),
      'toHaveReceived: the path of getUser has no "nothingAlike"; there are userId',
    ],
    [
      () => calls.toHaveReceived('getUserGrant', { params: { nothingAlike: 'me' } } as never),
      'toHaveReceived: the path of getUserGrant has no "nothingAlike"; there are userId, grantId',
    ],
    [
      () => admin.toHaveReceivedMail({ times: '0' } as never),
      'toHaveReceivedMail: times: expected a whole number from 0, got "0"',
    ],
    [
      () => calls.toHaveReceived('getUser', { times: -1 }),
      'toHaveReceived: times: expected a whole number from 0, got -1',
    ],
    [
      () => calls.toHaveReceived('getUser', { params: { usrId: 'me' } } as never),
      'toHaveReceived: the path of getUser has no "usrId"; did you mean userId?',
    ],
    [
      () => calls.toConformTo(undefined as never),
      'toConformTo: expected clauses by id, area or glob, such as users.suspend.*, got nothing',
    ],
    [
      () => outbox.of(undefined as never),
      'outbox: expected an id, a login, an address or a user, got nothing',
    ],
    [
      () => outbox.last('admin', 'activate' as never),
      'outbox: there is no kind of mail "activate"; there are ',
    ],
    [
      () => outbox.last('admin', { subjct: 'x' } as never),
      'outbox: a mail has no "subjct"; did you mean subject?',
    ],
  ] as const) {
    expect(await complaint(assertion)).toContain(message)
  }
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
