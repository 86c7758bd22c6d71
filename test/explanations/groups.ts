import type { TestOrg, TestReply } from '../support/call.ts'
import { createGroup, createRule, ruleBody } from '../support/groups.ts'
import { type Case, on, type Refused } from './case.ts'

type Json = TestReply['json']

export const withRule =
  (use: (it: TestOrg, rule: Json, group: Json) => Promise<TestReply>): Refused =>
  async (it) => {
    const g = await createGroup(it.call)
    const r = await createRule(it.call, 'user.department=="A"', [g.id])
    return use(it, r, g)
  }
const rule =
  (changes: object): Refused =>
  async ({ call }) => {
    const g = await createGroup(call)
    return call('POST', '/api/v1/groups/rules', ruleBody('user.department=="A"', [g.id], changes as never))
  }
const ruleOf = (value: string): Refused =>
  rule({ conditions: { expression: { type: 'urn:svc:expression:1.0', value } } })

export const groups: readonly Case[] = [
  on('validation', 'a group without a name', ({ call }) => call('POST', '/api/v1/groups', { profile: {} })),
  ...Object.entries({
    'a group without a profile': {},
    'a group whose profile is null': { profile: null },
    'a group whose profile is a list': { profile: [] },
    'a group whose name is null': { profile: { name: null } },
    'a group whose name is blank': { profile: { name: ' \t' } },
    'a group whose name is a number': { profile: { name: 5 } },
    'a group name of 256 characters in 512 units': { profile: { name: '𝒲'.repeat(256) } },
    'a description that is too long': { profile: { name: 'x', description: 'x'.repeat(1025) } },
  }).map(([when, body]) => on('validation', when, ({ call }) => call('POST', '/api/v1/groups', body))),
  on('validation', 'a group name that is too long', ({ call }) =>
    call('POST', '/api/v1/groups', { profile: { name: 'x'.repeat(256) } }),
  ),
  on('validation', 'a group name that is taken', async ({ call }) => {
    await createGroup(call, { name: 'One' })
    return call('POST', '/api/v1/groups', { profile: { name: 'ONE' } })
  }),
  on('validation', 'an unknown property of a group', ({ call }) =>
    call('POST', '/api/v1/groups', { profile: { name: 'x', descripton: 'y' } }),
  ),
  on('validation', 'a rule name that is too long', rule({ name: 'x'.repeat(51) })),
  on('validation', 'a rule name that is taken', async ({ call }) => {
    const g = await createGroup(call)
    const body = ruleBody('user.department=="A"', [g.id])
    await call('POST', '/api/v1/groups/rules', body)
    return call('POST', '/api/v1/groups/rules', body)
  }),
  on('validation', 'a rule name that is blank', rule({ name: ' \t' })),
  on('validation', 'a rule name that is null', rule({ name: null })),
  on('validation', 'another type of rule', rule({ type: 'rule' })),
  on(
    'validation',
    'another language of expressions',
    rule({ conditions: { expression: { type: 'urn:okta:expression:1.0', value: 'user.department=="A"' } } }),
  ),
  on('validation', 'a rule without an expression', rule({ conditions: {} })),
  on('validation', 'a rule without conditions', rule({ conditions: undefined })),
  on('validation', 'a rule whose expression is empty', ruleOf('')),
  on('validation', 'a rule without actions', rule({ actions: undefined })),
  on('validation', 'a rule for no groups', rule({ actions: { assignUserToGroups: { groupIds: [] } } })),
  on(
    'validation',
    'people that are a list',
    rule({ conditions: { people: [], expression: { type: 'urn:svc:expression:1.0', value: 'true' } } }),
  ),
  on('validation', 'the built-in group as a target', async ({ call }) => {
    const [everyone] = (await call('GET', '/api/v1/groups?filter=type eq "BUILT_IN"')).json
    return call('POST', '/api/v1/groups/rules', ruleBody('true', [everyone.id]))
  }),
  on(
    'validation',
    'an unknown excluded user',
    rule({
      conditions: {
        people: { users: { exclude: ['00unone'] } },
        expression: { type: 'urn:svc:expression:1.0', value: 'user.department=="A"' },
      },
    }),
  ),
  on(
    'validation',
    'an unknown target group',
    rule({ actions: { assignUserToGroups: { groupIds: ['00gnone'] } } }),
  ),
  on('validation', 'an imported target group', async ({ call, control }) => {
    const { id } = control.importGroup({ profile: { name: 'Imported' } })
    return call('POST', '/api/v1/groups/rules', ruleBody('user.department=="A"', [id]))
  }),
  on('group-not-modifiable', 'the profile of the built-in group', async ({ call }) => {
    const [everyone] = (await call('GET', '/api/v1/groups?filter=type eq "BUILT_IN"')).json
    return call('PUT', `/api/v1/groups/${everyone.id}`, { profile: { name: 'x' } })
  }),
  on(
    'group-not-modifiable',
    'a member of the built-in group',
    async ({ call }, id) => {
      const [everyone] = (await call('GET', '/api/v1/groups?filter=type eq "BUILT_IN"')).json
      return call('PUT', `/api/v1/groups/${everyone.id}/users/${id}`)
    },
    { vocabulary: { word: 'okta' } },
  ),
  on('group-not-removable', 'the built-in group', async ({ call }) => {
    const [everyone] = (await call('GET', '/api/v1/groups?filter=type eq "BUILT_IN"')).json
    return call('DELETE', `/api/v1/groups/${everyone.id}`)
  }),
  on('group-in-push-mapping', 'an imported group', async ({ call, control }) => {
    const { id } = control.importGroup({ profile: { name: 'Imported' } })
    control.addPushMapping({ group: id })
    return call('DELETE', `/api/v1/groups/${id}`)
  }),
  on(
    'rule-not-inactive',
    'ACTIVE',
    withRule((it, r, g) =>
      it.call('PUT', `/api/v1/groups/rules/${r.id}`, ruleBody('user.department=="B"', [g.id])),
    ),
  ),
  on(
    'rule-actions-immutable',
    'other groups',
    withRule(async (it, r) => {
      const o = await createGroup(it.call)
      await it.call('POST', `/api/v1/groups/rules/${r.id}/lifecycle/deactivate`)
      return it.call('PUT', `/api/v1/groups/rules/${r.id}`, ruleBody('user.department=="B"', [o.id]))
    }),
  ),
  on(
    'rule-invalid',
    'activation',
    withRule(async (it, r, g) => {
      await it.call('DELETE', `/api/v1/groups/${g.id}`)
      return it.call('POST', `/api/v1/groups/rules/${r.id}/lifecycle/activate`)
    }),
  ),
  on(
    'rule-invalid',
    'an update',
    withRule(async (it, r, g) => {
      await it.call('DELETE', `/api/v1/groups/${g.id}`)
      return it.call('PUT', `/api/v1/groups/rules/${r.id}`, ruleBody('user.department=="B"', [g.id]))
    }),
  ),
  ...[
    'user.departmnt=="A"',
    'user.department ==',
    'user.department = "x"',
    'user.department == "x" and\n  (user.title',
    'String.startWith(user.login, "x")',
    'String.len(user.login)',
    '"yes"',
    'isMemberOfGroup("00gunknown")',
    'isMemberOfGroupNameRegex("(")',
    '('.repeat(500),
  ].map((expression) => on('invalid-expression', expression.slice(0, 40), ruleOf(expression))),
  on('not-found', 'an unknown group', ({ call }) => call('GET', '/api/v1/groups/00gnone')),
  on('not-found', 'an unknown rule', ({ call }) => call('GET', '/api/v1/groups/rules/0prnone')),
]
