import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { functions } from '../../../src/query/expression/index.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { subject, valueOf } from './ask.ts'

const profile = {
  name: 'Ada',
  number: 7,
  flag: true,
  tags: ['red', 'green', 'red'],
  nested: ['a', ['b', ['c']]],
  long: 'x'.repeat(60_000),
  object: { a: 1 },
}
const groups = { '00g1': 'Engineering', '00g2': 'Sales EMEA' }

const file = new URL('calls.txt', import.meta.url)

test('functions answer as calls.txt says, also where an attribute is not set', async () => {
  await expectGolden(file, (call) => JSON.stringify(valueOf(call, subject(profile, groups))))
})

test('every function and every older spelling stands in calls.txt', () => {
  const called = readFileSync(file, 'utf8').match(/^[\w.]+(?=\()/gm)
  expect(new Set(called)).toEqual(new Set(functions.flatMap((row) => [row.name, ...row.aliases])))
})

test('a function that changes an array leaves the profile as it was', () => {
  const user = { tags: Object.freeze(['a', 'b']) }
  expect(valueOf('Arrays.add(Arrays.remove(user.tags, "a"), "c")', subject(user))).toEqual(['b', 'c'])
  expect(user.tags).toEqual(['a', 'b'])
})

test('replacements nested in replacements cannot fill the memory', () => {
  const grown = Array.from({ length: 30 }).reduce<string>(
    (inner) => `String.replace(${inner}, 'a', 'aaaaaaaaaa')`,
    "'a'",
  )
  expect(valueOf(grown)).toBeNull()
})

test('nothing keeps a text of 65536 characters from being made, and one more does', () => {
  const user = { half: 'x'.repeat(32_768) }
  expect(valueOf('String.len(user.half + user.half)', subject(user))).toBe(65_536)
  expect(valueOf('user.half + user.half + "x"', subject(user))).toBeNull()
  expect(valueOf('String.append(user.half + user.half, "x")', subject(user))).toBeNull()
})
