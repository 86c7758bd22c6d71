import type { ClauseId } from '../registry/clauses.ts'
import type { Kind, Move } from './moves.ts'
import { look, nameOf, templated, users } from './moves.ts'
import { filterUsers, findGroups, searchUsers } from './query-looks.ts'
import type { Call } from './story.ts'
import { sortedUsers } from './view-looks.ts'
import type { World } from './world.ts'

const groups = '/api/v1/groups'

/** Reads a user by one of its names. */
function lookAtUser(world: World, handle: string): Move {
  const { segment, is } = nameOf(world, handle)
  const omits = world.dice.chance(0.06)
  const states: ClauseId =
    is === 'id' ? 'users.get.ok' : is === 'login' ? 'users.path.login' : 'users.path.short-name'
  return look({
    operation: 'getUser',
    path: `${users}/${segment}`,
    ...(omits ? { headers: { 'Content-Type': 'application/json; svc-response=omitCredentials' } } : {}),
    record: handle,
    shows: 'user',
    states,
    dimension: is === 'id' ? 'after-a-change' : 'names-in-paths',
  })
}

/** Reads a record, dead or alive, by its id or another name. */
export function lookAt(world: World, handle: string): Move | undefined {
  switch (handle[0]) {
    case 'u':
      return world.truth(handle) === undefined ? goneUser(handle) : lookAtUser(world, handle)
    case 'g':
      return read('getGroup', `${groups}/«${handle}.id»`, handle, 'group')
    case 'r':
      return read('getGroupRule', `/api/v1/groups/rules/«${handle}.id»`, handle, 'rule')
    case 'c':
      return read('getClient', `/oauth2/v1/clients/«${handle}.client_id»`, handle, 'client')
    default:
      return undefined
  }
}

function read(
  operation: Call['operation'],
  path: string,
  record: string,
  shows: NonNullable<Call['shows']>,
): Move {
  return look({
    operation,
    path,
    record,
    shows,
    states: byRead[shows] ?? 'users.get.ok',
    dimension: 'after-a-change',
  })
}

const byRead: Readonly<Partial<Record<NonNullable<Call['shows']>, ClauseId>>> = {
  group: 'groups.get.ok',
  rule: 'rules.get.ok',
  client: 'clients.get.ok',
}

function goneUser(handle: string): Move {
  return look({
    operation: 'getUser',
    path: `${users}/«${handle}.id»`,
    shows: 'user',
    states: 'users.get.unknown-id',
    dimension: 'names-in-paths',
  })
}

function someUser(world: World): Move | undefined {
  return world.livingPeople.length === 0
    ? undefined
    : lookAtUser(world, world.dice.pick(world.livingPeople).handle)
}

/** Reads by a login that somebody no longer has, and a short name that several have. */
function formerLogin(world: World): Move | undefined {
  const { dice } = world
  const former = world.people.flatMap(({ formerLogins }) => formerLogins)
  if (former.length === 0) return undefined
  const login = dice.pick(former)
  if (/[/?]/.test(login)) return undefined
  return look({
    operation: 'getUser',
    path: `${users}/${encodeURIComponent(login).replaceAll('%C2%AB', '«').replaceAll('%C2%BB', '»')}`,
    shows: 'user',
    states: 'users.get.unknown-login',
    dimension: 'names-in-paths',
  })
}

function listAllUsers(world: World): Move | undefined {
  if (world.means.isLarge) return undefined
  return look({
    operation: 'listUsers',
    path: users,
    query: { limit: String(world.dice.pick([2, 3, 7, 200])) },
    shows: 'user',
    pages: true,
    states: 'users.list.ok',
    dimension: 'lists',
  })
}

function findUsers(world: World): Move | undefined {
  const { dice } = world
  if (world.livingPeople.length === 0) return undefined
  const { handle } = dice.pick(world.livingPeople)
  const property = dice.pick(['firstName', 'lastName', 'email'])
  const whole: unknown = world.truth(handle).profile[property]
  if (typeof whole !== 'string') return undefined
  const value = property === 'email' && dice.chance(0.5) ? (world.model.texts.get('tag') ?? whole) : whole
  return look({
    operation: 'listUsers',
    path: users,
    query: { q: templated(world, value) as string, limit: dice.pick(['1', '2', '200', '200']) },
    shows: 'user',
    states: 'users.list.q.first-name',
    dimension: 'views',
  })
}

