import { lifecycleCalls } from '../tables/statuses.ts'
import type { LifecycleOperation } from '../tables/statuses.ts'
import {
  changeCredentials,
  credentialOperation,
  credentialOperations,
  refusedCredential,
  temporaryPassword,
} from './credential-moves.ts'
import { newSecret, deleteClient, refusedClient, registerClient, updateClient } from './client-moves.ts'
import {
  changeMemberOf,
  createGroup,
  deleteGroup,
  groupAtLimit,
  refusedGroup,
  unknownInMembership,
  updateGroupOf,
} from './group-moves.ts'
import { createRule, deleteRule, refusedRule, ruleStep, updateRule } from './rule-moves.ts'
import { onGone } from './gone-moves.ts'
import { clearSessions, deleteUserOf, federate, lifecycleOf } from './lifecycle-moves.ts'
import { lookAfter, lookAt } from './looks.ts'
import type { Move, Scene } from './moves.ts'
import { atLimit, refusedWrite } from './refused-moves.ts'
import { changeProfile, createUser } from './user-moves.ts'
import { groupsOf, membersOf } from './view-looks.ts'
import type { CredentialKind } from './new-credentials.ts'
import type { Person, World } from './world.ts'

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
    let names = Object.keys(steps)
    while (names.length > 0) {
      // The second time counts as another situation than the first.
      const name = world.seldom(names, (each) => `${each} ${now} ${Math.min(1, done.get(each) ?? 0)}`)
      const move = steps[name]?.()
      if (move !== undefined) {
        done.set(name, (done.get(name) ?? 0) + 1)
        return move
      }
      names = names.filter((each) => each !== name)
    }
    return undefined
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
  const person = world.livingPeople.filter(({ handle }) => isDense(world, handle, kind)).at(-1)
  if (person === undefined) return [() => createUser(world, kind === 'password', true, kind)]
  const { handle } = person
  const status = (): string | undefined => world.truth(handle)?.status as string | undefined
  const around = ({ call }: Move): Scene => [() => lookAfter(world, handle, call)]
  const steps = stepsOf(person)
  return [() => lookAt(world, handle), () => groupsOf(handle), ...walk(world, steps, status, around, length)]
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

