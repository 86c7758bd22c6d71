/** The same questions after each kind of write, the secrets and records of before, and the same writes again. */
import { newSecret, updateClient } from '../commands/client-commands.ts'
import { changeCredentials, credentialOperation } from '../commands/credential-commands.ts'
import type { Command, Scenario, Step } from '../commands/commands.ts'
import { read, routed, templated, users } from '../commands/commands.ts'
import { onGone, onNobody } from '../commands/gone-commands.ts'
import { changeGroup, changeMemberOf, deleteGroup, unknownInMembership } from '../commands/group-commands.ts'
import { deleteUserOf, lifecycleOf, temporaryPassword } from '../commands/lifecycle-commands.ts'
import { takenLogin } from '../commands/refused-commands.ts'
import { updateRule } from '../commands/rule-commands.ts'
import { filterable } from '../reads/query-reads.ts'
import { listOf, membersOf, sortedGroups, sortedUsers, usersBy, usersByAll } from '../reads/view-reads.ts'
import { byFormer } from '../reads/user-ways.ts'
import { wide } from '../reads/wide-reads.ts'
import { segmentOf } from '../sequence/sequence.ts'
import type { GeneratorState, Person } from '../sequence/generator-state.ts'
import { writeProfile } from './read-scenarios.ts'
import { leavesBetween } from './wide-scenarios.ts'

/** A question in the same words each time: a service may remember its first answer. */
function question(make: Step): Step {
  let asked: Command | undefined
  return () => (asked ??= make()) && { ...asked, isExact: true }
}

/** The ways to name a user in a path. */
const forms = ['id', 'profile.login', 'profile.login|short'] as const

/** A user under each name. */
const underEachName = ({ handle }: Person): Scenario =>
  forms.map(
    (form) => () =>
      read({
        ...routed('getUser', `«${handle}.${form}»`),
        record: handle,
        shows: 'user',
        states: form === 'id' ? 'users.get.ok' : 'users.path.login',
        dimension: 'after-a-change',
      }),
  )

/** The groups of a user under each name. */
const groupsUnderEachName = ({ handle }: Person): Scenario =>
  forms.map((form) => () => listOf('groupsOf', {}, { path: `${users}/«${handle}.${form}»/groups` }))

/** How many properties are asked for in each round, besides names and addresses. */
const asked = 6

/**
 * Two users exchange their values, and exchange them back, each by its own kind of update. So one question for a value shows
 * whether the old owner is still found, and the new one is. In between come other kinds of writes, and after each of them
 * the questions whose answers it changes. Each round writes users under one kind of name. A service may remember what was
 * read under another.
 */
