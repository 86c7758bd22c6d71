/**
 * A life takes one record through everything that can happen to it, twice. After each write follow the reads that are
 * most due. Chance chooses values, names and order.
 */
import {
  changeMethod,
  deleteClient,
  newSecret,
  registerClient,
  updateClient,
} from '../commands/client-commands.ts'
import { refusedClient } from '../commands/client-settings.ts'
import { changeCredentials, credentialOperation, refusedCredential } from '../commands/credential-commands.ts'
import { nameIn } from '../compare/facts.ts'
import { onGone } from '../commands/gone-commands.ts'
import {
  changeGroup,
  changeMemberOf,
  createGroup,
  deleteGroup,
  refusedGroup,
  unknownInMembership,
  updateGroupOf,
} from '../commands/group-commands.ts'
import {
  clearSessions,
  deleteUserOf,
  lifecycleOf,
  refusedLifecycle,
  temporaryPassword,
} from '../commands/lifecycle-commands.ts'
import { readAt, viewOf } from '../reads/reads.ts'
import type { Command, Scenario, Step } from '../commands/commands.ts'
import { rarely, templated } from '../commands/commands.ts'
import { enough } from './read-scenarios.ts'
import { atLimit, refusedWrite } from '../commands/refused-commands.ts'
import { changeProfile, createUser, sendBack } from '../commands/user-commands.ts'
import { clientsBy, groupsBy, groupsOf, membersOf } from '../reads/view-reads.ts'
import { nameTails } from '../sequence/values.ts'
import type { Call } from '../sequence/sequence.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'
import { isDense } from './walks.ts'

/**
 * Writes, each with some reads at the record and its proof, and more reads at the end. One read is the last one before the
 * write once more: a list that the service remembers must change, too. A write that changed nothing by which the record is
 * found is followed by one read at the record itself.
 */
export function lifecycle(
  state: GeneratorState,
  handle: () => string,
  writes: readonly Step[],
  reads = 2,
): Scenario {
  const read: Step = () => (handle() === '' ? undefined : viewOf(state, handle()))
  const turn = (write: Step): Scenario => {
    let command: Command | undefined
    const [done, again] = lookedAround(state, () => (command = write()))
    const ifChanged =
      (one: Step): Step =>
      () =>
        state.hasChanged(handle()) ? one() : undefined
    return [
      done,
      () => (handle() === '' || state.hasChanged(handle()) ? undefined : readAt(state, handle())),
      ifChanged(state.rng.chance(0.25) ? again : read),
      ...Array.from({ length: reads - 1 }, () => ifChanged(read)),
      () => (state.rng.chance(0.7) ? command?.proof?.() : undefined),
    ]
  }
  return [...writes.flatMap(turn), read, read]
}

/** A write, and the last read before it once more. */
function lookedAround(state: GeneratorState, write: Step): [write: Step, again: Step] {
  let last: Call | undefined
  return [
    () => {
      last = state.lastRead
      return write()
    },
    () => last && { call: last, isExact: true },
  ]
}

const nameOf = (state: GeneratorState, handle: string): string =>
  templated(state, nameIn(state.truth(handle))) as string

