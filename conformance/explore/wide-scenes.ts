import { deleteClient, registerClient } from './client-moves.ts'
import { changeMemberOf, createGroup, deleteGroup } from './group-moves.ts'
import type { Move, Scene } from './moves.ts'
import { enough, morePeople } from './read-scenes.ts'
import { createRule, deleteRule } from './rule-moves.ts'
import { createUser } from './user-moves.ts'
import { clientsBy, groupsBy, groupsOf, listOf, membersOf, rulesBy } from './view-looks.ts'
import type { World } from './world.ts'

/** The most groups that a user is put in when it is created (Users, Limits). */
const mostGroups = 20

/** A user in as many groups as a create takes, which then fill pages. */
export function manyGroups(world: World): Scene {
  if (world.count('many groups') > 1) return []
  let made: Move | undefined
  return [
    ...enough(world.livingGroups.length, mostGroups, () => createGroup(world, mostGroups)),
    () => (made = createUser(world, false, false, 'password', mostGroups)),
    () => made && groupsOf(made.call.record ?? ''),
    () => groupsBy(world, '«tag»', 'q'),
    ...['1', '7', '19', '20'].map(
      (limit) => () => listOf('groups', { search: 'profile.name sw "«tag»"', limit }),
    ),
  ]
}

/** A list whose first page loses a record before the next is read: what stands on that one is all there. */
export function leavesBetween(world: World): Scene {
  const { dice } = world
  const read = (list: Move, change: Move | undefined): Move => ({
    call: change === undefined ? list.call : { ...list.call, between: change.call },
  })
  const limit = dice.pick(['1', '2'])
  const kinds: Readonly<Record<string, () => Scene>> = {
    members: () => {
      const people = (): string[] => world.livingPeople.slice(0, 4).map(({ handle }) => handle)
      const group = (): string => world.livingGroups[0] ?? ''
      return [
        ...morePeople(world, 4),
        ...enough(world.livingGroups.length, 1, () => createGroup(world)),
        ...[0, 1, 2, 3].map((at) => () => changeMemberOf(group(), people()[at] ?? '', true)),
        () => read(membersOf(world, group(), limit), changeMemberOf(group(), people()[0] ?? '', false)),
      ]
    },
    groups: () => [
      ...enough(world.livingGroups.length, 4, () => createGroup(world)),
      () =>
        read(
          listOf('groups', { search: 'profile.name sw "«tag»"', limit }),
          deleteGroup(world, world.livingGroups[0]),
        ),
    ],
    rules: () => [
      ...enough(world.livingRules.length, 3, () => createRule(world)),
      () =>
        world.livingRules[0] === undefined
          ? undefined
          : read(rulesBy('«tag»', '1'), deleteRule(world, world.livingRules[0])),
    ],
    clients: () => [
      ...enough(world.livingClients.length, 4, () => registerClient(world)),
      () => read(clientsBy('«tag»', limit), deleteClient(world, world.livingClients[0])),
    ],
  }
  return world.seldom(Object.entries(kinds), ([kind]) => `leaves ${kind}`)[1]()
}
