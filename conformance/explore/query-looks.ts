import type { Json } from '../engine/wire/reply.ts'
import type { Expression, Leaf, Shape, Words } from './expression.ts'
import { isTrue, joined, shapes, telling } from './expression.ts'
import type { Move } from './moves.ts'
import { look, templated, users } from './moves.ts'
import { fill } from './story.ts'
import { lettersOf } from './values.ts'
import type { World } from './world.ts'

const groups = '/api/v1/groups'

/** Properties by which filter and q can find users (Users). */
export const filterable: ReadonlySet<string> = new Set(
  ['login', 'email', 'firstName', 'lastName'].map((name) => `profile.${name}`),
)

/** Parts of a text that services handle wrongly. */
const signs: Readonly<Record<string, RegExp>> = {
  'a word of the language': /\b(and|or|not|eq|sw|gt|lt)\b/i,
  quote: /"/,
  backslash: /\\/,
  apostrophe: /'/,
  percent: /%/,
  underscore: /_/,
  asterisk: /\*/,
  parenthesis: /[()]/,
  ampersand: /&/,
  plus: /\+/,
  edge: /^\s|\s$/,
  blanks: /\s\s|[\t\n]/,
  emoji: /\p{Extended_Pictographic}/u,
  marks: /[À-ž]/,
  script: /[^\x20-ž\t\n]/,
  digits: /^\d+$/,
  punctuation: /[,;<>{}.]/,
  case: /^(?=.*[a-z])(?=.*[A-Z])/,
}

function signsIn(text: string): string[] {
  const some = Object.entries(signs).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))
  return some.length === 0 ? ['none'] : some
}

