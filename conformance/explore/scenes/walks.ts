import { lifecycleCalls } from '../../tables/statuses.ts'
import type { LifecycleOperation } from '../../tables/statuses.ts'
import { createGroup } from '../moves/group-moves.ts'
import { deleteUserOf, federate, lifecycleOf, temporaryPassword } from '../moves/lifecycle-moves.ts'
import { looksAfter, lookAt } from '../looks/looks.ts'
import type { Move, Scene } from '../moves/moves.ts'
import { seldomStep } from '../moves/moves.ts'
import { changeProfile, createUser } from '../moves/user-moves.ts'
import { groupsOf } from '../looks/view-looks.ts'
import type { CredentialKind } from '../moves/new-credentials.ts'
import type { Person, World } from '../story/world.ts'

/** The possible steps for a record, by name. */
type Steps = Readonly<Record<string, () => Move | undefined>>

/**
 * A walk of `length` steps. Each step is the one that was done least often in the present situation of the record.
 * After each step follows a look at everything that it could have affected.
 *
 * @param situation The status of the record, and anything else that decides the effect of a step.
 */
function walk(
  world: World,
  steps: Steps,
  situation: () => string | undefined,
  around: (move: Move) => Scene,
  length: number,
): Scene {
  const done = new Map<string, number>()
  const step = (): Move | undefined => {
    const now = situation()
    if (now === undefined) return undefined
    // The second time counts as another situation than the first.
    const [name = '', move] =
      seldomStep(world, steps, (each) => `${each} ${now} ${Math.min(1, done.get(each) ?? 0)}`) ?? []
    if (move !== undefined) done.set(name, (done.get(name) ?? 0) + 1)
    return move
  }
  return Array.from({ length }, (): Scene => {
    const due: (() => Move | undefined)[] = []
    const next = (): Move | undefined => due.shift()?.()
    return [
      () => {
        const move = step()
        if (move !== undefined) due.push(...around(move), ...(move.proof === undefined ? [] : [move.proof]))
        return move
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
  world: World,
  stepsOf: (person: Person) => Steps,
  length: number,
  kinds: readonly CredentialKind[] = ['password', 'password', 'password', 'none', 'pbkdf2', 'hook'],
): Scene {
  if (world.livingGroups.length < 2) return [() => createGroup(world)]
  const kind = world.seldom(kinds, (each) => `walk ${each}`)
  const person = world.livingPeople.findLast(({ handle }) => isDense(world, handle, kind))
  if (person === undefined) return [() => createUser(world, kind === 'password', true, kind)]
  const { handle } = person
  const status = (): string | undefined => world.truth(handle)?.status as string | undefined
  const around = (): Scene => looksAfter(world, handle)
  const steps = stepsOf(person)
  return [
    () => lookAt(world, handle),
    () => groupsOf(handle),
    ...walk(world, steps, status, around, length),
    ...looksAfter(world, handle, 6),
  ]
}

/** A user through its statuses, by every operation in each. */
export function statusWalk(world: World): Scene {
  const lifecycle = (Object.keys(lifecycleCalls) as LifecycleOperation[]).filter((on) => on !== 'deleteUser')
  return userWalk(
    world,
    (person) => ({
      ...Object.fromEntries(lifecycle.map((on) => [on, () => lifecycleOf(world, person, on)])),
      temporaryPassword: () => temporaryPassword(world, person),
      deleteUser: () => deleteUserOf(world, person),
    }),
    14,
  )
}

/** A federated user who becomes one of the service, or the reverse. */
export function federatedWalk(world: World): Scene {
  return userWalk(
    world,
    (person) => ({
      federate: () => federate(world, person),
      ...Object.fromEntries(
        (['resetPassword', 'suspendUser', 'unsuspendUser', 'deactivateUser'] as const).map((on) => [
          on,
          () => lifecycleOf(world, person, on),
        ]),
      ),
      updateProfile: () => changeProfile(world, person, false),
      replaceProfile: () => changeProfile(world, person, true),
    }),
    8,
    ['federated', 'social', 'password'],
  )
}

/** Whether a user has almost every property, and the credentials of its kind. */
export function isDense(world: World, handle: string, kind: CredentialKind): boolean {
  const { profile, credentials } = world.truth(handle)
  const { type } = credentials?.provider ?? {}
  return (
    Object.keys(profile as object).length > 15 &&
    (kind === 'federated' || kind === 'social'
      ? type === (kind === 'social' ? 'SOCIAL' : 'FEDERATION')
      : credentials?.recovery_question !== undefined && (kind !== 'pbkdf2' || type === 'IMPORT'))
  )
}
