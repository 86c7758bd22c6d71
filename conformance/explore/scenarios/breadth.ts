/**
 * Breadth: writes of every kind, refused and repeated ones too, to a few records that know each other. Reads in between
 * show all records of a kind at once. So one call shows each mistake of the last writes.
 */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { registerClient, deleteClient, newSecret, updateClient } from '../commands/client-commands.ts'
import {
  changeCredentials,
  credentialOperation,
  proofOfAnswer,
  proofOfPassword,
  refusedCredential,
} from '../commands/credential-commands.ts'
import { onGone, unknownUser } from '../commands/gone-commands.ts'
import {
  changeGroup,
  changeMemberOf,
  createGroup,
  deleteGroup,
  groupAtLimit,
  refusedGroup,
  unknownInMembership,
  updateGroupOf,
} from '../commands/group-commands.ts'
import {
  clearSessions,
  deleteUserOf,
  lifecycle,
  refusedLifecycle,
  temporaryPassword,
} from '../commands/lifecycle-commands.ts'
import type { Command, Scenario, Step } from '../commands/commands.ts'
import { leastUsedStep, users } from '../commands/commands.ts'
import { atLimit, refusedWrite, takenLogin } from '../commands/refused-commands.ts'
import { refusedClient } from '../commands/client-settings.ts'
import { createRule, deleteRule, refusedRule, ruleStep, updateRule } from '../commands/rule-commands.ts'
import { changeProfile, createUser, sendBack } from '../commands/user-commands.ts'
import { readAt, viewOf } from '../reads/reads.ts'
import { askGroups, askUsers } from '../reads/query-reads.ts'
import { usersBy } from '../reads/view-reads.ts'
import { peopleOf, shared, wide } from '../reads/wide-reads.ts'
import { freeProperties, manySigns } from '../sequence/values.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'
import { patterns, valuesAlike } from './alike-scenarios.ts'
import { enough } from './read-scenarios.ts'
import { givenOnce, oldSecrets, onRemoved, rounds, sameAgain } from './rounds.ts'
import { rulesAgain } from './rule-lifecycle.ts'
import { leavesBetween } from './wide-scenarios.ts'

/** Kinds of commands by name, each with its weight. */
type Kinds = Readonly<
  Record<string, readonly [weight: number, propose: (state: GeneratorState) => Command | undefined]>
>

/** The records of a sequence: users in several statuses, groups, rules and clients, whose values are almost the same. */
function setting(state: GeneratorState): Scenario {
  const valuesOf = valuesAlike(state)
  const user =
    (at: number, isActive: boolean, kind?: 'password' | 'none' | 'federated'): Step =>
    () => {
      const { call, ...command } = createUser(state, isActive, true, kind)
      const profile: Json = {
        ...call.body.profile,
        // Rounds rename these: one old name shows what each of its signs does to a service.
        ...(at < 2 && state.means.freeLogins
          ? { login: `«tag»-${call.record}${manySigns}@example.com` }
          : {}),
        firstName: state.words[at],
        ...valuesOf(at),
        lastName: shared,
      }
      return { ...command, call: { ...call, body: { ...call.body, profile } } }
    }
  const [pattern, like] = state.leastUsed(patterns, ([text]) => `group of ${text}`)
  const group =
    (name: string, at: number): Step =>
    () => {
      const command = createGroup(state, 5, `«tag» ${name} ${at}`)
      return (
        command && {
          ...command,
          call: { ...command.call, body: { profile: { ...command.call.body.profile, description: name } } },
        }
      )
    }
  return [
    group(pattern, 1),
    group(like, 1),
    group('«tag» R&D +5% #1', 3),
    user(2, false),
    user(0, true, 'password'),
    user(1, true, 'password'),
    user(
      3,
      true,
      state.leastUsed(['federated', 'password'] as const, (each) => `broad ${each}`),
    ),
    user(2, false, 'none'),
    ...[0, 1, 2, 3].map((at) => (): Command | undefined => {
      const [one, place] = [state.livingPeople[at], state.livingGroups[0]]
      return one === undefined || place === undefined || state.members.has(`${place} ${one.handle}`)
        ? undefined
        : changeMemberOf(place, one.handle, true)
    }),
    ...enough(state.livingRules.length, 2, () =>
      createRule(state, peopleOf(state)[3] ?? '', peopleOf(state).slice(0, 2)),
    ),
    ...enough(state.livingClients.length, 3, () => registerClient(state)),
  ]
}

/** The reads below the owner of the token. */
const belowMe: Readonly<Record<string, OperationName>> = {
  '': 'getUser',
  '/groups': 'listUserGroups',
  '/appLinks': 'listUserAppLinks',
  '/clients': 'listUserClients',
}