export function rounds(state: GeneratorState): Scenario {
  const [third, one, other, fourth] = state.livingPeople
  const [group = '', second = ''] = state.livingGroups
  if (one === undefined || other === undefined || third === undefined || fourth === undefined) return []
  const profiles = [one, other].map(
    ({ handle }) => templated(state, state.truth(handle).profile) as Record<string, unknown>,
  )
  const [ofOne = {}, ofOther = {}] = profiles
  const exchanged = Object.keys(ofOne).filter(
    (name) =>
      !['login', 'email', 'secondEmail', 'locale'].includes(name) &&
      [ofOne[name], ofOther[name]].every((value) => typeof value === 'string' && value !== '') &&
      ofOne[name] !== ofOther[name],
  )
  /** Addresses are not exchanged: each user gets a new one, and then its own again. One of them is renamed so, too. */
  const [isRenamed = false] = state.means.freeLogins
    ? state.leastUsed([[true], [false]], ([each]) => `renamed in rounds ${each}`)
    : [undefined]
  const [renamed, kept] = isRenamed ? [one, other] : [other, one]
  const ofRenamed = renamed === one ? ofOne : ofOther
  const fresh = [one, other].map((person) => ({
    email: `«tag»-${state.next('m')}@example.com`,
    ...(person === renamed && state.means.freeLogins
      ? { login: `«tag»-${state.next('s')}@example.org` }
      : {}),
  }))
  const turned =
    (person: Person, isBack: boolean, form: (typeof forms)[number]): Step =>
    () => {
      const at = person === one ? 0 : 1
      const own = profiles[at] ?? {}
      const values = profiles[isBack ? at : 1 - at] ?? {}
      const addresses = Object.keys(fresh[at] ?? {}).map((name) => [name, own[name]])
      const changes = {
        ...Object.fromEntries(exchanged.map((name) => [name, values[name]])),
        ...(isBack ? Object.fromEntries(addresses) : fresh[at]),
      }
      const command = writeProfile(state, person.handle, changes, at === 1, `«${person.handle}.${form}»`)
      const former = person === renamed ? (isBack ? fresh[at]?.login : own['login']) : undefined
      return (
        command && {
          ...command,
          isExact: true,
          done: () => void (typeof former === 'string' && person.formerLogins.push(former)),
        }
      )
    }
  const some: string[] = []
  while (some.length < Math.min(asked, exchanged.length))
    some.push(
      state.leastUsed(
        exchanged.filter((each) => !some.includes(each)),
        (each) => `asked in rounds ${each}`,
      ),
    )
  const by = (name: string, value: unknown, way: string): Step =>
    question(() => usersBy(state, `profile.${name}`, String(value), way))
  const either = (name: string): string =>
    filterable.has(`profile.${name}`)
      ? state.leastUsed(['filter', 'search', 'q'], (each) => `${name} in rounds ${each}`)
      : 'search'
  const values: Scenario = [
    ...some.map((name) => by(name, ofOne[name], either(name))),
    // The rest at once.
    question(() => {
      const rest = exchanged
        .filter((name) => !some.includes(name))
        .map((name) => [`profile.${name}`, ofOne[name]])
      return usersByAll('or', Object.fromEntries(rest))
    }),
    by('firstName', ofOne['firstName'], 'filter'),
    by(
      'email',
      ofOne['email'],
      state.leastUsed(['filter', 'search'], (each) => `email ${each}`),
    ),
    ...(state.means.freeLogins
      ? ['search', 'filter'].map((way) => by('login', ofRenamed['login'], way))
      : []),
  ]
  const ask = (name: keyof typeof wide): Step => question(() => wide[name](state))
  const people = (['users by search', 'users by name', 'users by q'] as const).map(ask)
  const inOrder = ask('users in order')
  const members = question(() => membersOf(state, group, '3'))
  const groups = ask('groups by search')
  const others = (['rules', 'clients by q'] as const).map(ask)
  const all: Scenario = [...values, ...people, inOrder, members, groups, ...others]
  const names = underEachName(kept).map(question)
  const groupsOfKept = groupsUnderEachName(kept).map(question)
  const moved =
    (person: Person, on: Parameters<typeof lifecycleOf>[2], form: string): Step =>
    () => {
      const command = lifecycleOf(state, person, on, `«${person.handle}.${form}»`)
      return command && { ...command, isExact: true }
    }
  const former = (login: unknown): Scenario =>
    typeof login !== 'string' || /[/?]/.test(login)
      ? []
      : [login, login.replace(/@.*/, '')].flatMap((name) => [
          () => byFormer(state, name),
          () => onNobody(state, segmentOf(name)),
        ])
  const updates: Scenario = [
    () => changeGroup(state, second, { description: `«tag» ${state.next('d')}` }),
    () => updateRule(state, state.livingRules[0]),
    () => updateClient(state, state.livingClients[1]),
  ]
  return [
    ...all,
    ...names,
    // Updates.
    turned(one, false, 'id'),
    turned(other, false, 'id'),
    ...names,
    ...updates,
    ...all,
    ...(state.means.freeLogins ? former(ofRenamed['login']) : []),
    ...names,
    // Lifecycle operations.
    moved(one, 'suspendUser', 'profile.login'),
    moved(third, 'activateUser', 'profile.login'),
    moved(other, 'expirePassword', 'profile.login'),
    moved(fourth, 'deactivateUser', 'profile.login'),
    ...people,
    () => sortedUsers(state),
    () => sortedGroups(state),
    ...names,
    () => takenLogin(state),
    () => takenLogin(state),
    // Changes of members, with nothing else between the same questions.
    groups,
    members,
    ...groupsOfKept,
    () => changeMemberOf(second, kept.handle, !state.members.has(`${second} ${kept.handle}`)),
    () => changeMemberOf(group, renamed.handle, !state.members.has(`${group} ${renamed.handle}`)),
    members,
    groups,
    ...groupsOfKept,
    ...names,
    // The first updates the other way round.
    moved(one, 'unsuspendUser', 'profile.login|short'),
    turned(one, true, 'profile.login|short'),
    turned(other, true, 'profile.login|short'),
    ...names,
    ...values,
    ...people,
    members,
    ...updates,
    // Deletions, between two pages.
    ...['clients', 'rules', 'groups'].flatMap((kind) => leavesBetween(state, kind).slice(-3, -1)),
    () => deleteUserOf(state, fourth),
    ...people,
    () => sortedGroups(state),
    groups,
    ...others,
  ]
}

