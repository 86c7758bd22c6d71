import type { RequirementId } from '../../registry/requirements.ts'
import { formedProperties, freeProperties, slugOf } from '../story/values.ts'
import type { Expression, Leaf } from './expression.ts'
import { compared } from './expression.ts'
import type { Move } from '../moves/moves.ts'
import { look, users } from '../moves/moves.ts'
import { filterable } from './query-looks.ts'
import type { Call } from '../story/story.ts'
import type { World } from '../story/world.ts'

/** The lists of the service: the path, the kind of record, and the requirement that it is complete. */
const lists = {
  users: ['listUsers', users, 'user', 'users.list.ok'],
  groups: ['listGroups', '/api/v1/groups', 'group', 'groups.list.ok'],
  rules: ['listGroupRules', '/api/v1/groups/rules', 'rule', 'rules.list.ok'],
  clients: ['listClients', '/oauth2/v1/clients', 'client', 'clients.list.ok'],
  members: ['listGroupUsers', '', 'user', 'membership.list.ok'],
  groupsOf: ['listUserGroups', '', 'group', 'users.groups.ok'],
} as const satisfies Record<string, readonly [Call['operation'], string, Call['shows'], RequirementId]>

/** A list with all its pages. */
export function listOf(
  name: keyof typeof lists,
  query: Readonly<Record<string, string>>,
  more: Partial<Pick<Call, 'path' | 'expression' | 'states' | 'dimension'>> = {},
): Move {
  const [operation, path, shows, states] = lists[name]
  return look({
    operation,
    path,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    shows,
    // A list by q has no second page, except that of clients.
    ...(query['q'] === undefined || name === 'clients' ? { pages: true } : {}),
    states,
    dimension: 'views',
    ...more,
  })
}

export function membersOf(
  world: World,
  group: string,
  limit = pageFor(world, world.livingPeople.length),
): Move {
  return listOf('members', { limit }, { path: `/api/v1/groups/«${group}.id»/users` })
}

export function groupsOf(handle: string): Move {
  return listOf('groupsOf', {}, { path: `${users}/«${handle}.id»/groups` })
}

/** A page size: a few, all exactly, one less, or enough; preferably one that was seldom used. */
export function pageFor(world: World, count: number): string {
  const sizes = { one: 1, two: 2, three: 3, 'all but one': count - 1, all: count, many: 200 }
  const [, size] = world.seldom(
    Object.entries(sizes),
    ([name]) => `page ${name}`,
    ([name]) => (name === 'two' ? 3 : 1),
  )
  return String(Math.max(1, size))
}

/** The parameters with which a property can find users. */
export function waysBy(property: string, value: string): string[] {
  const isText = property.startsWith('profile.')
  return [
    'search',
    ...(isText ? ['sw'] : []),
    ...(property === 'status' || filterable.has(property) ? ['filter'] : []),
    ...(filterable.has(property) && property !== 'profile.login' && value.trim() === value ? ['q'] : []),
  ]
}

/** A list of one record, by its id. */
export function byId(name: 'users' | 'groups', handle: string, parameter: 'search' | 'filter'): Move {
  const tree = compared('id', `«${handle}.id»`)
  const states =
    name === 'groups' && parameter === 'filter' ? 'groups.filter.id' : (`${name}.${parameter}.id` as const)
  return listOf(
    name,
    { limit: '200' },
    { expression: { parameter, tree }, states, dimension: 'after-a-change' },
  )
}

/** Records by their ids, all at once. */
export function byIds(
  world: World,
  name: 'users' | 'groups',
  handles: readonly string[],
  parameter = world.seldom(['filter', 'search'] as const, (each) => `ids of ${name} by ${each}`),
): Move | undefined {
  if (handles.length < 2) return undefined
  const parts = handles.map((handle) => compared('id', `«${handle}.id»`))
  return listOf(
    name,
    { limit: '200' },
    {
      expression: { parameter, tree: { is: 'or', parts, word: 'or' } },
      states: `${name}.${parameter}.or`,
      dimension: 'queries',
    },
  )
}

/** Searches for users by one value, with search, filter or q: preferably the one that was seldom tried. */
export function usersBy(
  world: World,
  property: string,
  value: string,
  way = world.seldom(waysBy(property, value), (each) => `by ${each} ${property}`),
): Move | undefined {
  if (value === '' || (world.means.isLarge && property === 'status')) return undefined
  if (way === 'q')
    return listOf(
      'users',
      { q: value, limit: '200' },
      { states: 'users.list.q.first-name', dimension: 'after-a-change' },
    )
  const tree = compared(property, value, way === 'sw' ? 'sw' : 'eq')
  const isOfMany = way === 'search' && property === 'status' && world.dice.chance(0.25)
  return listOf(
    'users',
    { limit: '200' },
    {
      expression: {
        parameter: way === 'filter' ? 'filter' : 'search',
        tree: isOfMany ? ofStory(world, tree) : tree,
      },
      states: way === 'filter' ? 'users.filter.and' : 'users.search.profile',
      dimension: 'after-a-change',
    },
  )
}

/** Looks for users by many values at once: by any unused value, or by all values of one user. */
export function usersByAll(
  word: 'and' | 'or',
  values: Readonly<Record<string, unknown>>,
  parameter: 'search' | 'filter' = 'search',
): Move | undefined {
  const parts = Object.entries(values).flatMap(([path, value]) =>
    typeof value === 'string' && value !== '' ? [compared(path, value)] : [],
  )
  if (parts.length < 2) return undefined
  return listOf(
    'users',
    { limit: '200' },
    {
      expression: { parameter, tree: { is: word, parts, word } },
      states: parameter === 'search' ? 'users.search.profile' : `users.filter.${word}`,
      dimension: 'after-a-change',
    },
  )
}

