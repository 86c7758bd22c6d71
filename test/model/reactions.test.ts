import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { parties } from '../support/consents.ts'
import { person } from '../support/people.ts'

test('a rule sees the groups into which a user was created, and a removed group no more', () => {
  const { org } = testOrg()
  const [crew, all] = ['Crew', 'All'].map((name) => org.groups.create({ profile: { name } }))
  const rule = org.rules.create({
    name: 'follows',
    conditions: {
      expression: { type: org.vocabulary.expressionType, value: `isMemberOfGroup("${crew!.id}")` },
    },
    actions: { assignUserToGroups: { groupIds: [all!.id] } },
  })
  org.rules.activate(rule.id)
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }
  const { id } = org.registration.create({ profile, groupIds: [crew!.id] })
  expect(org.memberships.has(all!.id, id)).toBe(true)
  org.groups.remove(crew!.id)
  expect(org.memberships.has(all!.id, id)).toBe(false)
})

test.each([
  ['with a password', 0, 'ACTIVE', ['user.created', 'user.activated']],
  ['without a password', 0, 'PROVISIONED', ['user.created', 'user.provisioned']],
  ['with a password, after a delay', 1000, 'STAGED', ['user.created', 'user.transition-started']],
] as const)('a create of a user %s is one write, and every event of it', (what, delay, status, types) => {
  const { org, control } = testOrg({ delays: { transition: delay } })
  const writes: unknown[] = []
  org.changes.listenTo(org.tables.users.declared, ({ before }) => void writes.push(before))
  const profile = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }
  const credentials = what.startsWith('with a') ? { credentials: { password: { value: 'Abcd1234' } } } : {}
  const user = org.registration.create({ profile, ...credentials })
  expect([user.status, writes]).toEqual([status, [undefined]])
  expect(control.listEvents({ type: 'user.*' }).map(({ type }) => type)).toEqual(types)
})

test('every change that somebody hears of is one of a declared table', async () => {
  const it = testOrg()
  const names = new Set<string>()
  it.org.changes.listen(({ table }) => void names.add(table.name))
  const { clientId } = await parties(it)
  const user = await person(it)
  const { json: group } = await it.call('POST', '/api/v1/groups', { profile: { name: 'Crew' } })
  await it.call('PUT', `/api/v1/groups/${group.id}/users/${user.id}`)
  await it.control.issueTokens({ user: user.id, client: clientId, scopes: ['openid', 'offline_access'] })
  await it.call('POST', `/api/v1/users/${user.id}/lifecycle/deactivate`)
  expect([...names].filter((name) => !Object.hasOwn(it.org.tables, name))).toEqual([])
  const types = it.control.listEvents({}).map(({ type }) => type)
  for (const type of ['group.member-added', 'refresh-token.issued', 'access-token.ended'])
    expect(types).toContain(type)
})
