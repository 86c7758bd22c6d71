import type { Json } from '../../engine/wire/reply.ts'
import { valueAt } from '../../engine/wire/reply.ts'
import type { Expression, Leaf, Shape, Words } from './expression.ts'
import { compared, isTrue, joined, shapes, telling } from './expression.ts'
import type { Command } from '../commands/commands.ts'
import { routed, read, templated } from '../commands/commands.ts'
import { fill } from '../sequence/sequence.ts'
import { lettersOf } from '../sequence/values.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** Properties by which filter and q can find users (Users). */
export const filterable: ReadonlySet<string> = new Set(
  ['login', 'email', 'firstName', 'lastName'].map((name) => `profile.${name}`),
)

/** The texts of records, each with its property: values to search for and find. A service may leave out the default locale. */
function textsOf(state: GeneratorState, handles: readonly string[]): { property: string; value: string }[] {
  return handles.flatMap((handle) =>
    Object.entries((state.truth(handle)?.profile ?? {}) as Record<string, Json>).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' && name !== 'locale'
        ? [{ property: `profile.${name}`, value }]
        : [],
    ),
  )
}

/** Whether a text has exactly one other case: references have none, and `ß` and `İ` have several. */
export function foldable(text: string): boolean {
  return !text.includes('«') && text.toUpperCase().toLowerCase() === text.toLowerCase()
}

/** A text in the other case, if it has one. */
function upperOf(text: string): string {
  const upper = text.replaceAll('«tag»', '').includes('«')
    ? text
    : text.toUpperCase().replaceAll('«TAG»', '«tag|upper»')
  return upper.toLowerCase().replaceAll('«tag|upper»', '«tag»') === text.toLowerCase() ? upper : text
}

/** Texts that are close to a text. */
const nears: readonly { readonly weight: number; readonly make: (text: string) => string }[] = [
  { weight: 16, make: (text) => text },
  { weight: 3, make: upperOf },
  { weight: 3, make: (text) => (foldable(text) ? text.toLowerCase() : text) },
  { weight: 2, make: (text) => lettersOf(text).slice(0, -1).join('') || text },
  { weight: 1, make: (text) => `${text}x` },
  { weight: 1, make: (text) => (text.length > 1 && !text.includes('«') ? text.slice(1) : text) },
]

/** A comparison with a text that matches somebody, or almost does. */
function textLeaf({ rng }: GeneratorState, property: string, value: string): Leaf {
  const operator = rng.pick(['eq', 'eq', 'eq', 'sw', 'gt', 'lt'])
  const { make } = rng.weighted(nears)
  const made = make(value)
  // A part of a reference is not a reference. No order is stated for texts beyond ASCII.
  const whole = /«[^»]*$|^[^«]*»/.test(made) ? value : made
  const isPlain = /^[\x20-\x7e«»]+$/.test(whole)
  const form = ['gt', 'lt'].includes(operator) && !isPlain ? 'eq' : operator
  return {
    is: 'compare',
    property,
    operator: rng.chance(0.1) ? form.toUpperCase() : form,
    value: whole,
  }
}

const freely: Words = { and: ['and', 'AND', 'And'], or: ['or', 'OR', 'Or'] }

const plainly: Words = { and: ['and'], or: ['or'] }

/** A comparison with a time of a record; undefined if it has no such time. */
export function timeLeaf(
  state: GeneratorState,
  handle: string,
  property: string,
  operators: readonly string[],
): Leaf | undefined {
  if (typeof state.model.records.get(handle)?.[property] !== 'string') return undefined
  const operator = state.leastUsed(operators, (each) => `time ${property} ${operators.length} ${each}`)
  return { is: 'compare', property, operator, value: `«${handle}.${property}»`, time: true }
}

/** The times by which records can be found, by parameter, with the operators. */
export const timesOf = {
  'user search': [
    ['created', 'lastUpdated', 'statusChanged', 'activated'],
    ['eq', 'gt', 'lt'],
  ],
  'user filter': [['lastUpdated'], ['eq', 'gt', 'ge', 'lt', 'le']],
  'group search': [
    ['created', 'lastUpdated', 'lastMembershipUpdated'],
    ['eq', 'gt', 'lt'],
  ],
  'group filter': [
    ['lastUpdated', 'lastMembershipUpdated'],
    ['eq', 'gt', 'lt'],
  ],
} as const

