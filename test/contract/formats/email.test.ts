import { expect, test } from 'vitest'
import { isEmail } from '../../../src/contract/formats/index.ts'

test.each([
  'isaac.brock@example.com',
  'a@b',
  'jane@localhost',
  "o'brien+tag@example.com",
  "!#$%&'*+-/=?^_`{|}~@example.com",
  'UPPER.lower.0123456789@Example.COM',
  'jane@my_host.example',
  'jane@a.b.c.d.e',
])('takes the dot-atom address %s', (value) => {
  expect(isEmail(value)).toBe(true)
})

test.each([
  ['no @', 'jane.example.com'],
  ['two @', 'jane@doe@example.com'],
  ['no local part', '@example.com'],
  ['no domain', 'jane@'],
  ['nothing', ''],
  ['a leading dot', '.jane@example.com'],
  ['a trailing dot', 'jane.@example.com'],
  ['two dots in a row', 'jane..doe@example.com'],
  ['a domain with a leading dot', 'jane@.example.com'],
  ['a domain with a trailing dot', 'jane@example.com.'],
  ['a domain with two dots in a row', 'jane@example..com'],
  ['a space', 'jane doe@example.com'],
  ['a space before', ' jane@example.com'],
  ['a line end behind', 'jane@example.com\n'],
  ['a quoted local part', '"jane doe"@example.com'],
  ['a domain literal', 'jane@[127.0.0.1]'],
  ['a comment', 'jane(home)@example.com'],
  ['a display name', 'Jane <jane@example.com>'],
  ['a comma', 'jane,doe@example.com'],
  ['a colon', 'jane:doe@example.com'],
  ['a backslash', 'jane\\doe@example.com'],
  ['a letter outside ASCII', 'jané@example.com'],
  ['a domain outside ASCII', 'jane@exämple.com'],
  ['a control character', 'jane\u0000@example.com'],
])('refuses an address with %s', (_, value) => {
  expect(isEmail(value)).toBe(false)
})
