import type { Json } from '../engine/wire/reply.ts'
import { registerClient } from './client-moves.ts'
import { changeMemberOf, createGroup } from './group-moves.ts'
import { createRule } from './rule-moves.ts'
import { lookAt, viewOf } from './looks.ts'
import type { Move, Scene } from './moves.ts'
import { stating, templated, users } from './moves.ts'
import { timeLeaf } from './query-looks.ts'
import { createUser } from './user-moves.ts'
import { freeProperties } from './values.ts'
import {
  clientsBy,
  listOf,
  membersOf,
  rulesBy,
  sortedGroups,
  sortedUsers,
  timedList,
  usersBy,
  usersByAll,
} from './view-looks.ts'
import type { World } from './world.ts'

/** A partial update, or a replacement, of a profile. */
export function writeProfile(
  world: World,
  handle: string,
  changes: Readonly<Record<string, Json>>,
  isWhole: boolean,
  segment = `«${handle}.id»`,
): Move | undefined {
  const before: Json = world.truth(handle)
  if (before === undefined) return undefined
  const profile = Object.entries({
    ...(isWhole ? (templated(world, before.profile) as Record<string, Json>) : {}),
    ...changes,
  }).filter(([, value]) => value !== undefined)
  return {
    call: stating(isWhole ? 'users.replace.ok' : 'users.update.ok', {
      operation: isWhole ? 'replaceUser' : 'updateUser',
      method: isWhole ? 'PUT' : 'POST',
      path: `${users}/${segment}`,
      body: { profile: Object.fromEntries(profile) },
      record: handle,
      shows: 'user',
      dimension: 'left-alone',
    }),
  }
}

/** Properties of a profile by their paths in an expression. */
const pathed = (profile: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(profile).map(([name, value]) => [`profile.${name}`, value]))

/** Calls that create records until `least` exist. */
export function enough(count: number, least: number, make: () => Move | undefined): Scene {
  return Array.from({ length: Math.max(0, least - count) }, () => make)
}

export const morePeople = (world: World, least: number): Scene =>
  enough(world.livingPeople.length, least, () => createUser(world))

/** Changes many properties at once, and searches for the user by the old and by the new values. */
export function foundAfter(world: World): Scene {
  const { dice, words } = world
  const { handle } = dice.pick(world.livingPeople)
  const way = world.seldom(
    ['updateUser', 'replaceUser', 'updateUser null', 'replaceUser without'],
    (each) => `found ${each}`,
  )
  const isWhole = way.startsWith('replace')
  const isCleared = way.includes(' ')
  const names = Array.from({ length: 14 }, () =>
    world.seldom(
      [...(isCleared ? [] : ['firstName', 'lastName', 'email']), ...freeProperties],
      (each) => `found ${way} ${each}`,
    ),
  )
  const valued = (): Record<string, Json> =>
    Object.fromEntries(
      names.map((name) => [
        name,
        name === 'email' ? `«tag»-${world.next('m')}@example.com` : `${dice.pick(words)} ${world.next('v')}`,
      ]),
    )
  const old = valued()
  const next = isCleared
    ? Object.fromEntries(names.map((name) => [name, isWhole ? undefined : null]))
    : valued()
  const name = dice.pick(names)
  return [
    () => writeProfile(world, handle, old, false),
    () => usersBy(world, `profile.${name}`, old[name] as string),
    () => writeProfile(world, handle, next, isWhole),
    () => usersBy(world, `profile.${name}`, old[name] as string),
    () => usersByAll('or', pathed(old)),
    () => usersByAll('and', pathed(next)),
    ...Array.from({ length: 9 }, () => () => viewOf(world, handle)),
  ]
}