/** The owner of the token: the same user in every call, and no user of a sequence. */
function me(state: GeneratorState): Command {
  const isKnown = state.model.records.has('me')
  const below = isKnown ? state.leastUsed(Object.keys(belowMe), (each) => `me ${each}`) : ''
  const operation = belowMe[below] ?? 'getUser'
  return {
    isExact: true,
    call: {
      operation,
      method: 'GET',
      path: `${users}/me${below}`,
      ...(below === '' ? { learns: 'me' as const } : { equivalent: `${users}/«me.id»${below}` }),
      states: below === '' ? 'users.get.me-token' : 'users.path.me',
      dimension: 'names-in-paths',
    },
  }
}

/** Reads at one record, and questions whose answers are computed from several. */
const narrow: Kinds = {
  changed: [6, (state) => viewOf(state, state.lastChanged ?? state.rng.pick(peopleOf(state)))],
  itself: [4, (state) => readAt(state, state.lastChanged ?? state.rng.pick(peopleOf(state)))],
  user: [3, (state) => viewOf(state, state.rng.pick(peopleOf(state)))],
  group: [2, (state) => viewOf(state, state.rng.pick(state.livingGroups))],
  rule: [
    1,
    (state) =>
      state.livingRules.length === 0 ? undefined : viewOf(state, state.rng.pick(state.livingRules)),
  ],
  client: [
    2,
    (state) =>
      state.livingClients.length === 0 ? undefined : viewOf(state, state.rng.pick(state.livingClients)),
  ],
  'asked for users': [6, askUsers],
  'asked for groups': [3, askGroups],
  pattern: [4, ofPattern],
  me: [2, me],
}

