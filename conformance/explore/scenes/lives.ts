/**
 * A life takes one record through everything that can happen to it, twice. After each deed follow the looks that are
 * most due. Chance chooses values, names and order.
 */
import { changeMethod, deleteClient, newSecret, registerClient, updateClient } from '../moves/client-moves.ts'
import { refusedClient } from '../moves/refused-clients.ts'
import { changeCredentials, credentialOperation, refusedCredential } from '../moves/credential-moves.ts'
import { nameIn } from '../compare/facts.ts'
import { onGone } from '../moves/gone-moves.ts'
import {
  changeGroup,
  changeMemberOf,
  createGroup,
  deleteGroup,
  refusedGroup,
  unknownInMembership,
  updateGroupOf,
} from '../moves/group-moves.ts'
import {
  clearSessions,
  deleteUserOf,
  lifecycleOf,
  refusedLifecycle,
  temporaryPassword,
} from '../moves/lifecycle-moves.ts'
import { lookAt, viewOf } from '../looks/looks.ts'
import type { Move, Scene, Step } from '../moves/moves.ts'
import { rarely, templated } from '../moves/moves.ts'
import { enough } from './read-scenes.ts'
import { atLimit, refusedWrite } from '../moves/refused-moves.ts'
import { changeProfile, createUser, sendBack } from '../moves/user-moves.ts'
import { clientsBy, groupsBy, groupsOf, membersOf } from '../looks/view-looks.ts'
import { nameTails } from '../story/values.ts'
import type { Call } from '../story/story.ts'
import type { Person, World } from '../story/world.ts'
import { isDense } from './walks.ts'

/**
 * Deeds, each with some looks at the record and its proof, and more looks at the end. One look is the last one before the
 * deed once more: a list that the service remembers must change, too. A deed that changed nothing by which the record is
 * found is followed by one look at the record itself.
 */
export function life(world: World, handle: () => string, deeds: readonly Step[], looks = 2): Scene {
  const look: Step = () => (handle() === '' ? undefined : viewOf(world, handle()))
  const turn = (deed: Step): Scene => {
    let move: Move | undefined
    const [done, again] = lookedAround(world, () => (move = deed()))
    const ifChanged =
      (one: Step): Step =>
      () =>
        world.hasChanged(handle()) ? one() : undefined
    return [
      done,
      () => (handle() === '' || world.hasChanged(handle()) ? undefined : lookAt(world, handle())),
      ifChanged(world.dice.chance(0.25) ? again : look),
      ...Array.from({ length: looks - 1 }, () => ifChanged(look)),
      () => (world.dice.chance(0.7) ? move?.proof?.() : undefined),
    ]
  }
  return [...deeds.flatMap(turn), look, look]
}

/** A deed, and the last look before it once more. */
function lookedAround(world: World, deed: Step): [deed: Step, again: Step] {
  let last: Call | undefined
  return [
    () => {
      last = world.lastLook
      return deed()
    },
    () => last && { call: last, isExact: true },
  ]
}

const nameOf = (world: World, handle: string): string =>
  templated(world, nameIn(world.truth(handle))) as string

/** Deeds to a user, by name. */
export const deeds: Readonly<Record<string, (world: World, person: Person) => Move | undefined>> = {
  update: (world, person) => changeProfile(world, person, false),
  replace: (world, person) => changeProfile(world, person, true),
  back: (world, person) => sendBack(world, person),
  credentials: (world, person) => changeCredentials(world, person),
  temporary: (world, person) => temporaryPassword(world, person),
  clear: (world, person) => clearSessions(world, person),
  leave: (world, person) =>
    lifecycleOf(
      world,
      person,
      world.seldom(['suspendUser', 'expirePassword', 'resetPassword'], (each) => `left by ${each}`),
    ),
  refused: (world, person) =>
    world.seldom(
      [refusedWrite, refusedWrite, refusedCredential, refusedLifecycle, atLimit],
      (each) => `refused in a life ${each.name}`,
    )(world, person),
  ...Object.fromEntries(
    (['changePassword', 'changeRecoveryQuestion', 'answer', 'forgotPassword'] as const).map((on) => [
      on,
      (world: World, person: Person) => credentialOperation(world, person, on, true),
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        'suspendUser',
        'unsuspendUser',
        'expirePassword',
        'resetPassword',
        'resetFactors',
        'deactivateUser',
        'activateUser',
      ] as const
    ).map((on) => [on, (world: World, person: Person) => lifecycleOf(world, person, on)]),
  ),
}

/** Parts of a life of a user: each begins and ends with an ACTIVE one. */
const parts = [
  ['update', 'suspendUser', 'refused', 'unsuspendUser', 'replace', 'clear'],
  [
    'credentials',
    'answer',
    'changeRecoveryQuestion',
    'refused',
    'forgotPassword',
    'changePassword',
    'answer',
  ],
  ['expirePassword', 'refused', 'resetPassword', 'changePassword', 'resetFactors', 'update'],
  ['temporary', 'resetPassword', 'credentials', 'deactivateUser', 'refused', 'activateUser', 'replace'],
] as const

/** More of them, for long runs. */
const rareParts = [
  ['temporary', 'temporary', 'resetPassword', 'changePassword', 'credentials'],
  ['leave', 'update', 'deactivateUser', 'activateUser', 'credentials'],
  ['back', 'suspendUser', 'credentials', 'unsuspendUser', 'back', 'update'],
] as const

