import { lifecycleCalls } from '../../tables/statuses.ts'
import type { LifecycleOperation } from '../../tables/statuses.ts'
import { deleteClient, newSecret, registerClient, updateClient } from '../commands/client-commands.ts'
import {
  addRemoved,
  changeGroup,
  changeMemberOf,
  createGroup,
  deleteGroup,
  updateGroupOf,
} from '../commands/group-commands.ts'
import { deleteUserOf, lifecycleOf } from '../commands/lifecycle-commands.ts'
import { writes } from './lifecycles.ts'
import { readAt, viewOf } from '../reads/reads.ts'
import type { Command, Scenario, Step } from '../commands/commands.ts'
import { rarely, leastUsedStep, templated } from '../commands/commands.ts'
import { morePeople, writeProfile } from './read-scenarios.ts'
import { deleteRule, ruleStep, updateRule } from '../commands/rule-commands.ts'
import type { Call } from '../sequence/sequence.ts'
import { handlesOf } from '../sequence/sequence.ts'
import { createUser } from '../commands/user-commands.ts'
import { clientsBy, groupsBy, groupsOf, membersOf, usersBy } from '../reads/view-reads.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/**
 * Writes whose repetition is answered as the first time, or makes another secret. Members that are added again and
 * groups that stay the same are interpretations.
 */
const repeatable = /^(newClientSecret|(update|replace)(User|GroupRule|Client))$/

/** A write once more, at once, if the API description states what then happens. */
export function onceMore(state: GeneratorState, call: Call): Step {
  const [handle] = handlesOf(call)
  const person = state.livingPeople.find((each) => each.handle === handle)
  return () => {
    if (call.operation in lifecycleCalls)
      return person && lifecycleOf(state, person, call.operation as LifecycleOperation)
    return repeatable.test(call.operation) && call.body?.credentials === undefined
      ? { call, isExact: true }
      : undefined
  }
}

/** Values go away and come back: the same search as at first finds them again, and finds nothing else. */
function thereAndBack(state: GeneratorState): Scenario {
  const [person] = state.livingPeople
  const [group] = state.livingGroups
  const client = state.livingClients.at(-1)
  if (person === undefined || group === undefined) return [() => createGroup(state)]
  if (client === undefined) return [() => registerClient(state)]
  const { handle } = person
  const names = [`«tag» ${state.next('n')}`, `«tag» ${state.next('n')}`] as const
  const property = state.leastUsed(['title', 'lastName', 'nickName', 'email'], (each) => `back ${each}`)
  const values = names.map((name) => (property === 'email' ? `${name.replace(' ', '-')}@example.com` : name))
  const turn = (at: 0 | 1): Scenario => [
    () => writeProfile(state, handle, { [property]: values[at] }, state.rng.chance(0.3)),
    () => usersBy(state, `profile.${property}`, values[at] ?? ''),
    () => usersBy(state, `profile.${property}`, values[1 - at] ?? ''),
    () => changeGroup(state, group, { name: names[at] }),
    () => groupsBy(state, names[at]),
    () => groupsBy(state, names[1 - at] ?? ''),
    () => updateClient(state, client, { client_name: names[at] }),
    () => clientsBy(names[at], '20'),
    () => clientsBy(names[1 - at] ?? '', '20'),
  ]
  return [...turn(0), ...turn(1), ...turn(0), () => groupsOf(handle)]
}

/** A member comes and goes twice. */
function memberTwice(state: GeneratorState): Scenario {
  const [group, other] = state.livingGroups
  const [person] = state.livingPeople
  if (group === undefined || other === undefined || person === undefined) return [() => createGroup(state)]
  const { handle } = person
  const reads: Scenario = [() => membersOf(state, group), () => groupsOf(handle), () => readAt(state, group)]
  return [
    () => changeMemberOf(other, handle, true),
    ...[true, false, true, true, false].flatMap((isAdded) => [
      () => changeMemberOf(group, handle, isAdded),
      ...reads,
    ]),
    () => membersOf(state, other),
  ]
}

