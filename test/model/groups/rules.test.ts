/** Rules as they are stored, and what is said of those that are refused. */
import { expect, test } from 'vitest'
import type { Refusal } from '../../../src/contract/errors.ts'
import type { RuleInput } from '../../../src/model/groups/rules.ts'
import { testOrg } from '../../support/call.ts'
import { createGroup, createUser } from '../../support/groups.ts'

const start = '2026-01-05T09:30:00.000Z'
const type = 'urn:svc:expression:1.0'

async function stage() {
  const it = testOrg()
  const { org, call } = it
  const [a, b] = [await createGroup(call), await createGroup(call)]
  const user = await createUser(call)
  const { rules } = org
  const input = (changes: Partial<RuleInput> = {}): RuleInput => ({
    name: 'Rule',
    conditions: { expression: { type, value: 'user.title == "x"' } },
    actions: { assignUserToGroups: { groupIds: [a.id] } },
    ...changes,
  })
  const about = (value: string, people?: RuleInput['conditions']['people']): RuleInput =>
    input({ conditions: { expression: { type, value }, people } })
  const to = (...groupIds: string[]): RuleInput => input({ actions: { assignUserToGroups: { groupIds } } })
  return { ...it, a, b, user, rules, input, about, to }
}

/** The refusal and its causes, or what is answered. */
function said(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    const { refusal, causes, details } = error as Refusal
    if (refusal === undefined) throw error
    return [refusal, details.values?.['field'] ?? details.values?.['message'], ...(causes ?? [])]
  }
}

test('a rule is stored with what was sent, each group and user once, and excluded groups as nothing', async () => {
  const { org, rules, input, a, b, user, control } = await stage()
  const made = rules.create(
    input({
      conditions: {
        expression: { type, value: 'user.title == "x"' },
        people: {
          users: { exclude: [user.id, undefined, user.id] },
          groups: { exclude: [a.id] },
        },
      },
      actions: { assignUserToGroups: { groupIds: [b.id, a.id, b.id] } },
    }),
  )
  const people = { users: { exclude: [user.id] }, groups: { exclude: [] } }
  const expression = { type, value: 'user.title == "x"' }
  expect(made).toStrictEqual({
    id: expect.stringMatching(/^0pr/),
    name: 'Rule',
    status: 'INACTIVE',
    created: start,
    lastUpdated: start,
    conditions: { people, expression },
    actions: { assignUserToGroups: { groupIds: [b.id, a.id] } },
  })
  control.advanceClock({ by: '1h' })
  const moment = '2026-01-05T10:30:00.000Z'
  const actions = { assignUserToGroups: { groupIds: [a.id, b.id] } }
  const conditions = { expression: { type, value: 'true' } }
  const updated = { ...made, name: 'Other', lastUpdated: moment, conditions }
  expect(rules.update(made.id, { name: 'Other', conditions, actions })).toStrictEqual(updated)
  expect(rules.resolve(made.id)).toStrictEqual(updated)
  const exclusions = (given: RuleInput['conditions']['people']) =>
    rules.update(made.id, { name: 'Other', conditions: { ...conditions, people: given }, actions }).conditions
      .people
  const nobody = { users: { exclude: [] }, groups: { exclude: [] } }
  expect([
    exclusions({}),
    exclusions({ users: null }),
    exclusions({ users: { exclude: null } }),
  ]).toStrictEqual([nobody, nobody, nobody])
  expect([exclusions(null), exclusions(undefined)]).toStrictEqual([undefined, undefined])
  expect(Object.hasOwn(rules.resolve(made.id).conditions, 'people')).toBe(false)
  expect(org.rules.collection.size).toBe(1)
})

