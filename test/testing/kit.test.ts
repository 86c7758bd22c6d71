import { afterEach, expect, test, vi } from 'vitest'
import { createTestKit } from '../../src/testing.ts'
import { orgFixtures, test as withOrg } from '../../src/vitest.ts'

afterEach(() => vi.useRealTimers())

test('asUser calls as a person, an administrator or an application', async () => {
  await using kit = await createTestKit()
  const { client, asUser } = kit
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
  const ada = await client.createUser({ body: { profile } })
  expect((await asUser(ada).getUser({ params: { userId: 'me' } })).id).toBe(ada.id)
  await expect(asUser('ada').listUsers()).rejects.toMatchObject({ status: 401, code: 'E0000011' })
  const reader = asUser('ada', { role: 'READ_ONLY_ADMIN' })
  expect(await reader.listUsers()).toHaveLength(2)
  await expect(reader.suspendUser({ params: { userId: ada.id } })).rejects.toMatchObject({ status: 403 })
  const app = asUser('ada', { scopes: ['svc.users.read'] })
  await expect(app.listGroups()).rejects.toMatchObject({ status: 403 })
  expect(await app.listUsers()).toHaveLength(2)
  await client.createUser({
    body: { profile: { ...profile, login: 'eve@example.com', email: 'eve@example.com' } },
  })
  const person = asUser('eve', { scopes: ['svc.users.read'] })
  await expect(person.listUsers()).rejects.toMatchObject({ status: 403, code: 'E0000006' })
  expect(
    await asUser('eve', { role: 'HELP_DESK_ADMIN', scopes: ['svc.users.read'] }).listUsers(),
  ).toHaveLength(3)
})

test('the outbox gives the mails of a person, the last one with its token', async () => {
  await using kit = await createTestKit()
  const { client, outbox } = kit
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
  const ada = await client.createUser({ body: { profile } })
  expect(outbox.of('ada').map(({ kind }) => kind)).toEqual(['activation'])
  expect(outbox.last(ada, 'activation').token).toMatch(/^\w{10,}$/)
  expect(outbox.last('ada@example.com', { subject: /./ }).userId).toBe(ada.id)
  expect(() => outbox.last(ada, 'welcome')).toThrow(
    /^outbox: 00u\w+ was sent no welcome mail; those sent are\n {2}activation to ada@example\.com: /,
  )
  expect(() => outbox.last('bea', { subject: /Hello/ })).toThrow(
    'outbox: bea was sent no mail {"subject":"/Hello/"}; none was sent at all',
  )
  outbox.clear()
  expect(outbox.all()).toEqual([])
})

test('the clock and the control functions take the same inputs, and return the time', async () => {
  const { clock, org } = await fixturesOf(orgFixtures())
  const { control } = org
  control.setClock('2031-05-01T00:00:00Z')
  control.setClock({ frozen: true })
  const hours = ['2h', { by: '2h' }, 7_200_000, { by: 7_200_000 }] as const
  for (const [index, by] of hours.entries()) {
    const moved = await clock.advance(by)
    const { now, frozen } = control.describe()
    expect(moved).toEqual({ now, frozen })
    expect(control.advanceClock(by)).toMatchObject({
      frozen: true,
      now: expect.stringContaining(`T${String(index * 4 + 4).padStart(2, '0')}:00`),
    })
  }
  const noon = '2031-06-01T12:00:00.000Z'
  expect(await clock.set({ to: noon })).toEqual(control.setClock({ to: noon }))
  expect(await clock.freeze({ at: noon })).toEqual(control.setClock({ to: noon, frozen: true }))
  expect(clock.resume().frozen).toBe(false)
})

