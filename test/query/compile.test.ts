import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile, parse, QuerySyntaxError, userFilter, userSearch } from '../../src/query/index.ts'
import type { Comparison, Dialect, Expression, PropertyType, Value } from '../../src/query/index.ts'
import { dialect, expression, record } from './expression-arbitrary.ts'

const custom = new Map<string, PropertyType>([
  ['age', 'number'],
  ['contractor', 'boolean'],
  ['skills', 'string'],
])
const search = userSearch(custom)

function matches(text: string, user: object, language: Dialect = search): boolean {
  return compile(parse(text, language), language)(user)
}

const isaac = {
  id: '00uIsaac',
  status: 'ACTIVE',
  created: '2026-03-01T12:00:00.000Z',
  lastUpdated: '2026-03-01T12:00:00.500Z',
  statusChanged: null,
  type: { id: 'oty1' },
  profile: {
    login: 'Isaac.Brock@example.com',
    email: 'isaac.brock@example.com',
    firstName: 'Isaac',
    lastName: 'Bröck',
    department: 'Engineering',
    nickName: '',
    title: null,
    age: 51,
    contractor: false,
    skills: ['Guitar', 'Vocals'],
  },
}

test.each([
  ['profile.department eq "engineering"', true],
  ['profile.department eq "Engineer"', false],
  ['profile.department eq "Engineering "', false],
  ['profile.department sw "ENG"', true],
  ['profile.department sw "Engineering"', true],
  ['profile.department sw "Engineerings"', false],
  ['profile.department sw "ngineering"', false],
  ['profile.department sw ""', true],
  ['profile.department gt "ENGINEERIN"', true],
  ['profile.department gt "engineering"', false],
  ['profile.department ge "ENGINEERING"', true],
  ['profile.department lt "ENGINEERING"', false],
  ['profile.department le "ENGINEERING"', true],
  ['profile.department lt "F"', true],
  ['profile.department lt "a"', false],
  ['status eq "active"', true],
  ['type.id eq "oty1"', true],
  ['id eq "00uisaac"', true],
])('search: %s is %s', (text, expected) => {
  expect(matches(text, isaac)).toBe(expected)
})

test.each([
  ['profile.lastName eq "BRÖCK"', true],
  ['profile.lastName sw "brö"', true],
  ['profile.lastName eq "Brock"', false],
  ['profile.lastName sw "bro"', false],
])('search keeps diacritical marks apart, not cases: %s is %s', (text, expected) => {
  expect(matches(text, isaac)).toBe(expected)
})

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
  ['profile.login eq "Isaac.Brock@example.com"', true],
  ['profile.login eq "isaac.brock@example.com"', false],
  ['profile.firstName eq "Isaac"', true],
  ['profile.firstName eq "ISAAC"', false],
  ['id eq "00uIsaac"', true],
  ['id eq "00uisaac"', false],
  ['status eq "ACTIVE"', true],
  ['status eq "STAGED"', false],
])('filter keeps cases apart: %s is %s', (text, expected) => {
  expect(matches(text, isaac, userFilter())).toBe(expected)
})

test.each([
  ['eq', '2026-03-01T12:00:00Z', true],
  ['eq', '2026-03-01T12:00:00.000Z', true],
  ['eq', '2026-03-01T14:00:00+02:00', true],
  ['eq', '2026-03-01T06:30:00.000-0530', true],
  ['eq', '2026-03-01T12:00:00.001Z', false],
  ['gt', '2026-03-01T12:00:00.000Z', false],
  ['gt', '2026-03-01T11:59:59.999Z', true],
  ['gt', '2026-03-01T13:30:00+02:00', true],
  ['ge', '2026-03-01T12:00:00Z', true],
  ['ge', '2026-03-01T12:00:00.001Z', false],
  ['lt', '2026-03-01T12:00:00.001Z', true],
  ['lt', '2026-03-01T12:00:00.000Z', false],
  ['lt', '2026-03-01T06:00:00-07:00', true],
  ['le', '2026-03-01T12:00:00Z', true],
  ['le', '2026-03-01T11:59:59Z', false],
])('a user created at noon UTC: created %s "%s" is %s', (operator, date, expected) => {
  expect(matches(`created ${operator} "${date}"`, isaac)).toBe(expected)
})