type Asked = keyof typeof timesOf

/** A comparison by id, status, type or time. Among others seldom by time: records of one moment have the same. */
function plainLeaf(state: GeneratorState, asked: Asked, handle: string, isAlone: boolean): Leaf {
  const { rng } = state
  const record: Json = state.truth(handle)
  const [properties, operators] = timesOf[asked]
  const kind = rng.chance(isAlone ? 0.33 : 0.1) ? 'time' : rng.pick(['id', 'status or type'])
  const time =
    kind === 'time' ? timeLeaf(state, handle, rng.pick(properties), [rng.pick(operators)]) : undefined
  const [property, value] =
    kind === 'id'
      ? ['id', `«${handle}.id»`]
      : asked.startsWith('user')
        ? ['status', record.status as string]
        : ['type', rng.pick(['SVC_GROUP', 'SVC_GROUP', 'BUILT_IN', 'APP_GROUP'])]
  return time ?? compared(property, value)
}

/** A shape, preferably one that was seldom used with a parameter. Three terms also show what two would show. */
function shapeFor(state: GeneratorState, parameter: string): Shape {
  return state.leastUsed(
    shapes,
    (shape) => `shape ${parameter} ${JSON.stringify(shape)}`,
    (shape) => {
      if (shape === 'x') return parameter === 'group filter' ? 4 : 9
      const { length } = [shape].flat(3)
      return length === 4 ? 3 : length === 3 || length > 5 ? 1 : 2
    },
  )
}

/** One record, with many of its values at the bound of an operator. `gt` finds nothing, `eq` finds it in any case. */
function atBounds(state: GeneratorState, handles: readonly string[]): Expression | undefined {
  const { rng } = state
  const handle = rng.pick(handles)
  const operator = rng.pick(['gt', 'lt', 'eq'])
  const isEqual = operator === 'eq'
  const parts = rng
    .shuffled(textsOf(state, [handle]))
    .filter(({ value }) => isEqual || /^[\x20-\x7e]+$/.test(value))
    .slice(0, 6)
    .map(({ property, value }): Leaf => {
      const text = templated(state, value) as string
      return compared(property, isEqual ? upperOf(text) : text, operator)
    })
  if (parts.length < 2) return undefined
  const word = isEqual ? 'and' : 'or'
  return { is: 'and', parts: [compared('id', `«${handle}.id»`), { is: word, parts, word }], word: 'and' }
}

/** An expression on records of this sequence that shows misreadings which few queries have shown. */
function expressionFor(state: GeneratorState, asked: Asked, handles: readonly string[]): Expression {
  const { rng } = state
  const isSearch = asked.endsWith('search')
  const texts = textsOf(state, handles).filter(({ property }) => isSearch || filterable.has(property))
  const isOfText = texts.length > 0 && !asked.startsWith('group filter')
  const properties = [...new Set(texts.map(({ property }) => property))]
  const textOf = (): Leaf => {
    const property = rng.pick(properties)
    const { value } = rng.pick(texts.filter((each) => each.property === property))
    const text = templated(state, value) as string
    return isSearch
      ? textLeaf(state, property, text)
      : compared(property, rng.chance(0.25) ? upperOf(text) : text)
  }
  const leaf = (): Leaf =>
    isOfText && rng.chance(0.75) ? textOf() : plainLeaf(state, asked, rng.pick(handles), shape === 'x')
  const shape = shapeFor(state, asked)
  /** The misreading of any property, alone or among others; and that of this one. */
  const kindsOf = (misreading: string): string[] => [
    `${asked} ${typeof shape === 'string' ? 'alone' : 'joined'} ${misreading.replace(/^profile\.\w+ /, '')}`,
    `${asked} ${misreading}`,
  ]
  const worthOf = (kind: string): number => 1 / (1 + state.counted(kind)) ** 2
  return telling(
    () =>
      (asked === 'user search' && rng.chance(0.2) ? atBounds(state, handles) : undefined) ??
      joined(rng, leaf, isSearch ? freely : plainly, shape),
    (each) => bitsFor(state, each, handles),
    (misreading) => {
      const [any = '', own = ''] = kindsOf(misreading)
      // A shape is seldom used: then it should show how its terms are joined.
      return (/^(and|or) of/.test(misreading) ? 4 : 1) * (worthOf(any) + 0.2 * worthOf(own))
    },
    (misreading) => kindsOf(misreading).forEach((kind) => state.count(kind)),
  )
}

