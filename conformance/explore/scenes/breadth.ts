/**
 * Breadth: writes of every kind, refused and repeated ones too, to a few records that know each other. Looks in between
 * show all records of a kind at once. So one call shows each mistake of the last writes.
 */
import type { Json } from '../../engine/wire/reply.ts'
import { registerClient, deleteClient, newSecret, updateClient } from '../moves/client-moves.ts'
import {
  changeCredentials,
  credentialOperation,
  proofOfAnswer,
  proofOfPassword,
  refusedCredential,
} from '../moves/credential-moves.ts'
import { onGone, unknownUser } from '../moves/gone-moves.ts'
import {
  changeGroup,
  changeMemberOf,
  createGroup,
  deleteGroup,
  groupAtLimit,
  refusedGroup,
  unknownInMembership,
  updateGroupOf,
} from '../moves/group-moves.ts'
import {
  clearSessions,
  deleteUserOf,
  lifecycle,
  refusedLifecycle,
  temporaryPassword,
} from '../moves/lifecycle-moves.ts'
import type { Move, Scene, Step } from '../moves/moves.ts'
import { seldomStep, users } from '../moves/moves.ts'
import { atLimit, createAgain, refusedWrite, withoutToken } from '../moves/refused-moves.ts'
import { refusedClient } from '../moves/refused-clients.ts'
import { createRule, deleteRule, refusedRule, ruleStep, updateRule } from '../moves/rule-moves.ts'
import { changeProfile, createUser, sendBack } from '../moves/user-moves.ts'
import { compared } from '../looks/expression.ts'
import { lookAt, viewOf } from '../looks/looks.ts'
import { askGroups, askUsers } from '../looks/query-looks.ts'
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
} from '../looks/view-looks.ts'
import { freeProperties } from '../story/values.ts'
import type { World } from '../story/world.ts'
import { patterns, valuesAlike } from './alike-scenes.ts'
import { enough } from './read-scenes.ts'
import { leavesBetween } from './wide-scenes.ts'

/** Kinds of moves by name, each with its weight. */
type Kinds = Readonly<Record<string, readonly [weight: number, propose: (world: World) => Move | undefined]>>

/** The last name of all users of a story, by which q finds them all. */
const shared = '«tag» Fern'

const peopleOf = (world: World): string[] => world.livingPeople.map(({ handle }) => handle)

/** The records of a story: users in several statuses, groups, rules and clients, whose values are almost the same. */
function setting(world: World): Scene {
  const valuesOf = valuesAlike(world)
  const user =
    (at: number, isActive: boolean, kind?: 'password' | 'none' | 'federated'): Step =>
    () => {
      const { call, ...move } = createUser(world, isActive, true, kind)
      const profile: Json = { ...call.body.profile, ...valuesOf(at), lastName: shared }
      return { ...move, call: { ...call, body: { ...call.body, profile } } }
    }
  const [pattern, like] = world.seldom(patterns, ([text]) => `group of ${text}`)
  const group =
    (name: string, at: number): Step =>
    () => {
      const move = createGroup(world, 5, `«tag» ${name} ${at}`)
      return (
        move && {
          ...move,
          call: { ...move.call, body: { profile: { ...move.call.body.profile, description: name } } },
        }
      )
    }
  return [
    group(pattern, 1),
    group(like, 1),
    group('«tag» R&D +5% #1', 3),
    user(0, true, 'password'),
    user(1, true, 'password'),
    user(2, false),
    user(
      3,
      true,
      world.seldom(['federated', 'password'] as const, (each) => `broad ${each}`),
    ),
    user(2, false, 'none'),
    ...[0, 1, 2, 3].map((at) => (): Move | undefined => {
      const [one, place] = [world.livingPeople[at], world.livingGroups[0]]
      return one === undefined || place === undefined || world.members.has(`${place} ${one.handle}`)
        ? undefined
        : changeMemberOf(place, one.handle, true)
    }),
    ...enough(world.livingRules.length, 2, () =>
      createRule(world, peopleOf(world)[3] ?? '', peopleOf(world).slice(0, 2)),
    ),
    ...enough(world.livingClients.length, 3, () => registerClient(world)),
  ]
}