/** Secrets that a write of each kind replaces: then the former ones are refused wherever they are asked for. */
export function oldSecrets(state: GeneratorState): Scenario {
  const person = state.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return []
  const tried = (...some: readonly Parameters<typeof credentialOperation>[2][]): Scenario =>
    some.map((on) => () => credentialOperation(state, person, on, false))
  const [first, second] = state.leastUsed(
    [
      ['changePassword', 'changeRecoveryQuestion'] as const,
      ['changeRecoveryQuestion', 'changePassword'] as const,
    ],
    ([on]) => `old secret by ${on}`,
  )
  return [
    () => changeCredentials(state, person, 'password and question'),
    ...tried(first, 'answer'),
    () => changeCredentials(state, person, 'replace by password and question'),
    ...tried(second, 'answer'),
    () => credentialOperation(state, person, 'changePassword', true),
    ...tried(first),
    () => credentialOperation(state, person, 'changeRecoveryQuestion', true),
    ...tried('answer'),
  ]
}

/** Links, passwords and secrets that a service gives once: two records get each, since a constant shows only then. */
export function givenOnce(state: GeneratorState): Scenario {
  const known = state.livingPeople.filter(({ password }) => password !== undefined).slice(0, 2)
  const people = (step: (person: Person) => Command | undefined): Scenario =>
    known.map((person) => () => {
      const command = step(person)
      // By mail nobody sees the link.
      return command && { ...command, isExact: true }
    })
  return [
    ...state.livingClients.map((handle) => () => newSecret(state, handle)),
    ...people((person) => credentialOperation(state, person, 'forgotPassword')),
    ...people((person) => temporaryPassword(state, person)),
    ...people((person) => lifecycleOf(state, person, 'resetPassword')),
    ...people((person) => changeCredentials(state, person, 'password')),
  ]
}

/** Calls of every kind on records that were removed: a service may know them for longer. */
export function onRemoved(state: GeneratorState): Scenario {
  const removed = state.people.find(({ handle }) => state.gone.has(handle))
  const person = removed ?? state.peopleIn('DEPROVISIONED')[0] ?? state.livingPeople.at(-1)
  if (person === undefined) return []
  const { handle } = person
  const remove = (): Command | undefined =>
    state.truth(handle) === undefined ? undefined : deleteUserOf(state, person)
  const times = (count: number, step: Step): Scenario => Array.from({ length: count }, () => step)
  return [
    ...(state.livingGroups.length > 2 ? [() => deleteGroup(state, state.livingGroups.at(-1))] : []),
    remove,
    remove,
    ...times(9, () => onNobody(state, `«${handle}.id»`)),
    ...times(8, () => unknownInMembership(state)),
    ...times(3, () => onGone(state, 'rules')),
    ...times(3, () => onGone(state, 'clients')),
  ]
}

/** Transitions of one user, each again in the status that it produced, and later once more. */
const transitions = [
  'suspendUser',
  'suspendUser',
  'unsuspendUser',
  'unsuspendUser',
  'suspendUser',
  '',
  'unsuspendUser',
  'deactivateUser',
  'deactivateUser',
  'activateUser',
  '',
  'activateUser',
  'suspendUser',
  'deactivateUser',
  'activateUser',
  'expirePassword',
  'password',
  'expirePassword',
  '',
  'password',
  'resetPassword',
  '',
  'password',
  'resetPassword',
] as const

/** The same again, at once and later, and in between one look at all users. */
export function sameAgain(state: GeneratorState): Scenario {
  const person = state.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return []
  return [
    ...transitions.map(
      (on): Step =>
        () =>
          on === ''
            ? wide['users by search'](state)
            : on === 'password'
              ? changeCredentials(state, person, 'password')
              : lifecycleOf(state, person, on),
    ),
    () => wide['users by name'](state),
  ]
}
