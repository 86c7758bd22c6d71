import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile, parse, QuerySyntaxError } from '../../src/query/index.ts'
import type { Dialect, Expression, PropertyType, Value } from '../../src/query/index.ts'
import { meaningOf, searchOf } from '../model-based/finding-reference.ts'
import { dialect, expression, record } from './expression-arbitrary.ts'
import { print } from './print.ts'
import { userFilter, userSearch } from './parameters.ts'
import { runs } from '../support/runs.ts'

const search = userSearch()

function matches(text: string, user: object, language: Dialect = search): boolean {
  return compile(parse(text, language), language)(user)
}

test.each([
  ['İzmir', 'eq', 'İZMIR'],
  ['İZMİR', 'sw', 'İz'],
  ['ΑΣΟΣ', 'sw', 'ας'],
  ['ΟΔΟΣ', 'eq', 'οδος'],
  ['\u212Ayoto', 'eq', 'KYOTO'],
  ['Kyoto', 'sw', '\u212A'],
])('search takes the cities %s and, with %s, %s for the same', (city, operator, value) => {
  expect(matches(`profile.city ${operator} "${value}"`, { profile: { city } })).toBe(true)
})

test.each([
  ['eq', '2026-03-01T12:00:00.500Z', true],
  ['eq', '2026-03-01T14:00:00.5+02:00', true],
  ['eq', '2026-03-01T06:30:00.500-0530', true],
  ['eq', '2026-03-01T12:00:00Z', false],
  ['gt', '2026-03-01T12:00:00.499Z', true],
  ['gt', '2026-03-01T12:00:00.500Z', false],
  ['ge', '2026-03-01T12:00:00.500Z', true],
  ['ge', '2026-03-01T12:00:00.501Z', false],
  ['lt', '2026-03-01T12:00:00.501Z', true],
  ['lt', '2026-03-01T12:00:00.500Z', false],
  ['le', '2026-03-01T12:00:00.500Z', true],
  ['le', '2026-03-01T12:00:00.499Z', false],
])('moments are compared to the millisecond: %s "%s" is %s', (operator, date, expected) => {
  const user = { lastUpdated: '2026-03-01T12:00:00.500Z' }
  for (const language of [search, userFilter]) {
    expect(matches(`lastUpdated ${operator} "${date}"`, user, language)).toBe(expected)
  }
})

test.each([
  ['profile.sizes eq 4', true],
  ['profile.sizes eq "4"', false],
  ['profile.sizes eq "xl"', true],
  ['profile.sizes sw "X"', true],
  ['profile.sizes gt 4', false],
  ['profile.sizes ge 4', true],
  ['profile.sizes lt "5"', false],
  ['profile.sizes eq 1 or profile.sizes eq 2 or profile.sizes eq 3 or profile.sizes eq 4', true],
])('an array of texts and numbers compares each with its like: %s is %s', (text, expected) => {
  const language = userSearch(new Map([['sizes', 'string-or-number']]))
  expect(compile(parse(text, language), language)({ profile: { sizes: [4, 'XL'] } })).toBe(expected)
})

test('a list of moments is compared in time', () => {
  const hours = ['10:00:00Z', '11:00:00Z', '13:00:00Z', '14:00:00+02:00']
  const text = hours.map((hour) => `created eq "2026-03-01T${hour}"`).join(' or ')
  expect(matches(text, { created: '2026-03-01T12:00:00.000Z' })).toBe(true)
  expect(matches(text, { created: '2026-03-01T14:00:00.000Z' })).toBe(false)
})

test('a property that left the schema since the query was read is refused', () => {
  const schema = new Map<string, PropertyType>([['badge', 'string']])
  const language = userSearch(schema)
  for (const text of ['profile.badge eq "x"', 'profile.badge pr', 'profile.badge eq null']) {
    schema.set('badge', 'string')
    const tree = parse(text, language)
    schema.delete('badge')
    expect(() => compile(tree, language)).toThrow(QuerySyntaxError)
  }
})

test('a tree made by hand with a value of the wrong type is refused', () => {
  const tree = (property: string, value: Value): Expression => ({
    kind: 'compare',
    property,
    operator: 'eq',
    value,
  })
  expect(() => compile(tree('created', 'soon'), search)).toThrow(expect.objectContaining({ kind: 'date' }))
  expect(() => compile(tree('created', 12), search)).toThrow(expect.objectContaining({ kind: 'date' }))
  expect(() => compile(tree('status', 12), search)).toThrow(expect.objectContaining({ kind: 'value' }))
})

test.each([true, false])(
  'a compiled expression finds what a plain reading of its text finds (case sensitive: %s)',
  (sensitive) => {
    const language = dialect(sensitive)
    const properties = searchOf({
      name: 'text',
      'profile.tags': 'text',
      'profile.age': 'number',
      'profile.external': 'boolean',
      created: 'time',
    })
    let hits = 0
    fc.assert(
      fc.property(expression, fc.array(record, { minLength: 5, maxLength: 20 }), (tree, users) => {
        const found = users.filter(compile(tree, language))
        hits += found.length
        expect(found).toEqual(users.filter(meaningOf(print(tree), { ...properties, sensitive })))
      }),
      { numRuns: runs(2000) },
    )
    expect(hits).toBeGreaterThan(runs(5000))
  },
)