test('the clock moves the organisation and the fake timers of the runner together', async () => {
  const kit = await fixturesOf(orgFixtures())
  const before = kit.clock.now().getTime()
  await kit.clock.advance('2h')
  expect(kit.clock.now().getTime() - before).toBeGreaterThanOrEqual(7_200_000)
  vi.useFakeTimers()
  const fired: number[] = []
  const start = Date.now()
  const orgStart = kit.clock.now().getTime()
  setTimeout(() => fired.push(Date.now() - start), 60_000)
  await kit.clock.advance('5m')
  expect(fired).toEqual([60_000])
  expect(Date.now() - start).toBe(300_000)
  expect(kit.clock.now().getTime() - orgStart).toBe(300_000)
  await kit.clock.set('2031-05-01T00:00:00Z')
  expect(new Date().toISOString()).toBe('2031-05-01T00:00:00.000Z')
  expect(kit.clock.now().toISOString()).toBe('2031-05-01T00:00:00.000Z')
  await kit.clock.freeze()
  vi.advanceTimersByTime(1000)
  expect(kit.clock.now().toISOString()).toBe('2031-05-01T00:00:00.000Z')
  kit.clock.resume()
  vi.advanceTimersByTime(1000)
  expect(kit.clock.now().toISOString()).toBe('2031-05-01T00:00:01.000Z')
  await expect(kit.clock.advance(-1)).rejects.toThrow(RangeError)
})

test('scheduled changes of the organisation run while timers are faked', async () => {
  const kit = await fixturesOf(orgFixtures({ delays: { transition: 60_000 } }))
  vi.useFakeTimers()
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }
  const credentials = { password: { value: 'Tr0ub4dor' } }
  const { id } = await kit.client.createUser({ body: { profile, credentials } })
  expect((await kit.client.getUser({ params: { userId: id } })).transitioningToStatus).toBe('ACTIVE')
  await kit.clock.advance('2m')
  expect((await kit.client.getUser({ params: { userId: id } })).status).toBe('ACTIVE')
})

test('loads a dataset once and gives each test its own copy', async () => {
  const fixtures = orgFixtures({ dataset: 'demo', apiToken: 'token', clock: { frozen: true } })
  const one = await fixturesOf(fixtures)
  const other = await fixturesOf(fixtures)
  expect(one.org.apiToken).toBe('token')
  expect(one.org.control.describe()).toEqual(other.org.control.describe())
  const [user] = await one.client.listUsers({ query: { filter: 'status eq "ACTIVE"', limit: 1 } })
  await one.client.suspendUser({ params: { userId: user!.id } })
  expect((await other.client.getUser({ params: { userId: user!.id } })).status).toBe('ACTIVE')
  one.org.reset()
  expect((await one.client.getUser({ params: { userId: user!.id } })).status).toBe('ACTIVE')
})

test('tests of a worker can share an organisation, which goes back to its seeded state', async () => {
  const fixtures = orgFixtures({ dataset: { groups: [{ name: 'Analysts' }] }, per: 'worker' })
  const one = await fixturesOf(fixtures)
  await one.client.createGroup({ body: { profile: { name: 'Painters' } } })
  const other = await fixturesOf(fixtures)
  expect(other.org).toBe(one.org)
  expect((await other.client.listGroups()).map(({ profile }) => profile.name)).toEqual([
    'Everyone',
    'Analysts',
  ])
})

withOrg(
  'the test of identikit/vitest hands out what is asked for',
  async ({ org, client, build, outbox }) => {
    const user = build.user()
    const { id } = await client.createUser({ body: user })
    expect(id).toHaveStatus('ACTIVE')
    expect(id).toBeMemberOf('Everyone')
    expect(org).toHaveReceived('createUser', { body: { profile: { login: user.profile.login } } })
    expect(() => expect(id).not.toBeMemberOf('Everyone')).toThrow(
      `Expected ${user.profile.login} not to be in`,
    )
    expect(outbox.all()).toEqual([])
    expect('admin').not.toHaveReceivedMail('activation')
  },
)

type Fixtures = ReturnType<typeof orgFixtures>

/** The values that the fixtures would pass to a test. */
async function fixturesOf({ org, client, clock }: Fixtures) {
  const made = { org: await handed(org, {}) }
  return { ...made, client: await handed(client, made), clock: await handed(clock, made) }
}

async function handed<Needs, Value>(
  fixture: (needs: Needs, use: (value: Value) => Promise<void>) => Promise<void>,
  needs: Needs,
): Promise<Value> {
  const out: Value[] = []
  await fixture(needs, async (value) => void out.push(value))
  return out[0]!
}
