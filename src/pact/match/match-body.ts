import type { Json, Matcher, Rules } from '../file/pact-file.ts'
import { isObject } from '../file/read-pact.ts'
import { isEqual, mismatchOf, shown } from './match-value.ts'
import { parsePath, pathText, type Step, weightOf } from './path-expression.ts'

/** A mismatch and its place. */
export interface Mismatch {
  readonly place: string
  readonly message: string
}

type Place = readonly (string | number)[]

/**
 * Compares a body with the one that a pact expects, by its matching rules (Pact specification, version 4). A
 * reply may have more members than expected.
 */
export function matchBody(
  rules: Readonly<Record<string, Rules>>,
  expected: Json,
  actual: Json | undefined,
): readonly Mismatch[] {
  const comparison = new Comparison(
    Object.entries(rules).map(([expression, one]) => ({ path: parsePath(expression), rules: one })),
  )
  comparison.compare([], expected, actual)
  return comparison.mismatches
}

/** Rules about the members or elements of the place where they stand. */
const ofMembers: ReadonlySet<string> = new Set(['values', 'eachKey', 'eachValue', 'arrayContains'])

interface PlacedRules {
  readonly path: readonly Step[]
  readonly rules: Rules
}

class Comparison {
  readonly mismatches: Mismatch[] = []
  readonly #rules: readonly PlacedRules[]

  constructor(rules: readonly PlacedRules[]) {
    this.#rules = rules
  }

  compare(place: Place, expected: Json, actual: Json | undefined): void {
    const found = this.#rulesAt(place)
    if (Array.isArray(expected)) this.#compareLists(place, expected as readonly Json[], actual, found)
    else if (isObject(expected)) this.#compareObjects(place, expected, actual, found)
    else this.#compareValues(place, expected, actual, found?.rules)
  }