test('what is wrong with a rule is said by the place', async () => {
  const { org, rules, input, about, to, a, user, control } = await stage()
  const { id: app } = control.createApplication({ label: 'Directory' })
  const imported = org.imports.import({ appId: app, profile: { name: 'imported' } })
  rules.create(input())
  const name = (given: string, make = input()) => ({ ...make, name: given })
  const targets = 'actions.assignUserToGroups.groupIds'
  const people = 'conditions.people.users.exclude'
  const refused = (given: RuleInput) => said(() => rules.create(name('New', given)))
  expect(said(() => rules.create(input()))).toStrictEqual([
    'validation',
    'name',
    'name: Policy rule name already in use',
  ])
  expect(said(() => rules.create(name('RULE')))).toStrictEqual([
    'validation',
    'name',
    'name: Policy rule name already in use',
  ])
  expect(refused(to('none', a.id, imported.id))).toStrictEqual([
    'validation',
    targets,
    `${targets}: There is no group with the id none`,
    `${targets}: Members of the group ${imported.id}, which is of type APP_GROUP, are not managed here`,
  ])
  expect(refused(about('true', { users: { exclude: ['one', user.id, 'two', 'one'] } }))).toStrictEqual([
    'validation',
    people,
    `${people}: There is no user with the id one`,
    `${people}: There is no user with the id two`,
  ])
  expect(refused(input({ conditions: { expression: { type: 'other', value: 'true' } } }))).toStrictEqual([
    'validation',
    'conditions.expression.type',
    `conditions.expression.type: Expected ${type}`,
  ])
  const wrong = 'conditions.expression.value: line 1, column'
  for (const [value, message] of [
    [
      'user.titl == "x"',
      `${wrong} 1: expected an attribute of the user profile, found 'user.titl'; did you mean 'user.title'?`,
    ],
    ['user.title > 5', `${wrong} 14: expected a String, found a Number, '5'`],
    ['isMemberOfGroup("none")', `${wrong} 17: expected the id of a group that exists, found '"none"'`],
    ['user.title', `${wrong} 1: expected a Boolean, found a String, 'user.title'`],
  ] as const)
    expect(refused(about(value))).toStrictEqual(['invalid-expression', message, message])
  expect(rules.collection.size).toBe(1)
  control.addSchemaProperty({ schema: 'user', name: 'level', type: 'integer' })
  expect(refused(about('user.level > "a"'))).toMatchObject({
    0: 'invalid-expression',
    1: `${wrong} 14: expected a Number, found a String, '"a"'`,
  })
  expect(refused(about(`user.level > 3 and isMemberOfGroup("${a.id}")`))).toMatchObject({
    status: 'INACTIVE',
  })
  expect(() => rules.refuseBadExpression(undefined as never)).toThrow(TypeError)
})

test('the groups of a rule are sent again as they are, in any order', async () => {
  const { rules, to, a, b } = await stage()
  const { id } = rules.create(to(a.id, b.id))
  const update = (...groupIds: string[]) => said(() => rules.update(id, to(...groupIds)))
  expect(update(b.id, a.id)).toMatchObject({ id })
  expect(update(b.id, a.id, b.id)).toMatchObject({ id })
  const refused = [
    'rule-actions-immutable',
    undefined,
    'actions: the action section of a rule cannot be changed',
  ]
  for (const groupIds of [[a.id], [a.id, 'none'], [a.id, b.id, 'none'], []])
    expect(update(...groupIds)).toStrictEqual(refused)
  // One's own name is not taken.
  expect(update(a.id, b.id)).toMatchObject({ name: 'Rule' })
})

test('what may be done follows the status', async () => {
  const { org, rules, input, a } = await stage()
  const { id } = rules.create(input())
  const status = () => rules.resolve(id).status
  const outcome = (action: () => unknown) => {
    const answer = said(action)
    return [Array.isArray(answer) ? answer[0] : 'done', status()]
  }
  const update = () => outcome(() => rules.update(id, input()))
  const activate = () => outcome(() => rules.activate(id))
  const deactivate = () => outcome(() => rules.deactivate(id))
  expect([update(), deactivate(), activate()]).toStrictEqual([
    ['done', 'INACTIVE'],
    ['done', 'INACTIVE'],
    ['done', 'ACTIVE'],
  ])
  expect([update(), activate(), deactivate()]).toStrictEqual([
    ['rule-not-inactive', 'ACTIVE'],
    ['done', 'ACTIVE'],
    ['done', 'INACTIVE'],
  ])
  org.groups.remove(a.id)
  expect([update(), activate(), deactivate()]).toStrictEqual([
    ['rule-invalid', 'INVALID'],
    ['rule-invalid', 'INVALID'],
    ['rule-invalid', 'INVALID'],
  ])
  expect(said(() => rules.resolve('none'))).toStrictEqual(['not-found', undefined])
})

