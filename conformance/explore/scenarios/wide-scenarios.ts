import { deleteClient, registerClient } from '../commands/client-commands.ts'
import { compared } from '../reads/expression.ts'
import { changeMemberOf, createGroup, deleteGroup } from '../commands/group-commands.ts'
import { deleteUserOf } from '../commands/lifecycle-commands.ts'
import type { Command, Scenario } from '../commands/commands.ts'
import { enough, morePeople } from './read-scenarios.ts'
import { createRule, deleteRule } from '../commands/rule-commands.ts'
import { createUser } from '../commands/user-commands.ts'
import { clientsBy, groupsBy, groupsOf, listOf, membersOf, rulesBy } from '../reads/view-reads.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** The most groups for a user at its creation (Users, Limits). */
const maxGroups = 20

/** The groups of this sequence, `limit` on a page. */
function ofThisSequence(limit: string): Command {
  const tree = compared('profile.name', '«tag»', 'sw')
  return listOf(
    'groups',
    { limit },
    { expression: { parameter: 'search', tree }, states: 'groups.search.sw', dimension: 'lists' },
  )
}

/** The users of this sequence, `limit` on a page. */
function usersOfThisSequence(limit: string): Command {
  const tree = compared('profile.login', '«tag»', 'sw')
  return listOf('users', { limit }, { expression: { parameter: 'search', tree }, states: 'users.search.sw' })
}

/** A user in as many groups as a create accepts; the groups then fill pages. */
export function manyGroups(state: GeneratorState): Scenario {
  let made: Command | undefined
  return [
    // Some of the calls are refused.
    ...enough(state.livingGroups.length, maxGroups + 3, () => createGroup(state, maxGroups)),
    () => (made = createUser(state, false, false, 'password', maxGroups)),
    () => made && groupsOf(made.call.record ?? ''),
    () => groupsBy(state, '«tag»', 'q'),
    ...['1', '7', '19', '20'].map((limit) => () => ofThisSequence(limit)),
  ]
}

/** A page with all records but one. In any order, the record that leaves was most likely on the first page. */
const allButOne = (count: number): string => String(Math.max(1, count - 1))

/** A list that changes before its next page is read. Every other record is on the pages, once. By default any list. */
export function leavesBetween(state: GeneratorState, which?: string): Scenario {
  /** The last one of the first page, which the cursor may name; or the newest, or the oldest. */
  const edge = (some: readonly string[]): string | undefined => {
    const last = state.listed.at(-2) ?? ''
    return some.includes(last) && state.rng.chance(0.6) ? last : some.at(state.rng.pick([-1, -2, 0]))
  }
  /**
   * The first read waits until a search shows the writes. The second is the same, which a service may remember. The third
   * shows the list after the change.
   */
  const read = (list: () => Command | undefined, change: () => Command | undefined): Scenario => {
    let first: Command | undefined
    return [
      () => (first = list()) && { ...first, isExact: true },
      () => {
        const left = change()
        return first && left && { ...left, isExact: true, call: { ...first.call, between: left.call } }
      },
      () => first && { ...first, isExact: true },
    ]
  }
  const kinds: Readonly<Record<string, () => Scenario>> = {
    members: () => {
      const group = (): string => state.livingGroups[0] ?? ''
      const inside = (): string[] =>
        state.livingPeople
          .map(({ handle }) => handle)
          .filter((each) => state.members.has(`${group()} ${each}`))
      return [
        ...morePeople(state, 4),
        ...enough(state.livingGroups.length, 1, () => createGroup(state)),
        ...[0, 1, 2, 3].map(
          (at) => () => changeMemberOf(group(), state.livingPeople[at]?.handle ?? '', true),
        ),
        ...read(
          () => membersOf(state, group(), allButOne(inside().length)),
          () => {
            const outside = state.livingPeople.find(({ handle }) => !inside().includes(handle))
            return outside !== undefined && state.rng.chance(0.3)
              ? changeMemberOf(group(), outside.handle, true)
              : changeMemberOf(group(), edge(inside()) ?? '', false)
          },
        ),
      ]
    },
    groups: () => [
      ...enough(state.livingGroups.length, 4, () => createGroup(state)),
      ...read(
        () => ofThisSequence(allButOne(state.livingGroups.length)),
        () =>
          state.livingGroups.length < 3 || state.rng.chance(0.3)
            ? createGroup(state)
            : deleteGroup(state, edge(state.livingGroups)),
      ),
    ],
    users: () => [
      ...morePeople(state, 4),
      ...read(
        () => usersOfThisSequence(allButOne(state.livingPeople.length)),
        () => {
          const [gone] = state.peopleIn('DEPROVISIONED')
          return gone === undefined ? createUser(state) : deleteUserOf(state, gone)
        },
      ),
    ],
    rules: () => [
      ...enough(state.livingRules.length, 3, () => createRule(state)),
      ...read(
        () => rulesBy('«tag»', allButOne(state.livingRules.length)),
        () =>
          state.livingRules.length < 2 ? createRule(state) : deleteRule(state, edge(state.livingRules) ?? ''),
      ),
    ],
    clients: () => [
      ...enough(state.livingClients.length, 4, () => registerClient(state)),
      ...read(
        () => clientsBy('«tag»', allButOne(state.livingClients.length)),
        () =>
          state.livingClients.length < 2
            ? registerClient(state)
            : deleteClient(state, edge(state.livingClients)),
      ),
    ],
  }
  return which === undefined ? state.oneOf('leaves', kinds) : (kinds[which]?.() ?? [])
}
