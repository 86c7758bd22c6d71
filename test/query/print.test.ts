import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, userSearch } from '../../src/query/index.ts'
import { dialect, expression } from './expression-arbitrary.ts'
import { print } from './print.ts'

test.each([
  ['status EQ "ACTIVE"', 'status eq "ACTIVE"'],
  ['((status pr)) AND (status pr)', 'status pr and status pr'],
  ['(status pr and id pr) or id pr', 'status pr and id pr or id pr'],
  ['(status pr or id pr) and id pr', '(status pr or id pr) and id pr'],
  ['(status pr and id pr) and id pr', '(status pr and id pr) and id pr'],
  ['status pr or (status pr or id pr)', 'status pr or (status pr or id pr)'],
  [String.raw`profile.title eq "a \"b\" \\c"`, String.raw`profile.title eq "a \"b\" \\c"`],
  ['profile.title eq NULL', 'profile.title eq null'],
])('%s prints as %s', (text, printed) => {
  expect(print(parse(text, userSearch()))).toBe(printed)
})

test('whatever is printed reads back as the same expression', () => {
  fc.assert(
    fc.property(expression, fc.boolean(), (tree, caseSensitive) => {
      expect(parse(print(tree), dialect(caseSensitive))).toEqual(tree)
    }),
    { numRuns: 3000 },
  )
})
