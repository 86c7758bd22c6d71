import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createTestKit, expectThat } from '../../src/testing.ts'
import { differences, told, wishes } from '../../src/testing/matchers/differences.ts'
import { isOrganisation, isSharedOrg } from '../../src/testing/matchers/facts.ts'
import { isAsymmetric, isDate, isRegExp, printed, refuseNoCount } from '../../src/testing/matchers/outcome.ts'

/** What an assertion says when it does not hold. */
function complaint(assertion: () => unknown): string {
  try {
    assertion()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The assertion held')
}

const shown: readonly (readonly [unknown, string])[] = [
  [undefined, 'nothing'],
  ['', '""'],
  [['a', 1, true, null], '["a",1,true,null]'],
  [Promise.resolve(1), 'a promise: await it first'],
  [[() => 1][0], 'the function (without a name)'],
  [{ hook: function block() {} }, '{"hook":"the function block"}'],
  [{ matches: /^A"b/i }, '{"matches":"/^A\\"b/i"}'],
  [{ count: 5n, sign: Symbol('x') }, '{"count":"5","sign":"Symbol(x)"}'],
  [[new RangeError('far')], '["RangeError: far"]'],
  [new Response('', { status: 418 }), 'a reply of 418'],
  [{ reply: new Response('', { status: 201 }) }, '{"reply":"a reply of 201"}'],
  [{ asymmetricMatch: () => true }, 'a value that the matcher takes'],
  [{ asymmetricMatch: () => true, toAsymmetricMatcher: () => 'Any<String>' }, 'Any<String>'],
  [{ name: expect.any(String) as unknown }, '{"name":"Any<String>"}'],
  ['x'.repeat(298), `"${'x'.repeat(298)}"`],
  ['x'.repeat(299), `"${'x'.repeat(299)}…`],
]

test('a message shows any value, shortened', () => {
  expect(shown.map(([value]) => printed(value))).toEqual(shown.map(([, text]) => text))
})

test('what is a regular expression, a date, or a matcher of a runner', () => {
  const values = [/x/, new Date(0), expect.any(String), 'x', null, undefined, { asymmetricMatch: true }]
  expect(values.map(isRegExp)).toEqual([true, false, false, false, false, false, false])
  expect(values.map(isDate)).toEqual([false, true, false, false, false, false, false])
  expect(values.map(isAsymmetric)).toEqual([false, false, true, false, false, false, false])
})

test('a count is a whole number from 0', () => {
  for (const times of [undefined, 0, 1, 20]) expect(() => refuseNoCount('m', times)).not.toThrow()
  for (const [times, found] of [
    [-1, '-1'],
    [1.5, '1.5'],
    ['1', '"1"'],
    [null, 'null'],
  ] as const) {
    expect(complaint(() => refuseNoCount('m', times))).toBe(
      `m: times: expected a whole number from 0, found ${found}`,
    )
  }
})

test('what differs is told with its place, and what is more than was wanted is no difference', () => {
  const found = {
    list: [{ a: 1 }, { a: 2, b: 3 }],
    text: 'Ada',
    when: '2031-05-01T00:00:00.000Z',
    none: null,
    nan: Number.NaN,
  }
  const differ = (wanted: unknown) => differences(wanted, found, 'body')
  expect(differ({ list: [{ a: 1 }, { b: 3 }], nan: Number.NaN, gone: undefined })).toEqual([])
  expect(differ({ when: new Date('2031-05-01T00:00:00Z'), text: /da$/ })).toEqual([])
  expect(differ({ list: [{ a: 1 }, { a: 5 }] })).toEqual([{ path: 'body.list.1.a', wanted: 5, found: 2 }])
  expect(differ({ list: [{ a: 1 }] })).toEqual([{ path: 'body.list', wanted: [{ a: 1 }], found: found.list }])
  expect(differ({ text: ['A'] })).toEqual([{ path: 'body.text', wanted: ['A'], found: 'Ada' }])
  expect(differ({ list: {} })).toEqual([{ path: 'body.list', wanted: {}, found: found.list }])
  expect(differ({ none: {} })).toEqual([{ path: 'body.none', wanted: {}, found: null }])
  expect(differ({ nan: /N/ })).toEqual([{ path: 'body.nan', wanted: /N/, found: Number.NaN }])
  expect(differ({ text: /^da/ })).toEqual([{ path: 'body.text', wanted: /^da/, found: 'Ada' }])
  expect(differences({ a: { b: 1 } }, { a: { b: 2 } }, '')).toEqual([{ path: 'a.b', wanted: 1, found: 2 }])
  const longer = { asymmetricMatch: (value: unknown) => String(value).length > 3 }
  expect(differ({ when: longer })).toEqual([])
  expect(differ({ text: longer })).toEqual([{ path: 'body.text', wanted: longer, found: 'Ada' }])
  expect(
    told([
      { path: 'a', wanted: 1, found: undefined },
      { path: 'b', wanted: /x/, found: 'y' },
    ]),
  ).toBe('  - a: 1\n  + a: nothing\n  - b: /x/\n  + b: "y"')
})

test('what is wanted is told one line for each place', () => {
  const date = new Date('2031-05-01T00:00:00Z')
  expect(wishes({})).toEqual([])
  expect(wishes({ a: { b: 1, c: [1, 2] }, d: {}, e: /x/, f: date, g: expect.any(Number) })).toEqual([
    '  a.b: 1',
    '  a.c: [1,2]',
    '  d: {}',
    '  e: /x/',
    '  f: "2031-05-01T00:00:00.000Z"',
    '  g: Any<Number>',
  ])
})

test('an organisation is known by its parts, in process and on a server', () => {
  const org = createOrg()
  const shared = { control: {}, name: 'a', delete: () => {} }
  expect([org, shared].map(isOrganisation)).toEqual([true, false])
  expect([org, shared].map(isSharedOrg)).toEqual([false, true])
  const none = [null, undefined, 'org', { control: {} }, { dispatcher: {} }, { name: 'a', delete: 1 }]
  expect(none.map(isOrganisation)).toEqual(none.map(() => false))
  expect(none.map(isSharedOrg)).toEqual(none.map(() => false))
  expect(
    [
      { control: 1, name: 'a' },
      { control: 1, delete: 1 },
    ].map(isSharedOrg),
  ).toEqual([false, false])
})

test('how often a call came is told, and which of several is nearest', async () => {
  await using kit = await createTestKit()
  const { org, client } = kit
  const that = expectThat(org)
  const never = () => that.toHaveReceived('getUser')
  expect(complaint(never)).toBe(
    'Expected the organisation to have received getUser\n\ngetUser was not called. No call came at all',
  )
  await org.fetch('/nowhere')
  await org.fetch('/nowhere')
  await client.listUsers({ query: { limit: 5 } })
  expect(complaint(never)).toBe(
    'Expected the organisation to have received getUser\n\ngetUser was not called. What came: GET /nowhere 2 times, listUsers',
  )
  const list = 'GET /api/v1/users, answered 200'
  expect(complaint(() => that.toHaveReceived('listUsers', { query: { limit: 6 }, status: 201 }))).toBe(
    `Expected the organisation to have received listUsers
  query.limit: 6
  status: 201

The one call, number 3 (${list}), differs (- wanted, + found):
  - status: 201
  + status: 200
  - query.limit: "6"
  + query.limit: "5"`,
  )
  await client.listUsers({ query: { limit: 6 } })
  await client.listUsers({ query: { limit: 7 } })
  expect(complaint(() => that.toHaveReceived('listUsers', { query: { limit: 6 }, status: 201 }))).toContain(
    `\n\nThe nearest of 3 calls, number 4 (${list}), differs (- wanted, + found):\n  - status: 201\n  + status: 200`,
  )
  expect(complaint(() => that.toHaveReceived('listUsers', { query: { limit: 6 }, times: 2 }))).toBe(
    'Expected the organisation to have received listUsers 2 times\n  query.limit: 6\n\nfound 1 such of 3 calls',
  )
  expect(complaint(() => that.not.toHaveReceived('listUsers', { query: { limit: 6 }, times: 1 }))).toBe(
    `Expected the organisation not to have received listUsers 1 time\n  query.limit: 6\n\nfound number 4 (${list})`,
  )
  expect(complaint(() => that.not.toHaveReceived('listUsers', { query: { limit: 9 }, times: 0 }))).toBe(
    'Expected the organisation not to have received listUsers 0 times\n  query.limit: 9\n\nfound 3 calls, none such',
  )
  that.toHaveReceived('listUsers', { query: { limit: 9 }, times: 0 })
  that.toHaveReceived('listUsers', { times: 3 })
  that.not.toHaveReceived('listUsers', { times: 2 })
})

test('a call that was refused is told with what it was refused for', async () => {
  await using kit = await createTestKit()
  const { org, client } = kit
  await client.getUser({ params: { userId: 'nobody' } }).catch(() => {})
  const told = complaint(() => expectThat(org).toHaveReceived('getUser', { status: 200 }))
  const found = org.control.readExchange({ number: 1 }).explanation!.found
  expect(found.length).toBeGreaterThan(0)
  expect(told).toContain(
    `The one call, number 1 (GET /api/v1/users/nobody, answered 404: ${found.join('; ')}), differs`,
  )
})

test('callers are known by login and id, and places of a path as they were before encoding', async () => {
  await using kit = await createTestKit()
  const { org, client } = kit
  const { id } = await client.getUser({ params: { userId: 'me' } })
  await client.getUser({ params: { userId: 'a/b c@example.com' } }).catch(() => {})
  await org.fetch('/api/v1/users/%E0%A4%A', { headers: { Authorization: `SSWS ${org.apiToken}` } })
  await client.listUsers({ query: { limit: 1 } })
  await client.createUser({ query: { activate: true }, body: {} as never }).catch(() => {})
  const that = expectThat(org)
  that.toHaveReceived('getUser', { caller: id })
  that.toHaveReceived('getUser', { caller: 'admin' })
  that.not.toHaveReceived('getUser', { caller: 'nobody' })
  that.toHaveReceived('getUser', { params: { userId: 'a/b c@example.com' }, times: 1 })
  that.toHaveReceived('createUser', { query: { activate: true } })
  that.not.toHaveReceived('createUser', { query: { activate: false } })
  that.toHaveReceived('listUsers', { query: { limit: /^1$/ as never } })
  expect(complaint(() => that.toHaveReceived('createUser', { caller: 'nobody' }))).toContain(
    `  - caller: "nobody"\n  + caller: "${id}"`,
  )
  expect(complaint(() => that.toHaveReceived('flyAway' as 'getUser'))).toBe(
    'toHaveReceived: there is no operation "flyAway"',
  )
})

test('mails are told with all that was wanted and all that came', async () => {
  await using kit = await createTestKit()
  const { client } = kit
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
  const nobody = expectThat('nobody@example.com')
  expect(complaint(() => nobody.toHaveReceivedMail())).toBe(
    'Expected nobody@example.com to have received a mail, found none',
  )
  await client.createUser({ body: { profile } })
  await client.reactivateUser({ params: { userId: 'ada' }, query: { sendEmail: true } })
  const that = expectThat('ada')
  const mails = kit.outbox.of('ada').map(({ kind, to, subject }) => `\n  ${kind} to ${to}: ${subject}`)
  expect(mails).toHaveLength(2)
  expect(complaint(() => that.toHaveReceivedMail({ kind: 'welcome', subject: /^x/ }))).toBe(
    `Expected ada@example.com to have received a mail (kind "welcome", subject /^x/), found ${mails.join('')}`,
  )
  expect(complaint(() => that.not.toHaveReceivedMail('activation'))).toBe(
    `Expected ada@example.com not to have received a mail (kind "activation"), found ${mails.join('')}`,
  )
  expect(complaint(() => that.not.toHaveReceivedMail({ kind: 'activation', times: 2 }))).toBe(
    `Expected ada@example.com not to have received 2 mails (kind "activation"), found ${mails.join('')}`,
  )
  that.toHaveReceivedMail({ kind: 'welcome', times: 0 })
  that.not.toHaveReceivedMail({ kind: 'activation', times: 1 })
  expect(complaint(() => that.toHaveReceivedMail('nothingAlike' as never))).toMatch(
    /^toHaveReceivedMail: there is no kind of mail "nothingAlike"; there are activation, /,
  )
  expect(complaint(() => expectThat('bea').toHaveReceivedMail())).toBe(
    'toHaveReceivedMail: there is no user "bea" among the 2 of the organisation',
  )
})

test('groups are told by name, each that a user is in', async () => {
  await using kit = await createTestKit()
  const { client, org } = kit
  const one = await client.createGroup({ body: { profile: { name: 'Painters' } } })
  const other = await client.createGroup({ body: { profile: { name: one.id } } })
  await client.addUserToGroup({
    params: { groupId: other.id, userId: (await client.getUser({ params: { userId: 'me' } })).id },
  })
  const admin = expectThat('admin')
  expect(complaint(() => admin.toBeMemberOf('Painters'))).toBe(
    `Expected admin@example.com to be in Painters, found it in Everyone, ${one.id}`,
  )
  expect(complaint(() => admin.toBeMemberOf('nothingAlike'))).toBe(
    'toBeMemberOf: there is no group "nothingAlike"',
  )
  expect(complaint(() => expectThat(undefined).toBeMemberOf('Painters'))).toBe(
    'toBeMemberOf: expected an id, a login or a user, found nothing',
  )
  expect(complaint(() => expectThat('bea').toBeMemberOf('Painters'))).toBe(
    'toBeMemberOf: there is no user "bea" among the 1 of the organisation',
  )
  admin.not.toBeMemberOf('Painters', { org })
})

test('the status of an object is told of whoever it is, with or without an organisation that has it', async () => {
  const anyone = expectThat({ id: 'x', status: 'STAGED' })
  expect(complaint(() => anyone.toHaveStatus('ACTIVE'))).toBe('Expected the user to be ACTIVE, found STAGED')
  expect(complaint(() => expectThat({ status: 'STAGED', profile: {} }).not.toHaveStatus('STAGED'))).toBe(
    'Expected the user not to be STAGED, found STAGED',
  )
  expect(complaint(() => anyone.toHaveStatus('NOTHING_ALIKE' as never))).toMatch(
    /^toHaveStatus: there is no status "NOTHING_ALIKE"; there are [A-Z_]+(?:, [A-Z_]+)+$/,
  )
  const failed = { response: { status: 404 } }
  expectThat(failed).toHaveStatus(404)
  expect(complaint(() => expectThat(failed).toHaveStatus(200))).toBe('Expected a reply of 200, found 404')
  for (const [subject, found] of [
    [undefined, 'nothing'],
    [null, 'null'],
    [{ status: '200' }, '{"status":"200"}'],
  ] as const) {
    expect(complaint(() => expectThat(subject).toHaveStatus(200))).toBe(
      `toHaveStatus: expected a reply with an HTTP status, found ${found}`,
    )
  }
  await using kit = await createTestKit()
  const me = await kit.client.getUser({ params: { userId: 'me' } })
  expect(complaint(() => expectThat({ ...me, status: 'STAGED' }).toHaveStatus('LOCKED_OUT'))).toBe(
    'Expected admin@example.com to be LOCKED_OUT, found STAGED',
  )
})

test('a reply is found in the journal of the organisation that answered it, of several', async () => {
  await using one = await createTestKit()
  await using other = await createTestKit()
  const reply = await other.client.call('listUsers')
  const wanted = 'Expected a reply of 404, found 200'
  const told = `${wanted}\n  GET /api/v1/users was answered so`
  const of = (subject: unknown) => expectThat(subject)
  const headers = { 'X-Request-Id': other.org.control.readJournal()[0]!.requestId }
  expect(complaint(() => of(reply).toHaveStatus(404))).toBe(told)
  expect(complaint(() => of(reply).toHaveStatus(404, { org: one.org }))).toBe(wanted)
  expect(complaint(() => of({ status: 200, headers }).toHaveStatus(404))).toBe(told)
  expect(complaint(() => of({ response: { status: 200, headers } }).toHaveStatus(404))).toBe(told)
  expect(complaint(() => of({ status: 200, headers: { ...headers, x: 5 } }).toHaveStatus(404))).toBe(told)
  for (const none of [null, 'x', { 'X-Request-Id': 5 }]) {
    expect(complaint(() => of({ status: 200, headers: none }).toHaveStatus(404))).toBe(wanted)
  }
})

test('what a reply says is told once, by the error of the client or by its body', () => {
  const body = { errorCode: 'E0000007', errorSummary: 'Not found' }
  const tell = (subject: object) => complaint(() => expectThat({ status: 404, ...subject }).toHaveStatus(200))
  const wanted = 'Expected a reply of 200, found 404'
  const said = `${wanted}\n  E0000007: Not found`
  for (const subject of [
    { body },
    { data: body },
    { error: body },
    { response: { data: body } },
    { response: { body } },
    { message: 'failed', body },
  ]) {
    expect(tell(subject)).toBe(said)
  }
  expect(tell({ message: 'failed' })).toBe(`${wanted}\n  failed`)
  expect(tell({ message: 'getUser: 404 E0000007: Not found', body })).toBe(
    `${wanted}\n  getUser: 404 E0000007: Not found`,
  )
  expect(tell({ message: 5, body })).toBe(said)
  expect(tell({ body: 'E0000007' })).toBe(wanted)
  expect(tell({ body: null, data: { other: 1 } })).toBe(wanted)
})
