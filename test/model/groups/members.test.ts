/** What changes of members do at once: rules that read the group, the moment that it tells, who is told. */
import { expect, test } from 'vitest'
import { MembershipChanges } from '../../../src/model/groups/membership-changes.ts'
import { testOrg } from '../../support/call.ts'
import { createGroup, createRule, createUser } from '../../support/groups.ts'

/** Group `b` has, by rules, who is in group `a`, and `c` who is not. */
async function stage() {
  const it = testOrg()
  const { org, call, control } = it
  const user = await createUser(call)
  const { id: app } = control.createApplication({ label: 'Directory' })
  const imported = org.imports.import({ appId: app, profile: { name: 'imported' } })
  const [a, b, c, d] = [
    await createGroup(call),
    await createGroup(call),
    await createGroup(call),
    await createGroup(call),
  ]
  await createRule(call, `isMemberOfGroup("${a.id}")`, [b.id])
  await createRule(call, `!isMemberOfGroup("${a.id}") and user.login == "${user.profile.login}"`, [c.id])
  await createRule(call, `isMemberOfGroup("${imported.id}")`, [d.id])
  const idle = await createRule(call, 'user.login == "nobody"', [a.id], { activate: false })
  const ids: readonly string[] = [a.id, b.id, c.id, d.id, imported.id]
  const names = 'abcdi'
  const told: string[] = []
  org.memberships.watch(undefined, (count, at) => {
    for (let index = 0; index < count; index++) {
      const { before, after } = at(index)
      const { groupId } = (after ?? before) as { groupId: string }
      told.push(`${after ? '+' : '-'}${names[ids.indexOf(groupId)]}`)
    }
  })
  /** Does something a second later. Answers who came or left, and in which groups the user is then. */
  const after = (action: () => unknown) => {
    control.advanceClock({ by: '1s' })
    told.length = 0
    action()
    const moved = ids.filter((id) => org.groups.collection.get(id)?.lastMembershipUpdated === org.clock.iso())
    const groups = org.memberships.groupsOf(user.id).map(({ id }) => names[ids.indexOf(id)] ?? '')
    const stamped = moved.map((id) => names[ids.indexOf(id)]).join('')
    return [told.toSorted().join(' '), stamped, groups.toSorted().join('')]
  }
  return { org, user, a, b, c, d, idle, imported, after }
}

test('who is added by hand, and taken out again, is weighed by the rules that read the group', async () => {
  const { org, user, a, after } = await stage()
  expect(after(() => undefined)).toStrictEqual(['', '', 'c'])
  expect(after(() => org.members.add(a.id, user.id))).toStrictEqual(['+a +b -c', 'abc', 'ab'])
  expect(after(() => org.members.add(a.id, user.id))).toStrictEqual(['', '', 'ab'])
  expect(after(() => org.members.remove(a.id, user.id))).toStrictEqual(['+c -a -b', 'abc', 'c'])
  expect(after(() => org.members.remove(a.id, user.id))).toStrictEqual(['', '', 'c'])
  expect(after(() => org.members.add(a.id, 'none'))).toStrictEqual(['', '', 'c'])
  expect(after(() => org.members.remove(a.id, 'none'))).toStrictEqual(['', '', 'c'])
})

test('who is taken out of the group of a rule is excluded by it, and not put back', async () => {
  const { org, user, a, b, after } = await stage()
  org.members.add(a.id, user.id)
  expect(after(() => org.members.remove(b.id, user.id))).toStrictEqual(['-b', 'b', 'a'])
  const rule = org.rules.collection.values()[0]!
  expect(rule.conditions.people).toStrictEqual({
    users: { exclude: [user.id] },
    groups: { exclude: [] },
  })
  expect(after(() => org.members.add(b.id, user.id))).toStrictEqual(['+b', 'b', 'ab'])
})

test('who is held by a rule that is not active is weighed by the rules that read its groups', async () => {
  const { org, user, a, idle, after } = await stage()
  expect(after(() => org.members.hold(idle.id, 'none'))).toStrictEqual(['', '', 'c'])
  expect(after(() => org.members.hold(idle.id, user.id))).toStrictEqual(['+a +b -c', 'abc', 'ab'])
  expect(org.memberships.reasons(a.id, user.id)).toStrictEqual({ byHand: false, ruleIds: [idle.id] })
  expect(after(() => org.members.hold(idle.id, user.id))).toStrictEqual(['', '', 'ab'])
  expect(after(() => org.rules.remove(idle.id, { removeUsers: true }))).toStrictEqual([
    '+c -a -b',
    'abc',
    'c',
  ])
})

