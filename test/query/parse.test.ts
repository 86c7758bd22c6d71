import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupFilter, parse, QuerySyntaxError, userFilter, userSearch } from '../../src/query/index.ts'
import type { PropertyType } from '../../src/query/index.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { dialect, expression } from './expression-arbitrary.ts'
import { print } from './print.ts'

const custom = new Map<string, PropertyType>([
  ['age', 'number'],
  ['contractor', 'boolean'],
])
const search = userSearch(custom)

const active = { kind: 'compare', property: 'status', operator: 'eq', value: 'ACTIVE' }
const eng = { kind: 'compare', property: 'profile.department', operator: 'sw', value: 'Eng' }
const named = { kind: 'present', property: 'profile.nickName' }

function refusal(text: string, language = search): QuerySyntaxError {
  try {
    parse(text, language)
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error
    throw error
  }
  throw new Error(`accepted: ${text}`)
}

test('a comparison is a property, an operator and a quoted value', () => {
  expect(parse('profile.department sw "Eng"', search)).toEqual(eng)
})

test('a presence test needs no value', () => {
  expect(parse('profile.nickName pr', search)).toEqual(named)
})

test('several terms joined by one word become one list of operands', () => {
  expect(parse('status eq "ACTIVE" and profile.department sw "Eng" and profile.nickName pr', search)).toEqual(
    {
      kind: 'and',
      operands: [active, eng, named],
    },
  )
})

test('and binds tighter than or on either side', () => {
  const text =
    'profile.nickName pr or profile.department sw "Eng" and status eq "ACTIVE" or profile.nickName pr'
  expect(parse(text, search)).toEqual({
    kind: 'or',
    operands: [named, { kind: 'and', operands: [eng, active] }, named],
  })
})

test('parentheses go before and', () => {
  expect(
    parse('(profile.nickName pr or profile.department sw "Eng") and status eq "ACTIVE"', search),
  ).toEqual({
    kind: 'and',
    operands: [{ kind: 'or', operands: [named, eng] }, active],
  })
})

test('parentheses around one term, several times over, change nothing', () => {
  expect(parse('(((status eq "ACTIVE")))', search)).toEqual(active)
})

test.each(['EQ', 'Eq', 'eQ'])('the operator %s is eq', (operator) => {
  expect(parse(`status ${operator} "ACTIVE"`, search)).toEqual(active)
  expect(parse(`status ${operator} "ACTIVE"`, userFilter())).toEqual(active)
})

test.each([
  ['AND', 'and'],
  ['And', 'and'],
  ['OR', 'or'],
  ['oR', 'or'],
])('the word %s joins as %s', (word, kind) => {
  const either = { kind, operands: [active, active] }
  expect(parse(`status eq "ACTIVE" ${word} status eq "ACTIVE"`, search)).toEqual(either)
  expect(parse(`status eq "ACTIVE" ${word} status eq "ACTIVE"`, userFilter())).toEqual(either)
})

test('takes whitespace anywhere between tokens, and none next to a parenthesis', () => {
  expect(parse('  (status\teq\r\n"ACTIVE")and(status   eq "ACTIVE")  ', search)).toEqual({
    kind: 'and',
    operands: [active, active],
  })
})

test.each([
  [String.raw`profile.title eq "the \"real\" boss"`, 'the "real" boss'],
  [String.raw`profile.title eq "CORP\\jsmith"`, String.raw`CORP\jsmith`],
  [String.raw`profile.title eq "\\\""`, String.raw`\"`],
  [String.raw`profile.title eq "caf\u00e9 \/ a\tb"`, 'café / a\tb'],
  ['profile.title eq ""', ''],
  ['profile.title eq "and (or) not"', 'and (or) not'],
])('%s has the value %j', (text, value) => {
  expect(parse(text, search)).toMatchObject({ value })
})

test.each([
  ['profile.age eq 42', 42],
  ['profile.age gt -1.5e2', -150],
  ['profile.age lt 0', 0],
  ['profile.contractor eq true', true],
  ['profile.contractor eq False', false],
  ['profile.contractor eq null', null],
  ['profile.age eq null', null],
  ['profile.title eq NULL', null],
])('%s has the value %j without quotes', (text, value) => {
  expect(parse(text, search)).toMatchObject({ value })
})

test('words for values ignore case only where values do', () => {
  expect(parse('profile.external eq TRUE', dialect(false))).toMatchObject({ value: true })
  expect(refusal('profile.external eq TRUE', dialect(true))).toMatchObject({ kind: 'value', found: 'TRUE' })
})