/** A user through its statuses and back, twice, while its profile, credentials and groups change. */
export function userLife(world: World): Scene {
  const person = world
    .peopleIn('ACTIVE')
    .find((each) => each.password !== undefined && isDense(world, each.handle, 'password'))
  if (person === undefined) return [() => createUser(world, true, true, 'password')]
  const { handle } = person
  const possible = world.isLate ? [...parts, ...rareParts] : parts
  const chosen = [0, 1].map(() => world.seldom(possible, (each) => `part ${each.join()}`))
  const group = world.livingGroups.at(-1)
  const twice = chosen.flatMap((part) =>
    [...part, ...part].map((name) => (): Move | undefined => deeds[name]?.(world, person)),
  )
  return [
    ...(group === undefined ? [] : [() => changeMemberOf(group, handle, true)]),
    ...life(world, () => handle, twice),
    ...(world.livingPeople.length > 4
      ? [1, 2].flatMap(() => [
          () => deleteUserOf(world, person),
          ...[1, 2, 3, 4].map(() => () => viewOf(world, handle)),
        ])
      : []),
  ]
}

/** A client whose settings change one by one, and whose secret is renewed in between. */
export function clientLife(world: World): Scene {
  /** A browser has no other method. */
  const methodOf = (handle: string): string => {
    const { application_type: type, token_endpoint_auth_method: method } = world.truth(handle)
    return type === 'browser' ? type : String(method)
  }
  const method = world.seldom(
    world.isLate ? ['basic|post', 'none'] : ['basic|post'],
    (each) => `life of ${each}`,
    (each) => (each === 'none' ? 1 : 2),
  )
  const client = world.livingClients.find((handle) => new RegExp(method).test(methodOf(handle)))
  if (client === undefined) return [() => withMethod(world, registerClient(world), method === 'none')]
  const update: Step = () => updateClient(world, client)
  const refused: Step = () => refusedClient(world, client)
  const rename: Step = () =>
    updateClient(world, client, { client_name: `«tag» ${world.next('n')}${nameTails[0]}` })
  const renew: Step = () => newSecret(world, client)
  const other: Step = () => changeMethod(world, client)
  const others = rarely(world, other, other)
  const once = [renew, rename, refused, update, refused, update, ...others, rename, renew, refused, update]
  return [
    ...life(world, () => client, [...once, ...once], 1),
    () => clientsBy(nameOf(world, client), '200'),
    ...lookedAround(world, () => deleteClient(world, client)),
    () => viewOf(world, client),
    () => (world.truth(client) === undefined ? onGone(world, 'clients') : undefined),
  ]
}

/** A client that is registered without a secret, or for one that can be renewed. */
function withMethod(world: World, move: Move | undefined, isNone: boolean): Move | undefined {
  if (move === undefined) return undefined
  const { jwks: _, ...body } = move.call.body
  const method =
    isNone && body.application_type !== 'service'
      ? 'none'
      : world.seldom(['client_secret_basic', 'client_secret_post'], (each) => `secret ${each}`)
  const type = body.application_type === 'browser' ? 'web' : body.application_type
  return {
    ...move,
    call: { ...move.call, body: { ...body, application_type: type, token_endpoint_auth_method: method } },
  }
}

/** A group whose description comes and goes while people do, and which is deleted with somebody in it. */
export function groupLife(world: World): Scene {
  const [one, other] = world.livingPeople.slice(-2)
  if (one === undefined || other === undefined) return [() => createUser(world)]
  let group = ''
  let name = ''
  let described = ''
  const text = (): string => `${world.dice.pick(world.words)} ${world.next('d')}${nameTails[0]}`
  const change =
    (made: () => Readonly<Record<string, string | null | undefined>>): Step =>
    () =>
      changeGroup(world, group, made())
  const member =
    ({ handle }: Person, isAdded: boolean): Step =>
    () =>
      changeMemberOf(group, handle, isAdded)
  const once: Step[] = [
    change(() => ({ name: `«tag» ${world.next('n')}${nameTails[0]}`, description: (described = text()) })),
    member(one, true),
    change(() => ({ description: world.dice.pick([null, '', undefined]) })),
    () => groupsBy(world, described, 'search', 'profile.description'),
    () => refusedGroup(world, group),
    member(other, true),
    () => updateGroupOf(world, group),
    member(one, false),
    () => unknownInMembership(world, group),
  ]
  return [
    ...enough(world.livingGroups.length, 3, () => createGroup(world)),
    () => {
      group = world.livingGroups.at(-1) ?? ''
      return viewOf(world, group)
    },
    ...life(world, () => group, [...once, ...once, member(other, false), member(one, true)], 1),
    () => groupsOf(other.handle),
    () => {
      name = nameOf(world, group)
      return groupsBy(world, name)
    },
    ...lookedAround(world, () => deleteGroup(world, group)),
    () => groupsOf(one.handle),
    () => viewOf(world, group),
    ...rarely(world, ...[1, 2, 3].map(() => () => unknownInMembership(world))),
    // Nothing of a deleted group belongs to a new one with its name.
    () => (world.truth(group) === undefined ? createGroup(world, undefined, name) : undefined),
    () => membersOf(world, world.livingGroups.at(-1) ?? ''),
  ]
}
