import { expect, test } from 'vitest'
import { usernameParts } from '../../../../src/model/users/password/index.ts'

test.each([
  ['Isaac.Brock@example.com', ['isaac.brock@example.com', 'isaac', 'brock', 'example']],
  ['jane@corp.example.info', ['jane@corp.example.info', 'jane', 'corp', 'example']],
  ['info@example.info', ['info@example.info', 'info', 'example']],
  ['ed@my-corp.co.uk', ['ed@my-corp.co.uk', 'corp']],
  ['a,b_c#long-er@localhost', ['a,b_c#long-er@localhost', 'long', 'localhost']],
  ['isaac.brock', ['isaac.brock', 'isaac', 'brock']],
  ['isaac', ['isaac']],
  ['joe', ['joe']],
  ['', []],
])('of %s a password must not contain %j', (login, parts) => {
  expect(usernameParts(login)).toEqual(parts)
})

test('a part of four characters outside the basic plane counts, one of three does not', () => {
  expect(usernameParts('𝒶𝒷𝒸𝒹.𝒶𝒷𝒸')).toEqual(['𝒶𝒷𝒸𝒹.𝒶𝒷𝒸', '𝒶𝒷𝒸𝒹'])
})
