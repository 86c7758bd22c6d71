import type { Json } from '../../engine/wire/reply.ts'
import { registerClient, updateClient } from '../commands/client-commands.ts'
import { changeGroup, changeMemberOf, createGroup } from '../commands/group-commands.ts'
import { createRule } from '../commands/rule-commands.ts'
import { readAt } from '../reads/reads.ts'
import type { Command, Scenario } from '../commands/commands.ts'
import { rarely, stating, templated, userWrite } from '../commands/commands.ts'
import { timeLeaf } from '../reads/query-reads.ts'
import { createUser } from '../commands/user-commands.ts'
import { freeProperties } from '../sequence/values.ts'
import {
  byIds,
  clientsBy,
  groupsBy,
  listOf,
  membersOf,
  rulesBy,
  sortedGroups,
  sortedUsers,
  timedList,
  usersBy,
  usersByAll,
  waysBy,
} from '../reads/view-reads.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** A partial update, or a replacement, of a profile. */
export function writeProfile(
  state: GeneratorState,
  handle: string,
  changes: Readonly<Record<string, Json>>,
  isWhole: boolean,
  segment?: string,
): Command | undefined {
  const before: Json = state.truth(handle)
  if (before === undefined) return undefined
  const profile = Object.entries({
    ...(isWhole ? (templated(state, before.profile) as Record<string, Json>) : {}),
    ...changes,
  }).filter(([, value]) => value !== undefined)
  return {
    call: stating(isWhole ? 'users.replace.ok' : 'users.update.ok', {
      ...userWrite(handle, isWhole, segment),
      body: { profile: Object.fromEntries(profile) },
    }),
  }
}

/** Properties of a profile by their paths in an expression. */
const pathed = (profile: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(profile).map(([name, value]) => [`profile.${name}`, value]))

/** Calls that create records until `least` exist. */
export function enough(count: number, least: number, make: () => Command | undefined): Scenario {
  return Array.from({ length: Math.max(0, least - count) }, () => make)
}

export const morePeople = (state: GeneratorState, least: number): Scenario =>
  enough(state.livingPeople.length, least, () => createUser(state))

/** Changes many properties at once, and searches for the user by the old and by the new values. */
export function foundAfter(state: GeneratorState): Scenario {
  const { rng, words } = state
  const { handle } = rng.pick(state.livingPeople)
  const way = state.leastUsed(
    ['updateUser', 'replaceUser', 'updateUser null', 'replaceUser without'],
    (each) => `found ${each}`,
  )
  const isWhole = way.startsWith('replace')
  const isCleared = way.includes(' ')
  const names = [...(isCleared ? [] : ['firstName', 'lastName', 'email']), ...freeProperties]
  const valued = (): Record<string, Json> =>
    Object.fromEntries(
      names.map((name) => [
        name,
        name === 'email' ? `«tag»-${state.next('m')}@example.com` : `${rng.pick(words)} ${state.next('v')}`,
      ]),
    )
  const old = valued()
  const next = isCleared
    ? Object.fromEntries(names.map((name) => [name, isWhole ? undefined : null]))
    : valued()
  /** Every property by its old and its new value, in turn. */
  const pairs = names.flatMap((name) =>
    [old, next].flatMap((from, at) =>
      typeof from[name] === 'string'
        ? waysBy(`profile.${name}`, '').map((by) => [name, by, at] as const)
        : [],
    ),
  )
  const one = (): Command | undefined => {
    const [name, by, at] = state.leastUsed(pairs, (pair) => `found ${way} ${pair.join(' ')}`)
    return usersBy(state, `profile.${name}`, [old, next][at]?.[name] as string, by)
  }
  const before = rng.pick(names)
  return [
    () => writeProfile(state, handle, old, false),
    () => usersBy(state, `profile.${before}`, old[before] as string),
    () => writeProfile(state, handle, next, isWhole),
    () => usersBy(state, `profile.${before}`, old[before] as string),
    () => usersByAll('or', pathed(old)),
    () => usersByAll('and', pathed(next)),
    ...Array.from({ length: 12 }, () => one),
  ]
}

/** A text for many records, with letters that a link to the next page must encode. */
const reserved = '«tag» R&D +5% #1'