test('minus zero is zero', () => {
  expect(parse('profile.age eq -0', search)).toStrictEqual(parse('profile.age eq 0', search))
})

test.each([
  '2026-01-31T09:30:00.000Z',
  '2026-01-31T09:30:00Z',
  '2026-01-31T09:30:00.1Z',
  '2026-01-31T09:30:00.123456789Z',
  '2026-01-31T09:30:00+02:00',
  '2026-01-31T09:30:00.000-0530',
  '2024-02-29T23:59:59Z',
])('%s is a date', (date) => {
  expect(parse(`lastUpdated gt "${date}"`, search)).toMatchObject({ value: date })
  expect(parse(`lastUpdated gt "${date}"`, groupFilter())).toMatchObject({ value: date })
})

test('50 nested parentheses are read and 51 refused at the one too many', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}status pr${')'.repeat(depth)}`
  expect(parse(nested(50), search)).toEqual({ kind: 'present', property: 'status' })
  expect(refusal(nested(51))).toMatchObject({ kind: 'syntax', position: 50, found: '(' })
})

test('parentheses side by side do not count as nested', () => {
  const text = Array.from({ length: 60 }, () => '(status pr)').join(' or ')
  expect(parse(text, search)).toMatchObject({ kind: 'or', operands: expect.objectContaining({ length: 60 }) })
})

test('16,384 characters are read and one more refused', () => {
  const filled = (length: number) => `profile.title eq "${'x'.repeat(length - 'profile.title eq ""'.length)}"`
  expect(parse(filled(16_384), search)).toMatchObject({ property: 'profile.title' })
  expect(refusal(filled(16_385))).toMatchObject({ kind: 'syntax', position: 16_384 })
})

test('a hundred thousand parentheses are refused like any other mistake', () => {
  expect(refusal('('.repeat(100_000)).kind).toBe('syntax')
  expect(refusal('('.repeat(16_000)).kind).toBe('syntax')
})

test('a message says what is expected at which place, what stands there, and what may be meant', async () => {
  await expectGolden(new URL('refused.txt', import.meta.url), (input) => {
    const [, language, text = ''] = /^(\w+) (.*)$/.exec(input) ?? []
    const { kind, message } = refusal(
      JSON.parse(text) as string,
      language === 'filter' ? userFilter() : search,
    )
    return `${kind}: ${message}`
  })
})

/** Bits of queries in any order: far likelier than random letters to reach the inner rules. */
const scraps = fc
  .array(
    fc.constantFrom(
      'status',
      'profile.age',
      'lastUpdated',
      'nope',
      'eq',
      'SW',
      'gt',
      'pr',
      'ne',
      'not',
      'and',
      'OR',
      '(',
      ')',
      '"x"',
      '"2026-01-01T00:00:00Z"',
      '"',
      '\\',
      '\\"',
      '\\u00',
      '1',
      '-',
      'true',
      'null',
      ' ',
      '\n',
      "'",
      '\uD800',
      '__proto__',
    ),
    { maxLength: 30 },
  )
  .map((words) => words.join(' '))

test('no text makes parse throw anything but a QuerySyntaxError that points into the text', () => {
  const languages = [search, userFilter(), groupFilter(), dialect(true)]
  const anyText = fc.oneof(
    scraps,
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', maxLength: 50 }),
  )
  fc.assert(
    fc.property(anyText, fc.constantFrom(...languages), (text, language) => {
      try {
        parse(text, language)
      } catch (error) {
        expect(error).toBeInstanceOf(QuerySyntaxError)
        const { position, expected, found, message } = error as QuerySyntaxError
        expect(position).toBeGreaterThanOrEqual(0)
        expect(position).toBeLessThanOrEqual(text.length)
        for (const part of [expected, found, `position ${position}`]) expect(message).toContain(part)
      }
    }),
    { numRuns: 3000 },
  )
})

test('one character dropped from a valid query is refused or read, never worse', () => {
  fc.assert(
    fc.property(expression, fc.nat(), (tree, at) => {
      const text = print(tree)
      const broken = text.slice(0, at % text.length) + text.slice((at % text.length) + 1)
      try {
        parse(broken, dialect(false))
      } catch (error) {
        expect(error).toBeInstanceOf(QuerySyntaxError)
      }
    }),
    { numRuns: 1000 },
  )
})
