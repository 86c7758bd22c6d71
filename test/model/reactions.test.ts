import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'

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
