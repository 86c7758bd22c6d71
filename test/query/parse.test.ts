import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupFilter, parse, QuerySyntaxError, userFilter, userSearch } from '../../src/query/index.ts'
import type { PropertyType } from '../../src/query/index.ts'
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
  ['', 'a property', 'the end', 0],
  ['   ', 'a property', 'the end', 3],
  ['status', 'eq, sw, gt, ge, lt, le or pr after status', 'the end', 6],
  ['status eq', 'a quoted string', 'the end', 9],
  ['status eq )', 'a quoted string', ')', 10],
  ['"status" eq "ACTIVE"', 'a property', '"status"', 0],
  ['status "eq" "ACTIVE"', 'eq, sw, gt, ge, lt, le or pr after status', '"eq"', 7],
  ['(status eq "ACTIVE"', 'and, or, or )', 'the end', 19],
  ['status eq "ACTIVE")', 'and, or, or the end', ')', 18],
  ['status eq "ACTIVE" status eq "STAGED"', 'and, or, or the end', 'status', 19],
  ['status eq "ACTIVE" "STAGED"', 'and, or, or the end', '"STAGED"', 19],
  ['status eq "ACTIVE" and', 'a property', 'the end', 22],
  ['status eq "ACTIVE" and or status pr', 'a property', 'or', 23],
  ['AND status pr', 'a property', 'AND', 0],
  ['()', 'a property', ')', 1],
  ['status eq "ACT', 'a closing "', 'the end', 14],
  [String.raw`status eq "ACT\"`, 'a closing "', 'the end', 16],
  [String.raw`profile.title eq "CORP\jsmith"`, String.raw`an escape such as \" or \\`, String.raw`\j`, 22],
  [String.raw`profile.title eq "\u00g1"`, String.raw`an escape such as \" or \\`, String.raw`\u`, 18],
  [String.raw`profile.title eq "a\ `, String.raw`an escape such as \" or \\`, String.raw`\ `, 19],
  ['profile.title eq "a\\', String.raw`an escape such as \" or \\`, '\\', 19],
])('%j is refused: expected %s, found %s at %i', (text, expected, found, position) => {
  const error = refusal(text)
  expect(error).toMatchObject({ kind: 'syntax', expected, found, position })
  expect(error.message).toContain(`expected ${expected}, got ${found} at position ${position}`)
})

test.each([
  ['profile.nope eq "x"', 'profile.nope', 0],
  ['status pr and (Status eq "ACTIVE")', 'Status', 15],
  ['profile.constructor eq "x"', 'profile.constructor', 0],
  ['__proto__ pr', '__proto__', 0],
  ['toString pr', 'toString', 0],
  ['status= "ACTIVE"', 'status=', 0],
])('%j names a property that does not exist', (text, found, position) => {
  expect(refusal(text)).toMatchObject({
    kind: 'property',
    expected: 'a property of the user search',
    found,
    position,
  })
})

test.each([
  ['Status pr', 'did you mean status?'],
  ['login eq "a@b.example"', 'did you mean profile.login?'],
  ['profile.deparment sw "Eng"', 'did you mean profile.department?'],
  ['profile.contracter pr', 'did you mean profile.contractor?'],
])('%j suggests a name: %s', (text, hint) => {
  expect(refusal(text).hint).toBe(hint)
  expect(refusal(text).message).toContain(hint)
})

test('a name unlike every known one gets no suggestion', () => {
  expect(refusal('shoeSize pr').hint).toBeUndefined()
})

test('the error for ne shows how to write it with lt and gt', () => {
  expect(refusal('profile.title ne "Boss"')).toMatchObject({
    kind: 'operator',
    found: 'ne',
    position: 14,
    hint: 'write (profile.title lt … or profile.title gt …)',
  })
})

test('ne gets no advice that its property would refuse in turn', () => {
  expect(refusal('status ne "ACTIVE"', userFilter())).toMatchObject({ kind: 'operator', hint: undefined })
})

test.each(['co', 'CO', 'ew'])('rejects %s with a hint to use sw', (operator) => {
  const error = refusal(`profile.title ${operator} "Boss"`)
  expect(error).toMatchObject({ kind: 'operator', position: 14 })
  expect(error.hint).toContain('sw')
})

