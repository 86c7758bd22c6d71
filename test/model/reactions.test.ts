import { expect, test } from 'vitest'
import { reactions } from '../../src/model/reactions.ts'
import { testOrg } from '../support/call.ts'

const orderOf = (list: readonly { readonly part: string }[]): string[] => list.map(({ part }) => part)

test('the listeners of each change, in this order', () => {
  expect(Object.fromEntries(Object.entries(reactions).map(([name, list]) => [name, orderOf(list)]))).toEqual({
    users: ['memberships', 'rules', 'ruleEngine', 'lifecycle', 'access', 'apps', 'consentEnds'],
    groups: ['apps', 'rules'],
    clients: ['access', 'apps', 'consentEnds'],
    revokedTokens: ['principals', 'consentEnds'],
    authorizationServers: ['consentEnds'],
    grants: ['consentEnds'],
  })
})

test('each has a reason for its place', () => {
  for (const { because } of Object.values(reactions).flat()) expect(because.length).toBeGreaterThan(20)
})

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
