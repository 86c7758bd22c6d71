import { expect, test } from 'vitest'
import { isLogin, shortName } from '../../../src/contract/formats/index.ts'

test.each([
  'isaac.brock@example.com',
  'isáàc.bröck@example.com',
  'isa\u0301ac@example.com',
  'имя@пример.example',
  '名前@example.com',
  'jane/doe@example.com',
  'jane?doe@example.com',
  '😀@example.com',
  "!#$%&'*+-/=?^_`{|}~@example.com",
])('takes %s, which is formatted as an e-mail address', (value) => {
  expect(isLogin(value)).toBe(true)
})

test.each([
  ['no @', 'isaac.brock'],
  ['two @', 'isaac@brock@example.com'],
  ['an empty part before the @', '@example.com'],
  ['an empty part behind the @', 'isaac@'],
  ['two dots in a row', 'isaac..brock@example.com'],
  ['a leading dot', '.isaac@example.com'],
  ['a trailing dot', 'isaac@example.com.'],
  ['a space', 'isaac brock@example.com'],
  ['a no-break space', 'isaac\u00a0brock@example.com'],
  ['a line separator', 'isaac\u2028brock@example.com'],
  ['a C1 control', 'isaac\u0085brock@example.com'],
  ['a zero-width joiner', 'isaac\u200dbrock@example.com'],
  ['a lone surrogate', 'isaac\ud800brock@example.com'],
  ['a delete character', 'isaac\u007fbrock@example.com'],
  ['a quote', '"isaac"@example.com'],
  ['a parenthesis', 'isaac(brock)@example.com'],
  ['a semicolon', 'isaac;brock@example.com'],
  ['a bracket', 'isaac@[127.0.0.1]'],
])('refuses a login with %s', (_, value) => {
  expect(isLogin(value)).toBe(false)
})

test('every e-mail character of ASCII is a login character, and no other', () => {
  const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~"
  for (let code = 0; code < 0x80; code++) {
    const character = String.fromCharCode(code)
    expect(isLogin(`${character}@example.com`), JSON.stringify(character)).toBe(allowed.includes(character))
  }
})

test('the short name of a login is the part before the @', () => {
  expect(shortName('isaac.brock@example.com')).toBe('isaac.brock')
  expect(shortName('isaac@brock@example.com')).toBe('isaac')
  expect(shortName('@example.com')).toBe('')
})

test('a login without @ is its own short name', () => {
  expect(shortName('isaac.brock')).toBe('isaac.brock')
})