test.each([
  ['eq', '2026-03-01T12:00:00.500Z', true],
  ['gt', '2026-03-01T12:00:00.499Z', true],
  ['gt', '2026-03-01T12:00:00.500Z', false],
  ['ge', '2026-03-01T12:00:00.500Z', true],
  ['lt', '2026-03-01T12:00:00.500Z', false],
  ['le', '2026-03-01T12:00:00.500Z', true],
])('filter compares lastUpdated to the millisecond: %s "%s" is %s', (operator, date, expected) => {
  expect(matches(`lastUpdated ${operator} "${date}"`, isaac, userFilter())).toBe(expected)
})

test.each([
  ['profile.age gt 9', true],
  ['profile.age gt 51', false],
  ['profile.age ge 51.0', true],
  ['profile.age lt 100', true],
  ['profile.age eq 5.1e1', true],
  ['profile.contractor eq false', true],
  ['profile.contractor eq true', false],
  ['profile.contractor pr', true],
])('custom properties compare by their type: %s is %s', (text, expected) => {
  expect(matches(text, isaac)).toBe(expected)
})

test.each([
  ['profile.skills eq "guitar"', true],
  ['profile.skills eq "vocals"', true],
  ['profile.skills sw "VOC"', true],
  ['profile.skills eq "drums"', false],
  ['profile.skills eq "Guitar,Vocals"', false],
  ['profile.skills eq "guitar" and profile.skills eq "vocals"', true],
  ['profile.skills pr', true],
  ['profile.skills eq null', false],
])('an array matches when any element does: %s is %s', (text, expected) => {
  expect(matches(text, isaac)).toBe(expected)
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

test.each([
  ['profile.title', true],
  ['profile.manager', true],
  ['statusChanged', true],
  ['activated', true],
  ['profile.nickName', false],
  ['profile.department', false],
])('%s eq null is %s', (property, expected) => {
  expect(matches(`${property} eq null`, isaac)).toBe(expected)
})

test.each([
  ['profile.department', true],
  ['profile.nickName', false],
  ['profile.title', false],
  ['profile.manager', false],
  ['activated', false],
])('%s pr is %s', (property, expected) => {
  expect(matches(`${property} pr`, isaac)).toBe(expected)
})

test.each(['eq "x"', 'sw ""', 'gt ""', 'lt "zzz"'])(
  'a record without the value does not match: manager %s',
  (rest) => {
    expect(matches(`profile.manager ${rest}`, isaac)).toBe(false)
    expect(matches(`profile.manager ${rest}`, { profile: null })).toBe(false)
    expect(matches(`profile.manager ${rest}`, {})).toBe(false)
  },
)

test('an empty array has no value', () => {
  expect(matches('profile.skills pr', { profile: { skills: [] } })).toBe(false)
  expect(matches('profile.skills eq null', { profile: { skills: [] } })).toBe(true)
})

test.each([
  ['(status eq "STAGED" or profile.age gt 50) and profile.department sw "Eng"', true],
  ['status eq "STAGED" and profile.age gt 99 or profile.department sw "Eng"', true],
  ['status eq "STAGED" and (profile.age gt 50 or profile.department sw "Eng")', false],
  ['status eq "ACTIVE" and profile.age gt 50 and profile.department sw "Sal"', false],
  ['status eq "ACTIVE" and profile.age gt 50 and profile.department sw "Eng"', true],
])('%s is %s', (text, expected) => {
  expect(matches(text, isaac)).toBe(expected)
})

test('a long list of values is found whatever its case, and only what is in it', () => {
  const list = ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', 'ISAAC.brock@EXAMPLE.com']
  const text = list.map((login) => `profile.login eq "${login}"`).join(' or ')
  expect(matches(text, isaac)).toBe(true)
  expect(matches(text, { profile: { login: 'e@x.example' } })).toBe(false)
  expect(matches(text, {})).toBe(false)
})

test('a list of moments is compared in time', () => {
  const hours = ['10:00:00Z', '11:00:00Z', '13:00:00Z', '14:00:00+02:00']
  const text = hours.map((hour) => `created eq "2026-03-01T${hour}"`).join(' or ')
  expect(matches(text, isaac)).toBe(true)
  expect(matches(text, { created: '2026-03-01T14:00:00.000Z' })).toBe(false)
})

test('the one record excluded by lt or gt is the equal one', () => {
  const text = 'profile.department lt "Sales" or profile.department gt "Sales"'
  const names = ['Engineering', 'sales', 'SALES', 'Support'].filter((department) =>
    matches(text, { profile: { department } }),
  )
  expect(names).toEqual(['Engineering', 'Support'])
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
