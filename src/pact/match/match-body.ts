import type { Json, Matcher, Rules } from '../../exchange/pact/pact-file.ts'
import { isObject } from '../../exchange/pact/pact-file.ts'
import { isEqual, mismatchOf, shown, textMismatch, wholeMismatch } from './match-value.ts'
import { any, parsePath, pathText, type Step, weightOf } from '../../exchange/pact/path-expression.ts'

/** A mismatch and its place. */
export interface Mismatch {
  readonly place: string
  readonly message: string
}

type Place = readonly (string | number)[]

type JsonObject = { readonly [name: string]: Json }

/**
 * Compares a body with the one that a pact expects, by its matching rules. It follows the verifier of the Pact project.
 * A reply may have more members than expected.
 */
export function matchBody(
  rules: Readonly<Record<string, Rules>>,
  expected: Json,
  actual: Json | undefined,
): readonly Mismatch[] {
  const placed = Object.entries(rules)
    .filter(([, { matchers }]) => matchers.length > 0)
    .map(([expression, one]) => ({ path: parsePath(expression), rules: one }))
  return compared(placed, [], expected, actual)
}

interface PlacedRules {
  readonly path: readonly Step[]
  readonly rules: Rules
}

/** The rules for a place. Those of a place above it apply as well: they are cascaded. */
interface Found extends Rules {
  readonly isCascaded: boolean
}

type RuleList = readonly PlacedRules[]

function compared(
  list: RuleList,
  place: Place,
  expected: Json,
  actual: Json | undefined,
): readonly Mismatch[] {
  const found = rulesAt(list, place)
  if (Array.isArray(expected))
    return Array.isArray(actual)
      ? lists(list, found, place, expected as readonly Json[], actual as readonly Json[])
      : note(place, `expected a list, got ${kindOf(actual)}`)
  if (isObject(expected))
    return isObject(actual)
      ? objects(list, found, place, expected, actual)
      : note(place, `expected an object, got ${kindOf(actual)}`)
  if (!found)
    return isEqual(expected, actual)
      ? []
      : note(place, `expected ${shown(actual)} to be equal to ${shown(expected)}`)
  return combined(
    found,
    found.matchers.map((matcher) => note(place, mismatchOf(matcher, expected, actual))),
  )
}

/** Every rule of an object must hold: OR is for lists and values. */
function objects(
  list: RuleList,
  found: Found | undefined,
  place: Place,
  expected: JsonObject,
  actual: JsonObject,
): readonly Mismatch[] {
  if (!found) return [...missing(list, place, expected, actual), ...members(list, place, expected, actual)]
  return found.matchers.flatMap((matcher) => {
    if (!found.isCascaded && ofElements.has(matcher.match))
      return eachMember(withinEach(list, place, matcher), place, expected, actual)
    return [
      ...note(place, wholeMismatch(matcher, expected, actual, found.isCascaded)),
      ...missing(list, place, expected, actual),
      ...keys(found, place, actual),
      ...members(list, place, expected, actual),
    ]
  })
}

/** Rules by which the names of members are free. */
const ofElements: ReadonlySet<string> = new Set(['values', 'eachValue', 'arrayContains'])
const freesNames: ReadonlySet<string> = new Set(['values', 'eachValue', 'eachKey'])

function members(
  list: RuleList,
  place: Place,
  expected: JsonObject,
  actual: JsonObject,
): readonly Mismatch[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    Object.hasOwn(actual, name) ? compared(list, [...place, name], value, actual[name]) : [],
  )
}

function missing(
  list: RuleList,
  place: Place,
  expected: JsonObject,
  actual: JsonObject,
): readonly Mismatch[] {
  const isFree = list.some(
    ({ path, rules }) =>
      path.length === place.length &&
      weightOf(path, place) > 0 &&
      rules.matchers.some(({ match }) => freesNames.has(match)),
  )
  if (isFree) return []
  return Object.entries(expected)
    .filter(([name]) => !Object.hasOwn(actual, name))
    .flatMap(([name, value]) => note([...place, name], `expected ${shown(value)}, got nothing`))
}

function keys({ isCascaded, matchers }: Found, place: Place, actual: JsonObject): readonly Mismatch[] {
  if (isCascaded) return []
  const rules = matchers.filter(({ match }) => match === 'eachKey').flatMap(rulesWithin)
  return Object.keys(actual).flatMap((name) =>
    rules.flatMap((rule) => note([...place, name], textMismatch(rule, '', name))),
  )
}

