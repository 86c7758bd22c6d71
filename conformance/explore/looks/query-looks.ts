import type { Json } from '../../engine/wire/reply.ts'
import { valueAt } from '../../engine/wire/reply.ts'
import type { Expression, Leaf, Shape, Words } from './expression.ts'
import { compared, isTrue, joined, shapes, telling } from './expression.ts'
import type { Move } from '../moves/moves.ts'
import { look, templated, users } from '../moves/moves.ts'
import { fill } from '../story/story.ts'
import { lettersOf } from '../story/values.ts'
import type { World } from '../story/world.ts'

const groups = '/api/v1/groups'

/** Properties by which filter and q can find users (Users). */
export const filterable: ReadonlySet<string> = new Set(
  ['login', 'email', 'firstName', 'lastName'].map((name) => `profile.${name}`),
)

/** The texts of records, each with its property: values to search for and find. A service may leave out the default locale. */
function textsOf(world: World, handles: readonly string[]): { property: string; value: string }[] {
  return handles.flatMap((handle) =>
    Object.entries((world.truth(handle)?.profile ?? {}) as Record<string, Json>).flatMap(([name, value]) =>
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
function textLeaf({ dice }: World, property: string, value: string): Leaf {
  const operator = dice.pick(['eq', 'eq', 'eq', 'sw', 'gt', 'lt'])
  const { make } = dice.weighted(nears)
  const made = make(value)
  // A part of a reference is not a reference. No order is stated for texts beyond ASCII.
  const whole = /«[^»]*$|^[^«]*»/.test(made) ? value : made
  const isPlain = /^[\x20-\x7e«»]+$/.test(whole)
  const form = ['gt', 'lt'].includes(operator) && !isPlain ? 'eq' : operator
  return {
    is: 'compare',
    property,
    operator: dice.chance(0.1) ? form.toUpperCase() : form,
    value: whole,
  }
}

const freely: Words = { and: ['and', 'AND', 'And'], or: ['or', 'OR', 'Or'] }

const plainly: Words = { and: ['and'], or: ['or'] }

/** A comparison with a time of a record; undefined if it has no such time. */
export function timeLeaf(
  world: World,
  handle: string,
  property: string,
  operators: readonly string[],
): Leaf | undefined {
  if (typeof world.model.records.get(handle)?.[property] !== 'string') return undefined
  const operator = world.seldom(operators, (each) => `time ${property} ${operators.length} ${each}`)
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
function plainLeaf(world: World, asked: Asked, handle: string, isAlone: boolean): Leaf {
  const { dice } = world
  const record: Json = world.truth(handle)
  const [properties, operators] = timesOf[asked]
  const kind = dice.chance(isAlone ? 0.33 : 0.1) ? 'time' : dice.pick(['id', 'status or type'])
  const time =
    kind === 'time' ? timeLeaf(world, handle, dice.pick(properties), [dice.pick(operators)]) : undefined
  const [property, value] =
    kind === 'id'
      ? ['id', `«${handle}.id»`]
      : asked.startsWith('user')
        ? ['status', record.status as string]
        : ['type', dice.pick(['SVC_GROUP', 'SVC_GROUP', 'BUILT_IN', 'APP_GROUP'])]
  return time ?? compared(property, value)
}

/** A shape, preferably one that was seldom used with a parameter. Three terms also show what two would show. */
function shapeFor(world: World, parameter: string): Shape {
  return world.seldom(
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
function atBounds(world: World, handles: readonly string[]): Expression | undefined {
  const { dice } = world
  const handle = dice.pick(handles)
  const operator = dice.pick(['gt', 'lt', 'eq'])
  const isEqual = operator === 'eq'
  const parts = dice
    .shuffled(textsOf(world, [handle]))
    .filter(({ value }) => isEqual || /^[\x20-\x7e]+$/.test(value))
    .slice(0, 6)
    .map(({ property, value }): Leaf => {
      const text = templated(world, value) as string
      return compared(property, isEqual ? upperOf(text) : text, operator)
    })
  if (parts.length < 2) return undefined
  const word = isEqual ? 'and' : 'or'
  return { is: 'and', parts: [compared('id', `«${handle}.id»`), { is: word, parts, word }], word: 'and' }
}

/** An expression on records of this story that shows misreadings which few queries have shown. */
function expressionFor(world: World, asked: Asked, handles: readonly string[]): Expression {
  const { dice } = world
  const isSearch = asked.endsWith('search')
  const texts = textsOf(world, handles).filter(({ property }) => isSearch || filterable.has(property))
  const isOfText = texts.length > 0 && !asked.startsWith('group filter')
  const properties = [...new Set(texts.map(({ property }) => property))]
  const textOf = (): Leaf => {
    const property = dice.pick(properties)
    const { value } = dice.pick(texts.filter((each) => each.property === property))
    const text = templated(world, value) as string
    return isSearch
      ? textLeaf(world, property, text)
      : compared(property, dice.chance(0.25) ? upperOf(text) : text)
  }
  const leaf = (): Leaf =>
    isOfText && dice.chance(0.75) ? textOf() : plainLeaf(world, asked, dice.pick(handles), shape === 'x')
  const shape = shapeFor(world, asked)
  /** The misreading of any property, alone or among others; and that of this one. */
  const kindsOf = (misreading: string): string[] => [
    `${asked} ${typeof shape === 'string' ? 'alone' : 'joined'} ${misreading.replace(/^profile\.\w+ /, '')}`,
    `${asked} ${misreading}`,
  ]
  const worthOf = (kind: string): number => 1 / (1 + world.counted(kind)) ** 2
  return telling(
    () =>
      (asked === 'user search' && dice.chance(0.2) ? atBounds(world, handles) : undefined) ??
      joined(dice, leaf, isSearch ? freely : plainly, shape),
    (each) => bitsFor(world, each, handles),
    (misreading) => {
      const [any = '', own = ''] = kindsOf(misreading)
      // A shape is seldom used: then it should show how its terms are joined.
      return (/^(and|or) of/.test(misreading) ? 4 : 1) * (worthOf(any) + 0.2 * worthOf(own))
    },
    (misreading) => kindsOf(misreading).forEach((kind) => world.count(kind)),
  )
}

/** The records that match a comparison, as far as the model knows. */
function bitsFor(world: World, leaf: Leaf, handles: readonly string[]): number {
  const value = fill(leaf.value, world.model) ?? ''
  return handles.reduce((bits, handle, at) => {
    const isFound = isTrue({ ...leaf, value }, valueAt(world.truth(handle), leaf.property))
    return isFound ? bits | (1 << at) : bits
  }, 0)
}

/** Restricts a tree to records of this story, so that a large service answers a small list with few pages. */
function anchored(world: World, property: string, tree: Expression, isPaged: boolean): Expression {
  if (property === 'profile.login' && !world.means.freeLogins) return tree
  if (!world.means.isLarge && !world.dice.chance(isPaged ? 0.6 : 0.1)) return tree
  return {
    is: 'and',
    parts: [compared(property, '«tag»', 'sw'), tree],
    word: 'and',
  }
}

/** A search or filter of users. */
export function askUsers(
  world: World,
  parameter: 'search' | 'filter' = world.seldom(
    ['search', 'filter'] as const,
    (each) => `ask users ${each}`,
    (each) => (each === 'search' ? 2 : 1),
  ),
): Move | undefined {
  const { dice } = world
  if (world.livingPeople.length === 0) return undefined
  const isSearch = parameter === 'search'
  const isPaged = dice.chance(0.35)
  const tree = expressionFor(
    world,
    `user ${parameter}`,
    world.livingPeople.map(({ handle }) => handle),
  )
  return look({
    operation: 'listUsers',
    path: users,
    expression: {
      parameter,
      tree: isSearch
        ? anchored(world, 'profile.login', tree, isPaged)
        : world.means.isLarge
          ? { is: 'and', parts: [compared('profile.lastName', '«tag»'), tree], word: 'and' }
          : tree,
    },
    query: {
      limit: isPaged ? String(1 + dice.below(3)) : '200',
      ...(isSearch && dice.chance(0.15)
        ? { sortBy: dice.pick(['profile.lastName', 'profile.login', 'profile.city']) }
        : {}),
      ...(isSearch && dice.chance(0.15) ? { sortOrder: dice.pick(['asc', 'desc']) } : {}),
    },
    shows: 'user',
    pages: true,
    states: isSearch ? 'users.search.profile' : 'users.filter.and',
    dimension: isPaged ? 'lists' : 'queries',
  })
}

/** A search or filter of groups. */
export function askGroups(world: World): Move | undefined {
  const { dice, livingGroups } = world
  if (livingGroups.length === 0) return undefined
  const parameter = world.means.isLarge
    ? 'search'
    : world.seldom(['search', 'filter'] as const, (each) => `ask groups ${each}`)
  const isSearch = parameter === 'search'
  const isPaged = dice.chance(0.35)
  const tree = expressionFor(world, `group ${parameter}`, livingGroups)
  const sorts = isSearch && dice.chance(0.35)
  return look({
    operation: 'listGroups',
    path: groups,
    expression: { parameter, tree: isSearch ? anchored(world, 'profile.name', tree, isPaged) : tree },
    query: {
      limit: isPaged ? String(1 + dice.below(3)) : '200',
      ...(sorts
        ? {
            sortBy: dice.pick(['profile.name', 'profile.description']),
            sortOrder: dice.pick(['asc', 'desc']),
          }
        : {}),
    },
    shows: 'group',
    pages: true,
    states: isSearch ? 'groups.search.name' : 'groups.filter.and',
    dimension: sorts ? 'lists' : 'queries',
  })
}
