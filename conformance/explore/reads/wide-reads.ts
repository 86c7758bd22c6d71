import type { Command } from '../commands/commands.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'
import { compared } from './expression.ts'
import {
  byIds,
  clientsBy,
  groupsBy,
  groupsOf,
  listOf,
  membersOf,
  pageFor,
  rulesBy,
  sortedGroups,
  sortedUsers,
  usersBy,
  wholeList,
} from './view-reads.ts'

/** The last name of all users of a broad sequence, by which q finds them all. */
export const shared = '«tag» Fern'

export const peopleOf = (state: GeneratorState): string[] => state.livingPeople.map(({ handle }) => handle)

/** Reads that show all records of a kind, by name. */
export const wide = {
  'users by search': (state) =>
    listOf(
      'users',
      { limit: pageFor(state, state.livingPeople.length) },
      {
        expression: { parameter: 'search', tree: compared('profile.lastName', shared) },
        states: 'users.search.profile',
      },
    ),
  'users by filter': (state) => byIds(state, 'users', peopleOf(state), 'filter'),
  'users by name': (state) => {
    const found = usersBy(state, 'profile.lastName', shared, 'filter')
    const limit = pageFor(state, state.livingPeople.length)
    return found && { ...found, call: { ...found.call, query: { ...found.call.query, limit } } }
  },
  'users by q': (state) => usersBy(state, 'profile.lastName', shared, 'q'),
  'users in order': (state) => sortedUsers(state),
  'users in order of names': (state) => sortedUsers(state, 'firstName', '2'),
  'all users': (state) => (state.means.isLarge ? undefined : wholeList(state, 'u')),
  members: (state) => membersOf(state, state.rng.pick(state.livingGroups)),
  'first members': (state) => membersOf(state, state.livingGroups[0] ?? ''),
  'groups of a user': (state) => groupsOf(state.rng.pick(peopleOf(state))),
  'groups by search': (state) =>
    groupsBy(state, '«tag»', 'sw', 'profile.name', pageFor(state, state.livingGroups.length)),
  'groups by ids': (state) => byIds(state, 'groups', state.livingGroups),
  'groups in order': (state) => sortedGroups(state),
  'all groups': (state) => (state.means.isLarge ? undefined : wholeList(state, 'g')),
  rules: (state) => rulesBy('«tag»', pageFor(state, state.livingRules.length)),
  'rules expanded': () => listOf('rules', { search: '«tag»', expand: 'groupIdToGroupNameMap' }),
  'clients by q': (state) => clientsBy('«tag»', pageFor(state, state.livingClients.length)),
  'all clients': (state) => (state.means.isLarge ? undefined : wholeList(state, 'c')),
} as const satisfies Readonly<Record<string, (state: GeneratorState) => Command | undefined>>