/** Writes to a user, by name. */
const writes: Readonly<Record<string, (state: GeneratorState, person: Person) => Command | undefined>> = {
  update: (state, person) => changeProfile(state, person, false),
  replace: (state, person) => changeProfile(state, person, true),
  back: (state, person) => sendBack(state, person),
  credentials: (state, person) => changeCredentials(state, person),
  temporary: (state, person) => temporaryPassword(state, person),
  clear: (state, person) => clearSessions(state, person),
  leave: (state, person) =>
    lifecycleOf(
      state,
      person,
      state.leastUsed(['suspendUser', 'expirePassword', 'resetPassword'], (each) => `left by ${each}`),
    ),
  refused: (state, person) =>
    state.leastUsed(
      [refusedWrite, refusedWrite, refusedCredential, refusedLifecycle, atLimit],
      (each) => `refused in a life ${each.name}`,
    )(state, person),
  ...Object.fromEntries(
    (['changePassword', 'changeRecoveryQuestion', 'answer', 'forgotPassword'] as const).map((on) => [
      on,
      (state: GeneratorState, person: Person) => credentialOperation(state, person, on, true),
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
    ).map((on) => [on, (state: GeneratorState, person: Person) => lifecycleOf(state, person, on)]),
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
export function userLifecycle(state: GeneratorState): Scenario {
  const person = state
    .peopleIn('ACTIVE')
    .find((each) => each.password !== undefined && isDense(state, each.handle, 'password'))
  if (person === undefined) return [() => createUser(state, true, true, 'password')]
  const { handle } = person
  const possible = state.isWarm ? [...parts, ...rareParts] : parts
  const chosen = [0, 1].map(() => state.leastUsed(possible, (each) => `part ${each.join()}`))
  const group = state.livingGroups.at(-1)
  const twice = chosen.flatMap((part) =>
    [...part, ...part].map((name) => (): Command | undefined => writes[name]?.(state, person)),
  )
  return [
    ...(group === undefined ? [] : [() => changeMemberOf(group, handle, true)]),
    ...lifecycle(state, () => handle, twice),
    ...(state.livingPeople.length > 4
      ? [1, 2].flatMap(() => [
          () => deleteUserOf(state, person),
          ...[1, 2, 3, 4].map(() => () => viewOf(state, handle)),
        ])
      : []),
  ]
}

/** A client whose settings change one by one, and whose secret is renewed in between. */
export function clientLifecycle(state: GeneratorState): Scenario {
  /** A browser has no other method. */
  const methodOf = (handle: string): string => {
    const { application_type: type, token_endpoint_auth_method: method } = state.truth(handle)
    return type === 'browser' ? type : String(method)
  }
  const method = state.leastUsed(
    state.isWarm ? ['basic|post', 'none'] : ['basic|post'],
    (each) => `life of ${each}`,
    (each) => (each === 'none' ? 1 : 2),
  )
  const client = state.livingClients.find((handle) => new RegExp(method).test(methodOf(handle)))
  if (client === undefined) return [() => withMethod(state, registerClient(state), method === 'none')]
  const update: Step = () => updateClient(state, client)
  const refused: Step = () => refusedClient(state, client)
  const rename: Step = () =>
    updateClient(state, client, { client_name: `«tag» ${state.next('n')}${nameTails[0]}` })
  const renew: Step = () => newSecret(state, client)
  const other: Step = () => changeMethod(state, client)
  const others = rarely(state, other, other)
  const once = [renew, rename, refused, update, refused, update, ...others, rename, renew, refused, update]
  return [
    ...lifecycle(state, () => client, [...once, ...once], 1),
    () => clientsBy(nameOf(state, client), '200'),
    ...lookedAround(state, () => deleteClient(state, client)),
    () => viewOf(state, client),
    () => (state.truth(client) === undefined ? onGone(state, 'clients') : undefined),
  ]
}

/** A client that is registered without a secret, or for one that can be renewed. */
function withMethod(
  state: GeneratorState,
  command: Command | undefined,
  isNone: boolean,
): Command | undefined {
  if (command === undefined) return undefined
  const { jwks: _, ...body } = command.call.body
  const method =
    isNone && body.application_type !== 'service'
      ? 'none'
      : state.leastUsed(['client_secret_basic', 'client_secret_post'], (each) => `secret ${each}`)
  const type = body.application_type === 'browser' ? 'web' : body.application_type
  return {
    ...command,
    call: { ...command.call, body: { ...body, application_type: type, token_endpoint_auth_method: method } },
  }
}

/** A group whose description comes and goes while people do, and which is deleted with somebody in it. */
export function groupLifecycle(state: GeneratorState): Scenario {
  const [one, other] = state.livingPeople.slice(-2)
  if (one === undefined || other === undefined) return [() => createUser(state)]
  let group = ''
  let name = ''
  let described = ''
  const text = (): string => `${state.rng.pick(state.words)} ${state.next('d')}${nameTails[0]}`
  const change =
    (made: () => Readonly<Record<string, string | null | undefined>>): Step =>
    () =>
      changeGroup(state, group, made())
  const member =
    ({ handle }: Person, isAdded: boolean): Step =>
    () =>
      changeMemberOf(group, handle, isAdded)
  const once: Step[] = [
    change(() => ({ name: `«tag» ${state.next('n')}${nameTails[0]}`, description: (described = text()) })),
    member(one, true),
    change(() => ({ description: state.rng.pick([null, '', undefined]) })),
    () => groupsBy(state, described, 'search', 'profile.description'),
    () => refusedGroup(state, group),
    member(other, true),
    () => updateGroupOf(state, group),
    member(one, false),
    () => unknownInMembership(state, group),
  ]
  return [
    ...enough(state.livingGroups.length, 3, () => createGroup(state)),
    () => {
      group = state.livingGroups.at(-1) ?? ''
      return viewOf(state, group)
    },
    ...lifecycle(state, () => group, [...once, ...once, member(other, false), member(one, true)], 1),
    () => groupsOf(other.handle),
    () => {
      name = nameOf(state, group)
      return groupsBy(state, name)
    },
    ...lookedAround(state, () => deleteGroup(state, group)),
    () => groupsOf(one.handle),
    () => viewOf(state, group),
    ...rarely(state, ...[1, 2, 3].map(() => () => unknownInMembership(state))),
    // Nothing of a deleted group belongs to a new one with its name.
    () => (state.truth(group) === undefined ? createGroup(state, undefined, name) : undefined),
    () => membersOf(state, state.livingGroups.at(-1) ?? ''),
  ]
}
