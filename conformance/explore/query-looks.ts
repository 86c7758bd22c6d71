import type { Json } from '../engine/reply.ts'
import type { Expression, Words } from './expression.ts'
import { joined } from './expression.ts'
import type { Move } from './moves.ts'
import { look, templated, users } from './moves.ts'
import { lettersOf } from './values.ts'
import type { World } from './world.ts'

const groups = '/api/v1/groups'

const timeProperties = ['created', 'lastUpdated', 'statusChanged'] as const

/** A comparison whose value matches somebody, or nearly does. */
function userLeaf(world: World): Expression {
  const { dice } = world
  const { handle } = dice.pick(world.livingPeople)
  const user: Json = world.truth(handle)
  const kind = dice.below(10)
  if (kind === 0) return { is: 'compare', property: 'id', operator: 'eq', value: `«${handle}.id»` }
  if (kind === 1) return { is: 'compare', property: 'status', operator: 'eq', value: user.status as string }
  if (kind === 2) {
    const property = dice.pick(timeProperties)
    if (typeof world.model.records.get(handle)?.[property] === 'string')
      return {
        is: 'compare',
        property,
        operator: world.seldom(['eq', 'gt', 'lt'], (each) => `user ${property} ${each}`),
        value: `«${handle}.${property}»`,
        time: true,
      }
  }
  const names = Object.keys(user.profile as object).filter((name) => typeof user.profile[name] === 'string')
  const name = dice.pick(['lastName', 'firstName', 'login', 'email', ...names])
  const value = templated(world, user.profile[name] ?? 'nothing') as string
  return textLeaf(world, `profile.${name}`, value)
}

/** Whether the letters of a text have one other case: references have none, and `ß` and `İ` have several. */
function foldable(text: string): boolean {
  return !text.includes('«') && text.toUpperCase().toLowerCase() === text.toLowerCase()
}

function textLeaf(world: World, property: string, value: string): Expression {
  const { dice } = world
  const operator = world.seldom(['eq', 'sw', 'gt', 'lt'], (each) => `${property} ${each}`)
  const near = dice.weighted([
    { weight: 5, make: (text: string) => text },
    { weight: 2, make: (text: string) => (foldable(text) ? text.toUpperCase() : text) },
    { weight: 2, make: (text: string) => (foldable(text) ? text.toLowerCase() : text) },
    { weight: 2, make: (text: string) => lettersOf(text).slice(0, -1).join('') || text },
    { weight: 1, make: (text: string) => `${text}x` },
    { weight: 1, make: (text: string) => (text.length > 1 && !text.includes('«') ? text.slice(1) : text) },
  ])
  const made = near.make(value)
  // Half of a reference is none. What is greater or less than a text that is not of ASCII is not stated.
  const whole = /«[^»]*$|^[^«]*»/.test(made) ? value : made
  const isPlain = /^[\x20-\x7e«»]+$/.test(whole)
  const form = ['gt', 'lt'].includes(operator) && !isPlain ? 'eq' : operator
  return {
    is: 'compare',
    property,
    operator: dice.chance(0.12) ? form.toUpperCase() : form,
    value: whole,
  }
}

const freely: Words = { and: ['and', 'AND', 'And'], or: ['or', 'OR', 'Or'] }

const plainly: Words = { and: ['and'], or: ['or'] }

export function searchUsers(world: World): Move | undefined {
  const { dice } = world
  if (world.livingPeople.length === 0) return undefined
  const tree = joined(dice, () => userLeaf(world), freely)
  const sortBy = dice.chance(0.35)
    ? dice.pick(['profile.lastName', 'profile.firstName', 'profile.login', 'profile.email', 'profile.city'])
    : undefined
  const isPaged = dice.chance(0.4)
  return look({
    operation: 'listUsers',
    path: users,
    expression: { parameter: 'search', tree: anchored(world, tree) },
    query: {
      ...(isPaged ? { limit: String(1 + dice.below(3)) } : { limit: '200' }),
      ...(sortBy === undefined ? {} : { sortBy }),
      ...(sortBy !== undefined && dice.chance(0.6) ? { sortOrder: dice.pick(['asc', 'desc']) } : {}),
    },
    shows: 'user',
    pages: true,
    states: 'users.search.profile',
    dimension: isPaged || sortBy !== undefined ? 'lists' : 'queries',
  })
}

/** Within the records of this story, so that a large service answers a small list. */
function anchored(world: World, tree: Expression): Expression {
  const anchor: Expression = { is: 'compare', property: 'profile.login', operator: 'sw', value: '«tag»' }
  if (!world.means.freeLogins) return tree
  const isNeeded = world.dice.chance(world.means.isLarge ? 1 : 0.4)
  return isNeeded ? { is: 'and', parts: [anchor, tree], word: 'and' } : tree
}

