import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { valueAt } from '../../engine/wire/reply.ts'
import type { Kind, Move, Scene } from '../moves/moves.ts'
import { look, templated, users } from '../moves/moves.ts'
import { askGroups, askUsers, timeLeaf, timesOf } from './query-looks.ts'
import type { Call } from '../story/story.ts'
import {
  byId,
  clientsBy,
  sortedGroups,
  timedList,
  groupsBy,
  groupsOf,
  listOf,
  membersOf,
  pageFor,
  rulesBy,
  sortedUsers,
  usersBy,
  wholeList,
  waysBy,
} from './view-looks.ts'
import type { Way } from './user-ways.ts'
import { byFormer, changedIn, waysByAll, waysByName } from './user-ways.ts'
import type { World } from '../story/world.ts'

/** The read of a single record, by the letter of its handle. */
const reads: Readonly<
  Record<string, readonly [Call['operation'], path: string, id: string, Call['shows'], RequirementId]>
> = {
  u: ['getUser', users, 'id', 'user', 'users.get.ok'],
  g: ['getGroup', '/api/v1/groups', 'id', 'group', 'groups.get.ok'],
  r: ['getGroupRule', '/api/v1/groups/rules', 'id', 'rule', 'rules.get.ok'],
  c: ['getClient', '/oauth2/v1/clients', 'client_id', 'client', 'clients.get.ok'],
}

/** Reads a record, which may be deleted. */
export function lookAt(world: World, handle: string, more: Partial<Call> = {}): Move | undefined {
  const [operation, path, id, shows, states] = reads[handle.charAt(0)] ?? []
  if (operation === undefined || states === undefined || shows === undefined) return undefined
  const isGone = handle.startsWith('u') && world.truth(handle) === undefined
  return look({
    operation,
    path: `${path}/«${handle}.${id}»`,
    ...(isGone ? {} : { record: handle }),
    shows,
    states: isGone ? 'users.get.unknown-id' : states,
    dimension: isGone ? 'names-in-paths' : 'after-a-change',
    ...more,
  })
}

/** The ways to find a record by its values. Its values before the last change must find nothing. */
function waysByContent(
  world: World,
  handle: string,
  waysOf: (record: Json) => readonly (readonly [way: string, property: string, value: unknown])[],
  toMove: (way: string, property: string, value: string) => Move | undefined,
): Way[] {
  const seen = new Set<string>()
  return [
    ['now', world.truth(handle)],
    ['before', world.before(handle)],
  ].flatMap(([when, record]) =>
    (record === undefined ? [] : waysOf(templated(world, record))).flatMap(([way, property, value]) => {
      const key = `${way} ${property} ${String(value)}`
      if (typeof value !== 'string' || value === '' || seen.has(key)) return []
      seen.add(key)
      return [
        {
          reader: `${way === 'sw' ? 'search' : way} ${property === 'status' ? 'status ' : ''}${when}`,
          name: `${way} ${property} ${when}`,
          look: () => toMove(way, property, value),
        },
      ]
    }),
  )
}

/** The ways to find a record by its times. */
function waysByTime(world: World, handle: string, kind: 'user' | 'group'): Way[] {
  if (world.means.isLarge) return []
  return (['search', 'filter'] as const).flatMap((parameter) => {
    const [properties, operators] = timesOf[`${kind} ${parameter}`]
    return properties.map((property) => ({
      reader: `time ${parameter}`,
      name: `${parameter} ${property}`,
      look: () =>
        timedList(
          kind,
          parameter,
          timeLeaf(world, handle, property, operators),
          world.seldom([handle, undefined], (each) => `timed ${kind} ${parameter} ${each === undefined}`),
        ),
    }))
  })
}