/** The whole list that contains a record: it also shows changes to every other record. Sometimes in small pages. */
export function wholeList(world: World, handle: string): Move | undefined {
  const name = ({ u: 'users', g: 'groups', r: 'rules', c: 'clients' } as const)[handle.charAt(0)]
  const limit = world.seldom(
    ['200', '3', '20'],
    (each) => `list ${name} ${each}`,
    (each) => (each === '20' ? 1 : 2),
  )
  return name && listOf(name, { limit })
}

/** Searches for groups by a name or description, with search or q. */
export function groupsBy(
  world: World,
  name: string,
  way = world.seldom(['search', 'q'], (each) => `groups by ${each}`),
  property = 'profile.name',
  limit = '200',
): Move {
  if (way === 'q')
    return listOf('groups', { q: name, limit }, { states: 'groups.list.q', dimension: 'after-a-change' })
  return listOf(
    'groups',
    { limit },
    {
      expression: { parameter: 'search', tree: compared(property, name, way === 'sw' ? 'sw' : 'eq') },
      states: 'groups.search.name',
      dimension: 'after-a-change',
    },
  )
}

/** Searches for the users of this story by some of their statuses at once. */
export function usersByStatuses(world: World): Move | undefined {
  if (world.means.isLarge) return undefined
  const statuses = new Set(world.livingPeople.map(({ handle }) => String(world.truth(handle).status)))
  const parts = world.dice.some([...statuses], 3).map((status) => compared('status', status))
  if (parts.length < 2) return undefined
  const parameter = world.seldom(['filter', 'search'] as const, (each) => `statuses by ${each}`)
  return listOf(
    'users',
    { limit: '200' },
    {
      expression: { parameter, tree: { is: 'or', parts, word: 'or' } },
      states: `users.${parameter}.or`,
      dimension: 'queries',
    },
  )
}

/** Searches for rules by a word of their name. */
export function rulesBy(name: string, limit?: string): Move {
  return listOf(
    'rules',
    { search: name, ...(limit === undefined ? {} : { limit }) },
    { states: 'rules.list.search', dimension: 'after-a-change' },
  )
}

export function clientsBy(name: string, limit: string): Move {
  return listOf('clients', { q: name, limit }, { dimension: 'after-a-change' })
}

/** Records by a time that one of them has. */
export function timedList(
  kind: 'user' | 'group',
  parameter: 'search' | 'filter',
  leaf: Leaf | undefined,
  handle?: string,
): Move | undefined {
  if (leaf === undefined) return undefined
  const property = `${kind}s.${parameter}.${slugOf(leaf.property)}`
  const states = (parameter === 'filter' ? `${property}.${leaf.operator}` : property) as RequirementId
  // A second term that leaves it to the first whether the record is found.
  const tree: Expression =
    handle === undefined ? leaf : { is: 'and', parts: [leaf, compared('id', `«${handle}.id»`)], word: 'and' }
  return listOf(
    `${kind}s`,
    { limit: '200' },
    { expression: { parameter, tree }, states, dimension: 'after-a-change' },
  )
}

/** Restricts a search to the users of this story, because many users have the same status. */
function ofStory(world: World, tree: Expression): Expression {
  const own = compared('profile.login', '«tag»', 'sw')
  return world.means.freeLogins ? { is: 'and', parts: [tree, own], word: 'and' } : tree
}

const sortable = [
  'lastName',
  'firstName',
  'email',
  'login',
  ...freeProperties,
  ...Object.keys(formedProperties),
]

/** The sort keys of users and groups outside their profile. */
const ownKeys = ['created', 'lastUpdated', 'id'] as const

/** The users of this story in an order, page by page: ties, unset values and full pages are frequent. */
export function sortedUsers(
  world: World,
  property?: string,
  limit = pageFor(world, world.livingPeople.length),
): Move | undefined {
  if (!world.means.freeLogins || world.livingPeople.length === 0) return undefined
  const telling = sortable.filter((name) => plainTexts(world, name).size > 2)
  const name =
    property ?? world.seldom(telling.length > 0 ? telling : sortable, (each) => `sorted by ${each}`)
  const own =
    property === undefined &&
    world.seldom(
      [...ownKeys, undefined],
      (each) => `sorted by own ${each}`,
      (each) => (each ? 1 : 8),
    )
  return inOrder(world, 'users', 'profile.login', own || `profile.${name}`, limit)
}

/** The values of a property with a stated order, independent of case. */
function plainTexts(world: World, name: string): Set<string> {
  const values = world.livingPeople.map(({ handle }) => world.truth(handle).profile[name] as unknown)
  return new Set(
    values.flatMap((value) =>
      typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) ? [value.toLowerCase()] : [],
    ),
  )
}

/** A list of this story's records in an order. */
function inOrder(world: World, list: 'users' | 'groups', mark: string, sortBy: string, limit: string): Move {
  const order = world.seldom(['asc', 'desc', 'none'], (each) => `order ${list} ${each}`)
  return listOf(
    list,
    { limit, sortBy, ...(order === 'none' ? {} : { sortOrder: order }) },
    {
      expression: { parameter: 'search', tree: compared(mark, '«tag»', 'sw') },
      states: `${list}.list.sort-by`,
      dimension: 'lists',
    },
  )
}

/** The groups of this story in an order. */
export function sortedGroups(world: World, limit = pageFor(world, world.livingGroups.length)): Move {
  const sortBy = world.seldom(
    ['profile.name', 'profile.description', ...ownKeys],
    (each) => `sorted groups ${each}`,
  )
  return inOrder(world, 'groups', 'profile.name', sortBy, limit)
}
