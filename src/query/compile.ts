import { type Key, keyOf } from './comparison-key.ts'
import type { Dialect } from './dialect.ts'
import { equalities, type Equality } from './equalities.ts'
import { fold } from './fold.ts'
import { propertyReader } from './property-reader.ts'
import { ruleOf } from './property-rule.ts'
import { QuerySyntaxError } from './query-syntax-error.ts'
import type { Comparison, ComparisonOperator, Expression, Junction, Presence, Value } from './syntax-tree.ts'
import { canonicalTimestamp } from './timestamp.ts'

/** Whether a record matches. Takes a record in the shape it has on the wire. */
export type Predicate = (record: object) => boolean

/** Whether a value of a property matches: the value as a record has it, an array as a whole. */
type Test = (value: unknown) => boolean

/** The tests of an expression on single properties, joined as in the expression. */
export type Tests =
  | { readonly kind: 'test'; readonly property: string; readonly test: Test }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Tests[] }

/**
 * Turns an expression into a predicate. Paths are split, values folded and dates read here, once. The predicate does as
 * little as it can for a record that does not match.
 *
 * An array matches when any of its elements does (Users, search). A record without the property matches nothing but
 * `eq null`. `pr` wants a value that is neither null, empty text nor an empty array.
 *
 * @throws {QuerySyntaxError} when the dialect does not know a property or a date cannot be read. `parse` has ruled both
 *   out for its own expressions.
 */
export function compile(expression: Expression, dialect: Dialect): Predicate {
  return predicateOf(compileTests(expression, dialect))
}

/**
 * Turns an expression into tests of values, for callers that have the values of a property at hand. A test gives the
 * same result for the same value each time.
 *
 * @throws {QuerySyntaxError} as {@link compile} does.
 */
export function compileTests(expression: Expression, dialect: Dialect): Tests {
  switch (expression.kind) {
    case 'present':
      return present(expression, dialect)
    case 'compare':
      return comparison(expression, dialect)
    case 'and':
      return { kind: 'and', operands: expression.operands.map((operand) => compileTests(operand, dialect)) }
    default:
      return disjunction(expression, dialect)
  }
}

/** Reads the properties of a record, and tests them. */
export function predicateOf(tests: Tests): Predicate {
  if (tests.kind === 'test') {
    const { property, test } = tests
    const read = propertyReader(property)
    return (record) => test(read(record))
  }
  const predicates = tests.operands.map(predicateOf)
  if (tests.kind === 'or') return (record) => predicates.some((predicate) => predicate(record))
  if (predicates.length === 2) {
    const [first, second] = predicates as [Predicate, Predicate]
    return (record) => first(record) && second(record)
  }
  return (record) => predicates.every((predicate) => predicate(record))
}

function disjunction(expression: Junction, dialect: Dialect): Tests {
  const [equality] = equalities(expression)
  if (equality !== undefined && equality.values.length >= SET_FROM) return oneOf(equality, dialect)
  return { kind: 'or', operands: expression.operands.map((operand) => compileTests(operand, dialect)) }
}

/** From this many values on, hashing a record's value once is cheaper than comparing it with each. */
const SET_FROM = 4

/** A long list of ids or logins, from clients that fetch their records in batches. */
function oneOf({ property, values }: Equality, dialect: Dialect): Tests {
  const key = keyOf(ruleOf(property, dialect).type, dialect.caseSensitiveValues)
  const wanted = new Set(values.map((value) => wantedKey(property, value, dialect)))
  return onAnyElement(property, (value) => {
    const found = key(value)
    return found !== undefined && wanted.has(found)
  })
}

function present({ property }: Presence, dialect: Dialect): Tests {
  ruleOf(property, dialect)
  return onAnyElement(property, (value) => value !== undefined && value !== null && value !== '')
}

function comparison({ property, operator, value }: Comparison, dialect: Dialect): Tests {
  ruleOf(property, dialect)
  return value === null
    ? { kind: 'test', property, test: isMissing }
    : onAnyElement(property, valueTest(property, operator, value, dialect))
}

function onAnyElement(property: string, test: Test): Tests {
  return {
    kind: 'test',
    property,
    test: (value) => (Array.isArray(value) ? value.some(test) : test(value)),
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

function valueTest(property: string, operator: ComparisonOperator, value: Value, dialect: Dialect): Test {
  const { type } = ruleOf(property, dialect)
  const key = keyOf(type, dialect.caseSensitiveValues)
  const wanted = wantedKey(property, value, dialect)
  if (typeof wanted === 'string' && type !== 'timestamp' && !dialect.caseSensitiveValues) {
    if (operator === 'eq') return equalsFolded(wanted)
    if (operator === 'sw') return startsWithFolded(wanted)
  }
  const holds = HOLDS[operator]
  return (value) => {
    const found = key(value)
    return found !== undefined && typeof found === typeof wanted && holds(found, wanted)
  }
}

/** The key of a value in the query, which must have one. */
function wantedKey(property: string, value: Value, dialect: Dialect): Key {
  const { type } = ruleOf(property, dialect)
  const key =
    type === 'timestamp' ? canonicalTimestamp(String(value)) : keyOf(type, dialect.caseSensitiveValues)(value)
  if (key !== undefined) return key
  throw new QuerySyntaxError({
    kind: type === 'timestamp' ? 'date' : 'value',
    position: 0,
    expected: `a ${type} for ${property}`,
    found: JSON.stringify(value),
  })
}

/** Both keys are of one type. */
const HOLDS: Record<ComparisonOperator, (key: Key, wanted: Key) => boolean> = {
  eq: (key, wanted) => key === wanted,
  sw: (key, wanted) => String(key).startsWith(String(wanted)),
  gt: (key, wanted) => key > wanted,
  ge: (key, wanted) => key >= wanted,
  lt: (key, wanted) => key < wanted,
  le: (key, wanted) => key <= wanted,
}

/** Folding never shortens, so a longer value cannot be equal. */
function equalsFolded(wanted: string): Test {
  const mayStart = mayStartLike(wanted)
  return (value) =>
    typeof value === 'string' &&
    (value === wanted || (value.length <= wanted.length && mayStart(value) && fold(value) === wanted))
}

/** Folding a beginning gives a beginning of the fold, so the rest of the value need not be folded. */
function startsWithFolded(wanted: string): Test {
  const mayStart = mayStartLike(wanted)
  return (value) =>
    typeof value === 'string' && mayStart(value) && fold(value.slice(0, wanted.length)).startsWith(wanted)
}

/** A cheap look at the first character: false only where folding could not make the beginnings equal. */
function mayStartLike(wanted: string): (value: string) => boolean {
  const lower = wanted.charCodeAt(0)
  const upper = wanted.slice(0, 1).toUpperCase().charCodeAt(0)
  if (wanted === '') return () => true
  // Beyond ASCII several characters share one fold (the Kelvin sign and k), so those are left to `fold`.
  return (value) => {
    const first = value.charCodeAt(0)
    return first === lower || first === upper || first > 0x7f
  }
}
