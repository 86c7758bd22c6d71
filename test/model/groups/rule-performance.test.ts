import { expect, test } from 'vitest'
import { Org } from '../../../src/model/org.ts'
import { cpuTime, cpuTimeOfOne, leastCpuTime } from '../../support/cpu-time.ts'

const departments = ['Engineering', 'Sales', 'Finance', 'Legal']

function orgOf(users: number): Org {
  const org = new Org({ seed: 'performance' })
  for (let index = 0; index < users; index++) {
    const login = `user${index}@example.com`
    const profile = {
      login,
      email: login,
      firstName: 'A',
      lastName: 'B',
      department: departments[index % 4],
      title: `Title ${index % 100}`,
    }
    org.registration.create({ profile }, { activate: false })
  }
  return org
}

const users = 8000
const large = orgOf(users)

function group(org: Org, name: string): string {
  return org.groups.create({ profile: { name } }).id
}

function rule(org: Org, name: string, value: string, groupIds: readonly string[]): string {
  return org.rules.create({
    name,
    conditions: { expression: { type: 'urn:svc:expression:1.0', value } },
    actions: { assignUserToGroups: { groupIds } },
  }).id
}

test.each([
  ['a comparison', () => "user.department == 'Engineering'", users / 4],
  ['functions', () => "String.startsWith(user.login, 'user1') or String.len(user.title) > 7", 7000],
  ['membership', () => `!isMemberOfGroup("${group(large, 'Other')}") and user.login != null`, users],
])(
  'activating a rule with %s over many users takes time in proportion to them',
  (name, expression, matching) => {
    const id = group(large, name)
    const ruleId = rule(large, name, expression(), [id])
    expect(cpuTime(() => large.rules.activate(ruleId))).toBeLessThan(400)
    expect(large.memberships.count(id)).toBeGreaterThanOrEqual(matching)
    large.rules.remove(ruleId, { removeUsers: true })
    expect(large.memberships.count(id)).toBe(0)
  },
)

test('an update of one user with 200 active rules takes milliseconds at most', () => {
  const org = orgOf(300)
  for (let index = 0; index < 200; index++) {
    const expression =
      index % 2 === 0
        ? `user.department == 'Department ${index}' and user.title != null`
        : `user.title == 'Title ${index}' or String.stringContains(user.login, 'x${index}')`
    org.rules.activate(rule(org, `rule ${index}`, expression, [group(org, `group ${index}`)]))
  }
  const updated = [...org.users.collection.values()]
  const time = leastCpuTime(3, (round) => {
    for (const [index, user] of updated.entries()) {
      const number = (index + round) % 200
      const profile = { department: `Department ${number}`, title: `Title ${number}` }
      org.userInput.update(user.id, { profile })
    }
  })
  expect(time / updated.length).toBeLessThan(4)
})

test('a page of members costs no more than a page of users', () => {
  const id = group(large, 'all')
  large.rules.activate(rule(large, 'all', 'user.login != null', [id]))
  const pages = (next: (after: number) => number | undefined): number =>
    cpuTimeOfOne(() => {
      for (let after: number | undefined = 0; after !== undefined;) after = next(after)
    })
  const members = pages((after) => large.memberships.page(id, { after, limit: 200 }).next)
  const listed = pages((after) => large.users.list({ after, limit: 200 }).next as number | undefined)
  expect(members).toBeLessThan(3 * listed)
})
