import { expect, test } from 'vitest'
import { createClient } from '../../src/client.ts'
import { createOrg } from '../../src/index.ts'
import { createTestKit, expectThat, OrgAssertionError } from '../../src/testing.ts'

const password = 'Tr0ub4dor'

async function kitWithAda() {
  const kit = await createTestKit()
  const { client } = kit
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
  const ada = await client.createUser({ body: { profile, credentials: { password: { value: password } } } })
  const group = await client.createGroup({ body: { profile: { name: 'Analysts' } } })
  return { ...kit, ada, group }
}

/** The message of a failed assertion. */
function complaint(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The assertion held')
}

test('an id or a login has the status that the user has now, an object the one that it has', async () => {
  await using kit = await kitWithAda()
  const { ada, client } = kit
  await client.suspendUser({ params: { userId: ada.id } })
  expectThat(ada.id).toHaveStatus('SUSPENDED')
  expectThat('ada@example.com').toHaveStatus('SUSPENDED')
  expectThat('ada').not.toHaveStatus('ACTIVE')
  expectThat({ id: ada.id }).toHaveStatus('SUSPENDED')
  expectThat(ada).toHaveStatus('ACTIVE')
  expect(complaint(() => expectThat(ada).toHaveStatus('SUSPENDED'))).toBe(
    'Expected ada@example.com to be SUSPENDED, got ACTIVE\n' +
      '  By now the organisation has it as SUSPENDED: expect its id, or read it again',
  )
  expect(complaint(() => expectThat('ada').not.toHaveStatus('SUSPENDED'))).toBe(
    'Expected ada@example.com not to be SUSPENDED, got SUSPENDED',
  )
})

test('replies and the errors of clients have an HTTP status', async () => {
  await using kit = await kitWithAda()
  const { client, org } = kit
  const refused = await client.unlockUser({ params: { userId: 'ada' } }).catch((error: unknown) => error)
  expectThat(refused).toHaveStatus(403)
  expectThat(await client.call('getUser', { params: { userId: 'me' } })).toHaveStatus(200)
  expectThat(await org.fetch(new Request(`${org.baseUrl}/api/v1/users`))).toHaveStatus(401)
  expect(complaint(() => expectThat(refused).toHaveStatus(200))).toMatch(
    /^Expected a reply of 200, got 403\n {2}unlockUser: 403 E0000032: /,
  )
})

test('members of groups are found by name and id, whatever made them members', async () => {
  await using kit = await kitWithAda()
  const { ada, client, group } = kit
  expectThat(ada).not.toBeMemberOf('Analysts')
  expect(complaint(() => expectThat(ada).toBeMemberOf(group))).toBe(
    'Expected ada@example.com to be in Analysts, got it in Everyone',
  )
  await client.addUserToGroup({ params: { groupId: group.id, userId: ada.id } })
  expectThat('ada').toBeMemberOf('Analysts')
  expectThat(ada).toBeMemberOf(group.id)
  expectThat(ada).toBeMemberOf(group)
  expect(complaint(() => expectThat(ada).not.toBeMemberOf(group))).toBe(
    'Expected ada@example.com not to be in Analysts',
  )
})

test('mails are found by user and by address, and a message holds no link', async () => {
  await using kit = await kitWithAda()
  const { ada, client, outbox } = kit
  expectThat(ada).not.toHaveReceivedMail()
  await client.resetPassword({ params: { userId: ada.id }, query: { sendEmail: true } })
  expectThat(ada).toHaveReceivedMail()
  expectThat('ada').toHaveReceivedMail('password-reset')
  expectThat('ada@example.com').toHaveReceivedMail({ kind: 'password-reset', subject: /password/i, times: 1 })
  expectThat('nobody@example.com').not.toHaveReceivedMail()
  const told = complaint(() => expectThat(ada).toHaveReceivedMail('activation'))
  expect(told).toMatch(
    /^Expected ada@example\.com to have received a mail \(kind "activation"\), got \n {2}password-reset to ada@example\.com: /,
  )
  expect(told).not.toContain(outbox.last(ada).token!)
  expect(complaint(() => expectThat(ada).toHaveReceivedMail({ times: 2 }))).toContain('received 2 mails, got')
})

