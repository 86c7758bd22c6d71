/** Parts of a test kit, each from what it was made with. */
import { expect, test } from 'vitest'
import { createOrg } from '../../src/index.ts'
import { createTestKit } from '../../src/testing.ts'
import { asUserOf } from '../../src/testing/as-user.ts'
import { parseKitOptions } from '../../src/testing/kit-options.ts'
import { makerOf } from '../../src/testing/org-source.ts'
import { outboxOf } from '../../src/testing/test-outbox.ts'
import { type FakeTimers, testClock } from '../../src/testing/test-clock.ts'

function complaint(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
  throw new Error('It was taken')
}

test('options of a kit are those of an organisation, a world, and whom one is for', () => {
  expect(parseKitOptions({})).toStrictEqual({ options: {}, world: undefined, per: 'test' })
  const world = { groups: [] }
  expect(parseKitOptions({ world, per: 'worker', seed: 's' })).toStrictEqual({
    options: { seed: 's' },
    world,
    per: 'worker',
  })
  expect(parseKitOptions({ world: 'demo', per: 'test' })).toStrictEqual({
    options: {},
    world: 'demo',
    per: 'test',
  })
  expect(complaint(() => parseKitOptions({ world: 5, per: 'file', wrld: 1, seed: {} } as never))).toBe(
    [
      'TypeError: Bad options',
      '  seed: expected text or a number, from which ids come. Records are loaded: await loadWorld(org, seed)',
      '  world: Expected a text or an object, found a number',
      "  per: Expected one of test, worker, found 'file'",
      '  options.wrld: unknown option, did you mean world?',
    ].join('\n'),
  )
  expect(complaint(() => parseKitOptions([] as never))).toBe(
    'TypeError: Bad options\n  options: Expected an object, found a list',
  )
})

test('each test has an organisation of its own, or all of a worker one that is as it was', async () => {
  const own = makerOf({ apiToken: 'a', per: 'test' })
  const [one, other] = [await own(), await own()]
  expect([one.apiToken, other.apiToken, one === other]).toEqual(['a', 'a', false])
  const shared = makerOf({ apiToken: 'b', per: 'worker', world: 'empty' })
  const first = await shared()
  const { token } = first.control.createApiToken({ role: 'READ_ONLY_ADMIN' })
  expect(first.control.listTokens().apiTokens).toHaveLength(2)
  const second = await shared()
  expect([second === first, second.apiToken]).toEqual([true, 'b'])
  expect(second.control.revokeApiToken({ token })).toEqual({ revoked: false })
  const made = createOrg()
  expect(await makerOf(() => made)()).toBe(made)
  expect(await makerOf(() => Promise.resolve(made))()).toBe(made)
})

test('a world that cannot be is told when an organisation is made', async () => {
  const make = makerOf({ world: { grups: [] } as never })
  await expect(async () => make()).rejects.toThrow(
    'seed: 1 mistake\n  grups: Unknown key; did you mean groups?',
  )
  await expect(async () => makerOf({ world: 'dmeo' })()).rejects.toThrow(RangeError)
  const filled = await makerOf({ apiToken: 'c', world: { groups: [{ name: 'Crew' }] } })()
  expect(filled.apiToken).toBe('c')
  expect(filled.control.listGroups().map(({ name }) => name)).toEqual(['Everyone', 'Crew'])
})

test('who calls as a user has the token or the session of that user', async () => {
  const org = createOrg()
  org.control.importGroup({ profile: { name: 'Crew' } })
  const asUser = asUserOf(org)
  const calls = () => org.control.readJournal().map(({ caller }) => caller)
  const { id } = org.control.findUser({ user: 'admin' }).user!
  await asUser('admin').getUser({ params: { userId: 'me' } })
  await asUser({ id }, { role: 'HELP_DESK_ADMIN', groups: ['Everyone'] }).listGroups()
  await asUser('admin', { role: 'READ_ONLY_ADMIN' }).listUsers()
  await asUser('admin', { scopes: ['svc.users.read', 'svc.groups.read'] }).listUsers()
  expect(calls().map((caller) => caller!.userId)).toEqual([id, id, id, id])
  const { apiTokens, accessTokens } = org.control.listTokens()
  const everyone = org.control.listGroups()[0]!.id
  expect(apiTokens.slice(1).map(({ role, groupIds }) => [role, groupIds])).toEqual([
    ['HELP_DESK_ADMIN', [everyone]],
    ['READ_ONLY_ADMIN', undefined],
  ])
  expect(accessTokens.map(({ scopes }) => scopes)).toEqual([['svc.users.read', 'svc.groups.read']])
  expect(org.control.listSessions({ user: id })).toHaveLength(1)
  for (const [user, options, message] of [
    [
      undefined,
      {},
      'TypeError: asUser: expected an id, a login or a user first, found nothing; a role and scopes come second: asUser(user, { role })',
    ],
    ['bea', {}, 'Error: asUser: there is no user "bea" in the organisation'],
    [
      'admin',
      { role: 'SUPER_ADMIN', scopes: [] },
      'TypeError: asUser: expected a role or scopes, found both',
    ],
    ['admin', { groups: [] }, 'TypeError: asUser: groups confine a role; say the role, too'],
    [
      'admin',
      { rol: 1, x: 2 },
      'TypeError: Bad options\n  options.rol: unknown option, did you mean role?\n  options.x: unknown option',
    ],
  ] as const) {
    expect(complaint(() => asUser(user as never, options as never))).toBe(message)
  }
})