/** The records that match a comparison, as far as the model knows. */
function bitsFor(state: GeneratorState, leaf: Leaf, handles: readonly string[]): number {
  const value = fill(leaf.value, state.model) ?? ''
  return handles.reduce((bits, handle, at) => {
    const isFound = isTrue({ ...leaf, value }, valueAt(state.truth(handle), leaf.property))
    return isFound ? bits | (1 << at) : bits
  }, 0)
}

/** Restricts a tree to records of this sequence, so that a large service answers a small list with few pages. */
function anchored(state: GeneratorState, property: string, tree: Expression, isPaged: boolean): Expression {
  if (property === 'profile.login' && !state.means.freeLogins) return tree
  if (!state.means.isLarge && !state.rng.chance(isPaged ? 0.6 : 0.1)) return tree
  return {
    is: 'and',
    parts: [compared(property, '«tag»', 'sw'), tree],
    word: 'and',
  }
}

/** A search or filter of users. */
export function askUsers(
  state: GeneratorState,
  parameter: 'search' | 'filter' = state.leastUsed(
    ['search', 'filter'] as const,
    (each) => `ask users ${each}`,
    (each) => (each === 'search' ? 2 : 1),
  ),
): Command | undefined {
  const { rng } = state
  if (state.livingPeople.length === 0) return undefined
  const isSearch = parameter === 'search'
  const isPaged = rng.chance(0.35)
  const tree = expressionFor(
    state,
    `user ${parameter}`,
    state.livingPeople.map(({ handle }) => handle),
  )
  return read({
    ...routed('listUsers'),
    expression: {
      parameter,
      tree: isSearch
        ? anchored(state, 'profile.login', tree, isPaged)
        : state.means.isLarge
          ? { is: 'and', parts: [compared('profile.lastName', '«tag»'), tree], word: 'and' }
          : tree,
    },
    query: {
      limit: isPaged ? String(1 + rng.below(3)) : '200',
      ...(isSearch && rng.chance(0.15)
        ? { sortBy: rng.pick(['profile.lastName', 'profile.login', 'profile.city']) }
        : {}),
      ...(isSearch && rng.chance(0.15) ? { sortOrder: rng.pick(['asc', 'desc']) } : {}),
    },
    shows: 'user',
    pages: true,
    states: isSearch ? 'users.search.profile' : 'users.filter.and',
    dimension: isPaged ? 'lists' : 'queries',
  })
}

/** A search or filter of groups. */
export function askGroups(state: GeneratorState): Command | undefined {
  const { rng, livingGroups } = state
  if (livingGroups.length === 0) return undefined
  const parameter = state.means.isLarge
    ? 'search'
    : state.leastUsed(['search', 'filter'] as const, (each) => `ask groups ${each}`)
  const isSearch = parameter === 'search'
  const isPaged = rng.chance(0.35)
  const tree = expressionFor(state, `group ${parameter}`, livingGroups)
  const sorts = isSearch && rng.chance(0.35)
  return read({
    ...routed('listGroups'),
    expression: { parameter, tree: isSearch ? anchored(state, 'profile.name', tree, isPaged) : tree },
    query: {
      limit: isPaged ? String(1 + rng.below(3)) : '200',
      ...(sorts
        ? {
            sortBy: rng.pick(['profile.name', 'profile.description']),
            sortOrder: rng.pick(['asc', 'desc']),
          }
        : {}),
    },
    shows: 'group',
    pages: true,
    states: isSearch ? 'groups.search.name' : 'groups.filter.and',
    dimension: sorts ? 'lists' : 'queries',
  })
}
