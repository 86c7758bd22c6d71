import { lifecycleCalls } from '../../tables/statuses.ts'
import type { LifecycleOperation } from '../../tables/statuses.ts'
import { createGroup } from '../commands/group-commands.ts'
import { deleteUserOf, federate, lifecycleOf, temporaryPassword } from '../commands/lifecycle-commands.ts'
import { readsAfter, readAt } from '../reads/reads.ts'
import type { Command, Scenario } from '../commands/commands.ts'
import { leastUsedStep } from '../commands/commands.ts'
import { changeProfile, createUser } from '../commands/user-commands.ts'
import { groupsOf } from '../reads/view-reads.ts'
import type { CredentialKind } from '../commands/new-credentials.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

/** The possible steps for a record, by name. */
type Steps = Readonly<Record<string, () => Command | undefined>>

/**
 * A walk of `length` steps. Each step is the one that was done least often in the present situation of the record.
 * After each step follows a read at everything that it could have affected.
 *
 * @param situation The status of the record, and anything else that decides the effect of a step.
 */
function walk(
  state: GeneratorState,
  steps: Steps,
  situation: () => string | undefined,
  around: (command: Command) => Scenario,
  length: number,
): Scenario {
  const done = new Map<string, number>()
  const step = (): Command | undefined => {
    const now = situation()
    if (now === undefined) return undefined
    // The second time counts as another situation than the first.
    const [name = '', command] =
      leastUsedStep(state, steps, (each) => `${each} ${now} ${Math.min(1, done.get(each) ?? 0)}`) ?? []
    if (command !== undefined) done.set(name, (done.get(name) ?? 0) + 1)
    return command
  }
  return Array.from({ length }, (): Scenario => {
    const due: (() => Command | undefined)[] = []
    const next = (): Command | undefined => due.shift()?.()
    return [
      () => {
        const command = step()
        if (command !== undefined)
          due.push(...around(command), ...(command.proof === undefined ? [] : [command.proof]))
        return command
      },
      next,
      next,
      next,
      next,
    ]
  }).flat()
}

/** One user with every property set, and the steps for it. */
function userWalk(
  state: GeneratorState,
  stepsOf: (person: Person) => Steps,
  length: number,
  kinds: readonly CredentialKind[] = ['password', 'password', 'password', 'none', 'pbkdf2', 'hook'],
): Scenario {
  if (state.livingGroups.length < 2) return [() => createGroup(state)]
  const kind = state.leastUsed(kinds, (each) => `walk ${each}`)
  const person = state.livingPeople.findLast(({ handle }) => isDense(state, handle, kind))
  if (person === undefined) return [() => createUser(state, kind === 'password', true, kind)]
  const { handle } = person
  const status = (): string | undefined => state.truth(handle)?.status as string | undefined
  const around = (): Scenario => readsAfter(state, handle)
  const steps = stepsOf(person)
  return [
    () => readAt(state, handle),
    () => groupsOf(handle),
    ...walk(state, steps, status, around, length),
    ...readsAfter(state, handle, 6),
  ]
}

/** A user through its statuses, by every operation in each. */
export function statusWalk(state: GeneratorState): Scenario {
  const lifecycle = (Object.keys(lifecycleCalls) as LifecycleOperation[]).filter((on) => on !== 'deleteUser')
  return userWalk(
    state,
    (person) => ({
      ...Object.fromEntries(lifecycle.map((on) => [on, () => lifecycleOf(state, person, on)])),
      temporaryPassword: () => temporaryPassword(state, person),
      deleteUser: () => deleteUserOf(state, person),
    }),
    14,
  )
}

/** A federated user who becomes one of the service, or the reverse. */
export function federatedWalk(state: GeneratorState): Scenario {
  return userWalk(
    state,
    (person) => ({
      federate: () => federate(state, person),
      ...Object.fromEntries(
        (['resetPassword', 'suspendUser', 'unsuspendUser', 'deactivateUser'] as const).map((on) => [
          on,
          () => lifecycleOf(state, person, on),
        ]),
      ),
      updateProfile: () => changeProfile(state, person, false),
      replaceProfile: () => changeProfile(state, person, true),
    }),
    8,
    ['federated', 'social', 'password'],
  )
}

/** Whether a user has almost every property, and the credentials of its kind. */
export function isDense(state: GeneratorState, handle: string, kind: CredentialKind): boolean {
  const { profile, credentials } = state.truth(handle)
  const { type } = credentials?.provider ?? {}
  return (
    Object.keys(profile as object).length > 15 &&
    (kind === 'federated' || kind === 'social'
      ? type === (kind === 'social' ? 'SOCIAL' : 'FEDERATION')
      : credentials?.recovery_question !== undefined && (kind !== 'pbkdf2' || type === 'IMPORT'))
  )
}