function groupsOfUser(world: World): Move | undefined {
  if (world.livingPeople.length === 0) return undefined
  const { handle } = world.dice.pick(world.livingPeople)
  return look({
    operation: 'listUserGroups',
    path: `${users}/${nameOf(world, handle).segment}/groups`,
    shows: 'group',
    states: 'users.groups.ok',
    dimension: 'views',
  })
}

function membersOfGroup(world: World): Move | undefined {
  const { dice } = world
  if (world.livingGroups.length === 0) return undefined
  return look({
    operation: 'listGroupUsers',
    path: `${groups}/«${dice.pick(world.livingGroups)}.id»/users`,
    query: { limit: String(dice.pick([1, 2, 3, 200])) },
    shows: 'user',
    pages: true,
    states: 'membership.list.ok',
    dimension: 'views',
  })
}

function someGroup(world: World): Move | undefined {
  if (world.livingGroups.length === 0) return undefined
  const handle = world.dice.pick(world.livingGroups)
  return look({
    operation: 'getGroup',
    path: `${groups}/«${handle}.id»`,
    record: handle,
    shows: 'group',
    states: 'groups.get.ok',
    dimension: 'after-a-change',
  })
}

function findGroupsByName(world: World): Move | undefined {
  if (world.livingGroups.length === 0) return undefined
  const name = templated(world, world.truth(world.dice.pick(world.livingGroups)).profile.name) as string
  return look({
    operation: 'listGroups',
    path: groups,
    query: { q: name },
    shows: 'group',
    states: 'groups.list.q',
    dimension: 'views',
  })
}

function someRule(world: World): Move | undefined {
  const { dice } = world
  if (world.livingRules.length === 0) return undefined
  const handle = dice.pick(world.livingRules)
  const query = dice.chance(0.2) ? { query: { expand: 'groupIdToGroupNameMap' } } : {}
  if (dice.chance(0.5))
    return look({
      operation: 'getGroupRule',
      path: `/api/v1/groups/rules/«${handle}.id»`,
      ...query,
      record: handle,
      shows: 'rule',
      states: 'rules.get.ok',
      dimension: 'after-a-change',
    })
  return look({
    operation: 'listGroupRules',
    path: '/api/v1/groups/rules',
    query: dice.chance(0.5)
      ? { search: templated(world, world.truth(handle).name) as string }
      : { limit: String(dice.pick([1, 2, 200])) },
    shows: 'rule',
    pages: true,
    states: 'rules.list.ok',
    dimension: 'views',
  })
}

function someClient(world: World): Move | undefined {
  const { dice } = world
  if (world.livingClients.length === 0) return undefined
  const handle = dice.pick(world.livingClients)
  if (dice.chance(0.6))
    return look({
      operation: 'getClient',
      path: `/oauth2/v1/clients/«${handle}.client_id»`,
      record: handle,
      shows: 'client',
      states: 'clients.get.ok',
      dimension: 'after-a-change',
    })
  return look({
    operation: 'listClients',
    path: '/oauth2/v1/clients',
    query: dice.chance(0.5)
      ? { q: templated(world, world.truth(handle).client_name) as string, limit: '200' }
      : { limit: String(dice.pick([2, 3, 200])) },
    shows: 'client',
    pages: true,
    states: 'clients.list.ok',
    dimension: 'views',
  })
}

/** A client that is gone, or never was. */
function unknownClient(world: World): Move | undefined {
  const gone = world.clients.filter((each) => world.gone.has(each))
  const id = gone.length > 0 ? `«${world.dice.pick(gone)}.client_id»` : '«none1»'
  return look({
    operation: 'getClient',
    path: `/oauth2/v1/clients/${id}`,
    shows: 'client',
    states: 'clients.get.unknown',
    dimension: 'names-in-paths',
  })
}

/** What is looked at, whatever was written. */
export const looks: readonly Kind[] = [
  { weight: 8, propose: someUser },
  { weight: 2, propose: formerLogin },
  { weight: 14, propose: searchUsers },
  { weight: 5, propose: filterUsers },
  { weight: 1, propose: listAllUsers },
  { weight: 2, propose: sortedUsers },
  { weight: 2, propose: findUsers },
  { weight: 3, propose: groupsOfUser },
  { weight: 4, propose: membersOfGroup },
  { weight: 3, propose: someGroup },
  { weight: 6, propose: findGroups },
  { weight: 1, propose: findGroupsByName },
  { weight: 2, propose: someRule },
  { weight: 3, propose: someClient },
  { weight: 1, propose: unknownClient },
]
