import { expect, test } from 'vitest'
import { kindAt, lacksRights, Rights } from '../../../conformance/engine/plan/rights.ts'

test('a path reveals which kind of record it is about', () => {
  expect(
    [
      '/api/v1/users',
      '/api/v1/users/u1/lifecycle/suspend',
      '/api/v1/groups/rules',
      '/api/v1/groups/rules/r1',
      '/api/v1/groups',
      '/api/v1/groups/rulesx',
      '/oauth2/v1/clients/c1',
      '/api/v1/usersx',
      '/api/v1',
    ].map(kindAt),
  ).toEqual(['user', 'user', 'rule', 'rule', 'group', 'group', 'client', undefined, undefined])
})

test('401 and 403 are for callers without rights', () => {
  expect([400, 401, 402, 403, 404].filter(lacksRights)).toEqual([401, 403])
})

test('a kind of which not a single record could be made is denied', () => {
  const rights = new Rights()
  expect(rights.denial('user')).toBeUndefined()
  rights.note('user', 400, 'E0000001')
  expect(rights.denial('user')).toBeUndefined()
  rights.note('user', 403, 'E0000006')
  rights.note('group', 401, undefined)
  rights.note('client', 403, 'x'.repeat(50))
  expect(rights.denial('user')).toEqual({
    why: "the target lets the run's token create no user: every attempt was answered with 403 E0000006",
    hint: 'Give the run the API token of an administrator who may manage users, groups, rules and clients. (--token)',
  })
  expect(rights.denial('rule')).toBeUndefined()
  expect(rights.denials).toEqual([
    "the target lets the run's token create no user: every attempt was answered with 403 E0000006",
    "the target lets the run's token create no group: every attempt was answered with 401",
    `the target lets the run's token create no client: every attempt was answered with 403 ${'x'.repeat(40)}`,
  ])
  rights.note('user', 299, undefined)
  rights.note('group', 300, undefined)
  expect(rights.denial('user')).toBeUndefined()
  expect(rights.denials).toHaveLength(2)
  const first = new Rights()
  first.note('user', 200, undefined)
  first.note('user', 403, 'E0000006')
  expect(first.denials).toEqual([])
})

test('where no form of users is accepted, refusals of users fail no clause', () => {
  const rights = new Rights()
  expect(rights.formDenial('user', 400, true)).toBeUndefined()
  const denial = { why: 'no form is taken', hint: 'Say which.', passwords: true }
  rights.unformed = denial
  const denied = (status: number, hasPassword = true, kind: 'user' | 'group' = 'user') =>
    rights.formDenial(kind, status, hasPassword)
  expect([400, 403, 499].map((status) => denied(status))).toEqual([denial, denial, denial])
  expect([200, 399, 404, 429, 500].map((status) => denied(status))).toEqual(Array(5).fill(undefined))
  expect(denied(400, false)).toBeUndefined()
  expect(denied(400, true, 'group')).toBeUndefined()
  rights.unformed = { ...denial, passwords: false }
  expect(denied(400, false)).toMatchObject({ why: 'no form is taken' })
})