/** Every list in small pages, by every way to ask for it. */
export function everyPage(state: GeneratorState): Scenario {
  const limit = state.leastUsed(['2', '1', '3'], (each) => `every page ${each}`)
  const group = (): string => state.livingGroups[0] ?? ''
  const name = state.leastUsed(['lastName', 'firstName'], (each) => `pages by ${each}`)
  const text = state.leastUsed(state.isWarm ? [reserved, '«tag»'] : ['«tag»'], (each) => `pages of ${each}`)
  const named = (): string => `${text} ${state.next('n')}`
  const by = (way: 'filter' | 'search' | 'q') => (): Command | undefined => {
    const found = usersBy(state, `profile.${name}`, text, way)
    return found && { ...found, call: { ...found.call, query: { ...found.call.query, limit } } }
  }
  const plain = (list: 'users' | 'groups' | 'rules' | 'clients') => (): Command | undefined =>
    state.means.isLarge ? undefined : listOf(list, { limit })
  return [
    ...morePeople(state, 4),
    ...enough(state.livingGroups.length, 4, () => createGroup(state)),
    ...enough(state.livingRules.length, 3, () => createRule(state)),
    ...enough(state.livingClients.length, 3, () => registerClient(state)),
    ...[0, 1, 2, 3].flatMap((at) => [
      () => changeMemberOf(group(), state.livingPeople[at]?.handle ?? '', true),
      () => writeProfile(state, state.livingPeople[at]?.handle ?? '', { [name]: text }, false),
    ]),
    ...(text === reserved
      ? [0, 1, 2, 3].flatMap((at) => [
          () => changeGroup(state, state.livingGroups[at] ?? '', { name: named() }),
          () => updateClient(state, state.livingClients[at], { client_name: named() }),
        ])
      : []),
    by('filter'),
    by('search'),
    by('q'),
    plain('users'),
    () => sortedUsers(state, name, limit),
    () => membersOf(state, group(), limit),
    () => groupsBy(state, text, 'sw', 'profile.name', limit),
    () => listOf('groups', { q: text, limit }),
    plain('groups'),
    () => sortedGroups(state, limit),
    ...rarely(
      state,
      () => byIds(state, 'groups', state.livingGroups),
      () =>
        byIds(
          state,
          'users',
          state.livingPeople.map(({ handle }) => handle),
        ),
    ),
    () => rulesBy('«tag»', limit),
    plain('rules'),
    () => clientsBy(text, limit),
    plain('clients'),
  ]
}

/** Searches for groups by times, after memberships of one have changed. */
export function groupTimes(state: GeneratorState): Scenario {
  const { rng } = state
  const [other, one] = state.livingGroups
  if (one === undefined || other === undefined || state.livingPeople.length === 0)
    return [() => createGroup(state)]
  const { handle } = rng.pick(state.livingPeople)
  const by =
    (parameter: 'search' | 'filter', property: string, operator: string) => (): Command | undefined =>
      timedList('group', parameter, timeLeaf(state, rng.pick([other, other, one]), property, [operator]))
  const ways = ['gt', 'lt', 'eq'].flatMap((operator) =>
    ['lastMembershipUpdated', 'lastUpdated'].map((property) =>
      by(rng.pick(['search', 'filter']), property, operator),
    ),
  )
  return [
    () => changeMemberOf(one, handle, true),
    ...(rng.chance(0.6) ? [() => changeMemberOf(one, handle, false)] : []),
    () => readAt(state, one),
    () => readAt(state, other),
    by('filter', 'lastMembershipUpdated', 'gt'),
    ...ways,
  ]
}

/** Values with an order: ties, numbers, cases, and unset ones. */
const ordered: readonly (readonly (string | null)[])[] = [
  ['Ann', 'ANN', 'Ann', 'Abe'],
  ['9', '100', '12', '9'],
  ['b', 'A', 'a', 'B'],
  ['Zed', null, 'abe', null],
  ['B', 'a', 'C', 'd'],
]

/** Several users with such values in every property, sorted by each. */
export function ties(state: GeneratorState): Scenario {
  const names = ['lastName', 'firstName', ...freeProperties]
  const turn = state.count('ties')
  const write = (at: number) => (): Command | undefined =>
    writeProfile(
      state,
      state.livingPeople[at]?.handle ?? '',
      Object.fromEntries(
        names.map((name, of) => [
          name,
          ordered[(of + turn) % ordered.length]?.[at % 4] ?? (name.endsWith('Name') ? 'Abe' : null),
        ]),
      ),
      false,
    )
  return [
    ...morePeople(state, 4),
    ...[0, 1, 2, 3, 4, 5].map(write),
    ...Array.from(
      { length: names.length },
      () => () =>
        sortedUsers(
          state,
          state.leastUsed(names, (each) => `ties ${each}`),
        ),
    ),
  ]
}
