import { deleteClient, registerClient } from '../moves/client-moves.ts'
import { compared } from '../looks/expression.ts'
import { changeMemberOf, createGroup, deleteGroup } from '../moves/group-moves.ts'
import { deleteUserOf } from '../moves/lifecycle-moves.ts'
import type { Move, Scene } from '../moves/moves.ts'
import { enough, morePeople } from './read-scenes.ts'
import { createRule, deleteRule } from '../moves/rule-moves.ts'
import { createUser } from '../moves/user-moves.ts'
import { clientsBy, groupsBy, groupsOf, listOf, membersOf, rulesBy } from '../looks/view-looks.ts'
import type { World } from '../story/world.ts'

/** The most groups for a user at its creation (Users, Limits). */
const mostGroups = 20

/** The groups of this story, `limit` on a page. */
function ofThisStory(limit: string): Move {
  const tree = compared('profile.name', '«tag»', 'sw')
  return listOf(
    'groups',
    { limit },
    { expression: { parameter: 'search', tree }, states: 'groups.search.sw', dimension: 'lists' },
  )
}

/** The users of this story, `limit` on a page. */
function usersOfThisStory(limit: string): Move {
  const tree = compared('profile.login', '«tag»', 'sw')
  return listOf('users', { limit }, { expression: { parameter: 'search', tree }, states: 'users.search.sw' })
}

/** A user in as many groups as a create accepts; the groups then fill pages. */
export function manyGroups(world: World): Scene {
  let made: Move | undefined
  return [
    // Some of the calls are refused.
    ...enough(world.livingGroups.length, mostGroups + 3, () => createGroup(world, mostGroups)),
    () => (made = createUser(world, false, false, 'password', mostGroups)),
    () => made && groupsOf(made.call.record ?? ''),
    () => groupsBy(world, '«tag»', 'q'),
    ...['1', '7', '19', '20'].map((limit) => () => ofThisStory(limit)),
  ]
}

/** A page with all records but one. In any order, the record that leaves was most likely on the first page. */
const allButOne = (count: number): string => String(Math.max(1, count - 1))

/** A list that changes before its next page is read. Every other record is on the pages, once. */
export function leavesBetween(world: World): Scene {
  /** The first read waits until a search shows the writes. The second is the same, which a service may remember. */
  const read = (list: () => Move | undefined, change: () => Move | undefined): Scene => {
    let first: Move | undefined
    return [
      () => (first = list()) && { ...first, isExact: true },
      () => {
        const left = change()
        return first && left && { ...left, isExact: true, call: { ...first.call, between: left.call } }
      },
    ]
  }
  const kinds: Readonly<Record<string, () => Scene>> = {
    members: () => {
      const group = (): string => world.livingGroups[0] ?? ''
      const inside = (): string[] =>
        world.livingPeople
          .map(({ handle }) => handle)
          .filter((each) => world.members.has(`${group()} ${each}`))
      return [
        ...morePeople(world, 4),
        ...enough(world.livingGroups.length, 1, () => createGroup(world)),
        ...[0, 1, 2, 3].map(
          (at) => () => changeMemberOf(group(), world.livingPeople[at]?.handle ?? '', true),
        ),
        ...read(
          () => membersOf(world, group(), allButOne(inside().length)),
          () => {
            const outside = world.livingPeople.find(({ handle }) => !inside().includes(handle))
            return outside !== undefined && world.dice.chance(0.3)
              ? changeMemberOf(group(), outside.handle, true)
              : changeMemberOf(group(), inside().at(world.dice.pick([-1, -2, 0])) ?? '', false)
          },
        ),
      ]
    },
    groups: () => [
      ...enough(world.livingGroups.length, 4, () => createGroup(world)),
      ...read(
        () => ofThisStory(allButOne(world.livingGroups.length)),
        () => (world.dice.chance(0.3) ? createGroup(world) : deleteGroup(world)),
      ),
    ],
    users: () => [
      ...morePeople(world, 4),
      ...read(
        () => usersOfThisStory(allButOne(world.livingPeople.length)),
        () => {
          const [gone] = world.peopleIn('DEPROVISIONED')
          return gone === undefined ? createUser(world) : deleteUserOf(world, gone)
        },
      ),
    ],
    rules: () => [
      ...enough(world.livingRules.length, 3, () => createRule(world)),
      ...read(
        () => rulesBy('«tag»', allButOne(world.livingRules.length)),
        () =>
          world.livingRules.length < 2 ? undefined : deleteRule(world, world.dice.pick(world.livingRules)),
      ),
    ],
    clients: () => [
      ...enough(world.livingClients.length, 4, () => registerClient(world)),
      ...read(
        () => clientsBy('«tag»', allButOne(world.livingClients.length)),
        () => deleteClient(world),
      ),
    ],
  }
  return world.oneOf('leaves', kinds)
}