/** Every way to see a record. */
function waysTo(world: World, handle: string): Way[] {
  const { people, groups, livingRules, livingClients, members } = world
  const isListed = !world.means.isLarge
  const general = (name: string, look: () => Move | undefined): Way => ({ reader: name, name, look })
  const itself = general('itself', () => lookAt(world, handle))
  switch (handle.charAt(0)) {
    case 'u': {
      const changed = changedIn(world, handle)
      const own = groups.filter((group) => members.has(`${group} ${handle}`))
      return [
        itself,
        ...waysByContent(
          world,
          handle,
          (record) =>
            changed.flatMap((property) => {
              const value = valueAt(record, property)
              return typeof value === 'string'
                ? waysBy(property, value).map((way) => [way, property, value] as const)
                : []
            }),
          (way, property, value) => usersBy(world, property, value, way),
        ),
        ...waysByAll(world, handle, changed),
        ...(['search', 'filter'] as const).map((by) =>
          general(`${by} by id`, () => byId('users', handle, by)),
        ),
        ...waysByName(world, handle),
        ...waysByTime(world, handle, 'user'),
        ...(isListed ? [general('list', () => wholeList(world, handle))] : []),
        ...own.slice(0, 2).map((group) => general('members', () => membersOf(world, group))),
        general('groups', () => groupsOf(handle)),
        general('sorted', () => sortedUsers(world)),
        general('apps', () => below(handle, 'listUserAppLinks', 'appLinks')),
      ]
    }
    case 'g':
      return [
        itself,
        ...waysByContent(
          world,
          handle,
          ({ profile: { name, description } }) => [
            ...['search', 'sw', 'q'].map((way) => [way, 'profile.name', name] as const),
            ['search', 'profile.description', description],
          ],
          (way, property, value) => groupsBy(world, value, way, property),
        ),
        ...(['search', 'filter'] as const).map((by) =>
          general(`${by} by id`, () => byId('groups', handle, by)),
        ),
        ...waysByTime(world, handle, 'group'),
        ...(isListed ? [general('list', () => wholeList(world, handle))] : []),
        general('members', () => membersOf(world, handle)),
        ...people
          .filter((each) => members.has(`${handle} ${each.handle}`))
          .slice(0, 2)
          .map((each) => general('groups', () => groupsOf(each.handle))),
        ...livingRules
          .filter((rule) =>
            JSON.stringify(world.truth(rule).actions).includes(String(world.truth(handle)?.id)),
          )
          .slice(0, 2)
          .flatMap((rule) => [
            general('named', () => lookAt(world, rule, { query: expanded })),
            general('named', () => listOf('rules', { search: '«tag»', ...expanded })),
          ]),
        general('sorted', () => sortedGroups(world)),
      ]
    case 'r':
      return [
        itself,
        ...waysByContent(
          world,
          handle,
          ({ name }) => [['search', 'name', name]],
          (_way, _property, name) => rulesBy(name),
        ),
        general('pages', () => rulesBy('«tag»', pageFor(world, livingRules.length))),
        ...(isListed ? [general('list', () => wholeList(world, handle))] : []),
        general('expanded list', () => listOf('rules', { search: '«tag»', ...expanded })),
        general('expanded', () => lookAt(world, handle, { query: expanded })),
      ]
    case 'c':
      return [
        itself,
        ...waysByContent(
          world,
          handle,
          ({ client_name: name }) => [['q', 'client_name', name]],
          (_way, _property, name) => clientsBy(name, '200'),
        ),
        general('pages', () => clientsBy('«tag»', pageFor(world, livingClients.length))),
        ...(isListed ? [general('list', () => wholeList(world, handle))] : []),
      ]
    default:
      return []
  }
}

const expanded = { expand: 'groupIdToGroupNameMap' }

/** Looks at a record in the way that is most due: alone, in a list, or by a value. */
export function viewOf(world: World, handle: string): Move | undefined {
  const ways = waysTo(world, handle)
  if (ways.length === 0) return undefined
  const reader = world.mostDue(
    handle,
    [...new Set(ways.map((way) => way.reader))],
    (each) => weights[each] ?? 1,
  )
  return world
    .seldom(
      ways.filter((way) => way.reader === reader),
      ({ name }) => `way ${name}`,
    )
    .look()
}

/** How often a kind of look is due, compared with a kind without an entry. */
const weights: Readonly<Record<string, number>> = {
  'search now': 0.6,
  'search before': 1,
  'filter now': 0.6,
  'filter before': 0.6,
  'search by id': 0.7,
  'filter by id': 0.5,
  itself: 3,
  members: 1.5,
  'q now': 1.5,
  'q before': 2,
  'search status before': 2,
  'filter status before': 2,
  sorted: 0.6,
  'time search': 0.6,
  'time filter': 1,
  apps: 0.2,
}

/** Looks after a write. */
export function looksAfter(world: World, handle: string, count = 3): Scene {
  return Array.from({ length: count }, () => () => viewOf(world, handle))
}

/** A read below a user. */
function below(handle: string, operation: 'listUserAppLinks' | 'listUserClients', suffix: string): Move {
  const states = operation === 'listUserClients' ? {} : { states: 'users.app-links.none' }
  return look({
    operation,
    path: `${users}/«${handle}.id»/${suffix}`,
    ...states,
    dimension: 'names-in-paths',
  })
}

/** Reads by a login that a user no longer has. */
function formerLogin(world: World): Move | undefined {
  const some = world.people.flatMap(({ formerLogins }) => formerLogins).filter((each) => !/[/?]/.test(each))
  if (some.length === 0) return undefined
  const login = world.dice.pick(some)
  return byFormer(world, world.dice.chance(0.5) ? login : login.replace(/@.*/, ''))
}

/** One of the records of a kind, deleted or not, with a look. */
const some =
  (handlesIn: (world: World) => readonly string[]) =>
  (world: World): Move | undefined => {
    const handles = handlesIn(world)
    if (handles.length === 0) return undefined
    const handle = world.dice.pick(handles)
    return world.dice.chance(0.3) ? lookAt(world, handle) : viewOf(world, handle)
  }

/** Looks that do not depend on a write. */
export const looks: readonly Kind[] = [
  { weight: 8, propose: some((world) => world.people.map(({ handle }) => handle)) },
  { weight: 4, propose: some((world) => world.groups) },
  { weight: 3, propose: some((world) => world.rules) },
  { weight: 3, propose: some((world) => world.clients) },
  { weight: 2, propose: formerLogin },
  { weight: 16, propose: askUsers },
  { weight: 7, propose: askGroups },
]
