import type { Json } from '../engine/reply.ts'
import type { Expression } from './expression.ts'
import type { Move } from './moves.ts'
import { look, templated, users } from './moves.ts'
import type { World } from './world.ts'

const groups = '/api/v1/groups'

const filterable: ReadonlySet<string> = new Set([
  'id',
  'status',
  'profile.login',
  'profile.email',
  'profile.firstName',
  'profile.lastName',
])

const inQ: ReadonlySet<string> = new Set(['profile.email', 'profile.firstName', 'profile.lastName'])

/** Looks for users by one value of one property: with search, filter or q, rather the one that was seldom tried. */
export function usersBy(world: World, property: string, value: string): Move | undefined {
  if (value === '' || (world.means.isLarge && property === 'status')) return undefined
  const ways = [
    'search',
    ...(filterable.has(property) ? ['filter'] : []),
    ...(inQ.has(property) && value.trim() === value ? ['q'] : []),
  ]
  const way = world.seldom(ways, (each) => `by ${each} ${property}`)
  const shared = {
    operation: 'listUsers',
    path: users,
    shows: 'user',
    dimension: 'after-a-change',
  } as const
  if (way === 'q')
    return look({ ...shared, query: { q: value, limit: '200' }, states: 'users.list.q.first-name' })
  return look({
    ...shared,
    expression: {
      parameter: way === 'filter' ? 'filter' : 'search',
      tree:
        way === 'search' && property === 'status'
          ? ofStory(world, equal(property, value))
          : equal(property, value),
    },
    query: { limit: '200' },
    pages: true,
    states: way === 'filter' ? 'users.filter.and' : 'users.search.profile',
  })
}

/** Looks for groups by a name, with search or q. */
export function groupsBy(world: World, name: string): Move {
  const isSearch = world.dice.chance(0.4)
  return look({
    operation: 'listGroups',
    path: groups,
    ...(isSearch
      ? {
          expression: { parameter: 'search', tree: equal('profile.name', name) },
          query: { limit: '200' },
          pages: true,
        }
      : { query: { q: name } }),
    shows: 'group',
    states: isSearch ? 'groups.search.name' : 'groups.list.q',
    dimension: 'after-a-change',
  })
}

/** Looks for rules by a word of their name. */
export function rulesBy(name: string): Move {
  return look({
    operation: 'listGroupRules',
    path: '/api/v1/groups/rules',
    query: { search: name },
    shows: 'rule',
    pages: true,
    states: 'rules.list.search',
    dimension: 'after-a-change',
  })
}

/** Within the users of this story: many have one status. */
function ofStory(world: World, tree: Expression): Expression {
  const own: Expression = { is: 'compare', property: 'profile.login', operator: 'sw', value: '«tag»' }
  return world.means.freeLogins ? { is: 'and', parts: [tree, own], word: 'and' } : tree
}

function equal(property: string, value: string): Expression {
  return { is: 'compare', property, operator: 'eq', value }
}

/** The users of this story in an order, page by page: ties, unset values and full pages come often. */
export function sortedUsers(world: World, property?: string): Move | undefined {
  const { dice, means } = world
  if (!means.freeLogins || world.livingPeople.length === 0) return undefined
  const names = ['lastName', 'firstName', 'email', 'city', 'department', 'title', 'employeeNumber']
  const sortBy = `profile.${property ?? dice.pick(names)}`
  return look({
    operation: 'listUsers',
    path: users,
    expression: {
      parameter: 'search',
      tree: { is: 'compare', property: 'profile.login', operator: 'sw', value: '«tag»' },
    },
    query: {
      limit: pageFor(world, world.livingPeople.length),
      sortBy,
      sortOrder: dice.pick(['asc', 'desc']),
    },
    shows: 'user',
    pages: true,
    states: 'users.list.sort-by',
    dimension: 'lists',
  })
}

/** A size of pages: a few, all exactly, one less, or enough. */
function pageFor(world: World, count: number): string {
  return String(Math.max(1, world.dice.pick([1, 2, 3, count - 1, count, 200])))
}

/** Looks at a record in a list that has it, by what it is now. */
export function viewOf(world: World, handle: string): Move | undefined {
  const record: Json = templated(world, world.truth(handle) ?? null)
  if (record === null) return undefined
  switch (handle[0]) {
    case 'u': {
      const profile = Object.keys(record.profile as object).filter(
        (name) => typeof record.profile[name] === 'string',
      )
      const some = ['status', 'profile.firstName', 'profile.lastName', 'profile.login', 'profile.email']
      const property = world.dice.pick([...some, `profile.${world.dice.pick(profile)}`])
      const value: unknown =
        property === 'status' ? record.status : record.profile[property.replace('profile.', '')]
      return usersBy(world, property, String(value))
    }
    case 'g':
      return groupsBy(world, record.profile.name as string)
    case 'r':
      return rulesBy(record.name as string)
    case 'c':
      return look({
        operation: 'listClients',
        path: '/oauth2/v1/clients',
        query: { q: record.client_name as string, limit: '200' },
        shows: 'client',
        pages: true,
        states: 'clients.list.ok',
        dimension: 'views',
      })
    default:
      return undefined
  }
}
