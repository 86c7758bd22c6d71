import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile, parse, QuerySyntaxError, userFilter, userSearch } from '../../src/query/index.ts'
import type { Comparison, Dialect, Expression, PropertyType, Value } from '../../src/query/index.ts'
import { dialect, expression, record } from './expression-arbitrary.ts'

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
  for (const language of [search, userFilter()]) {
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

/* A second, plain implementation of the language: it converts every value again at each comparison. */

function valueAt(user: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], user)
}

/** Lower case, with one form of the Greek sigma everywhere in a word. */
function caseless(text: string): string {
  return Array.from(text, (character) => character.toLowerCase().replace('ς', 'σ')).join('')
}

function comparable(
  value: unknown,
  path: string,
  caseSensitive: boolean,
): string | number | boolean | undefined {
  if (path === 'created') {
    const time =
      typeof value === 'string' ? Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN
    return Number.isNaN(time) ? undefined : time
  }
  if (path === 'profile.age') return typeof value === 'number' ? value : undefined
  if (path === 'profile.external') return typeof value === 'boolean' ? value : undefined
  if (typeof value !== 'string') return undefined
  return caseSensitive ? value : caseless(value)
}

function holds(operator: string, a: string | number | boolean, b: string | number | boolean): boolean {
  switch (operator) {
    case 'eq':
      return a === b
    case 'sw':
      return `${a}`.startsWith(`${b}`)
    case 'gt':
      return a > b
    case 'ge':
      return a >= b
    case 'lt':
      return a < b
    case 'le':
      return a <= b
    default:
      throw new Error(operator)
  }
}

function evaluate(tree: Expression, user: object, caseSensitive: boolean): boolean {
  switch (tree.kind) {
    case 'present':
      return elementsAt(user, tree.property).some((element) => !isNothing(element) && element !== '')
    case 'compare':
      return tree.value === null
        ? elementsAt(user, tree.property).every(isNothing)
        : evaluateComparison(tree, tree.value, user, caseSensitive)
    default: {
      const results = tree.operands.map((operand) => evaluate(operand, user, caseSensitive))
      return tree.kind === 'and' ? results.every(Boolean) : results.some(Boolean)
    }
  }
}

function elementsAt(user: object, property: string): readonly unknown[] {
  const value = valueAt(user, property)
  return Array.isArray(value) ? value : [value]
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

function evaluateComparison(
  { property, operator }: Comparison,
  value: NonNullable<Value>,
  user: object,
  caseSensitive: boolean,
): boolean {
  const wanted = comparable(value, property, caseSensitive)
  return elementsAt(user, property).some((element) => {
    const found = comparable(element, property, caseSensitive)
    return found !== undefined && wanted !== undefined && holds(operator, found, wanted)
  })
}

test.each([true, false])(
  'a compiled expression agrees with a plain evaluator (case sensitive: %s)',
  (caseSensitive) => {
    const language = dialect(caseSensitive)
    let hits = 0
    fc.assert(
      fc.property(expression, fc.array(record, { minLength: 5, maxLength: 20 }), (tree, users) => {
        const predicate = compile(tree, language)
        const found = users.filter(predicate)
        hits += found.length
        expect(found).toEqual(users.filter((user) => evaluate(tree, user, caseSensitive)))
      }),
      { numRuns: 2000 },
    )
    expect(hits).toBeGreaterThan(1000)
  },
)