/** When a user is gone, its login is free, and belongs to another user from then on. */
function loginAgain(state: GeneratorState): Scenario {
  const { means, rng } = state
  const person = state.livingPeople.at(-1)
  if (person === undefined || !means.freeLogins) return []
  const login = templated(state, state.truth(person.handle).profile.login) as string
  if (/[/?]/.test(login)) return []
  const remove = (): Command | undefined => deleteUserOf(state, person)
  return [
    ...state.livingGroups.slice(0, 1).map((group) => () => changeMemberOf(group, person.handle, true)),
    remove,
    () => readAt(state, person.handle),
    () => (state.truth(person.handle) === undefined ? undefined : remove()),
    () => readAt(state, person.handle),
    () => usersBy(state, 'profile.login', login, 'search'),
    ...state.livingGroups
      .slice(0, 1)
      .flatMap((group) => [
        ...rarely(state, () =>
          state.gone.has(person.handle) ? addRemoved(group, person.handle) : undefined,
        ),
        () => membersOf(state, group),
      ]),
    () => {
      const { call, ...command } = createUser(state, true, rng.chance(0.5))
      return {
        ...command,
        call: { ...call, body: { ...call.body, profile: { ...call.body.profile, login } } },
      }
    },
    // Nothing of a removed user belongs to a new one with its login.
    () => groupsOf(state.livingPeople.at(-1)?.handle ?? person.handle),
    () => usersBy(state, 'profile.login', login, 'search'),
    ...morePeople(state, 2),
  ]
}

/** Writes to a record, by name. */
function writesTo(state: GeneratorState, handle: string): Readonly<Record<string, Step>> {
  const person = state.livingPeople.find((each) => each.handle === handle)
  if (person !== undefined)
    return {
      ...Object.fromEntries(
        Object.entries(writes).map(([name, write]) => [name, () => write(state, person)]),
      ),
      joins: () => changeMemberOf(state.livingGroups.at(-1) ?? '', handle, true),
      leaves: () => changeMemberOf(state.livingGroups.at(-1) ?? '', handle, false),
      deleteUser: () => deleteUserOf(state, person),
    }
  const member = (isAdded: boolean) => (): Command | undefined => {
    const [{ handle: user } = { handle: '' }] = state.livingPeople
    return user === '' ? undefined : changeMemberOf(handle, user, isAdded)
  }
  switch (handle.charAt(0)) {
    case 'g':
      return {
        updateGroup: () => updateGroupOf(state, handle),
        gains: member(true),
        loses: member(false),
        deleteGroup: () => deleteGroup(state, handle),
      }
    case 'r':
      return {
        updateRule: () => updateRule(state, handle),
        activateRule: () => ruleStep(state, handle, 'activate'),
        deactivateRule: () => ruleStep(state, handle, 'deactivate'),
        deleteRule: () => deleteRule(state, handle),
      }
    default:
      return {
        updateClient: () => updateClient(state, handle),
        newSecret: () => newSecret(state, handle),
        deleteClient: () => deleteClient(state, handle),
      }
  }
}

/** The same questions about a record after each of some writes to it: a service may remember its answers. */
export function askedAgain(state: GeneratorState): Scenario {
  const handle = state.leastUsed(
    [
      state.rng.pick(state.livingPeople).handle,
      ...[state.livingGroups, state.livingRules, state.livingClients].flatMap((some) => some.slice(-1)),
    ],
    (each) => `asked again ${each.charAt(0)}`,
    (each) => (each.startsWith('u') ? 4 : 1),
  )
  const possible = writesTo(state, handle)
  // The effects of a rule show in its group and in its people.
  const around = handle.startsWith('r')
    ? [handle, ...state.livingGroups.slice(-2), ...state.livingPeople.slice(0, 2).map((each) => each.handle)]
    : [handle]
  const asked: Call[] = []
  const ask: Step = () => {
    if (state.truth(handle) === undefined) return undefined
    const command = viewOf(state, state.rng.pick(around))
    if (command !== undefined) asked.push(command.call)
    return command && { ...command, isExact: true }
  }
  const weightOf = (name: string): number => (/^(update|replace)/.test(name) ? 3 : 1)
  const write: Step = () =>
    state.truth(handle) === undefined
      ? undefined
      : leastUsedStep(state, possible, (name) => `asked again ${name}`, weightOf)?.[1]
  const askAll = Array.from({ length: questions }, (_, at): Step => () => {
    const call = asked[at]
    return call && { call, isExact: true }
  })
  return [
    ...Array.from({ length: questions }, () => ask),
    ...Array.from({ length: 5 }, () => [write, ...askAll]).flat(),
  ]
}

/** How many questions are asked again after each write. */
const questions = 6

const kinds: Readonly<Record<string, (state: GeneratorState) => Scenario>> = {
  thereAndBack,
  memberTwice,
  loginAgain,
}

/** The same again: some services work correctly only the first time. */
export function again(state: GeneratorState): Scenario {
  return state.oneOf('again', kinds)
}
