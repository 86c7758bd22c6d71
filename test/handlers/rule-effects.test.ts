/** Effects of rules beyond `test/model-based/rules.test.ts`, whose reference model holds every operation. */
import { expect, test } from 'vitest'
import { type TestCall, testOrg } from '../support/call.ts'
import { createGroup, createRule, createUser, memberIds, ruleBody } from '../support/groups.ts'

const activate = (call: TestCall, id: string) => call('POST', `/api/v1/groups/rules/${id}/lifecycle/activate`)
const deactivate = (call: TestCall, id: string) =>
  call('POST', `/api/v1/groups/rules/${id}/lifecycle/deactivate`)
const update = (call: TestCall, id: string, profile: Record<string, unknown>) =>
  call('POST', `/api/v1/users/${id}`, { profile })
test('a user whom one rule gives up and another takes has neither come nor left', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call, { department: 'Engineering' })
  const { id } = await createGroup(call)
  await createRule(call, 'user.department == "Engineering"', [id])
  await createRule(call, 'user.department == "Sales"', [id])
  control.advanceClock({ by: '1m' })
  for (const department of ['Sales', 'Engineering']) {
    await update(call, user.id, { department })
    expect(await memberIds(call, id)).toEqual([user.id])
    expect((await call('GET', `/api/v1/groups/${id}`)).json.lastMembershipUpdated).toBe(
      '2026-01-05T09:30:00.000Z',
    )
  }
  await update(call, user.id, { department: 'Legal' })
  expect((await call('GET', `/api/v1/groups/${id}`)).json.lastMembershipUpdated).toBe(
    '2026-01-05T09:31:00.000Z',
  )
})

test.each(['STAGED', 'PROVISIONED', 'ACTIVE', 'SUSPENDED', 'DEPROVISIONED'] as const)(
  'a rule matches a %s user as any other',
  async (status) => {
    const { call, control } = testOrg()
    const user = await createUser(call, { title: 'Lead' })
    control.setUser({ user: user.id, status })
    const { id } = await createGroup(call)
    await createRule(call, 'user.title == "Lead"', [id])
    expect(await memberIds(call, id)).toEqual([user.id])
  },
)

test('a user whose activation takes its time is matched from its beginning, and stays so to its end', async () => {
  const { call, control } = testOrg({ delays: { transition: 5000 } })
  const { id } = await createGroup(call)
  await createRule(call, 'user.department == "Engineering"', [id])
  const user = await createUser(call, { department: 'Engineering' })
  expect(user).toMatchObject({ status: 'STAGED', transitioningToStatus: 'ACTIVE' })
  expect(await memberIds(call, id)).toEqual([user.id])
  control.advanceClock({ by: '5s' })
  expect((await call('GET', `/api/v1/users/${user.id}`)).json.status).toBe('PROVISIONED')
  expect(await memberIds(call, id)).toEqual([user.id])
})

test('a user excluded by an update leaves when the rule is activated again', async () => {
  const { call } = testOrg()
  const user = await createUser(call, { title: 'Lead' })
  const { id } = await createGroup(call)
  const rule = await createRule(call, 'user.title == "Lead"', [id])
  await deactivate(call, rule.id)
  const body = ruleBody('user.title == "Lead"', [id])
  const conditions = { ...body.conditions, people: { users: { exclude: [user.id] } } }
  await call('PUT', `/api/v1/groups/rules/${rule.id}`, { ...body, conditions })
  await activate(call, rule.id)
  expect(await memberIds(call, id)).toEqual([])
})

test('a user removed by hand is weighed again by the rules in one circle with the one that excludes it', async () => {
  const { call } = testOrg()
  const user = await createUser(call, { title: 'Lead' })
  const [first, second, missing] = [await createGroup(call), await createGroup(call), await createGroup(call)]
  await createRule(call, `user.title == "Lead" or isMemberOfGroup("${missing.id}")`, [first.id, second.id])
  await createRule(call, `user.title == "Lead" and !isMemberOfGroup("${second.id}")`, [missing.id])
  expect(await memberIds(call, missing.id)).toEqual([user.id])
  await call('DELETE', `/api/v1/groups/${first.id}/users/${user.id}`)
  expect(await memberIds(call, second.id)).toEqual([user.id])
  expect(await memberIds(call, missing.id)).toEqual([])
})

