// oxlint-disable typescript/await-thenable -- what a matcher answers depends on where its organisation is
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/client.ts'
import { type RunningServer, serve } from '../../src/server.ts'
import { expectThat, type SharedOrg } from '../../src/testing.ts'
import { orgFixtures } from '../../src/vitest.ts'

let server: RunningServer

beforeAll(async () => {
  server = await serve({ port: 0 })
})

afterAll(() => server.close())

const ada = {
  profile: { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' },
  credentials: { password: { value: 'Tr0ub4dor' } },
}

/** Hands an organisation on the server to a test, as a runner does. */
async function withOrg(work: (org: SharedOrg) => Promise<void>): Promise<void> {
  const { org } = orgFixtures({ serverUrl: server.url, dataset: 'empty' })
  await org({}, work)
}

async function told(assertion: () => unknown): Promise<string> {
  try {
    await assertion()
    return 'held'
  } catch (error) {
    return (error as Error).message
  }
}

test('matchers about people ask the organisation on the server', async () => {
  await withOrg(async (org) => {
    const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken })
    const user = await client.createUser({ body: ada })
    const group = await client.createGroup({ body: { profile: { name: 'Analysts' } } })
    await expect('ada@example.com').toHaveStatus('ACTIVE', { org })
    await expect(user.id).not.toBeMemberOf('Analysts', { org })
    await client.addUserToGroup({ params: { groupId: group.id, userId: user.id } })
    await client.suspendUser({ params: { userId: user.id } })

    const inTest = expectThat('ada')
    await inTest.toHaveStatus('SUSPENDED', { org })
    await inTest.toBeMemberOf(group, { org })
    // Whose organisation it is need not be said where one test runs.
    await expect(user.id).toBeMemberOf('Analysts')
    expect(await told(() => expectThat(user).toHaveStatus('SUSPENDED', { org }))).toMatch(
      /got ACTIVE\n {2}By now the organisation has it as SUSPENDED/,
    )
    expect(await told(() => expectThat(user.id).toBeMemberOf('Analyst', { org }))).toBe(
      'toBeMemberOf: there is no group "Analyst"; did you mean Analysts?',
    )
    expect(await told(() => expectThat('bea').not.toHaveStatus('ACTIVE', { org }))).toBe(
      'toHaveStatus: there is no user "bea" among the 2 of the organisation',
    )

    await client.resetPassword({ params: { userId: user.id }, query: { sendEmail: true } }).catch(() => {})
    await client.unsuspendUser({ params: { userId: user.id } })
    await client.resetPassword({ params: { userId: user.id }, query: { sendEmail: true } })
    await expect('ada').toHaveReceivedMail(
      { kind: 'password-reset', subject: /password/i, times: 1 },
      { org },
    )
    await expect('nobody@example.com').not.toHaveReceivedMail(undefined, { org })
    expect(await told(() => expectThat('ada').toHaveReceivedMail('activation', { org }))).toMatch(
      /^Expected ada@example\.com to have received a mail \(kind "activation"\), got \n {2}password-reset to /,
    )
  })
})

test('calls that the organisation on the server received are matched, and not those of the matchers', async () => {
  await withOrg(async (org) => {
    const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken })
    await client.createUser({ body: ada })
    await client.listUsers({ query: { limit: 5 } })
    await expect(org).toHaveReceived('createUser', {
      body: { profile: { firstName: /^A/, lastName: expect.stringContaining('yr') } },
      status: 200,
      caller: 'admin@example.com',
      times: 1,
    })
    await expect(org).toHaveReceived('listUsers', { query: { limit: 5 } })
    await expect(org).not.toHaveReceived('getUser')
    expect(await told(() => expectThat(org).toHaveReceived('deleteGroup'))).toBe(
      'Expected the organisation to have received deleteGroup\n\n' +
        'deleteGroup was not called. What came: createUser, listUsers',
    )
  })
})

test('an organisation on a server conforms', async () => {
  await withOrg(async (org) => {
    await expect(org).toConformTo('users.suspend.not-active')
  })
})

test('a matcher that nobody awaits lets the test fail', async () => {
  const failed = withOrg(async (org) => {
    void expectThat('admin')
      .toHaveStatus('SUSPENDED', { org })
      .catch(() => {})
  })
  await expect(failed).rejects.toThrow(
    'toHaveStatus: the organisation is on a server, so the matcher returns a promise: await expect(…).toHaveStatus(…)',
  )
})
