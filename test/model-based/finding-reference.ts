/**
 * The expected result of a search or a filter, found the slow and plain way. It reads the text and
 * looks at every record, and shares no code with the code under test.
 */

/** The kinds of values; `element` is an element of an array, a text or a number. */
export type Kind = 'text' | 'time' | 'number' | 'boolean' | 'element'

export interface Property {
  readonly kind: Kind
  readonly operators: readonly string[]
  /** The only values there are. */
  readonly values?: readonly string[]
}

/** The properties and operators that a search or a filter may use. */
export interface Language {
  readonly properties: ReadonlyMap<string, Property>
  /** Whether values that differ only in case are different, as in filters. */
  readonly sensitive: boolean
  /** Whether undocumented properties are unsupported (E0000094) rather than bad (E0000031). */
  readonly closed: boolean
}

// oxlint-disable-next-line typescript/no-explicit-any -- a record as it comes over the wire
export type Json = any
export type Predicate = (item: Json) => boolean

/** Why an expression is refused, and at which character of it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: 'E0000030' | 'E0000031' | 'E0000094'
  readonly at: number

  constructor(code: Refused['code'], at: number) {
    super(`${code} at ${at}`)
    this.code = code
    this.at = at
  }
}

const searchOperators: Readonly<Record<Kind, readonly string[]>> = {
  text: ['eq', 'sw', 'gt', 'ge', 'lt', 'le', 'pr'],
  time: ['eq', 'gt', 'ge', 'lt', 'le', 'pr'],
  number: ['eq', 'gt', 'ge', 'lt', 'le', 'pr'],
  boolean: ['eq', 'pr'],
  element: ['eq', 'sw', 'gt', 'ge', 'lt', 'le', 'pr'],
}

/** A search over properties of these kinds (Groups and Users, Search). */
export function searchOf(kinds: Readonly<Record<string, Kind>>): Language {
  const rows = Object.entries(kinds).map(
    ([name, kind]) => [name, { kind, operators: searchOperators[kind] }] as const,
  )
  return { properties: new Map(rows), sensitive: false, closed: false }
}

const status = [
  'STAGED',
  'PROVISIONED',
  'ACTIVE',
  'RECOVERY',
  'LOCKED_OUT',
  'PASSWORD_EXPIRED',
  'SUSPENDED',
  'DEPROVISIONED',
]

/** The filter of users (Users). */
export const userFilter = filterOf({
  status: { kind: 'text', operators: ['eq'], values: status },
  lastUpdated: { kind: 'time', operators: ['eq', 'gt', 'ge', 'lt', 'le'] },
  id: { kind: 'text', operators: ['eq'] },
  'profile.login': { kind: 'text', operators: ['eq'] },
  'profile.email': { kind: 'text', operators: ['eq'] },
  'profile.firstName': { kind: 'text', operators: ['eq'] },
  'profile.lastName': { kind: 'text', operators: ['eq'] },
})

/** The filter of groups (Groups). */
export const groupFilter = filterOf({
  id: { kind: 'text', operators: ['eq'] },
  lastMembershipUpdated: { kind: 'time', operators: ['eq', 'gt', 'lt'] },
  lastUpdated: { kind: 'time', operators: ['eq', 'gt', 'lt'] },
  type: { kind: 'text', operators: ['eq'], values: ['APP_GROUP', 'BUILT_IN', 'SVC_GROUP'] },
})

function filterOf(properties: Readonly<Record<string, Property>>): Language {
  return { properties: new Map(Object.entries(properties)), sensitive: true, closed: true }
}

interface Token {
  readonly text: string
  readonly at: number
}

/**
 * The condition of an expression.
 *
 * @throws Refused when the expression does not belong to the language.
 */
