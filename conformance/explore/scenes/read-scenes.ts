import type { Json } from '../../engine/wire/reply.ts'
import { registerClient, updateClient } from '../moves/client-moves.ts'
import { changeGroup, changeMemberOf, createGroup } from '../moves/group-moves.ts'
import { createRule } from '../moves/rule-moves.ts'
import { lookAt } from '../looks/looks.ts'
import type { Move, Scene } from '../moves/moves.ts'
import { rarely, stating, templated, userWrite } from '../moves/moves.ts'
import { timeLeaf } from '../looks/query-looks.ts'
import { createUser } from '../moves/user-moves.ts'
import { freeProperties } from '../story/values.ts'
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
} from '../looks/view-looks.ts'
import type { World } from '../story/world.ts'

/** A partial update, or a replacement, of a profile. */
export function writeProfile(
  world: World,
  handle: string,
  changes: Readonly<Record<string, Json>>,
  isWhole: boolean,
  segment?: string,
): Move | undefined {
  const before: Json = world.truth(handle)
  if (before === undefined) return undefined
  const profile = Object.entries({
    ...(isWhole ? (templated(world, before.profile) as Record<string, Json>) : {}),
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
  const names = [...(isCleared ? [] : ['firstName', 'lastName', 'email']), ...freeProperties]
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
  /** Every property by its old and its new value, in turn. */
  const pairs = names.flatMap((name) =>
    [old, next].flatMap((from, at) =>
      typeof from[name] === 'string'
        ? waysBy(`profile.${name}`, '').map((by) => [name, by, at] as const)
        : [],
    ),
  )
  const one = (): Move | undefined => {
    const [name, by, at] = world.seldom(pairs, (pair) => `found ${way} ${pair.join(' ')}`)
    return usersBy(world, `profile.${name}`, [old, next][at]?.[name] as string, by)
  }
  const before = dice.pick(names)
  return [
    () => writeProfile(world, handle, old, false),
    () => usersBy(world, `profile.${before}`, old[before] as string),
    () => writeProfile(world, handle, next, isWhole),
    () => usersBy(world, `profile.${before}`, old[before] as string),
    () => usersByAll('or', pathed(old)),
    () => usersByAll('and', pathed(next)),
    ...Array.from({ length: 12 }, () => one),
  ]
}

/** A text for many records, with letters that a link to the next page must encode. */
const reserved = '«tag» R&D +5% #1'

/** Every list in small pages, by every way to ask for it. */
export function everyPage(world: World): Scene {
  const limit = world.seldom(['2', '1', '3'], (each) => `every page ${each}`)
  const group = (): string => world.livingGroups[0] ?? ''
  const name = world.seldom(['lastName', 'firstName'], (each) => `pages by ${each}`)
  const text = world.seldom(world.isLate ? [reserved, '«tag»'] : ['«tag»'], (each) => `pages of ${each}`)
  const named = (): string => `${text} ${world.next('n')}`
  const by = (way: 'filter' | 'search' | 'q') => (): Move | undefined => {
    const found = usersBy(world, `profile.${name}`, text, way)
    return found && { ...found, call: { ...found.call, query: { ...found.call.query, limit } } }
  }
  const plain = (list: 'users' | 'groups' | 'rules' | 'clients') => (): Move | undefined =>
    world.means.isLarge ? undefined : listOf(list, { limit })
  return [
    ...morePeople(world, 4),
    ...enough(world.livingGroups.length, 4, () => createGroup(world)),
    ...enough(world.livingRules.length, 3, () => createRule(world)),
    ...enough(world.livingClients.length, 3, () => registerClient(world)),
    ...[0, 1, 2, 3].flatMap((at) => [
      () => changeMemberOf(group(), world.livingPeople[at]?.handle ?? '', true),
      () => writeProfile(world, world.livingPeople[at]?.handle ?? '', { [name]: text }, false),
    ]),
    ...(text === reserved
      ? [0, 1, 2, 3].flatMap((at) => [
          () => changeGroup(world, world.livingGroups[at] ?? '', { name: named() }),
          () => updateClient(world, world.livingClients[at], { client_name: named() }),
        ])
      : []),
    by('filter'),
    by('search'),
    by('q'),
    plain('users'),
    () => sortedUsers(world, name, limit),
    () => membersOf(world, group(), limit),
    () => groupsBy(world, text, 'sw', 'profile.name', limit),
    () => listOf('groups', { q: text, limit }),
    plain('groups'),
    () => sortedGroups(world, limit),
    ...rarely(
      world,
      () => byIds(world, 'groups', world.livingGroups),
      () =>
        byIds(
          world,
          'users',
          world.livingPeople.map(({ handle }) => handle),
        ),
    ),
    () => rulesBy('«tag»', limit),
    plain('rules'),
    () => clientsBy(text, limit),
    plain('clients'),
  ]
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

/** Several users with such values in every property, sorted by each. */
export function ties(world: World): Scene {
  const names = ['lastName', 'firstName', ...freeProperties]
  const turn = world.count('ties')
  const write = (at: number) => (): Move | undefined =>
    writeProfile(
      world,
      world.livingPeople[at]?.handle ?? '',
      Object.fromEntries(
        names.map((name, of) => [
          name,
          ordered[(of + turn) % ordered.length]?.[at % 4] ?? (name.endsWith('Name') ? 'Abe' : null),
        ]),
      ),
      false,
    )
  return [
    ...morePeople(world, 4),
    ...[0, 1, 2, 3, 4, 5].map(write),
    ...Array.from(
      { length: names.length },
      () => () =>
        sortedUsers(
          world,
          world.seldom(names, (each) => `ties ${each}`),
        ),
    ),
  ]
}