/** Searches for one text that a store may read as a pattern. */
function ofPattern(state: GeneratorState): Command | undefined {
  const some = state.livingPeople.flatMap(({ handle }) =>
    Object.entries(state.truth(handle).profile as Record<string, Json>).flatMap(([name, value]) =>
      freeProperties.includes(name as never) && typeof value === 'string' && /[%_*?.+[(\\]/.test(value)
        ? [[name, value] as const]
        : [],
    ),
  )
  if (some.length === 0) return undefined
  const [name, value] = state.leastUsed(some, ([, text]) => `pattern ${text}`)
  return usersBy(
    state,
    `profile.${name}`,
    value,
    state.leastUsed(['search', 'sw'], (each) => `pattern by ${each}`),
  )
}

const someone = (state: GeneratorState): GeneratorState['livingPeople'][number] =>
  state.rng.pick(state.livingPeople)

/** The same create twice at the same time: one login has one owner. */
const race: readonly [number, (state: GeneratorState) => Command | undefined] = [
  2,
  (state) => {
    if (state.livingPeople.length > 7) return undefined
    const command = createUser(state, true, false, 'password')
    return {
      ...command,
      isExact: true,
      call: { ...command.call, states: 'users.login.duplicate', together: true },
    }
  },
]

/** Writes, each with its weight. */
const writes: Kinds = {
  lifecycle: [9, lifecycle],
  refusedLifecycle: [5, refusedLifecycle],
  refusedWrite: [12, (state) => refusedWrite(state)],
  atLimits: [2, (state) => atLimit(state, someone(state), 'ascii')],
  groupAtLimits: [1, (state) => groupAtLimit(state, undefined, 'ascii')],
  refusedCredential: [4, (state) => refusedCredential(state)],
  refusedGroup: [4, (state) => refusedGroup(state)],
  refusedClient: [3, (state) => refusedClient(state)],
  refusedRule: [2, (state) => refusedRule(state)],
  takenLogin: [5, (state) => takenLogin(state)],
  race,
  profile: [4, (state) => changeProfile(state)],
  partial: [3, (state) => changeProfile(state, undefined, false)],
  whole: [3, (state) => changeProfile(state, undefined, true)],
  sendBack: [1, (state) => sendBack(state, someone(state))],
  credentials: [4, (state) => changeCredentials(state)],
  credentialOperation: [4, (state) => credentialOperation(state)],
  oldPassword: [4, (state) => proofOfPassword(state, someone(state))],
  oldAnswer: [2, (state) => proofOfAnswer(state, someone(state))],
  temporary: [1, (state) => temporaryPassword(state)],
  sessions: [1, (state) => clearSessions(state)],
  member: [6, (state) => changeMember(state)],
  group: [3, (state) => updateGroupOf(state, state.rng.pick(state.livingGroups))],
  groupName: [1, (state) => changeGroup(state, state.rng.pick(state.livingGroups), {})],
  noGroup: [1, (state) => deleteGroup(state)],
  rule: [5, (state) => ofRule(state, (handle) => ruleStep(state, handle, 'activate'))],
  ruleStops: [4, (state) => ofRule(state, (handle) => ruleStep(state, handle, 'deactivate'))],
  ruleChanges: [3, (state) => updateRule(state)],
  noRule: [1, (state) => ofRule(state, (handle) => deleteRule(state, handle))],
  client: [3, (state) => updateClient(state)],
  secret: [1, (state) => newSecret(state)],
  noClient: [1, (state) => deleteClient(state)],
  user: [1, (state) => (state.livingPeople.length < 7 ? createUser(state) : undefined)],
  noUser: [
    3,
    (state) =>
      state.livingPeople.length < 4
        ? undefined
        : deleteUserOf(state, state.livingPeople.at(-1) ?? someone(state)),
  ],
  unknownUser: [4, unknownUser],
  unknownInMembership: [4, (state) => unknownInMembership(state)],
  unknownRule: [1, (state) => onGone(state, 'rules')],
  unknownClient: [1, (state) => onGone(state, 'clients')],
}

function changeMember(state: GeneratorState): Command {
  const group = state.rng.pick(state.livingGroups)
  const { handle } = someone(state)
  return changeMemberOf(group, handle, !state.members.has(`${group} ${handle}`) || state.rng.chance(0.2))
}

function ofRule(state: GeneratorState, write: (handle: string) => Command | undefined): Command | undefined {
  return state.livingRules.length === 0 ? undefined : write(state.rng.pick(state.livingRules))
}

/** One of some kinds that can be done now, preferably one that was seldom done for its weight. */
function oneOf(state: GeneratorState, name: string, kinds: Kinds): Command | undefined {
  const steps = Object.fromEntries(
    Object.entries(kinds).map(([kind, [, propose]]) => [kind, () => propose(state)]),
  )
  return leastUsedStep(
    state,
    steps,
    (kind) => `${name} ${kind}`,
    (kind) => kinds[kind]?.[0] ?? 1,
  )?.[1]
}

const wideKinds: Kinds = Object.fromEntries(Object.entries(wide).map(([name, read]) => [name, [1, read]]))

/** The owner of the token before and after there are other users, and those. */
const introduced = (state: GeneratorState): Scenario => [
  () => me(state),
  ...setting(state),
  ...[1, 2, 3, 4].map(() => () => me(state)),
  ...[1, 2].flatMap(() => [() => askUsers(state), () => askUsers(state), () => askGroups(state)]),
]

/** Writes of many kinds, each few of them followed by reads at everything. */
function crude(state: GeneratorState): Scenario {
  const isReady = (): boolean => state.livingPeople.length > 1 && state.livingGroups.length > 0
  const step =
    (name: string, kinds: Kinds): Step =>
    () =>
      isReady() ? oneOf(state, name, kinds) : undefined
  let pages: Scenario = []
  // A list as it is, and again with a write between its pages.
  const between: Scenario = [
    () => (pages = isReady() ? leavesBetween(state).slice(-3) : []).at(0)?.(),
    () => pages.at(1)?.(),
    () => pages.at(2)?.(),
  ]
  const [write, all, one] = [step('write', writes), step('wide', wideKinds), step('narrow', narrow)]
  const turn: Scenario = [write, write, one, write, all, one, write, all, write, all, one, write, ...between]
  return Array.from({ length: 30 }, () => turn).flat()
}

/** Writes that change nothing because they are refused, one of each kind, and then everything. */
function refusedOfEachKind(state: GeneratorState): Scenario {
  const once = [
    race[1],
    refusedWrite,
    takenLogin,
    refusedCredential,
    refusedLifecycle,
    takenLogin,
    refusedGroup,
    groupAtLimit,
    refusedLifecycle,
    refusedWrite,
    takenLogin,
    refusedRule,
    refusedCredential,
    takenLogin,
    refusedLifecycle,
    refusedClient,
    unknownInMembership,
    takenLogin,
    refusedWrite,
    refusedCredential,
    refusedLifecycle,
    (each: GeneratorState) => atLimit(each, someone(each), 'ascii'),
    (each: GeneratorState) => groupAtLimit(each, undefined, 'ascii'),
  ]
  const after = ['users by search', 'groups by search', 'rules', 'clients by q'] as const
  return [...once.map((propose) => () => propose(state)), ...after.map((name) => () => wide[name](state))]
}

/**
 * Broad sequences, in parts. Each part is planned when the one before it has ended. After the first sequence every other
 * one consists of random calls alone: they meet what nobody thought of.
 */
export function breadth(state: GeneratorState): readonly ((state: GeneratorState) => Scenario)[] {
  return state.count('broad sequences') % 2 === 1
    ? [setting, crude]
    : [introduced, rounds, oldSecrets, onRemoved, refusedOfEachKind, givenOnce, rulesAgain, sameAgain, crude]
}