export function meaningOf(expression: string, language: Language): Predicate {
  const tokens = tokensOf(expression)
  let next = 0
  const peek = (): Token => tokens[next] ?? { text: '', at: expression.length }
  const is = (text: string): boolean => peek().text.toLowerCase() === text
  const refuse = (at: Token, code: Refused['code'] = 'E0000031'): never => {
    throw new Refused(code, at.at)
  }

  const joined = (word: string, part: () => Predicate, combine: 'some' | 'every'): Predicate => {
    const parts = [part()]
    while (is(word)) {
      next += 1
      parts.push(part())
    }
    return (item) => parts[combine]((each) => each(item))
  }
  const either = (): Predicate => joined('or', both, 'some')
  const both = (): Predicate => joined('and', single, 'every')
  const single = (): Predicate => {
    if (!is('(')) return comparison()
    next += 1
    const inside = either()
    if (!is(')')) refuse(peek())
    next += 1
    return inside
  }
  const comparison = (): Predicate => {
    const name = peek()
    const property = language.properties.get(name.text)
    if (!property) {
      const named = /^[^()"]/.test(name.text) && !/^(and|or)$/i.test(name.text)
      return refuse(name, named && language.closed ? 'E0000094' : 'E0000031')
    }
    next += 1
    const operator = peek()
    if (!property.operators.includes(operator.text.toLowerCase()))
      refuse(operator, language.closed && /^[^()"]/.test(operator.text) ? 'E0000094' : 'E0000031')
    next += 1
    const read = (item: Json): unknown[] => valuesAt(item, name.text)
    if (/^pr$/i.test(operator.text)) return (item) => read(item).some((each) => each !== '')
    const wanted = peek()
    if (/^null$/i.test(wanted.text) && /^eq$/i.test(operator.text)) {
      next += 1
      return (item) => read(item).length === 0
    }
    const value = literal(wanted, property, operator.text.toLowerCase())
    next += 1
    const key = (each: unknown): Key => keyOf(each, property.kind, language.sensitive)
    const compared = key(value)
    return (item) =>
      read(item)
        .map(key)
        .some((each) => typeof each === typeof compared && holds(operator.text.toLowerCase(), each, compared))
  }

  const found = either()
  if (next < tokens.length) refuse(peek())
  return found
}

type Key = string | number

/** A value as it is compared: times as moments, texts without their case unless it matters. */
function keyOf(value: unknown, kind: Kind, sensitive: boolean): Key {
  if (kind === 'time') return Date.parse(String(value))
  if (typeof value === 'string') return sensitive ? value : folded(value)
  return Number(value)
}

/** Without case: by way of capitals, since some letters have two small forms, where the capital is one letter. */
function folded(text: string): string {
  return Array.from(text, (letter) => {
    const capital = letter.toUpperCase()
    return (capital.length > letter.length ? letter : capital).toLowerCase()
  }).join('')
}

function holds(operator: string, left: Key, right: Key): boolean {
  switch (operator) {
    case 'eq':
      return left === right
    case 'sw':
      return String(left).startsWith(String(right))
    case 'gt':
      return left > right
    case 'ge':
      return left >= right
    case 'lt':
      return left < right
    default:
      return left <= right
  }
}

function literal({ text, at }: Token, { kind, values }: Property, operator: string): unknown {
  const quoted = /^".+/s.test(text)
  const number = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text)
  const fits = {
    text: quoted,
    time: quoted,
    number,
    boolean: /^(true|false)$/i.test(text),
    element: quoted || (number && operator !== 'sw'),
  }
  if (!fits[kind]) throw new Refused('E0000031', at)
  const value: unknown = quoted ? unescaped(text) : JSON.parse(text.toLowerCase())
  if (kind === 'time' && Number.isNaN(Date.parse(String(value)))) throw new Refused('E0000030', at)
  if (values && !values.includes(String(value))) throw new Refused('E0000031', at)
  return value
}

/** A quoted text without its quotes; what stands for itself may be a control character too. */
function unescaped(text: string): string {
  return text.slice(1, -1).replaceAll(/\\u.{4}|\\./gs, (escape) => JSON.parse(`"${escape}"`))
}

/** Parentheses, quoted values and words, with where they start. */
function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  const pattern = /\s+|[()]|"(?:[^"\\]|\\["\\/bfnrt]|\\u[\da-f]{4})*"|[^\s()"]+/giy
  while (pattern.lastIndex < expression.length) {
    const at = pattern.lastIndex
    const [text] = pattern.exec(expression) ?? []
    // A quotation mark that is never closed: whatever stands before it is read first.
    if (text === undefined) return [...tokens, { text: '"', at: expression.length }]
    if (text.trim() !== '') tokens.push({ text, at })
  }
  return tokens
}

export function valueAt(item: Json, path: string): unknown {
  return path.split('.').reduce((value: Json, name) => value?.[name], item)
}

/** The value, or the elements of an array; none where there is none. */
function valuesAt(item: Json, path: string): unknown[] {
  return [valueAt(item, path)].flat().filter((each) => each !== undefined && each !== null)
}

/** Items in the order asked for: those without a value last, numbers before texts, ties by id. */
export function sorted(
  items: readonly Json[],
  { by, kind, order }: { readonly by: string; readonly kind: Kind; readonly order: 'asc' | 'desc' },
): Json[] {
  const keyed = items.map((item) => {
    const [value] = valuesAt(item, by)
    return { item, key: value === undefined ? undefined : keyOf(value, kind, false) }
  })
  const compare = (a: Key, b: Key): number => {
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
    return a < b ? -1 : a > b ? 1 : 0
  }
  return keyed
    .toSorted((a, b) => {
      if (a.key !== undefined && b.key !== undefined && a.key !== b.key)
        return compare(a.key, b.key) * (order === 'desc' ? -1 : 1)
      if ((a.key === undefined) !== (b.key === undefined)) return a.key === undefined ? 1 : -1
      return compare(a.item.id, b.item.id)
    })
    .map(({ item }) => item)
}
