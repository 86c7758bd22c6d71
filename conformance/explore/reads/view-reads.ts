import type { RequirementId } from '../../registry/requirements.ts'
import { formedProperties, freeProperties, slugOf } from '../sequence/values.ts'
import type { Expression, Leaf } from './expression.ts'
import { compared } from './expression.ts'
import type { Command } from '../commands/commands.ts'
import { read, users } from '../commands/commands.ts'
import { filterable } from './query-reads.ts'
import type { Call } from '../sequence/sequence.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

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
): Command {
  const [operation, path, shows, states] = lists[name]
  return read({
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
  state: GeneratorState,
  group: string,
  limit = pageFor(state, state.livingPeople.length),
): Command {
  return listOf('members', { limit }, { path: `/api/v1/groups/«${group}.id»/users` })
}

export function groupsOf(handle: string): Command {
  return listOf('groupsOf', {}, { path: `${users}/«${handle}.id»/groups` })
}

/** A page size: a few, all exactly, one less, or enough; preferably one that was seldom used. */
export function pageFor(state: GeneratorState, count: number): string {
  const sizes = { one: 1, two: 2, three: 3, 'all but one': count - 1, all: count, many: 200 }
  const [, size] = state.leastUsed(
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
export function byId(name: 'users' | 'groups', handle: string, parameter: 'search' | 'filter'): Command {
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
  state: GeneratorState,
  name: 'users' | 'groups',
  handles: readonly string[],
  parameter = state.leastUsed(['filter', 'search'] as const, (each) => `ids of ${name} by ${each}`),
): Command | undefined {
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
  state: GeneratorState,
  property: string,
  value: string,
  way = state.leastUsed(waysBy(property, value), (each) => `by ${each} ${property}`),
): Command | undefined {
  if (value === '' || (state.means.isLarge && property === 'status')) return undefined
  if (way === 'q')
    return listOf(
      'users',
      { q: value, limit: '200' },
      { states: 'users.list.q.first-name', dimension: 'after-a-change' },
    )
  const tree = compared(property, value, way === 'sw' ? 'sw' : 'eq')
  const isOfMany = way === 'search' && property === 'status' && state.rng.chance(0.25)
  return listOf(
    'users',
    { limit: '200' },
    {
      expression: {
        parameter: way === 'filter' ? 'filter' : 'search',
        tree: isOfMany ? ofSequence(state, tree) : tree,
      },
      states: way === 'filter' ? 'users.filter.and' : 'users.search.profile',
      dimension: 'after-a-change',
    },
  )
}

/** Reads for users by many values at once: by any unused value, or by all values of one user. */
export function usersByAll(
  word: 'and' | 'or',
  values: Readonly<Record<string, unknown>>,
  parameter: 'search' | 'filter' = 'search',
): Command | undefined {
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
export function wholeList(state: GeneratorState, handle: string): Command | undefined {
  const name = ({ u: 'users', g: 'groups', r: 'rules', c: 'clients' } as const)[handle.charAt(0)]
  const limit = state.leastUsed(
    ['200', '3', '20'],
    (each) => `list ${name} ${each}`,
    (each) => (each === '20' ? 1 : 2),
  )
  return name && listOf(name, { limit })
}

/** Searches for groups by a name or description, with search or q. */
export function groupsBy(
  state: GeneratorState,
  name: string,
  way = state.leastUsed(['search', 'q'], (each) => `groups by ${each}`),
  property = 'profile.name',
  limit = '200',
): Command {
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

/** Searches for the users of this sequence by some of their statuses at once. */
export function usersByStatuses(state: GeneratorState): Command | undefined {
  if (state.means.isLarge) return undefined
  const statuses = new Set(state.livingPeople.map(({ handle }) => String(state.truth(handle).status)))
  const parts = state.rng.some([...statuses], 3).map((status) => compared('status', status))
  if (parts.length < 2) return undefined
  const parameter = state.leastUsed(['filter', 'search'] as const, (each) => `statuses by ${each}`)
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
export function rulesBy(name: string, limit?: string): Command {
  return listOf(
    'rules',
    { search: name, ...(limit === undefined ? {} : { limit }) },
    { states: 'rules.list.search', dimension: 'after-a-change' },
  )
}

export function clientsBy(name: string, limit: string): Command {
  return listOf('clients', { q: name, limit }, { dimension: 'after-a-change' })
}

/** Records by a time that one of them has. */
export function timedList(
  kind: 'user' | 'group',
  parameter: 'search' | 'filter',
  leaf: Leaf | undefined,
  handle?: string,
): Command | undefined {
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

/** Restricts a search to the users of this sequence, because many users have the same status. */
function ofSequence(state: GeneratorState, tree: Expression): Expression {
  const own = compared('profile.login', '«tag»', 'sw')
  return state.means.freeLogins ? { is: 'and', parts: [tree, own], word: 'and' } : tree
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

/** The users of this sequence in an order, page by page: ties, unset values and full pages are frequent. */
export function sortedUsers(
  state: GeneratorState,
  property?: string,
  limit = pageFor(state, state.livingPeople.length),
): Command | undefined {
  if (!state.means.freeLogins || state.livingPeople.length === 0) return undefined
  const unset = (name: string): number =>
    state.livingPeople.filter(({ handle }) => !state.truth(handle).profile[name]).length
  const kinds = {
    telling: sortable.filter((name) => plainTexts(state, name).size > 2),
    // Set for some, and not for others.
    partly: sortable.filter((name) => unset(name) > 0 && plainTexts(state, name).size > 0),
    any: sortable,
  }
  const some = state.leastUsed(
    Object.entries(kinds).filter(([, names]) => names.length > 0),
    ([kind]) => `sorted ${kind}`,
    ([kind]) => ({ telling: 4, partly: 3 })[kind] ?? 1,
  )[1]
  const name = property ?? state.leastUsed(some, (each) => `sorted by ${each}`)
  const own =
    property === undefined &&
    state.leastUsed(
      [...ownKeys, undefined],
      (each) => `sorted by own ${each}`,
      (each) => (each ? 1 : 8),
    )
  return inOrder(state, 'users', 'profile.login', own || `profile.${name}`, limit)
}

/** The values of a property with a stated order, independent of case. */
function plainTexts(state: GeneratorState, name: string): Set<string> {
  const values = state.livingPeople.map(({ handle }) => state.truth(handle).profile[name] as unknown)
  return new Set(
    values.flatMap((value) =>
      typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) ? [value.toLowerCase()] : [],
    ),
  )
}

/** A list of this sequence's records in an order. */
function inOrder(
  state: GeneratorState,
  list: 'users' | 'groups',
  mark: string,
  sortBy: string,
  limit: string,
): Command {
  const order = state.leastUsed(['asc', 'desc', 'none'], (each) => `order ${list} ${each}`)
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

/** The groups of this sequence in an order. */
export function sortedGroups(
  state: GeneratorState,
  limit = pageFor(state, state.livingGroups.length),
): Command {
  const sortBy = state.leastUsed(
    ['profile.name', 'profile.description', ...ownKeys],
    (each) => `sorted groups ${each}`,
  )
  return inOrder(state, 'groups', 'profile.name', sortBy, limit)
}