test('who was in the groups already is held without coming into them', async () => {
  const { org, user, a, idle, after } = await stage()
  org.members.add(a.id, user.id)
  expect(after(() => org.members.hold(idle.id, user.id))).toStrictEqual(['', '', 'ab'])
  expect(after(() => org.rules.remove(idle.id, { removeUsers: false }))).toStrictEqual(['', '', 'ab'])
  expect(org.memberships.reasons(a.id, user.id)).toStrictEqual({ byHand: true, ruleIds: [] })
})

test('who comes by an import, and goes by the next one, is weighed by the rules that read the group', async () => {
  const { org, user, imported, after } = await stage()
  const set = (...userIds: string[]) => after(() => org.members.setImported(imported.id, userIds))
  expect(set(user.id, 'none')).toStrictEqual(['+d +i', 'di', 'cdi'])
  expect(set(user.id, user.id)).toStrictEqual(['', '', 'cdi'])
  expect(set()).toStrictEqual(['-d -i', 'di', 'c'])
})

test('a group that goes leaves those whom rules that read it move', async () => {
  const { org, user, a, after } = await stage()
  org.members.add(a.id, user.id)
  expect(after(() => org.groups.remove(a.id))).toStrictEqual(['+c -a -b', 'bc', 'c'])
})

test('a group that has another name moves those of rules that ask for names', async () => {
  const { org, user, a, d, after } = await stage()
  const people = { users: { exclude: [] }, groups: { exclude: [] } }
  const expression = { type: 'urn:svc:expression:1.0', value: 'isMemberOfGroupName("Crew")' }
  const rule = org.rules.create({
    name: 'Crew',
    conditions: { expression, people },
    actions: { assignUserToGroups: { groupIds: [d.id] } },
  })
  org.rules.activate(rule.id)
  org.members.add(a.id, user.id)
  const rename = (name: string) => after(() => org.groups.replace(a.id, { profile: { name } }))
  expect(rename('Crew')).toStrictEqual(['+d', 'd', 'abd'])
  expect(rename('Crews')).toStrictEqual(['-d', 'd', 'ab'])
  expect(rename('Crew')).toStrictEqual(['+d', 'd', 'abd'])
  expect(after(() => org.rules.deactivate(rule.id))).toStrictEqual(['', '', 'abd'])
  expect(rename('Crews')).toStrictEqual(['', '', 'abd'])
  expect(after(() => org.rules.activate(rule.id))).toStrictEqual(['-d', 'd', 'ab'])
})

test('whether an expression holds is asked of a user as it is, be it kept or not', async () => {
  const { org, user, a, b } = await stage()
  org.members.add(a.id, user.id)
  const kept = org.users.get(user.id)!
  const holds = (expression: string, of = kept) => org.ruleEngine.holds(expression, of)
  expect(holds(`isMemberOfGroup("${b.id}")`)).toBe(true)
  expect(holds(`isMemberOfGroupName("${b.profile.name}")`)).toBe(true)
  const other = { ...kept, id: 'none' }
  expect(holds(`isMemberOfGroup("${b.id}")`, other)).toBe(false)
  expect(holds(`isMemberOfGroup("${org.groups.everyoneId}")`, other)).toBe(true)
  expect(holds('isMemberOfGroupName("x")', other)).toBe(false)
  expect(holds('isMemberOfGroupName("Everyone")', other)).toBe(true)
})

test('who comes and leaves before all is told, or leaves and comes back, has done neither', () => {
  const touched: string[] = []
  const changes = new MembershipChanges({
    groups: { touchMembership: (groupId) => void touched.push(groupId) },
    users: { collection: { at: (sequence) => ({ id: `u${sequence}` }) } },
  })
  const told: unknown[] = []
  changes.listener = (count, at) => {
    for (let index = 0; index < count; index++) told.push(at(index))
  }
  changes.note('a', 1, true)
  changes.note('a', 1, false)
  changes.note('a', 2, false)
  changes.note('a', 2, true)
  changes.stamp()
  expect([touched, told]).toStrictEqual([[], []])
  changes.note('b', 3, false)
  changes.note('b', 4, true)
  changes.note('b', 5, false)
  changes.note('b', 4, false)
  changes.note('b', 4, true)
  changes.stamp()
  const [three, four, five] = ['u3', 'u4', 'u5'].map((userId) => ({ groupId: 'b', userId }))
  expect(touched).toStrictEqual(['b'])
  expect(told).toStrictEqual([
    { key: 'b u3', before: three, after: undefined },
    { key: 'b u5', before: five, after: undefined },
    { key: 'b u4', before: undefined, after: four },
  ])
  changes.note('d', 7, true)
  changes.clear()
  changes.stamp()
  changes.listener = undefined
  changes.note('e', 8, true)
  changes.stamp()
  expect([touched, told.length]).toStrictEqual([['b', 'e'], 3])
})