test('rules follow membership by id, by name and by pattern, from every source', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call, { title: 'Lead' })
  const [base, byId, byName, byPattern] = [
    await createGroup(call, { name: 'Base' }),
    await createGroup(call, { name: 'by id' }),
    await createGroup(call, { name: 'by name' }),
    await createGroup(call, { name: 'by pattern' }),
  ]
  await createRule(call, `isMemberOfGroup("${base.id}")`, [byId.id])
  await createRule(call, 'isMemberOfGroupName("Base")', [byName.id])
  await createRule(call, 'isMemberOfGroupNameRegex("cr.w")', [byPattern.id])
  const members = async () => [
    await memberIds(call, byId.id),
    await memberIds(call, byName.id),
    await memberIds(call, byPattern.id),
  ]
  expect(await members()).toEqual([[], [], []])
  const rule = await createRule(call, 'user.title == "Lead"', [base.id])
  expect(await members()).toEqual([[user.id], [user.id], []])
  await call('PUT', `/api/v1/groups/${base.id}`, { profile: { name: 'Root' } })
  expect(await members()).toEqual([[user.id], [], []])
  const imported = control.importGroup({ profile: { name: 'crew' }, members: [user.id] })
  expect(await members()).toEqual([[user.id], [], [user.id]])
  await call('DELETE', `/api/v1/groups/rules/${rule.id}?removeUsers=true`)
  expect(await members()).toEqual([[], [], [user.id]])
  await call('DELETE', `/api/v1/groups/${imported.id}`)
  expect(await members()).toEqual([[], [], []])
})

test('everyone is a member of the everyone group', async () => {
  const { call } = testOrg()
  const user = await createUser(call)
  const everyone = (await call('GET', '/api/v1/groups?q=Everyone')).json[0]
  const [byId, byName] = [await createGroup(call), await createGroup(call)]
  await createRule(call, `isMemberOfGroup("${everyone.id}")`, [byId.id])
  await createRule(call, 'isMemberOfGroupName("Everyone")', [byName.id])
  expect(await memberIds(call, byId.id)).toContain(user.id)
  expect(await memberIds(call, byName.id)).toContain(user.id)
})

test('an attribute taken out of the schema counts as null from then on', async () => {
  const { call, control } = testOrg()
  control.setSchemaProperty({ schema: 'user', name: 'level', type: 'integer' })
  const user = await createUser(call, { level: 5 })
  const { id } = await createGroup(call)
  await createRule(call, 'user.level > 3', [id])
  expect(await memberIds(call, id)).toEqual([user.id])
  control.remove({ kind: 'schemaProperty', schema: 'user', name: 'level' })
  expect(await memberIds(call, id)).toEqual([])
  expect((await call('GET', `/api/v1/users/${user.id}`)).json.profile).not.toHaveProperty('level')
  expect((await update(call, user.id, { title: 'Lead' })).status).toBe(200)
})

test('a changed array attribute is seen element by element', async () => {
  const { call, control } = testOrg()
  control.setSchemaProperty({ schema: 'user', name: 'teams', type: 'array' })
  const user = await createUser(call, { teams: ['a'] })
  const { id } = await createGroup(call)
  await createRule(call, 'Arrays.contains(user.teams, "b")', [id])
  await update(call, user.id, { teams: ['a', 'b'] })
  expect(await memberIds(call, id)).toEqual([user.id])
  await update(call, user.id, { teams: [] })
  expect(await memberIds(call, id)).toEqual([])
})

test('a refused update of a user moves nobody', async () => {
  const { call } = testOrg()
  const user = await createUser(call, { title: 'Lead' })
  const { id } = await createGroup(call)
  await createRule(call, 'user.title == "Lead"', [id])
  const reply = await update(call, user.id, { title: 'Clerk', login: 'x' })
  expect(reply.status).toBe(400)
  expect(await memberIds(call, id)).toEqual([user.id])
})