test('calls are found by parts of what was sent, at every depth', async () => {
  await using kit = await kitWithAda()
  const { org, client, ada } = kit
  await client.listUsers({ query: { limit: 5, search: 'status eq "ACTIVE"' } })
  await client.suspendUser({ params: { userId: 'ada@example.com' } })
  await client.suspendUser({ params: { userId: ada.id } }).catch(() => {})
  expectThat(org).toHaveReceived('createUser')
  expectThat(org).toHaveReceived('createUser', { body: { profile: { login: 'ada@example.com' } } })
  expectThat(org).toHaveReceived('createUser', {
    body: { profile: { firstName: /^A/, lastName: expect.stringContaining('yr') } },
  })
  expectThat(org).toHaveReceived('createUser', { body: { credentials: { password: { value: password } } } })
  expectThat(org).toHaveReceived('listUsers', { query: { limit: 5 }, headers: { accept: /json/ } })
  expectThat(org).toHaveReceived('suspendUser', { params: { userId: 'ada@example.com' }, status: 200 })
  expectThat(org).toHaveReceived('suspendUser', { caller: 'admin@example.com', times: 2 })
  expectThat(org).not.toHaveReceived('suspendUser', { times: 1 })
  expectThat(org).not.toHaveReceived('deleteUser')
  expectThat(org).not.toHaveReceived('createUser', { body: { profile: { login: undefined } } })
})

test('a missing call is reported with the nearest real call, line by line, without secrets', async () => {
  await using kit = await kitWithAda()
  const { org, client } = kit
  await client.createUser({
    query: { activate: false },
    body: {
      profile: { login: 'bea@example.com', email: 'b@example.com', firstName: 'Bea', lastName: 'Byron' },
    },
  })
  const wanted = { body: { profile: { login: 'bea@example.com', firstName: 'Bee' } } }
  expect(complaint(() => expectThat(org).toHaveReceived('createUser', wanted))).toBe(
    `Expected the organisation to have received createUser
  body.profile.login: "bea@example.com"
  body.profile.firstName: "Bee"

The nearest of 2 calls, number 3 (POST /api/v1/users, answered 200), differs (- wanted, + found):
  - body.profile.firstName: "Bee"
  + body.profile.firstName: "Bea"`,
  )
  const guess = { body: { profile: { firstName: 'Ada' }, credentials: { password: { value: 'guess' } } } }
  const told = complaint(() => expectThat(org).toHaveReceived('createUser', guess))
  expect(told).toContain('+ body.credentials.password.value: "[secret]"')
  expect(told).not.toContain(password)
  expect(complaint(() => expectThat(org).toHaveReceived('deleteGroup'))).toBe(
    'Expected the organisation to have received deleteGroup\n\n' +
      'deleteGroup was not called. What came: createUser 2 times, createGroup',
  )
  expect(complaint(() => expectThat(org).not.toHaveReceived('createGroup'))).toBe(
    'Expected the organisation not to have received createGroup\n\n' +
      'found number 2 (POST /api/v1/groups, answered 200)',
  )
})

test('suggests the right name for a misspelt operation or part of a call', async () => {
  const org = createOrg()
  expect(complaint(() => expectThat(org).not.toHaveReceived('createUsr' as 'createUser'))).toBe(
    'toHaveReceived: there is no operation "createUsr"; did you mean createUser?',
  )
  const mistaken = { bdy: {} } as object
  expect(complaint(() => expectThat(org).not.toHaveReceived('createUser', mistaken))).toBe(
    'toHaveReceived: a call has no "bdy"; did you mean body?',
  )
})

test('which organisation is meant is asked where two tests have one', async () => {
  expect(complaint(() => expectThat('admin').toHaveStatus('ACTIVE'))).toBe(
    'toHaveStatus: which organisation? no test has an organisation now; say it as the last argument: { org }',
  )
  await using one = await createTestKit()
  expectThat('admin').toHaveStatus('ACTIVE')
  await using other = await createTestKit()
  await other.client.suspendUser({ params: { userId: 'admin' } })
  expect(complaint(() => expectThat('admin').toHaveStatus('ACTIVE'))).toContain('2 tests have one now')
  expectThat('admin').toHaveStatus('ACTIVE', { org: one.org })
  expectThat('admin').toHaveStatus('SUSPENDED', { org: other.org })
})

test('a failed assertion is what runners take for one', () => {
  const failed = new OrgAssertionError('x')
  expect(failed).toMatchObject({ name: 'AssertionError', code: 'ERR_ASSERTION', message: 'x' })
})

test('the organisation counts its own calls, also from a client with another base URL', async () => {
  const org = createOrg({ apiToken: 'token' })
  const client = createClient({
    baseUrl: 'https://proxy.example.com/api-of/x',
    token: 'token',
    fetch: org.fetch,
  })
  await client.getUser({ params: { userId: 'me' } }).catch(() => {})
  expectThat(org).not.toHaveReceived('getUser', { params: { userId: 'you' } })
})