/** Lists of every kind, with every page size that divides them. */
export function fullPages(world: World): Scene {
  const { dice } = world
  const sizes = ['1', '2', '3']
  const several = <T>(some: readonly T[], make: (each: T) => Move | undefined): Scene =>
    some.map((each) => () => make(each))
  const kinds = {
    members: (): Scene => {
      const group = (): string => world.livingGroups[0] ?? ''
      return [
        ...morePeople(world, 4),
        ...enough(world.livingGroups.length, 1, () => createGroup(world)),
        ...several([0, 1, 2, 3], (at) => changeMemberOf(group(), world.livingPeople[at]?.handle ?? '', true)),
        ...several(['1', '2', '3', '4'], (limit) => membersOf(world, group(), limit)),
      ]
    },
    users: (): Scene => {
      const name = dice.pick(['lastName', 'firstName'])
      const by = (way: 'filter' | 'search' | 'q', limit: string): Move | undefined => {
        const found = usersBy(world, `profile.${name}`, '«tag»', way)
        return found && { ...found, call: { ...found.call, query: { ...found.call.query, limit } } }
      }
      return [
        ...morePeople(world, 3),
        ...several([0, 1, 2], (at) =>
          writeProfile(world, world.livingPeople[at]?.handle ?? '', { [name]: '«tag»' }, false),
        ),
        ...several(['filter', 'search', 'q'] as const, (way) => by(way, dice.pick(sizes))),
        ...several(['filter', 'search', 'q'] as const, (way) => by(way, dice.pick(sizes))),
      ]
    },
    groups: (): Scene => [
      ...enough(world.livingGroups.length, 3, () => createGroup(world)),
      ...several(sizes, () => sortedGroups(world)),
      () => listOf('groups', { q: '«tag»', limit: dice.pick(sizes) }),
    ],
    rules: (): Scene => [
      ...enough(world.livingGroups.length, 1, () => createGroup(world)),
      ...enough(world.livingRules.length, 3, () => createRule(world)),
      ...several(sizes, (limit) => rulesBy('«tag»', limit)),
      () => listOf('rules', { limit: '20' }),
    ],
    clients: (): Scene => [
      ...enough(world.livingClients.length, 3, () => registerClient(world)),
      ...several(sizes, (limit) => clientsBy('«tag»', limit)),
      () => listOf('clients', { limit: '20' }),
    ],
  }
  return world.seldom(Object.entries(kinds), ([kind]) => `pages ${kind}`)[1]()
}

/** Searches for groups by times, after memberships of one have changed. */
export function groupTimes(world: World): Scene {
  const { dice } = world
  const [other, one] = world.livingGroups
  if (one === undefined || other === undefined || world.livingPeople.length === 0)
    return [() => createGroup(world)]
  const { handle } = dice.pick(world.livingPeople)
  const by = (parameter: 'search' | 'filter', property: string, operator: string) => (): Move | undefined =>
    timedList('group', parameter, timeLeaf(world, dice.pick([other, other, one]), property, [operator]))
  const ways = ['gt', 'lt', 'eq'].flatMap((operator) =>
    ['lastMembershipUpdated', 'lastUpdated'].map((property) =>
      by(dice.pick(['search', 'filter']), property, operator),
    ),
  )
  return [
    () => changeMemberOf(one, handle, true),
    ...(dice.chance(0.6) ? [() => changeMemberOf(one, handle, false)] : []),
    () => lookAt(world, one),
    () => lookAt(world, other),
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

/** Several users with such values in several properties, sorted by each of them. */
export function ties(world: World): Scene {
  const names = new Set<string>()
  while (names.size < ordered.length)
    names.add(world.seldom(['lastName', ...freeProperties], (each) => `ties ${each}`))
  const write = (at: number) => (): Move | undefined =>
    writeProfile(
      world,
      world.livingPeople[at]?.handle ?? '',
      Object.fromEntries(
        [...names].map((name, of) => [name, ordered[of]?.[at % 4] ?? (name === 'lastName' ? 'Abe' : null)]),
      ),
      false,
    )
  return [
    ...morePeople(world, 4),
    ...[0, 1, 2, 3, 4, 5].map(write),
    ...[...names].map((name) => () => sortedUsers(world, name)),
  ]
}