  #compareValues(place: Place, expected: Json, actual: Json | undefined, rules: Rules | undefined): void {
    if (!rules || rules.matchers.length === 0) {
      if (!isEqual(expected, actual))
        this.#note(place, `expected ${shown(actual)} to be equal to ${shown(expected)}`)
      return
    }
    this.#apply(place, rules, (matcher) => mismatchOf(matcher, expected, actual))
  }

  #compareObjects(
    place: Place,
    expected: { readonly [name: string]: Json },
    actual: Json | undefined,
    found: PlacedRules | undefined,
  ): void {
    if (!isObject(actual)) return this.#note(place, `expected ${shown(actual)} to be an object`)
    const own = found?.path.length === place.length ? found.rules.matchers : []
    if (own.some(({ match }) => match === 'equality'))
      return this.#compareValues(place, expected, actual, found!.rules)
    const each = own.filter(({ match }) => match === 'values' || match === 'eachValue' || match === 'eachKey')
    if (each.length > 0) return this.#compareEach(place, expected, actual, each)
    for (const [name, value] of Object.entries(expected)) {
      if (Object.hasOwn(actual, name)) this.compare([...place, name], value, actual[name])
      else this.#note([...place, name], `expected ${shown(value)}, got nothing`)
    }
  }

  /** Names are free; each value is like the first one that is expected. */
  #compareEach(
    place: Place,
    expected: { readonly [name: string]: Json },
    actual: { readonly [name: string]: Json },
    matchers: readonly Matcher[],
  ): void {
    const [first] = Object.values(expected)
    for (const [name, value] of Object.entries(actual)) {
      for (const matcher of matchers) {
        for (const rule of rulesWithin(matcher)) {
          const problem =
            matcher.match === 'eachKey'
              ? mismatchOf(rule, name, name)
              : mismatchOf(rule, expected[name] ?? first, value)
          if (problem !== undefined) this.#note([...place, name], problem)
        }
        if (matcher.match === 'values' && first !== undefined) {
          this.compare([...place, name], expected[name] ?? first, value)
        }
      }
    }
  }

  #compareLists(
    place: Place,
    expected: readonly Json[],
    actual: Json | undefined,
    found: PlacedRules | undefined,
  ): void {
    if (!Array.isArray(actual)) return this.#note(place, `expected ${shown(actual)} to be a list`)
    const list = actual as readonly Json[]
    const own = found?.path.length === place.length ? found.rules.matchers : []
    if (own.some(({ match }) => match === 'equality'))
      return this.#compareValues(place, expected, actual, found!.rules)
    const contains = own.find(({ match }) => match === 'arrayContains')
    if (contains) return this.#compareVariants(place, contains, expected, list)
    const each = own.filter(({ match }) => match === 'eachValue')
    if (each.length > 0) return this.#compareEachElement(place, expected, list, each)
    if (found && found.rules.matchers.some(({ match }) => match === 'type')) {
      return this.#compareElements(place, expected, list, own)
    }
    if (list.length !== expected.length) {
      this.#note(place, `expected ${expected.length} elements, got ${list.length}`)
    }
    for (const [index, value] of expected.entries()) {
      if (index < list.length) this.compare([...place, index], value, list[index])
    }
  }

  /** Any number of elements, each of which the rules within fit. */
  #compareEachElement(
    place: Place,
    expected: readonly Json[],
    list: readonly Json[],
    matchers: readonly Matcher[],
  ): void {
    for (const [index, value] of list.entries()) {
      for (const rule of matchers.flatMap(rulesWithin)) {
        const problem = mismatchOf(rule, expected[index] ?? expected[0], value)
        if (problem !== undefined) this.#note([...place, index], problem)
      }
    }
  }

  /** Any number of elements within the bounds, each like its counterpart or the first. */
  #compareElements(
    place: Place,
    expected: readonly Json[],
    list: readonly Json[],
    own: readonly Matcher[],
  ): void {
    for (const { min, max } of own) {
      if (typeof min === 'number' && list.length < min) {
        this.#note(place, `expected at least ${min} elements, got ${list.length}`)
      }
      if (typeof max === 'number' && list.length > max) {
        this.#note(place, `expected at most ${max} elements, got ${list.length}`)
      }
    }
    if (expected.length === 0) return
    for (const [index, value] of list.entries()) {
      this.compare([...place, index], expected[index] ?? expected[0]!, value)
    }
  }

  /** Each variant is like some element. */
  #compareVariants(
    place: Place,
    { variants }: Matcher,
    expected: readonly Json[],
    list: readonly Json[],
  ): void {
    for (const { index = 0, rules = {} } of (variants ?? []) as readonly {
      index?: number
      rules?: Record<string, Rules>
    }[]) {
      const wanted = expected[index]
      if (wanted === undefined) continue
      if (!list.some((value) => matchBody(rules, wanted, value).length === 0)) {
        this.#note(place, `expected an element like ${shown(wanted)}`)
      }
    }
  }

  #apply(place: Place, rules: Rules, check: (matcher: Matcher) => string | undefined): void {
    const problems = rules.matchers.map(check)
    const wrong = problems.filter((problem) => problem !== undefined)
    const holds = rules.combine === 'OR' ? wrong.length < problems.length : wrong.length === 0
    if (!holds) this.#note(place, wrong[0]!)
  }

  /**
   * The rules that fit a place best. Rules of a place above also apply below, unless they are about its members or
   * elements.
   */
  #rulesAt(place: Place): PlacedRules | undefined {
    let best: PlacedRules | undefined
    let bestWeight = 0
    for (const placed of this.#rules) {
      const weight = weightOf(placed.path, place)
      if (weight === 0 || weight < bestWeight) continue
      if (
        placed.path.length < place.length &&
        placed.rules.matchers.some(({ match }) => ofMembers.has(match))
      )
        continue
      best = placed
      bestWeight = weight
    }
    return best
  }

  #note(place: Place, message: string): void {
    this.mismatches.push({ place: pathText(place), message })
  }
}

/** The rules that a rule about each key or value contains. */
function rulesWithin({ match, rules }: Matcher): readonly Matcher[] {
  if (match === 'values') return []
  return Array.isArray(rules) ? (rules as readonly Matcher[]) : [{ match: 'type' }]
}