test.each([
  ['not (status eq "ACTIVE")', 0],
  ['status pr and NOT status eq "ACTIVE"', 14],
  ['status not "ACTIVE"', 7],
])('rejects the negation in %j', (text, position) => {
  const error = refusal(text)
  expect(error).toMatchObject({ kind: 'operator', position })
  expect(error.hint).toContain('there is no not')
})

test.each(['=', '==', 'equals', 'constructor', '__proto__', 'has'])('%s is not an operator', (operator) => {
  expect(refusal(`status ${operator} "ACTIVE"`)).toMatchObject({
    kind: 'operator',
    found: operator,
    position: 7,
  })
})

test.each([
  ['status eq ACTIVE', 'ACTIVE', 'write "ACTIVE"'],
  ['id eq 00u1ab2c', '00u1ab2c', 'write "00u1ab2c"'],
  ["status eq 'ACTIVE'", "'ACTIVE'", 'use " in place of \''],
  ['lastUpdated gt 2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 'write "2026-01-01T00:00:00.000Z"'],
  ['profile.zipCode eq 12345', '12345', 'write "12345"'],
  ['profile.title eq true', 'true', 'write "true"'],
])('%j lacks quotes, and the error says so', (text, found, hint) => {
  expect(refusal(text)).toMatchObject({ kind: 'value', found, hint })
})

test.each([
  ['profile.age gt "42"', 'a number', '"42"'],
  ['profile.age gt old', 'a number', 'old'],
  ['profile.age gt 0x10', 'a number', '0x10'],
  ['profile.age gt 1e999', 'a number', '1e999'],
  ['profile.age gt Infinity', 'a number', 'Infinity'],
  ['profile.age gt true', 'a number', 'true'],
  ['profile.age gt null', 'a number', 'null'],
  ['profile.contractor eq "true"', 'true or false', '"true"'],
  ['profile.contractor eq 1', 'true or false', '1'],
  ['profile.title sw null', 'a quoted string', 'null'],
])('%j has a value of the wrong type', (text, expected, found) => {
  expect(refusal(text)).toMatchObject({ kind: 'value', expected, found })
})

test('a status that does not exist is refused in a filter, with the list and a suggestion', () => {
  expect(refusal('status eq "active"', userFilter())).toMatchObject({
    kind: 'value',
    found: '"active"',
    position: 10,
    hint: 'did you mean ACTIVE?',
    expected: expect.stringContaining('"STAGED", "PROVISIONED", "ACTIVE"'),
  })
})

test('no status may be null in a filter', () => {
  expect(refusal('status eq null', userFilter())).toMatchObject({ kind: 'value' })
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

test.each([
  '',
  'yesterday',
  '2026-01-31',
  '2026-01-31T09:30Z',
  '2026-01-31T09:30:00',
  '2026-01-31 09:30:00Z',
  '2026-01-31t09:30:00z',
  '2026-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T09:60:00Z',
  '2026-01-31T09:30:60Z',
  '2026-01-31T09:30:00.Z',
  '2026-01-31T09:30:00.1234567890Z',
  '2026-01-31T09:30:00+24:00',
  '9999-12-31T23:59:59-01:00',
  '1767225600000',
])('%j is not a date, and the error says so', (date) => {
  expect(refusal(`lastUpdated gt "${date}"`)).toMatchObject({
    kind: 'date',
    found: `"${date}"`,
    position: 15,
  })
})

test('the error for a date that lost its plus sign in the URL says to encode it', () => {
  expect(refusal('lastUpdated gt "2026-01-31T09:30:00.000 02:00"').hint).toContain('%2B')
})

test('the error for a date without a time shows how to write it', () => {
  expect(refusal('lastUpdated gt "2026-01-31"').hint).toBe('write "2026-01-31T00:00:00.000Z"')
})

test('a long piece of text is cut to 40 characters in the error', () => {
  const error = refusal(`status eq ${'x'.repeat(500)}`)
  expect(error.found).toBe(`${'x'.repeat(39)}…`)
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
