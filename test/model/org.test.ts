import { expect, test } from 'vitest'
import { Org } from '../../src/model/org.ts'
import { testOrg } from '../support/call.ts'
import { password, person } from '../support/people.ts'

test('an organisation that becomes another keeps its own token, and leaves sessions and signed tokens behind', async () => {
  const source = testOrg({ apiToken: 'of-source' })
  const target = testOrg({ apiToken: 'of-target', secretSeed: 'own' })
  const { id, profile } = await person(source)
  const session = (await source.control.signIn({ login: profile.login, password })) as {
    sessionCookie: string
  }
  source.org.access.makeAccessToken({ scopes: ['svc.users.read'], value: 'bearer' })
  source.control.advanceClock({ by: '1h' })
  await person(target)
  const own = await person(target)
  target.org.become(source.org)
  expect(target.org.clock.iso()).toBe('2026-01-05T10:30:00.000Z')
  expect(target.org.users.get(id)?.profile).toEqual(source.org.users.get(id)?.profile)
  expect(target.org.users.get(own.id)).toBe(undefined)
  expect(target.org.apiToken).toBe('of-target')
  expect(target.org.principals.apiTokens().map(({ value }) => value)).toEqual(['of-target'])
  expect(target.org.sessions.find(session.sessionCookie)).toBe(undefined)
  // A token that a test made opens the copy too: it was signed by nobody.
  expect(target.org.principals.accessTokens().map(({ value }) => value)).toEqual(['bearer'])
  // Ids go on as those of the other, and secrets as its own.
  expect(target.org.ids('user')).toBe(source.org.ids('user'))
  expect(target.org.ids.token(8)).not.toBe(source.org.ids.token(8))
  await person(target)
  target.org.reset()
  expect(target.org.users.get(id)).toBeDefined()
  expect(target.org.users.collection.size).toBe(2)
})

test('an organisation whose own token was revoked becomes another without one', () => {
  const source = new Org({ apiToken: 'of-source' })
  const target = new Org({ apiToken: 'of-target' })
  target.principals.revoke('of-target')
  expect(target.apiToken).toBe('')
  target.become(source)
  expect(target.principals.apiTokens().map(({ value }) => value)).toEqual(['of-source'])
  expect(target.apiToken).toBe('of-source')
})

test('the token of an organisation is that of its first super administrator', async () => {
  const it = testOrg({ apiToken: 'own' })
  const { id: userId } = await person(it)
  it.org.access.makeApiToken({ userId, role: 'READ_ONLY_ADMIN', value: 'reader' })
  it.org.access.makeApiToken({ userId, role: 'SUPER_ADMIN', value: 'second' })
  expect(it.org.apiToken).toBe('own')
  it.org.principals.revoke('own')
  expect(it.org.apiToken).toBe('second')
})

test('who waits for the end of an organisation hears of it once, and nothing falls due then', () => {
  const { org } = testOrg()
  const heard: string[] = []
  org.onEnd(() => heard.push('one'))
  const stop = org.onEnd(() => heard.push('two'))
  stop()
  org.clock.schedule('1s', () => heard.push('due'))
  org.end()
  org.end()
  org.clock.advance('1m')
  expect([heard, org.clock.pending()]).toEqual([['one'], 0])
})

test('to clear goes back to what every organisation has, and reset to what was seeded', async () => {
  const it = testOrg()
  const { id } = await person(it)
  it.org.markSeeded()
  it.control.advanceClock({ by: '1h' })
  expect(it.org.traffic.recorder.after()).toEqual([])
  await person(it)
  it.org.traffic.faults.add({ refusal: 'rate-limited' })
  it.org.clear()
  expect([it.org.users.collection.size, it.org.traffic.faults.size]).toEqual([1, 1])
  expect(it.org.clock.iso()).toBe('2026-01-05T10:30:00.000Z')
  it.org.reset()
  expect([it.org.users.collection.size, it.org.users.get(id)?.id, it.org.traffic.faults.size]).toEqual([
    2,
    id,
    0,
  ])
  expect([it.org.clock.iso(), it.org.traffic.journal(), it.org.traffic.recorder.after()]).toEqual([
    '2026-01-05T09:30:00.000Z',
    [],
    [],
  ])
})

test('an organisation is founded with an administrator, whatever its options make of users', () => {
  const org = new Org({
    transitionDelay: '1h',
    loginPattern: '^[a-z]+$',
    passwordPolicy: { minLength: 30 },
    clock: { start: '2026-01-05', frozen: true },
  })
  const [administrator, ...others] = org.users.collection.values()
  expect(others).toEqual([])
  expect(administrator).toMatchObject({
    status: 'ACTIVE',
    created: '2026-01-05T00:00:00.000Z',
    profile: { login: 'admin@example.com', email: 'admin@example.com', firstName: 'Ada', lastName: 'Admin' },
  })
  expect(org.principals.apiTokens()).toEqual([
    { id: org.principals.ownTokenId, value: org.apiToken, userId: administrator!.id, role: 'SUPER_ADMIN' },
  ])
  expect(org.settings.transitionDelay).toBe(3_600_000)
  const founded = new Org({ clock: { start: '2026-02-01' } }, { foundedAt: Date.UTC(2026, 0, 5) })
  expect([...founded.users.collection.values()][0]!.created).toBe('2026-01-05T00:00:00.000Z')
  expect(founded.clock.isFrozen).toBe(false)
  expect(founded.clock.iso().slice(0, 10)).toBe('2026-02-01')
})

test('the parts of a state go by names that a kept state is read by', () => {
  expect([...testOrg().org.snapshot().keys()]).toEqual([
    'ids',
    'userTypes',
    'userSchema',
    'groupSchema',
    'apiTokens',
    'bearerTokens',
    'outbox',
    'oneTimeTokens',
    'sessions',
    'users',
    'transitions',
    'groups',
    'importedProperties',
    'memberships',
    'rules',
    'ruleEngine',
    'apps',
    'appAssignments',
    'pushMappings',
    'clients',
    'authorizationServers',
    'scopes',
    'grants',
    'refreshTokens',
    'accessTokens',
    'retiredRefreshTokens',
    'hasHadDefaultServer',
    'authorizationCodes',
    'deviceCodes',
    'deviceGuesses',
    'interactions',
    'replayMemory',
    'claims',
    'settings',
    'passwordPolicy',
  ])
})
