import { lifecycleCalls } from '../../tables/statuses.ts'
import type { LifecycleOperation } from '../../tables/statuses.ts'
import { addRemoved, changeMemberOf, createGroup } from '../commands/group-commands.ts'
import { deleteUserOf, lifecycleOf } from '../commands/lifecycle-commands.ts'
import { readAt } from '../reads/reads.ts'
import type { Command, Scenario, Step } from '../commands/commands.ts'
import { rarely, templated } from '../commands/commands.ts'
import { morePeople } from './read-scenarios.ts'
import type { Call } from '../sequence/sequence.ts'
import { handlesOf } from '../sequence/sequence.ts'
import { createUser } from '../commands/user-commands.ts'
import { groupsOf, membersOf, usersBy } from '../reads/view-reads.ts'
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

const kinds: Readonly<Record<string, (state: GeneratorState) => Scenario>> = {
  memberTwice,
  loginAgain,
}

/** The same again: some services work correctly only the first time. */
export function again(state: GeneratorState): Scenario {
  return state.oneOf('again', kinds)
}
