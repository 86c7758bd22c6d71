import type { Json } from '../../engine/wire/reply.ts'
import { registerClient, updateClient } from '../moves/client-moves.ts'
import { changeGroup, changeMemberOf, createGroup } from '../moves/group-moves.ts'
import { lifecycleOf } from '../moves/lifecycle-moves.ts'
import type { Move, Scene } from '../moves/moves.ts'
import { askGroups, askUsers, foldable } from '../looks/query-looks.ts'
import { enough, morePeople, writeProfile } from './read-scenes.ts'
import { createUser } from '../moves/user-moves.ts'
import { formedProperties, freeProperties } from '../story/values.ts'
import { clientsBy, groupsBy, membersOf, sortedUsers, usersBy, usersByStatuses } from '../looks/view-looks.ts'
import type { World } from '../story/world.ts'

/** Texts with characters that services handle wrongly, each with a text that they confuse with it. */
const alikes: readonly (readonly [string, string])[] = [
  ["O'Neil", 'ONeil'],
  ['say "hi" now', 'say '],
  ['back\\slash', 'backslash'],
  ['50%', '50 of it'],
  ['a_b', 'axb'],
  ['a*b', 'a to b'],
  ['a.b', 'axb'],
  ['x+y', 'x y'],
  ['A & B', 'A '],
  ['this and that', 'this'],
  ['one or two', 'one'],
  ['(round) things', 'round things'],
  ['Zoë', 'Zoe'],
  ['Ångström', 'Angstrom'],
  ['李雷', '李'],
  ['😀 face', '😀'],
  [' led', 'led'],
  ['trailed ', 'trailed'],
  ['two  blanks', 'two blanks'],
  ['tab\there', 'tab here'],
  ['line\nbreak', 'line break'],
  ['007', '7'],
  ['12', '9'],
  ['null', 'nul'],
  ['<b>Fern</b>', 'Fern'],
  ['comma, dot.', 'comma'],
  ['Ann', 'Annx'],
  ['%20+', '20'],
]

/** Values of many properties for some users, which are almost equal. */
export function valuesAlike(world: World): (at: number) => Record<string, Json> {
  const { dice } = world
  const texts = [...freeProperties, 'firstName', 'lastName'].flatMap((name) =>
    dice.chance(0.6) ? [[name, world.seldom(alikes, ([text]) => `alike ${text}`)] as const] : [],
  )
  const formed = Object.entries(formedProperties).filter(() => dice.chance(0.6))
  return (at) => ({
    ...Object.fromEntries(
      texts.flatMap(([name, [text, near]]): [string, Json][] => {
        const other = foldable(text) ? text.toUpperCase() : `${text}x`
        return at === 3 && dice.chance(0.6) ? [] : [[name, [text, near, other][at] ?? near]]
      }),
    ),
    ...Object.fromEntries(formed.map(([name, values]) => [name, values[at % values.length] as Json])),
  })
}

const asks = (world: World, count: number): Scene =>
  Array.from({ length: count }, (_, at) => () => (at % 3 === 2 ? askGroups(world) : askUsers(world)))

/** Transitions after which a user is no longer active: the lists of a story contain more than one status. */
const leaving = ['suspendUser', 'deactivateUser', 'expirePassword', 'resetPassword'] as const

/** The beginning of a story: users with almost equal properties, some in a group. Queries match one of them. */
export function opening(world: World): Scene {
  const valuesOf = valuesAlike(world)
  const made = (at: number): Move => {
    const { call, ...move } = createUser(world, at < 2)
    return {
      ...move,
      call: { ...call, body: { ...call.body, profile: { ...call.body.profile, ...valuesOf(at) } } },
    }
  }
  const join = (at: number) => (): Move | undefined => {
    const [person, group] = [world.livingPeople[at], world.livingGroups[0]]
    return person && group ? changeMemberOf(group, person.handle, true) : undefined
  }
  return [
    () => createGroup(world),
    () => createGroup(world),
    ...[0, 1, 2, 3].map((at) => () => made(at)),
    ...[0, 1, 2].map(join),
    () => {
      const person = world.peopleIn('ACTIVE').at(-1)
      return (
        person &&
        lifecycleOf(
          world,
          person,
          world.seldom(leaving, (each) => `opening ${each}`),
        )
      )
    },
    ...asks(world, 6),
    () => membersOf(world, world.livingGroups[0] ?? ''),
    () => usersByStatuses(world),
    () => sortedUsers(world),
  ]
}

/** A name, and a longer name that begins with it: q finds the first one too. */
export function oneWithinAnother(world: World): Scene {
  const name = `«tag» ${world.next('n')}`
  const both = [name, `${name} and more`] as const
  // The exact one comes first, whichever is the older.
  const names = world.seldom(
    world.isLate ? [both, both.toReversed()] : [both],
    ([first]) => `within ${first === name}`,
  )
  const kinds: Readonly<Record<string, () => Scene>> = {
    groups: () => [
      ...enough(world.livingGroups.length, 2, () => createGroup(world)),
      ...names.map((each, at) => () => changeGroup(world, world.livingGroups[at] ?? '', { name: each })),
      () => groupsBy(world, name, 'q'),
      () => groupsBy(world, name, 'q', 'profile.name', '1'),
    ],
    clients: () => [
      ...enough(world.livingClients.length, 2, () => registerClient(world)),
      ...names.map((each, at) => () => updateClient(world, world.livingClients[at], { client_name: each })),
      () => clientsBy(name, '20'),
    ],
    users: () => [
      ...morePeople(world, 2),
      ...names.map(
        (each, at) => () =>
          writeProfile(world, world.livingPeople[at]?.handle ?? '', { lastName: each }, false),
      ),
      () => usersBy(world, 'profile.lastName', name, 'q'),
    ],
  }
  return world.oneOf('within', kinds)
}

/** Queries, for records that are there. */
export const queries = (world: World): Scene => asks(world, 12)

/** Texts that a database or an expression reads as patterns, each with another text that fits the pattern. */
export const patterns = [
  ['a_b%c', 'axbyc'],
  ['a*b?c', 'axxbyc'],
  ['a.b+c', 'axbbc'],
] as const

/** Groups whose names and descriptions are patterns of each other: each search finds only its own. */
export function alikeGroups(world: World): Scene {
  const texts = patterns.flat().map((text) => `«tag» ${text}`)
  return [
    ...enough(world.livingGroups.length, texts.length, () => createGroup(world, texts.length)),
    ...texts.map(
      (text, at) => () => changeGroup(world, world.livingGroups[at] ?? '', { name: text, description: text }),
    ),
    ...patterns.flatMap(([text]) => [
      () => groupsBy(world, `«tag» ${text}`, 'sw'),
      () => groupsBy(world, `«tag» ${text}`, 'search', 'profile.description'),
      () => groupsBy(world, `«tag» ${text}`, 'q'),
    ]),
  ]
}

/** Users that almost agree, and queries that match one of them. */
export function alike(world: World): Scene {
  const valuesOf = valuesAlike(world)
  const write = (at: number) => (): Move | undefined => {
    const person = world.livingPeople[at]
    return person && writeProfile(world, person.handle, valuesOf(at), world.dice.chance(0.4))
  }
  return [
    ...morePeople(world, 4),
    ...[0, 1, 2, 3].map(write),
    ...asks(world, 9),
    ...[1, 2].map(() => () => sortedUsers(world)),
  ]
}
