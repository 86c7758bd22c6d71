import * as fc from 'fast-check'
import type { Dialect, Expression, PropertyRule } from '../../src/query/index.ts'

const ORDERED = ['eq', 'gt', 'ge', 'lt', 'le', 'pr'] as const

/** A separate search dialect with one property of each type, independent of our tables. */
const RULES = new Map<string, PropertyRule>([
  ['name', { type: 'string', operators: [...ORDERED, 'sw'] }],
  ['profile.tags', { type: 'string', operators: [...ORDERED, 'sw'] }],
  ['profile.age', { type: 'number', operators: ORDERED }],
  ['profile.external', { type: 'boolean', operators: ['eq', 'pr'] }],
  ['created', { type: 'timestamp', operators: ORDERED }],
])

export function dialect(caseSensitiveValues: boolean): Dialect {
  const property = (path: string) => RULES.get(path)
  return { name: 'test', caseSensitiveValues, property, known: () => [...RULES.keys()] }
}

/** Letters whose folding is out of the ordinary, and characters that need escapes. */
const letters = fc.constantFrom(
  'a',
  'A',
  'b',
  'B',
  'é',
  'É',
  'k',
  'K',
  'İ',
  'i',
  'Σ',
  'σ',
  'ς',
  'ß',
  '"',
  '\\',
  ' ',
  '𐐀',
)

/** Short, so that equal values and common beginnings come up often. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: letters, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
)

const age = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }))

/** Moments around one another, in spellings that differ: with and without milliseconds, UTC and with offsets. */
const moment = fc
  .tuple(
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom('Z', '.000Z', '+00:00', '.0+0000', '-00:30', '+01:00'),
  )
  .map(([hour, zone]) => `2026-03-01T0${hour}:30:00${zone}`)

const order = fc.constantFrom('eq', 'gt', 'ge', 'lt', 'le')
const named = fc.constantFrom('name', 'profile.tags')

const term: fc.Arbitrary<Expression> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    property: named,
    operator: fc.constantFrom('eq', 'sw', 'gt', 'ge', 'lt', 'le'),
    value: text,
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    property: fc.constant('profile.age'),
    operator: order,
    value: age.map((number) => number + 0),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    property: fc.constant('created'),
    operator: order,
    value: moment,
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    property: fc.constant('profile.external'),
    operator: fc.constant('eq' as const),
    value: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    property: fc.constantFrom(...RULES.keys()),
    operator: fc.constant('eq' as const),
    value: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('present' as const), property: fc.constantFrom(...RULES.keys()) }),
)

/** Five equal comparisons of one property, which are answered from a set. */
const choice: fc.Arbitrary<Expression> = fc
  .tuple(named, fc.array(text, { minLength: 5, maxLength: 5 }))
  .map(([property, values]) =>
    junction(
      'or',
      values.map((value) => ({ kind: 'compare', property, operator: 'eq', value })),
    ),
  )

function junction(kind: 'and' | 'or', [first, second, ...rest]: readonly Expression[]): Expression {
  if (first === undefined || second === undefined) throw new Error('a junction has two operands or more')
  return { kind, operands: [first, second, ...rest] }
}

export const expression: fc.Arbitrary<Expression> = fc.letrec<{ any: Expression; joined: Expression }>(
  (tie) => ({
    any: fc.oneof({ maxDepth: 4, withCrossShrink: true }, term, choice, tie('joined')),
    joined: fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('any'), { minLength: 2, maxLength: 4 }))
      .map(([kind, operands]) => junction(kind, operands)),
  }),
).any

/** A record in the shape of the wire. Any part may be missing, null or of a wrong type. */
export const record: fc.Arbitrary<object> = fc.record(
  {
    name: fc.oneof(text, text, text, fc.constantFrom(null, 7)),
    created: fc.oneof(moment, fc.constantFrom(null, 'yesterday')),
    profile: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(
          { tags: fc.array(text, { maxLength: 3 }), age, external: fc.boolean() },
          { requiredKeys: [] },
        ),
      },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  },
  { requiredKeys: [] },
)
