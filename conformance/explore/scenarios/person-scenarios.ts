import { changeCredentials } from '../commands/credential-commands.ts'
import { changeMemberOf } from '../commands/group-commands.ts'
import { clearSessions, lifecycleOf } from '../commands/lifecycle-commands.ts'
import { consents } from '../commands/grant-commands.ts'
import { readAt, viewOf } from '../reads/reads.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { Command, Scenario, Step } from '../commands/commands.ts'
import { routed, read, users } from '../commands/commands.ts'
import {
  asOneself,
  endOwnSessions,
  followLink,
  lockOut,
  ownGroups,
  readMails,
  resetByMail,
  signIn,
  signInWrongly,
  updateOneself,
  wait,
} from '../commands/person-commands.ts'
import { passwords, setPassword } from '../commands/new-credentials.ts'
import { createUser } from '../commands/user-commands.ts'
import { usersBy, usersByStatuses } from '../reads/view-reads.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

/** Reads at a user where its status or its last sign-in shows. */
const seen = (state: GeneratorState, { handle }: Person): Scenario => [
  () => readAt(state, handle),
  ...Array.from({ length: 4 }, () => () => viewOf(state, handle)),
]

/** Wrong passwords until a user is locked out; a right one before that starts the count again. */
function untilLocked(state: GeneratorState): Scenario {
  const person = state.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return [() => createUser(state, true)]
  const { handle } = person
  const wrongly = (count: number): Scenario =>
    Array.from(
      { length: count },
      () => () => (state.truth(handle)?.status === 'ACTIVE' ? signInWrongly(state, person) : undefined),
    )
  return [
    ...wrongly(2),
    () => signIn(state, person),
    ...wrongly(10),
    () => signIn(state, person),
    ...seen(state, person),
    () => lifecycleOf(state, person, 'unlockUser'),
    ...seen(state, person),
  ]
}

/** A user sets a password by the link of a mail, which works once: the first, or a new one. */
function byMail(state: GeneratorState): Scenario {
  const isNew = state.leastUsed([true, false], (each) => `by mail ${each}`)
  let person: Person | undefined = isNew
    ? undefined
    : state.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  const of = (make: (one: Person) => Command | undefined) => (): Command | undefined => person && make(person)
  const begin = (): Command | undefined => {
    if (person !== undefined) return resetByMail(state, person)
    const { call, ...command } = createUser(state, false, false, 'none')
    const whole: Command = {
      ...command,
      call: {
        ...call,
        states: 'users.create.no-password',
        ends: ['PROVISIONED', 'ACTIVE'],
        query: { activate: 'true' },
      },
    }
    return {
      ...whole,
      done: () => {
        command.done?.()
        person = state.people.at(-1)
      },
    }
  }
  const follow = of((one) => followLink(state, one))
  const read = of((one) => readAt(state, one.handle))
  return [
    begin,
    of((one) => readMails(state, one)),
    () => (state.rng.chance(0.2) ? wait(state) : undefined),
    follow,
    read,
    ...[1, 2, 3].map(() => of((one) => viewOf(state, one.handle))),
    of((one) => signIn(state, one)),
    follow,
    read,
  ]
}

/** A user signs in, is locked out and unlocked, and signs in again later. */
function personTour(state: GeneratorState): Scenario {
  const person = state.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return [() => createUser(state, true, true)]
  const { handle } = person
  const by = (make: () => Command | undefined): Scenario => [
    make,
    () => readAt(state, handle),
    () => viewOf(state, handle),
  ]
  const enter = (): Command | undefined => signIn(state, person)
  const status = state.leastUsed(
    ['suspendUser', 'expirePassword', 'resetPassword'] as const,
    (each) => `person ${each}`,
  )
  return [
    enter,
    () => asOneself(person, 'users.get.me-cookie'),
    () => ownGroups(person),
    ...state.livingGroups
      .slice(0, 1)
      .flatMap((group) =>
        [true, false].flatMap((isAdded) => [
          () => changeMemberOf(group, handle, isAdded),
          () => ownGroups(person),
        ]),
      ),
    ...by(() => updateOneself(state, person)),
    () => endOwnSessions(state, person),
    () => asOneself(person),
    () => clearSessions(state, person),
    () => asOneself(person, 'sessions.clear.ended'),
    ...by(() => lockOut(state, person)),
    () => usersByStatuses(state),
    enter,
    ...by(() => lifecycleOf(state, person, 'unlockUser')),
    () => usersBy(state, 'status', 'ACTIVE'),
    ...by(enter),
    () => wait(state),
    ...by(enter),
    () => signInWrongly(state, person),
    ...by(() => lifecycleOf(state, person, status)),
    enter,
    ...by(() => changeCredentials(state, person)),
    enter,
  ]
}

/** A change of the own password: whether it ends the sessions depends on one member, if it succeeds. */
const changes: readonly (readonly [isRight: boolean, more: Json, RequirementId])[] = [
  [true, {}, 'credentials.change-password.sessions-default'],
  [true, { revokeSessions: false }, 'credentials.change-password.sessions-default'],
  [true, { revokeSessions: true }, 'credentials.change-password.revoke-sessions'],
  [false, { revokeSessions: true }, 'credentials.change-password.sessions-default'],
]

function changePassword(
  state: GeneratorState,
  person: Person,
  isRight: boolean,
  more: Json,
): Command | undefined {
  const next = state.rng.pick(passwords.filter((each) => each !== person.password))
  return {
    call: {
      ...routed('changePassword', `«${person.handle}.id»`),
      body: {
        oldPassword: { value: isRight ? person.password : next },
        newPassword: { value: next },
        ...more,
      },
      ...(isRight ? {} : { states: 'credentials.change-password.wrong-old' }),
      dimension: isRight ? 'second-time' : 'refused',
    },
    ...(isRight ? { done: () => setPassword(person, next) } : {}),
  }
}

/** The user behind the token, who is another than that of any session. */
const behindToken = (isKnown: boolean): Command =>
  read({
    ...routed('getUser', 'me'),
    ...(isKnown ? { equivalent: `${users}/«me.id»` } : { record: 'me' }),
    states: 'users.get.me-token',
    dimension: 'views',
  })

/** A user signs in, changes its password, and has its sessions ended, twice. */
function sessions(state: GeneratorState): Scenario {
  const [person, other] = state.peopleIn('ACTIVE').filter(({ password }) => password !== undefined)
  if (person === undefined || other === undefined) return [() => createUser(state, true, true, 'password')]
  const { handle } = person
  const enter: Step = () => signIn(state, person)
  const own =
    (states: RequirementId): Step =>
    () =>
      asOneself(person, states)
  const changed = changes.flatMap(([isRight, more, states]): Scenario => [
    enter,
    () => changePassword(state, person, isRight, more),
    own(states),
  ])
  const clear = (): Scenario => [
    enter,
    () => clearSessions(state, person),
    own('sessions.clear.ended'),
    () => asOneself(other, 'sessions.clear.others-kept'),
  ]
  return [
    () => behindToken(false),
    () => signIn(state, other),
    enter,
    own('users.get.me-cookie'),
    () => behindToken(true),
    ...changed,
    ...clear(),
    ...clear(),
    () => readAt(state, handle),
  ]
}

const kinds = { personTour, untilLocked, consents, sessions }

/** A scenario of people: only with the control plane. */
export function people(state: GeneratorState): Scenario {
  if (!state.means.control) return []
  return state.oneOf('people', state.means.mail ? { ...kinds, byMail } : kinds, (name) =>
    name === 'untilLocked' ? 1 : 2,
  )
}