/** A user whose password and recovery question change in every possible way. */
export function credentialWalk(world: World): Scene {
  const back: Readonly<Partial<Record<string, LifecycleOperation>>> = {
    SUSPENDED: 'unsuspendUser',
    DEPROVISIONED: 'activateUser',
  }
  return userWalk(
    world,
    (person) => ({
      changeCredentials: () => changeCredentials(world, person),
      changeAgain: () => changeCredentials(world, person),
      ...Object.fromEntries(
        credentialOperations.map((on) => [on, () => credentialOperation(world, person, on)]),
      ),
      refused: () => refusedCredential(world, person),
      temporaryPassword: () => temporaryPassword(world, person),
      resetPassword: () => lifecycleOf(world, person, 'resetPassword'),
      expirePassword: () => lifecycleOf(world, person, 'expirePassword'),
      back: () => {
        const on = back[world.truth(person.handle).status as string]
        return on && lifecycleOf(world, person, on)
      },
    }),
    9,
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

/** Transitions that a profile must survive. */
const between = ['suspendUser', 'unsuspendUser', 'deactivateUser', 'activateUser', 'resetPassword'] as const

/** A user whose profile and groups change in several statuses, and writes that are refused. */
export function profileWalk(world: World): Scene {
  const { dice } = world
  return userWalk(
    world,
    (person) => ({
      updateProfile: () => changeProfile(world, person, false),
      replaceProfile: () => changeProfile(world, person, true),
      transition: () =>
        lifecycleOf(
          world,
          person,
          world.seldom(between, (each) => `between ${each}`),
        ),
      refused: () => refusedWrite(world, person),
      refusedAgain: () => refusedWrite(world, person),
      refusedOnceMore: () => refusedWrite(world, person),
      limit: () => atLimit(world, person),
      addMember: () => changeMemberOf(dice.pick(world.livingGroups), person.handle, true),
      removeMember: () => changeMemberOf(dice.pick(world.livingGroups), person.handle, false),
      clearSessions: () => clearSessions(world, person),
    }),
    12,
  )
}

/** A group, its profile and its members, with parts that it shares with other groups. */
export function groupWalk(world: World): Scene {
  const { dice } = world
  if (world.livingGroups.length < 2) return [() => createGroup(world)]
  const group = dice.pick(world.livingGroups)
  const [one, other] = world.livingPeople.map(({ handle }) => handle).slice(-2)
  if (one === undefined || other === undefined) return [() => createUser(world)]
  const inside = new Set<string>()
  const member = (handle: string, isAdded: boolean) => () => {
    if (isAdded) inside.add(handle)
    else inside.delete(handle)
    return changeMemberOf(group, handle, isAdded)
  }
  const steps: Steps = {
    updateGroup: () => updateGroupOf(world, group),
    limits: () => groupAtLimit(world, group),
    refusedGroup: () => refusedGroup(world, group),
    unknown: () => unknownInMembership(world, group),
    add: member(one, true),
    addOther: member(other, true),
    remove: member(one, false),
    removeOther: member(other, false),
    addElsewhere: () => changeMemberOf(dice.pick(world.livingGroups), one, true),
    deleteOther: () =>
      world.livingGroups.length > 2
        ? deleteGroup(
            world,
            world.livingGroups.find((each) => each !== group),
          )
        : createGroup(world),
  }
  const situation = (): string | undefined => {
    const record = world.truth(group)
    return record && `${inside.size} members ${record.profile.description ? 'described' : 'plain'}`
  }
  const around = ({ call }: Move): Scene => [() => lookAfter(world, group, call)]
  return [() => lookAt(world, group), ...walk(world, steps, situation, around, 7)]
}

/** A rule that is activated and deactivated, and changed in between for another user, and the users that it adds. */
export function ruleWalk(world: World): Scene {
  const rule = world.livingRules.find((handle) => world.truth(handle).status !== 'INVALID')
  if (rule === undefined) return world.means.ruleFor === undefined ? [] : [() => createRule(world)]
  const ids: string[] = world.truth(rule).actions.assignUserToGroups.groupIds
  const groups = ids.map((id) => world.model.handleOf(id)).filter((each) => each !== undefined)
  const truth = () => world.truth(rule)
  const steps: Steps = {
    activate: () => ruleStep(world, rule, 'activate'),
    deactivate: () => ruleStep(world, rule, 'deactivate'),
    updateRule: () => updateRule(world, rule),
    refusedRule: () => refusedRule(world, rule),
    deleteRule: () => deleteRule(world, rule),
  }
  const [group] = groups
  return [
    () => lookAt(world, rule),
    () => (group === undefined ? undefined : lookAt(world, group)),
    ...walk(
      world,
      steps,
      () => truth()?.status as string | undefined,
      ({ call }) => [
        ...(group !== undefined && /^(activate|deactivate|delete)/.test(call.operation)
          ? [() => membersOf(world, group)]
          : []),
        () => lookAfter(world, rule, call),
      ],
      9,
    ),
  ]
}

/** A client with all its settings; each changes alone. */
export function clientWalk(world: World): Scene {
  const client = world.livingClients.at(-1)
  if (client === undefined) return [() => registerClient(world)]
  const steps: Steps = {
    updateClient: () => updateClient(world, client),
    updateAgain: () => updateClient(world, client),
    newSecret: () => newSecret(world, client),
    refusedClient: () => refusedClient(world, client),
    refusedAgain: () => refusedClient(world, client),
  }
  return [
    ...(world.dice.chance(0.4) ? [() => registerClient(world)] : []),
    ...walk(
      world,
      steps,
      () => world.truth(client)?.application_type as string | undefined,
      ({ call }) => [() => lookAfter(world, client, call)],
      8,
    ),
    () => deleteClient(world, client),
    () => lookAt(world, client),
    () => (world.truth(client) === undefined ? onGone(world, 'clients') : undefined),
  ]
}

/** Whether a user has almost every property, and the credentials of its kind. */
function isDense(world: World, handle: string, kind: CredentialKind): boolean {
  const { profile, credentials } = world.truth(handle)
  const { type } = credentials?.provider ?? {}
  return (
    Object.keys(profile as object).length > 15 &&
    (kind === 'federated' || kind === 'social'
      ? type === (kind === 'social' ? 'SOCIAL' : 'FEDERATION')
      : credentials?.recovery_question !== undefined && (kind !== 'pbkdf2' || type === 'IMPORT'))
  )
}
