import { expect, test } from 'vitest'
import { isTooOld, isTooYoung, passwordPolicy } from '../../../../src/model/users/password/index.ts'

const changed = '2026-01-05T09:30:00.000Z'
const at = (timestamp: string) => Date.parse(timestamp)

test('a password is too young until its minimum age is reached', () => {
  const policy = passwordPolicy({ minAge: 3_600_000 })
  expect(isTooYoung(changed, at('2026-01-05T10:29:59.999Z'), policy)).toBe(true)
  expect(isTooYoung(changed, at('2026-01-05T10:30:00.000Z'), policy)).toBe(false)
})

test('a password is too old once its maximum age is reached', () => {
  const policy = passwordPolicy({ maxAge: 7_776_000_000 })
  expect(isTooOld(changed, at('2026-04-05T09:29:59.999Z'), policy)).toBe(false)
  expect(isTooOld(changed, at('2026-04-05T09:30:00.000Z'), policy)).toBe(true)
})

test('without limits no password is too young or too old', () => {
  const policy = passwordPolicy()
  expect(isTooYoung(changed, at(changed), policy)).toBe(false)
  expect(isTooOld(changed, at('2099-01-01T00:00:00.000Z'), policy)).toBe(false)
})

test('no password is neither too young nor too old', () => {
  const policy = passwordPolicy({ minAge: 3_600_000, maxAge: 7_776_000_000 })
  expect(isTooYoung(null, at(changed), policy)).toBe(false)
  expect(isTooOld(null, at(changed), policy)).toBe(false)
  expect(isTooOld(undefined, at(changed), policy)).toBe(false)
})
