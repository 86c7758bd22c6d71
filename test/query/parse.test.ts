import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, QuerySyntaxError } from '../../src/query/index.ts'
import type { Dialect, PropertyType } from '../../src/query/index.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { dialect, expression } from './expression-arbitrary.ts'
import { print } from './print.ts'
import { groupFilter, userFilter, userSearch } from './parameters.ts'
import { runs } from '../support/runs.ts'

const custom = new Map<string, PropertyType>([
  ['age', 'number'],
  ['contractor', 'boolean'],
])
const search = userSearch(custom)

function refusal(text: string, language = search): QuerySyntaxError {
  try {
    parse(text, language)
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error
    throw error
  }
  throw new Error(`accepted: ${text}`)
}

const languages: Readonly<Record<string, Dialect>> = {
  search,
  filter: userFilter,
  groups: groupFilter,
}

/** A language and a text in it. */
function read(line: string): readonly [language: Dialect, text: string] {
  const [, language = '', text = ''] = /^(\w+) (.*)$/.exec(line) ?? []
  return [languages[language]!, JSON.parse(text) as string]
}

test('expressions are read as the trees of read.txt', async () => {
  await expectGolden(new URL('read.txt', import.meta.url), (line) => {
    const [language, text] = read(line)
    return JSON.stringify(parse(text, language))
  })
})

test('an expression that is written with no parenthesis too many is read as the same expression', () => {
  fc.assert(
    fc.property(expression, fc.boolean(), (tree, caseSensitive) => {
      expect(parse(print(tree), dialect(caseSensitive))).toEqual(tree)
    }),
    { numRuns: runs(3000) },
  )
})

test('words for values ignore case only where values do', () => {
  expect(parse('profile.external eq TRUE', dialect(false))).toMatchObject({ value: true })
  expect(refusal('profile.external eq TRUE', dialect(true))).toMatchObject({ kind: 'value', found: 'TRUE' })
})

test('minus zero is zero', () => {
  expect(parse('profile.age eq -0', search)).toStrictEqual(parse('profile.age eq 0', search))
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
  await expectGolden(new URL('refused.txt', import.meta.url), (line) => {
    const [language, text] = read(line)
    const { kind, message } = refusal(text, language)
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
  const languages = [search, userFilter, groupFilter, dialect(true)]
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
    { numRuns: runs(3000) },
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
    { numRuns: runs(1000) },
  )
})