/** Looks that show all records of a kind, by name. */
const wide: Readonly<Record<string, (world: World) => Move | undefined>> = {
  'users by search': (world) =>
    listOf(
      'users',
      { limit: pageFor(world, world.livingPeople.length) },
      {
        expression: { parameter: 'search', tree: compared('profile.lastName', shared) },
        states: 'users.search.profile',
      },
    ),
  'users by filter': (world) => byIds(world, 'users', peopleOf(world), 'filter'),
  'users by name': (world) => pagedBy(world, 'filter'),
  'users by q': (world) => usersBy(world, 'profile.lastName', shared, 'q'),
  'users in order': (world) => sortedUsers(world),
  'users in order of names': (world) => sortedUsers(world, 'firstName', '2'),
  'all users': (world) => (world.means.isLarge ? undefined : wholeList(world, 'u')),
  members: (world) => membersOf(world, world.dice.pick(world.livingGroups)),
  'first members': (world) => membersOf(world, world.livingGroups[0] ?? ''),
  'groups of a user': (world) => groupsOf(world.dice.pick(peopleOf(world))),
  'groups by search': (world) =>
    groupsBy(world, '«tag»', 'sw', 'profile.name', pageFor(world, world.livingGroups.length)),
  'groups by ids': (world) => byIds(world, 'groups', world.livingGroups),
  'groups in order': (world) => sortedGroups(world),
  'all groups': (world) => (world.means.isLarge ? undefined : wholeList(world, 'g')),
  rules: (world) => rulesBy('«tag»', pageFor(world, world.livingRules.length)),
  'rules expanded': () => listOf('rules', { search: '«tag»', expand: 'groupIdToGroupNameMap' }),
  'clients by q': (world) => clientsBy('«tag»', pageFor(world, world.livingClients.length)),
  'all clients': (world) => (world.means.isLarge ? undefined : wholeList(world, 'c')),
}

function pagedBy(world: World, way: 'filter' | 'search'): Move | undefined {
  const found = usersBy(world, 'profile.lastName', shared, way)
  const limit = pageFor(world, world.livingPeople.length)
  return found && { ...found, call: { ...found.call, query: { ...found.call.query, limit } } }
}

/** The owner of the token: the same user in every call, and no user of a story. */
function me(world: World): Move {
  const isKnown = world.model.records.has('me')
  const below = isKnown ? world.seldom(['', '/groups', '/appLinks'], (each) => `me ${each}`) : ''
  const operation = below === '' ? 'getUser' : below === '/groups' ? 'listUserGroups' : 'listUserAppLinks'
  return {
    isExact: true,
    call: {
      operation,
      method: 'GET',
      path: `${users}/me${below}`,
      ...(below === '' ? { learns: 'me' as const } : { twin: `${users}/«me.id»${below}` }),
      states: below === '' ? 'users.get.me-token' : 'users.path.me',
      dimension: 'names-in-paths',
    },
  }
}

/** Looks at one record, and questions whose answers are computed from several. */
const narrow: Kinds = {
  changed: [6, (world) => viewOf(world, world.lastChanged ?? world.dice.pick(peopleOf(world)))],
  itself: [4, (world) => lookAt(world, world.lastChanged ?? world.dice.pick(peopleOf(world)))],
  user: [3, (world) => viewOf(world, world.dice.pick(peopleOf(world)))],
  group: [2, (world) => viewOf(world, world.dice.pick(world.livingGroups))],
  rule: [
    1,
    (world) =>
      world.livingRules.length === 0 ? undefined : viewOf(world, world.dice.pick(world.livingRules)),
  ],
  client: [
    2,
    (world) =>
      world.livingClients.length === 0 ? undefined : viewOf(world, world.dice.pick(world.livingClients)),
  ],
  'asked for users': [6, askUsers],
  'asked for groups': [3, askGroups],
  pattern: [4, ofPattern],
  me: [2, me],
}