const filterable = ['login', 'email', 'firstName', 'lastName'] as const

export function filterUsers(world: World): Move | undefined {
  const { dice } = world
  if (world.livingPeople.length === 0) return undefined
  const leaf = (): Expression => {
    const { handle } = dice.pick(world.livingPeople)
    const user: Json = world.truth(handle)
    const kind = dice.below(6)
    if (kind === 0) return { is: 'compare', property: 'id', operator: 'eq', value: `«${handle}.id»` }
    if (kind === 1) return { is: 'compare', property: 'status', operator: 'eq', value: user.status as string }
    if (kind === 2)
      return {
        is: 'compare',
        property: 'lastUpdated',
        operator: world.seldom(['eq', 'gt', 'ge', 'lt', 'le'], (each) => `filter ${each}`),
        value: `«${handle}.lastUpdated»`,
        time: true,
      }
    const name = dice.pick(filterable)
    const value = templated(world, user.profile[name] ?? 'nothing') as string
    const other = dice.chance(0.2) && !value.includes('«') ? value.toUpperCase() : value
    return { is: 'compare', property: `profile.${name}`, operator: 'eq', value: other }
  }
  const tree = joined(dice, leaf, plainly)
  const known: Expression = { is: 'compare', property: 'profile.lastName', operator: 'eq', value: '«tag»' }
  return look({
    operation: 'listUsers',
    path: users,
    expression: {
      parameter: 'filter',
      tree: world.means.isLarge ? { is: 'and', parts: [known, tree], word: 'and' } : tree,
    },
    query: { limit: dice.chance(0.3) ? String(1 + dice.below(3)) : '200' },
    shows: 'user',
    pages: true,
    states: 'users.filter.and',
    dimension: 'queries',
  })
}

const groupTimes = ['created', 'lastUpdated', 'lastMembershipUpdated'] as const

function groupLeaf(world: World, isSearch: boolean): Expression {
  const { dice } = world
  const handle = dice.pick(world.livingGroups)
  const group: Json = world.truth(handle)
  const kind = dice.below(isSearch ? 8 : 4)
  if (kind === 0) return { is: 'compare', property: 'id', operator: 'eq', value: `«${handle}.id»` }
  if (kind === 1)
    return {
      is: 'compare',
      property: 'type',
      operator: 'eq',
      value: dice.pick(['SVC_GROUP', 'SVC_GROUP', 'BUILT_IN', 'APP_GROUP']),
    }
  const property = dice.pick(isSearch ? groupTimes : groupTimes.slice(1))
  if (kind <= 3 && typeof world.model.records.get(handle)?.[property] === 'string')
    return {
      is: 'compare',
      property,
      operator: world.seldom(['eq', 'gt', 'lt'], (each) => `group ${isSearch} ${property} ${each}`),
      value: `«${handle}.${property}»`,
      time: true,
    }
  if (!isSearch) return { is: 'compare', property: 'id', operator: 'eq', value: `«${handle}.id»` }
  const name = dice.chance(0.7) || !group.profile.description ? 'name' : 'description'
  return textLeaf(world, `profile.${name}`, templated(world, group.profile[name]) as string)
}

export function findGroups(world: World): Move | undefined {
  const { dice } = world
  if (world.livingGroups.length === 0) return undefined
  const isSearch = dice.chance(0.65)
  const tree = joined(dice, () => groupLeaf(world, isSearch), isSearch ? freely : plainly)
  const sorts = isSearch && dice.chance(0.35)
  const anchor: Expression = { is: 'compare', property: 'profile.name', operator: 'sw', value: '«tag»' }
  if (world.means.isLarge && !isSearch) return undefined
  return look({
    operation: 'listGroups',
    path: groups,
    expression: {
      parameter: isSearch ? 'search' : 'filter',
      tree:
        isSearch && (world.means.isLarge || dice.chance(0.4))
          ? { is: 'and', parts: [anchor, tree], word: 'and' }
          : tree,
    },
    query: {
      limit: dice.chance(0.4) ? String(1 + dice.below(3)) : '200',
      ...(sorts ? { sortBy: 'profile.name', sortOrder: dice.pick(['asc', 'desc']) } : {}),
    },
    shows: 'group',
    pages: true,
    states: isSearch ? 'groups.search.name' : 'groups.filter.and',
    dimension: sorts ? 'lists' : 'queries',
  })
}
