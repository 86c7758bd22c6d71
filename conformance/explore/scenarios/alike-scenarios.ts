import type { Json } from '../../engine/wire/reply.ts'
import { registerClient, updateClient } from '../commands/client-commands.ts'
import { changeGroup, changeMemberOf, createGroup } from '../commands/group-commands.ts'
import { lifecycleOf } from '../commands/lifecycle-commands.ts'
import type { Command, Scenario } from '../commands/commands.ts'
import { askGroups, askUsers, foldable } from '../reads/query-reads.ts'
import { enough, morePeople, writeProfile } from './read-scenarios.ts'
import { createUser } from '../commands/user-commands.ts'
import { formedProperties, freeProperties } from '../sequence/values.ts'
import { clientsBy, groupsBy, membersOf, sortedUsers, usersBy, usersByStatuses } from '../reads/view-reads.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

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
export function valuesAlike(state: GeneratorState): (at: number) => Record<string, Json> {
  const { rng } = state
  const texts = [...freeProperties, 'firstName', 'lastName'].flatMap((name) =>
    rng.chance(0.6) ? [[name, state.leastUsed(alikes, ([text]) => `alike ${text}`)] as const] : [],
  )
  const formed = Object.entries(formedProperties).filter(() => rng.chance(0.6))
  return (at) => ({
    ...Object.fromEntries(
      texts.flatMap(([name, [text, near]]): [string, Json][] => {
        const other = foldable(text) ? text.toUpperCase() : `${text}x`
        return at === 3 && rng.chance(0.6) ? [] : [[name, [text, near, other][at] ?? near]]
      }),
    ),
    ...Object.fromEntries(formed.map(([name, values]) => [name, values[at % values.length] as Json])),
  })
}

const asks = (state: GeneratorState, count: number): Scenario =>
  Array.from({ length: count }, (_, at) => () => (at % 3 === 2 ? askGroups(state) : askUsers(state)))

/** Transitions after which a user is no longer active: the lists of a sequence contain more than one status. */
const leaving = ['suspendUser', 'deactivateUser', 'expirePassword', 'resetPassword'] as const

/** The beginning of a sequence: users with almost equal properties, some in a group. Queries match one of them. */
export function opening(state: GeneratorState): Scenario {
  const valuesOf = valuesAlike(state)
  const made = (at: number): Command => {
    const { call, ...command } = createUser(state, at < 2)
    return {
      ...command,
      call: { ...call, body: { ...call.body, profile: { ...call.body.profile, ...valuesOf(at) } } },
    }
  }
  const join = (at: number) => (): Command | undefined => {
    const [person, group] = [state.livingPeople[at], state.livingGroups[0]]
    return person && group ? changeMemberOf(group, person.handle, true) : undefined
  }
  return [
    () => createGroup(state),
    () => createGroup(state),
    ...[0, 1, 2, 3].map((at) => () => made(at)),
    ...[0, 1, 2].map(join),
    () => {
      const person = state.peopleIn('ACTIVE').at(-1)
      return (
        person &&
        lifecycleOf(
          state,
          person,
          state.leastUsed(leaving, (each) => `opening ${each}`),
        )
      )
    },
    ...asks(state, 6),
    () => membersOf(state, state.livingGroups[0] ?? ''),
    () => usersByStatuses(state),
    () => sortedUsers(state),
  ]
}

/** A name, and a longer name that begins with it: q finds the first one too. */
export function oneWithinAnother(state: GeneratorState): Scenario {
  const name = `«tag» ${state.next('n')}`
  const both = [name, `${name} and more`] as const
  // The exact one comes first, whichever is the older.
  const names = state.leastUsed(
    state.isWarm ? [both, both.toReversed()] : [both],
    ([first]) => `within ${first === name}`,
  )
  const kinds: Readonly<Record<string, () => Scenario>> = {
    groups: () => [
      ...enough(state.livingGroups.length, 2, () => createGroup(state)),
      ...names.map((each, at) => () => changeGroup(state, state.livingGroups[at] ?? '', { name: each })),
      () => groupsBy(state, name, 'q'),
      () => groupsBy(state, name, 'q', 'profile.name', '1'),
    ],
    clients: () => [
      ...enough(state.livingClients.length, 2, () => registerClient(state)),
      ...names.map((each, at) => () => updateClient(state, state.livingClients[at], { client_name: each })),
      () => clientsBy(name, '20'),
    ],
    users: () => [
      ...morePeople(state, 2),
      ...names.map(
        (each, at) => () =>
          writeProfile(state, state.livingPeople[at]?.handle ?? '', { lastName: each }, false),
      ),
      () => usersBy(state, 'profile.lastName', name, 'q'),
    ],
  }
  return state.oneOf('within', kinds)
}

/** Queries, for records that are there. */
export const queries = (state: GeneratorState): Scenario => asks(state, 12)

/** Texts that a database or an expression reads as patterns, each with another text that fits the pattern. */
export const patterns = [
  ['a_b%c', 'axbyc'],
  ['a*b?c', 'axxbyc'],
  ['a.b+c', 'axbbc'],
] as const

/** Groups whose names and descriptions are patterns of each other: each search finds only its own. */
export function alikeGroups(state: GeneratorState): Scenario {
  const texts = patterns.flat().map((text) => `«tag» ${text}`)
  return [
    ...enough(state.livingGroups.length, texts.length, () => createGroup(state, texts.length)),
    ...texts.map(
      (text, at) => () => changeGroup(state, state.livingGroups[at] ?? '', { name: text, description: text }),
    ),
    ...patterns.flatMap(([text]) => [
      () => groupsBy(state, `«tag» ${text}`, 'sw'),
      () => groupsBy(state, `«tag» ${text}`, 'search', 'profile.description'),
      () => groupsBy(state, `«tag» ${text}`, 'q'),
    ]),
  ]
}

/** Users that almost agree, and queries that match one of them. */
export function alike(state: GeneratorState): Scenario {
  const valuesOf = valuesAlike(state)
  const write = (at: number) => (): Command | undefined => {
    const person = state.livingPeople[at]
    return person && writeProfile(state, person.handle, valuesOf(at), state.rng.chance(0.4))
  }
  return [
    ...morePeople(state, 4),
    ...[0, 1, 2, 3].map(write),
    ...asks(state, 9),
    ...[1, 2].map(() => () => sortedUsers(state)),
  ]
}