/** Searches for one text that a store may read as a pattern. */
function ofPattern(world: World): Move | undefined {
  const some = world.livingPeople.flatMap(({ handle }) =>
    Object.entries(world.truth(handle).profile as Record<string, Json>).flatMap(([name, value]) =>
      freeProperties.includes(name as never) && typeof value === 'string' && /[%_*?.+[(\\]/.test(value)
        ? [[name, value] as const]
        : [],
    ),
  )
  if (some.length === 0) return undefined
  const [name, value] = world.seldom(some, ([, text]) => `pattern ${text}`)
  return usersBy(
    world,
    `profile.${name}`,
    value,
    world.seldom(['search', 'sw'], (each) => `pattern by ${each}`),
  )
}

const someone = (world: World): World['livingPeople'][number] => world.dice.pick(world.livingPeople)

/** The same create twice at the same time: one login has one owner. */
const race: readonly [number, (world: World) => Move | undefined] = [
  2,
  (world) => {
    if (world.livingPeople.length > 7) return undefined
    const move = createUser(world, true, false, 'password')
    return { ...move, isExact: true, call: { ...move.call, states: 'users.login.duplicate', together: true } }
  },
]

/** Deeds, each with its weight. */
const deeds: Kinds = {
  lifecycle: [9, lifecycle],
  refusedLifecycle: [5, refusedLifecycle],
  refusedWrite: [12, (world) => refusedWrite(world)],
  atLimits: [2, (world) => atLimit(world, someone(world), 'ascii')],
  groupAtLimits: [1, (world) => groupAtLimit(world, undefined, 'ascii')],
  refusedCredential: [4, (world) => refusedCredential(world)],
  refusedGroup: [4, (world) => refusedGroup(world)],
  refusedClient: [3, (world) => refusedClient(world)],
  refusedRule: [2, (world) => refusedRule(world)],
  createAgain: [2, (world) => createAgain(world)],
  race,
  profile: [4, (world) => changeProfile(world)],
  partial: [3, (world) => changeProfile(world, undefined, false)],
  whole: [3, (world) => changeProfile(world, undefined, true)],
  sendBack: [1, (world) => sendBack(world, someone(world))],
  credentials: [4, (world) => changeCredentials(world)],
  credentialOperation: [4, (world) => credentialOperation(world)],
  oldPassword: [4, (world) => proofOfPassword(world, someone(world))],
  oldAnswer: [2, (world) => proofOfAnswer(world, someone(world))],
  temporary: [1, (world) => temporaryPassword(world)],
  sessions: [1, (world) => clearSessions(world)],
  member: [6, (world) => changeMember(world)],
  group: [3, (world) => updateGroupOf(world, world.dice.pick(world.livingGroups))],
  groupName: [1, (world) => changeGroup(world, world.dice.pick(world.livingGroups), {})],
  noGroup: [1, (world) => deleteGroup(world)],
  rule: [5, (world) => ofRule(world, (handle) => ruleStep(world, handle, 'activate'))],
  ruleStops: [4, (world) => ofRule(world, (handle) => ruleStep(world, handle, 'deactivate'))],
  ruleChanges: [3, (world) => updateRule(world)],
  noRule: [1, (world) => ofRule(world, (handle) => deleteRule(world, handle))],
  client: [3, (world) => updateClient(world)],
  secret: [1, (world) => newSecret(world)],
  noClient: [1, (world) => deleteClient(world)],
  user: [1, (world) => (world.livingPeople.length < 7 ? createUser(world) : undefined)],
  noUser: [
    3,
    (world) =>
      world.livingPeople.length < 4
        ? undefined
        : deleteUserOf(world, world.livingPeople.at(-1) ?? someone(world)),
  ],
  unknownUser: [4, unknownUser],
  unknownInMembership: [4, (world) => unknownInMembership(world)],
  unknownRule: [1, (world) => onGone(world, 'rules')],
  unknownClient: [1, (world) => onGone(world, 'clients')],
  withoutToken: [3, withoutToken],
}

function changeMember(world: World): Move {
  const group = world.dice.pick(world.livingGroups)
  const { handle } = someone(world)
  return changeMemberOf(group, handle, !world.members.has(`${group} ${handle}`) || world.dice.chance(0.2))
}

function ofRule(world: World, deed: (handle: string) => Move | undefined): Move | undefined {
  return world.livingRules.length === 0 ? undefined : deed(world.dice.pick(world.livingRules))
}

/** One of some kinds that can be done now, preferably one that was seldom done for its weight. */
function oneOf(world: World, name: string, kinds: Kinds): Move | undefined {
  const steps = Object.fromEntries(
    Object.entries(kinds).map(([kind, [, propose]]) => [kind, () => propose(world)]),
  )
  return seldomStep(
    world,
    steps,
    (kind) => `${name} ${kind}`,
    (kind) => kinds[kind]?.[0] ?? 1,
  )?.[1]
}

const wideKinds: Kinds = Object.fromEntries(Object.entries(wide).map(([name, look]) => [name, [1, look]]))

/** A story of many kinds of writes, each few of them followed by looks at everything. */
export function breadth(world: World): Scene {
  const isReady = (): boolean => world.livingPeople.length > 1 && world.livingGroups.length > 0
  const step =
    (name: string, kinds: Kinds): Step =>
    () =>
      isReady() ? oneOf(world, name, kinds) : undefined
  let pages: Scene = []
  // A list as it is, and again with a write between its pages.
  const between: Scene = [
    () => (pages = isReady() ? leavesBetween(world).slice(-2) : []).at(0)?.(),
    () => pages.at(1)?.(),
  ]
  const [deed, all, one] = [step('deed', deeds), step('wide', wideKinds), step('narrow', narrow)]
  const turn: Scene = [deed, deed, one, deed, all, one, deed, all, deed, all, one, deed, ...between]
  return [
    ...setting(world),
    ...Object.keys(wide)
      .slice(0, 6)
      .map(() => all),
    ...Array.from({ length: 30 }, () => turn).flat(),
  ]
}