test('a rule that is done again, or was INVALID already, keeps the moment of its last change', async () => {
  const { org, rules, to, a, b, user, control } = await stage()
  const { id } = rules.create(to(a.id, b.id))
  const changed = (action: () => unknown) => {
    control.advanceClock({ by: '1s' })
    action()
    return rules.resolve(id).lastUpdated === org.clock.iso()
  }
  expect(changed(() => rules.activate(id))).toBe(true)
  expect(changed(() => rules.activate(id))).toBe(false)
  expect(changed(() => rules.exclude(id, user.id))).toBe(true)
  expect(changed(() => rules.exclude(id, user.id))).toBe(false)
  expect(changed(() => rules.exclude(id, 'other'))).toBe(true)
  expect(rules.resolve(id).conditions.people?.users.exclude).toStrictEqual([user.id, 'other'])
  expect(changed(() => rules.forgetUser('nobody'))).toBe(false)
  expect(changed(() => rules.forgetUser(user.id))).toBe(false)
  expect(rules.resolve(id).conditions.people).toStrictEqual({
    users: { exclude: ['other'] },
    groups: { exclude: [] },
  })
  expect(changed(() => rules.deactivate(id))).toBe(true)
  expect(changed(() => rules.deactivate(id))).toBe(false)
  expect(changed(() => org.groups.remove(a.id))).toBe(true)
  expect(changed(() => org.groups.remove(b.id))).toBe(false)
})

test('rules are listed by what stands anywhere in their names, page by page', async () => {
  const { rules, input } = await stage()
  for (const name of ['One', 'Phone', 'Two']) rules.create({ ...input(), name })
  const list = (query: { search?: string; after?: number; limit: number }) => {
    const { items, ...rest } = rules.list(query)
    return [items.map(({ name }) => name).join(' '), rest]
  }
  expect(list({ limit: 3 })).toStrictEqual(['One Phone Two', {}])
  expect(list({ limit: 2 })).toStrictEqual(['One Phone', { next: 2 }])
  expect(list({ limit: 2, after: 2 })).toStrictEqual(['Two', {}])
  expect(list({ limit: 5, search: 'ONE' })).toStrictEqual(['One Phone', {}])
  expect(list({ limit: 1, search: 'one', after: 1 })).toStrictEqual(['Phone', {}])
  expect(list({ limit: 1, after: 'x' as never })).toStrictEqual(['One', { next: 1 }])
})

test('a rule that is removed no longer moves those that were in one circle with it', async () => {
  const { org, rules, a, b, call } = await stage()
  const user = await createUser(call, { title: 'x' })
  const rule = (name: string, value: string, groupId: string) => {
    const { id } = rules.create({
      name,
      conditions: { expression: { type, value } },
      actions: { assignUserToGroups: { groupIds: [groupId] } },
    })
    rules.activate(id)
    return id
  }
  const first = rule('First', `user.title == "x" or isMemberOfGroup("${b.id}")`, a.id)
  rule('Second', `isMemberOfGroup("${a.id}")`, b.id)
  const isIn = () => [a.id, b.id].map((id) => org.memberships.has(id, user.id))
  expect(isIn()).toStrictEqual([true, true])
  rules.remove(first, { removeUsers: true })
  expect(isIn()).toStrictEqual([false, false])
  const again = rule('Again', `user.title == "x" or isMemberOfGroup("${b.id}")`, a.id)
  expect(isIn()).toStrictEqual([true, true])
  rules.remove(again, { removeUsers: false })
  expect(isIn()).toStrictEqual([true, true])
  expect(org.memberships.reasons(a.id, user.id)).toStrictEqual({ byHand: true, ruleIds: [] })
})