/** Names are free; each value is like its counterpart, or else the first one. */
function eachMember(
  list: RuleList,
  place: Place,
  expected: JsonObject,
  actual: JsonObject,
): readonly Mismatch[] {
  const [first] = Object.keys(expected).toSorted()
  if (first === undefined) return []
  return Object.entries(actual).flatMap(([name, value]) =>
    compared(list, [...place, name], expected[Object.hasOwn(expected, name) ? name : first]!, value),
  )
}

function lists(
  list: RuleList,
  found: Found | undefined,
  place: Place,
  expected: readonly Json[],
  actual: readonly Json[],
): readonly Mismatch[] {
  if (found) {
    if (expected.length === 0) return []
    return combined(
      found,
      found.matchers.map((matcher) => listBy(matcher, found.isCascaded, list, place, expected, actual)),
    )
  }
  const problem = `expected ${expected.length} elements, got ${actual.length}`
  if (expected.length === 0) return note(place, actual.length > 0 ? problem : undefined)
  return [
    ...expected
      .slice(0, actual.length)
      .flatMap((value, index) => compared(list, [...place, index], value, actual[index])),
    ...note(place, expected.length === actual.length ? undefined : problem),
  ]
}

/** Compares two lists by one rule. */
function listBy(
  matcher: Matcher,
  isCascaded: boolean,
  list: RuleList,
  place: Place,
  expected: readonly Json[],
  actual: readonly Json[],
): readonly Mismatch[] {
  if (matcher.match === 'arrayContains') return variants(matcher, place, expected, actual)
  if (matcher.match === 'eachValue')
    return isCascaded ? [] : elements(withinEach(list, place, matcher), place, expected, actual)
  return [
    ...note(place, wholeMismatch(matcher, expected, actual, isCascaded)),
    ...elements(list, place, expected, actual),
  ]
}

/** Any number of elements, each like its counterpart or the first. One may be missing where a rule is about it. */
function elements(
  list: RuleList,
  place: Place,
  expected: readonly Json[],
  actual: readonly Json[],
): readonly Mismatch[] {
  const found = actual.flatMap((value, index) =>
    compared(list, [...place, index], expected[index] ?? expected[0]!, value),
  )
  const left = expected
    .slice(actual.length)
    .flatMap((value, index) =>
      rulesAt(list, [...place, actual.length + index])
        ? []
        : note(place, `expected ${shown(value)}, got nothing`),
    )
  return [...found, ...left]
}

/** Each variant is like some element. */
function variants(
  { variants: given }: Matcher,
  place: Place,
  expected: readonly Json[],
  actual: readonly Json[],
): readonly Mismatch[] {
  const stated = (given ?? []) as readonly { index?: number; rules?: Record<string, Rules> }[]
  const all = stated.length > 0 ? stated : expected.map((_, index) => ({ index, rules: undefined }))
  return all.flatMap(({ index = 0, rules = {} }) => {
    const wanted = expected[index]
    if (wanted === undefined) return note(place, `expected a variant ${index}, got ${expected.length}`)
    return actual.some((value) => matchBody(rules, wanted, value).length === 0)
      ? []
      : note(place, `expected an element like ${shown(wanted)}`)
  })
}

function combined(rules: Rules, results: readonly (readonly Mismatch[])[]): readonly Mismatch[] {
  const isOne = rules.combine === 'OR' && results.some((result) => result.length === 0)
  return isOne ? [] : results.flat()
}

/** The rules that fit a place best. */
function rulesAt(list: RuleList, place: Place): Found | undefined {
  let best: PlacedRules | undefined
  let bestWeight = 0
  for (const placed of list) {
    const weight = weightOf(placed.path, place)
    if (weight === 0 || weight < bestWeight) continue
    best = placed
    bestWeight = weight
  }
  return best && { ...best.rules, isCascaded: best.path.length < place.length }
}

/** For the parts of a place, the rules that a rule about each value contains, and no other. */
function withinEach(list: RuleList, place: Place, matcher: Matcher): RuleList {
  if (matcher.match !== 'eachValue') return list
  return [{ path: [...place, any], rules: { combine: 'AND', matchers: rulesWithin(matcher) } }]
}

function rulesWithin({ rules }: Matcher): readonly Matcher[] {
  return Array.isArray(rules) ? (rules as readonly Matcher[]) : [{ match: 'type' }]
}

function note(place: Place, message: string | undefined): readonly Mismatch[] {
  return message === undefined ? [] : [{ place: pathText(place), message }]
}

/** A value in words: values of lists and objects are too long for a message. */
function kindOf(value: Json | undefined): string {
  if (typeof value !== 'object' || value === null) return shown(value)
  return Array.isArray(value) ? 'a list' : 'an object'
}
