import { expect, test } from 'vitest'
import { Refusal } from '../../src/contract/errors/refusal.ts'
import { loadDataset } from '../../src/fixtures/index.ts'
import { createOrg, type StateRow } from '../../src/index.ts'
import { newUser, testOrg, type TestOrg } from '../support/call.ts'

/** Everything that can be asked of an organisation, as text. */
async function everything({ call, control }: TestOrg): Promise<string> {
  const texts = [
    '/api/v1/users?search=profile.login+pr',
    '/api/v1/groups',
    '/api/v1/groups/rules',
    '/oauth2/v1/clients',
  ]
  const replies = await Promise.all(texts.map(async (path) => (await call('GET', path)).text))
  // A snapshot has no requests.
  const { requests: _, ...described } = control.describe()
  return [...replies, JSON.stringify(described)].join('\n')
}

test('restores everything as it was when the snapshot was saved', async () => {
  const world = testOrg()
  await loadDataset(world.org, 'demo')
  const { call, control, org } = world
  control.saveSnapshot({ name: 'before' })
  const before = await everything(world)
  const [, engineer] = org.users.collection.values()
  await call('POST', `/api/v1/users/${engineer!.id}/lifecycle/deactivate`)
  await call('POST', `/api/v1/users/${engineer!.id}`, { profile: { department: 'Legal' } })
  await call('POST', '/api/v1/users', newUser())
  for (const group of org.groups.collection.values()) await call('DELETE', `/api/v1/groups/${group.id}`)
  for (const client of org.clients.collection.values())
    await call('DELETE', `/oauth2/v1/clients/${client.id}`)
  control.setSchemaProperty({ schema: 'user', name: 'later' })
  control.changeSettings({ delays: { search: 500 } })
  control.advanceClock({ by: '3d' })
  expect(await everything(world)).not.toBe(before)
  control.restoreSnapshot({ name: 'before' })
  expect(await everything(world)).toBe(before)
  expect(org.settings.delays.search).toBe(0)
  expect(org.schemas.user.find('later')).toBeUndefined()
})

test('keeps rules at work after going back', async () => {
  const world = testOrg()
  await loadDataset(world.org, 'demo')
  const { call, control, org } = world
  const [berlin] = org.groups.collection.allBy('name', 'office berlin')
  const count = org.memberships.count(berlin!.id)
  control.saveSnapshot({ name: 'a' })
  await call('POST', '/api/v1/users', newUser({ countryCode: 'DE' }))
  expect(org.memberships.count(berlin!.id)).toBe(count + 1)
  control.restoreSnapshot({ name: 'a' })
  expect(org.memberships.count(berlin!.id)).toBe(count)
  await call('POST', '/api/v1/users', newUser({ countryCode: 'DE' }))
  expect(org.memberships.count(berlin!.id)).toBe(count + 1)
})

test('rejects the hundred and first snapshot, and keeps the first hundred', () => {
  const { control } = testOrg()
  for (let index = 0; index < 100; index++) control.saveSnapshot({ name: `s${index}` })
  control.saveSnapshot({ name: 's0' })
  expect(() => control.saveSnapshot({ name: 'one too many' })).toThrow(Refusal)
  expect(control.describe().snapshots).toHaveLength(100)
})

test('clears a world away, while reset goes back to it', async () => {
  const { control, org, call } = testOrg()
  const token = org.apiToken
  await loadDataset(org, 'demo')
  control.clear()
  expect(control.describe()).toMatchObject({
    users: { total: 1 },
    groups: { total: 1 },
    clients: { total: 0 },
  })
  expect(org.apiToken).toBe(token)
  expect((await call('GET', '/api/v1/users/me')).status).toBe(200)
  control.reset()
  expect(org.users.collection.size).toBe(151)
})

test('counts the records', async () => {
  const { control, org } = testOrg()
  await loadDataset(org, 'demo')
  const described = control.describe()
  expect(described.users.by).toEqual({
    ACTIVE: 118,
    STAGED: 5,
    PROVISIONED: 6,
    SUSPENDED: 4,
    LOCKED_OUT: 3,
    PASSWORD_EXPIRED: 4,
    RECOVERY: 3,
    DEPROVISIONED: 8,
  })
  expect(described).toMatchObject({
    now: '2026-01-05T09:30:00.000Z',
    baseUrl: 'https://svc.example.com',
    users: { total: 151 },
    rules: { total: 7, by: { ACTIVE: 5, INACTIVE: 2 } },
    clients: { total: 5, by: { web: 1, native: 1, browser: 1, service: 2 } },
    apiTokens: { total: 4 },
  })
})

test('org.snapshot goes back to its state and time, as often as asked', async () => {
  const org = createOrg({ clock: { start: '2026-01-05T09:30:00.000Z', frozen: true } })
  const goBack = org.snapshot()
  for (const name of ['One', 'Two']) {
    await org.data.groups.create({ profile: { name } })
    org.control.advanceClock({ by: '1h' })
    goBack()
    expect(org.data.groups.count()).toBe(1)
    expect(org.control.describe().now).toBe('2026-01-05T09:30:00.000Z')
  }
  expect(org.control.describe().snapshots).toEqual([])
})

test('org.close stores the last changes, and nothing after them', async () => {
  const org = createOrg()
  const kept: StateRow[] = []
  org.rows.persist({ write: (rows) => void kept.push(...rows) })
  await org.data.groups.create({ profile: { name: 'One' } })
  await org.close()
  await org.data.groups.create({ profile: { name: 'Two' } })
  await org.close()
  const names = JSON.stringify(kept)
  expect(names).toContain('One')
  expect(names).not.toContain('Two')
})
