import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { valueAt } from '../../engine/wire/reply.ts'
import type { Kind, Command, Scenario } from '../commands/commands.ts'
import { read, templated, users } from '../commands/commands.ts'
import { askGroups, askUsers, timeLeaf, timesOf } from './query-reads.ts'
import type { Call } from '../sequence/sequence.ts'
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
} from './view-reads.ts'
import type { Way } from './user-ways.ts'
import { byFormer, changedIn, waysByAll, waysByName } from './user-ways.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** The read of a single record, by the letter of its handle. */
const readOfKind: Readonly<
  Record<string, readonly [Call['operation'], path: string, id: string, Call['shows'], RequirementId]>
> = {
  u: ['getUser', users, 'id', 'user', 'users.get.ok'],
  g: ['getGroup', '/api/v1/groups', 'id', 'group', 'groups.get.ok'],
  r: ['getGroupRule', '/api/v1/groups/rules', 'id', 'rule', 'rules.get.ok'],
  c: ['getClient', '/oauth2/v1/clients', 'client_id', 'client', 'clients.get.ok'],
}

/** Reads a record, which may be deleted. */
export function readAt(state: GeneratorState, handle: string, more: Partial<Call> = {}): Command | undefined {
  const [operation, path, id, shows, states] = readOfKind[handle.charAt(0)] ?? []
  if (operation === undefined || states === undefined || shows === undefined) return undefined
  const isGone = handle.startsWith('u') && state.truth(handle) === undefined
  return read({
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
  state: GeneratorState,
  handle: string,
  waysOf: (record: Json) => readonly (readonly [way: string, property: string, value: unknown])[],
  toCommand: (way: string, property: string, value: string) => Command | undefined,
): Way[] {
  const seen = new Set<string>()
  return [
    ['now', state.truth(handle)],
    ['before', state.before(handle)],
  ].flatMap(([when, record]) =>
    (record === undefined ? [] : waysOf(templated(state, record))).flatMap(([way, property, value]) => {
      const key = `${way} ${property} ${String(value)}`
      if (typeof value !== 'string' || value === '' || seen.has(key)) return []
      seen.add(key)
      return [
        {
          reader: `${way === 'sw' ? 'search' : way} ${property === 'status' ? 'status ' : ''}${when}`,
          name: `${way} ${property} ${when}`,
          read: () => toCommand(way, property, value),
        },
      ]
    }),
  )
}

/** The ways to find a record by its times. */
function waysByTime(state: GeneratorState, handle: string, kind: 'user' | 'group'): Way[] {
  if (state.means.isLarge) return []
  return (['search', 'filter'] as const).flatMap((parameter) => {
    const [properties, operators] = timesOf[`${kind} ${parameter}`]
    return properties.map((property) => ({
      reader: `time ${parameter}`,
      name: `${parameter} ${property}`,
      read: () =>
        timedList(
          kind,
          parameter,
          timeLeaf(state, handle, property, operators),
          state.leastUsed([handle, undefined], (each) => `timed ${kind} ${parameter} ${each === undefined}`),
        ),
    }))
  })
}

/** Every way to see a record. */
function waysTo(state: GeneratorState, handle: string): Way[] {
  const { people, groups, livingRules, livingClients, members } = state
  const isListed = !state.means.isLarge
  const general = (name: string, read: () => Command | undefined): Way => ({ reader: name, name, read })
  const itself = general('itself', () => readAt(state, handle))
  switch (handle.charAt(0)) {
    case 'u': {
      const changed = changedIn(state, handle)
      const own = groups.filter((group) => members.has(`${group} ${handle}`))
      return [
        itself,
        ...waysByContent(
          state,
          handle,
          (record) =>
            changed.flatMap((property) => {
              const value = valueAt(record, property)
              return typeof value === 'string'
                ? waysBy(property, value).map((way) => [way, property, value] as const)
                : []
            }),
          (way, property, value) => usersBy(state, property, value, way),
        ),
        ...waysByAll(state, handle, changed),
        ...(['search', 'filter'] as const).map((by) =>
          general(`${by} by id`, () => byId('users', handle, by)),
        ),
        ...waysByName(state, handle),
        ...waysByTime(state, handle, 'user'),
        ...(isListed ? [general('list', () => wholeList(state, handle))] : []),
        ...own.slice(0, 2).map((group) => general('members', () => membersOf(state, group))),
        general('groups', () => groupsOf(handle)),
        general('sorted', () => sortedUsers(state)),
        general('apps', () => below(handle, 'listUserAppLinks', 'appLinks')),
      ]
    }
    case 'g':
      return [
        itself,
        ...waysByContent(
          state,
          handle,
          ({ profile: { name, description } }) => [
            ...['search', 'sw', 'q'].map((way) => [way, 'profile.name', name] as const),
            ['search', 'profile.description', description],
          ],
          (way, property, value) => groupsBy(state, value, way, property),
        ),
        ...(['search', 'filter'] as const).map((by) =>
          general(`${by} by id`, () => byId('groups', handle, by)),
        ),
        ...waysByTime(state, handle, 'group'),
        ...(isListed ? [general('list', () => wholeList(state, handle))] : []),
        general('members', () => membersOf(state, handle)),
        ...people
          .filter((each) => members.has(`${handle} ${each.handle}`))
          .slice(0, 2)
          .map((each) => general('groups', () => groupsOf(each.handle))),
        ...livingRules
          .filter((rule) =>
            JSON.stringify(state.truth(rule).actions).includes(String(state.truth(handle)?.id)),
          )
          .slice(0, 2)
          .flatMap((rule) => [
            general('named', () => readAt(state, rule, { query: expanded })),
            general('named', () => listOf('rules', { search: '«tag»', ...expanded })),
          ]),
        general('sorted', () => sortedGroups(state)),
      ]
    case 'r':
      return [
        itself,
        ...waysByContent(
          state,
          handle,
          ({ name }) => [['search', 'name', name]],
          (_way, _property, name) => rulesBy(name),
        ),
        general('pages', () => rulesBy('«tag»', pageFor(state, livingRules.length))),
        ...(isListed ? [general('list', () => wholeList(state, handle))] : []),
        general('expanded list', () => listOf('rules', { search: '«tag»', ...expanded })),
        general('expanded', () => readAt(state, handle, { query: expanded })),
      ]
    case 'c':
      return [
        itself,
        ...waysByContent(
          state,
          handle,
          ({ client_name: name }) => [['q', 'client_name', name]],
          (_way, _property, name) => clientsBy(name, '200'),
        ),
        general('pages', () => clientsBy('«tag»', pageFor(state, livingClients.length))),
        ...(isListed ? [general('list', () => wholeList(state, handle))] : []),
      ]
    default:
      return []
  }
}

const expanded = { expand: 'groupIdToGroupNameMap' }

/** Reads at a record in the way that is most due: alone, in a list, or by a value. */
export function viewOf(state: GeneratorState, handle: string): Command | undefined {
  const ways = waysTo(state, handle)
  if (ways.length === 0) return undefined
  const reader = state.leastCovered(
    handle,
    [...new Set(ways.map((way) => way.reader))],
    (each) => weights[each] ?? 1,
  )
  return state
    .leastUsed(
      ways.filter((way) => way.reader === reader),
      ({ name }) => `way ${name}`,
    )
    .read()
}

/** How often a kind of read is due, compared with a kind without an entry. */
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

/** Reads after a write. */
export function readsAfter(state: GeneratorState, handle: string, count = 3): Scenario {
  return Array.from({ length: count }, () => () => viewOf(state, handle))
}

/** A read below a user. */
function below(handle: string, operation: 'listUserAppLinks' | 'listUserClients', suffix: string): Command {
  const states = operation === 'listUserClients' ? {} : { states: 'users.app-links.none' }
  return read({
    operation,
    path: `${users}/«${handle}.id»/${suffix}`,
    ...states,
    dimension: 'names-in-paths',
  })
}

/** Reads by a login that a user no longer has. */
function formerLogin(state: GeneratorState): Command | undefined {
  const some = state.people.flatMap(({ formerLogins }) => formerLogins).filter((each) => !/[/?]/.test(each))
  if (some.length === 0) return undefined
  const login = state.rng.pick(some)
  return byFormer(state, state.rng.chance(0.5) ? login : login.replace(/@.*/, ''))
}

/** One of the records of a kind, deleted or not, with a read. */
const some =
  (handlesIn: (state: GeneratorState) => readonly string[]) =>
  (state: GeneratorState): Command | undefined => {
    const handles = handlesIn(state)
    if (handles.length === 0) return undefined
    const handle = state.rng.pick(handles)
    return state.rng.chance(0.3) ? readAt(state, handle) : viewOf(state, handle)
  }

/** Reads that do not depend on a write. */
export const reads: readonly Kind[] = [
  { weight: 8, propose: some((state) => state.people.map(({ handle }) => handle)) },
  { weight: 4, propose: some((state) => state.groups) },
  { weight: 3, propose: some((state) => state.rules) },
  { weight: 3, propose: some((state) => state.clients) },
  { weight: 2, propose: formerLogin },
  { weight: 16, propose: askUsers },
  { weight: 7, propose: askGroups },
]