test('what was not mailed is told with what was sought and what was sent', () => {
  const org = createOrg()
  const { id } = org.control.findUser({ user: 'admin' }).user!
  const outbox = outboxOf(org)
  const last = (...given: unknown[]) => complaint(() => outbox.last(...(given as ['admin'])))
  expect(last('admin')).toBe('Error: outbox: admin was sent no mail at all; none was sent at all')
  expect(last({ id }, { kind: 'welcome', subject: /^Hi/i, to: 'x' })).toBe(
    `Error: outbox: ${id} was sent no mail {"kind":"welcome","subject":"/^Hi/i","to":"x"}; none was sent at all`,
  )
  const mail = org.control.sendSignInMail({ user: 'admin' })
  const other = org.control.sendSignInMail({ user: 'admin@example.com' })
  const line = ({ kind, to, subject }: typeof mail) => `\n  ${kind} to ${to}: ${subject}`
  expect(last('admin', 'welcome')).toBe(
    `Error: outbox: admin was sent no welcome mail; those sent are${line(mail)}${line(other)}`,
  )
  expect(outbox.last('admin')).toEqual(other)
  expect(outbox.last({ id }, mail.kind)).toEqual(other)
  expect(outbox.last('admin@example.com', { to: mail.to, subject: mail.subject })).toEqual(other)
  expect(outbox.of('admin')).toEqual([mail, other])
  expect(outbox.of('nobody@example.com')).toEqual([])
  expect(outbox.all()).toEqual([mail, other])
  outbox.clear()
  expect(outbox.of('admin')).toEqual([])
})

test('timers are moved along while they are on, and before the organisation', async () => {
  const org = createOrg({ clock: { start: '2031-05-01T00:00:00.000Z', frozen: true } })
  const moved: unknown[] = []
  const now = () => org.control.readClock().now
  const timers = (name: string, isOn: boolean): FakeTimers => ({
    isOn: () => isOn,
    advance: (by) => void moved.push([name, 'advance', by, now()]),
    setTime: (to) => void moved.push([name, 'set', new Date(to).toISOString(), now()]),
  })
  const clock = testClock(org, () => [timers('a', true), timers('b', false), timers('c', true)])
  const told = () => [now(), clock.now().toISOString(), moved.splice(0)]
  await clock.advance('1s')
  expect(told()).toEqual([
    '2031-05-01T00:00:01.000Z',
    '2031-05-01T00:00:01.000Z',
    [
      ['a', 'advance', 1000, '2031-05-01T00:00:00.000Z'],
      ['c', 'advance', 1000, '2031-05-01T00:00:00.000Z'],
    ],
  ])
  await clock.set('2031-06-01T00:00:00.000Z')
  expect(told()).toEqual([
    '2031-06-01T00:00:00.000Z',
    '2031-06-01T00:00:00.000Z',
    [
      ['a', 'set', '2031-06-01T00:00:00.000Z', '2031-05-01T00:00:01.000Z'],
      ['c', 'set', '2031-06-01T00:00:00.000Z', '2031-05-01T00:00:01.000Z'],
    ],
  ])
  clock.resume()
  expect(org.control.readClock().frozen).toBe(false)
  await clock.freeze()
  expect([org.control.readClock().frozen, moved]).toEqual([true, []])
  clock.resume()
  await clock.freeze('2031-07-01T00:00:00.000Z')
  expect(org.control.readClock()).toEqual({ now: '2031-07-01T00:00:00.000Z', frozen: true })
  expect(moved.map((each) => (each as unknown[]).slice(0, 3))).toEqual([
    ['a', 'set', '2031-07-01T00:00:00.000Z'],
    ['c', 'set', '2031-07-01T00:00:00.000Z'],
  ])
  await expect(clock.advance('soon')).rejects.toThrow(RangeError)
  await expect(clock.set('soon')).rejects.toThrow(RangeError)
})

test('a kit serves its organisation once, until it is closed', async () => {
  const kit = await createTestKit()
  const [one, other] = await Promise.all([kit.service(), kit.service()])
  expect(one).toBe(other)
  expect(one.org).toBe(kit.org)
  await kit.close()
  await expect(fetch(one.url)).rejects.toThrow('fetch failed')
})