/** The texts of records, each with its property: values to search for and find. */
function textsOf(world: World, handles: readonly string[]): { property: string; value: string }[] {
  return handles.flatMap((handle) =>
    Object.entries((world.truth(handle)?.profile ?? {}) as Record<string, Json>).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [{ property: `profile.${name}`, value }] : [],
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

/** Texts that are close to a text: each with its weight. */
const nears: Readonly<Record<string, readonly [weight: number, make: (text: string) => string]>> = {
  same: [16, (text) => text],
  upper: [3, upperOf],
  lower: [3, (text) => (foldable(text) ? text.toLowerCase() : text)],
  shorter: [2, (text) => lettersOf(text).slice(0, -1).join('') || text],
  longer: [1, (text) => `${text}x`],
  later: [1, (text) => (text.length > 1 && !text.includes('«') ? text.slice(1) : text)],
}

/** A comparison with a text that matches somebody, or almost does. */
function textLeaf(
  world: World,
  property: string,
  value: string,
  operator = world.seldom(
    ['eq', 'sw', 'gt', 'lt'],
    (each) => `${property} ${each}`,
    (each) => (each === 'eq' ? 3 : 1),
  ),
): Leaf {
  const { dice } = world
  const [, [, make]] = world.seldom(
    Object.entries(nears),
    ([name]) => `near ${operator} ${name}`,
    ([, [weight]]) => weight,
  )
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

/** A comparison by id, status, type or time. */
function plainLeaf(world: World, asked: Asked, handle: string): Leaf {
  const { dice } = world
  const record: Json = world.truth(handle)
  const [properties, operators] = timesOf[asked]
  const kind = world.seldom(
    ['id', 'status or type', 'time'],
    (each) => `plain ${asked} ${each}`,
    // Times leave some records open.
    (each) => (each === 'time' && asked.startsWith('user') ? operators.length : 2),
  )
  const time = kind === 'time' ? timeLeaf(world, handle, dice.pick(properties), operators) : undefined
  const [property, value] =
    kind === 'id'
      ? ['id', `«${handle}.id»`]
      : asked.startsWith('user')
        ? ['status', record.status as string]
        : ['type', dice.pick(['SVC_GROUP', 'SVC_GROUP', 'BUILT_IN', 'APP_GROUP'])]
  return time ?? { is: 'compare', property, operator: 'eq', value }
}

/** A shape, preferably one that was seldom used with a parameter. */
function shapeFor(world: World, parameter: string): Shape {
  return world.seldom(
    shapes,
    (shape) => `shape ${parameter} ${JSON.stringify(shape)}`,
    (shape) => (shape === 'x' ? (parameter === 'group filter' ? 4 : 9) : [shape].flat(3).length < 6 ? 2 : 1),
  )
}

/** An expression on records of this story; the first comparison is of a kind that was seldom used. */
function expressionFor(world: World, asked: Asked, handles: readonly string[]): Expression {
  const { dice } = world
  const isSearch = asked.endsWith('search')
  const texts = textsOf(world, handles).filter(({ property }) => isSearch || filterable.has(property))
  const kinds = [...new Set(texts.flatMap(({ value }) => signsIn(value)))]
  const ofText = (some: readonly { property: string; value: string }[], isFirst: boolean): Leaf => {
    const { property } = isFirst
      ? world.seldom(
          [...new Map(some.map((each) => [each.property, each])).values()],
          (each) => `${asked} ${each.property}`,
        )
      : dice.pick(some)
    const value = templated(
      world,
      dice.pick(some.filter((each) => each.property === property)).value,
    ) as string
    if (isSearch)
      return textLeaf(world, property, value, isFirst ? undefined : dice.pick(['eq', 'eq', 'sw', 'gt']))
    const other = world.seldom(
      [upperOf, (text: string) => text],
      (each) => `case ${asked} ${property} ${each.name}`,
      (each) => (each === upperOf ? 1 : 3),
    )(value)
    return { is: 'compare', property, operator: 'eq', value: other }
  }
  const sign = kinds.length === 0 ? '' : world.seldom(kinds, (each) => `${asked} ${each}`)
  const isOfText = texts.length > 0 && !asked.startsWith('group filter')
  const first =
    isOfText && dice.chance(isSearch ? 0.8 : 0.6)
      ? ofText(
          texts.filter(({ value }) => signsIn(value).includes(sign)),
          true,
        )
      : plainLeaf(world, asked, dice.pick(handles))
  const shape = shapeFor(world, asked)
  return telling(
    () => {
      let at = 0
      const turn = dice.below(3)
      const leaf = (): Leaf =>
        at++ === turn
          ? first
          : isOfText && dice.chance(0.8)
            ? ofText(texts, false)
            : plainLeaf(world, asked, dice.pick(handles))
      const tree = joined(dice, leaf, isSearch ? freely : plainly, shape)
      return at > turn ? tree : joined(dice, () => first, isSearch ? freely : plainly, 'x')
    },
    (leaf) => bitsFor(world, leaf, handles),
  )
}

/** The records that match a comparison, as far as the model knows. */
function bitsFor(world: World, leaf: Leaf, handles: readonly string[]): number {
  const value = fill(leaf.value, world.model) ?? ''
  return handles.reduce((bits, handle, at) => {
    const text: unknown = leaf.property
      .split('.')
      .reduce<Json>((each, key) => each?.[key], world.truth(handle))
    return isTrue({ ...leaf, value }, text) ? bits | (1 << at) : bits
  }, 0)
}

/** Restricts a tree to records of this story, so that a large service answers a small list with few pages. */
function anchored(world: World, property: string, tree: Expression, isPaged: boolean): Expression {
  if (property === 'profile.login' && !world.means.freeLogins) return tree
  if (!world.means.isLarge && !world.dice.chance(isPaged ? 0.6 : 0.1)) return tree
  return {
    is: 'and',
    parts: [{ is: 'compare', property, operator: 'sw', value: '«tag»' }, tree],
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
  const known: Leaf = { is: 'compare', property: 'profile.lastName', operator: 'eq', value: '«tag»' }
  return look({
    operation: 'listUsers',
    path: users,
    expression: {
      parameter,
      tree: isSearch
        ? anchored(world, 'profile.login', tree, isPaged)
        : world.means.isLarge
          ? { is: 'and', parts: [known, tree], word: 'and' }
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
