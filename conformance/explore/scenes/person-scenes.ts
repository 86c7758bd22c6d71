import { changeCredentials } from '../moves/credential-moves.ts'
import { changeMemberOf } from '../moves/group-moves.ts'
import { clearSessions, lifecycleOf } from '../moves/lifecycle-moves.ts'
import { consents } from '../moves/grant-moves.ts'
import { lookAt, viewOf } from '../looks/looks.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { Move, Scene, Step } from '../moves/moves.ts'
import { look, users } from '../moves/moves.ts'
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
} from '../moves/person-moves.ts'
import { passwords, setPassword } from '../moves/new-credentials.ts'
import { createUser } from '../moves/user-moves.ts'
import { usersBy, usersByStatuses } from '../looks/view-looks.ts'
import type { Person, World } from '../story/world.ts'

/** Looks at a user where its status or its last sign-in shows. */
const seen = (world: World, { handle }: Person): Scene => [
  () => lookAt(world, handle),
  ...Array.from({ length: 4 }, () => () => viewOf(world, handle)),
]

/** Wrong passwords until a user is locked out; a right one before that starts the count again. */
function untilLocked(world: World): Scene {
  const person = world.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return [() => createUser(world, true)]
  const { handle } = person
  const wrongly = (count: number): Scene =>
    Array.from(
      { length: count },
      () => () => (world.truth(handle)?.status === 'ACTIVE' ? signInWrongly(world, person) : undefined),
    )
  return [
    ...wrongly(2),
    () => signIn(world, person),
    ...wrongly(10),
    () => signIn(world, person),
    ...seen(world, person),
    () => lifecycleOf(world, person, 'unlockUser'),
    ...seen(world, person),
  ]
}

/** A user sets a password by the link of a mail, which works once: the first, or a new one. */
function byMail(world: World): Scene {
  const isNew = world.seldom([true, false], (each) => `by mail ${each}`)
  let person: Person | undefined = isNew
    ? undefined
    : world.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  const of = (make: (one: Person) => Move | undefined) => (): Move | undefined => person && make(person)
  const begin = (): Move | undefined => {
    if (person !== undefined) return resetByMail(world, person)
    const { call, ...move } = createUser(world, false, false, 'none')
    const whole: Move = {
      ...move,
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
        move.done?.()
        person = world.people.at(-1)
      },
    }
  }
  const follow = of((one) => followLink(world, one))
  const look = of((one) => lookAt(world, one.handle))
  return [
    begin,
    of((one) => readMails(world, one)),
    () => (world.dice.chance(0.2) ? wait(world) : undefined),
    follow,
    look,
    ...[1, 2, 3].map(() => of((one) => viewOf(world, one.handle))),
    of((one) => signIn(world, one)),
    follow,
    look,
  ]
}

/** A user signs in, is locked out and unlocked, and signs in again later. */
function personTour(world: World): Scene {
  const person = world.peopleIn('ACTIVE').find(({ password }) => password !== undefined)
  if (person === undefined) return [() => createUser(world, true, true)]
  const { handle } = person
  const by = (make: () => Move | undefined): Scene => [
    make,
    () => lookAt(world, handle),
    () => viewOf(world, handle),
  ]
  const enter = (): Move | undefined => signIn(world, person)
  const status = world.seldom(
    ['suspendUser', 'expirePassword', 'resetPassword'] as const,
    (each) => `person ${each}`,
  )
  return [
    enter,
    () => asOneself(person, 'users.get.me-cookie'),
    () => ownGroups(person),
    ...world.livingGroups
      .slice(0, 1)
      .flatMap((group) =>
        [true, false].flatMap((isAdded) => [
          () => changeMemberOf(group, handle, isAdded),
          () => ownGroups(person),
        ]),
      ),
    ...by(() => updateOneself(world, person)),
    () => endOwnSessions(world, person),
    () => asOneself(person),
    () => clearSessions(world, person),
    () => asOneself(person, 'sessions.clear.ended'),
    ...by(() => lockOut(world, person)),
    () => usersByStatuses(world),
    enter,
    ...by(() => lifecycleOf(world, person, 'unlockUser')),
    () => usersBy(world, 'status', 'ACTIVE'),
    ...by(enter),
    () => wait(world),
    ...by(enter),
    () => signInWrongly(world, person),
    ...by(() => lifecycleOf(world, person, status)),
    enter,
    ...by(() => changeCredentials(world, person)),
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

function changePassword(world: World, person: Person, isRight: boolean, more: Json): Move | undefined {
  const next = world.dice.pick(passwords.filter((each) => each !== person.password))
  return {
    call: {
      operation: 'changePassword',
      method: 'POST',
      path: `${users}/«${person.handle}.id»/credentials/change_password`,
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
const behindToken = (isKnown: boolean): Move =>
  look({
    operation: 'getUser',
    path: `${users}/me`,
    ...(isKnown ? { twin: `${users}/«me.id»` } : { record: 'me' }),
    states: 'users.get.me-token',
    dimension: 'views',
  })

/** A user signs in, changes its password, and has its sessions ended, twice. */
function sessions(world: World): Scene {
  const [person, other] = world.peopleIn('ACTIVE').filter(({ password }) => password !== undefined)
  if (person === undefined || other === undefined) return [() => createUser(world, true, true, 'password')]
  const { handle } = person
  const enter: Step = () => signIn(world, person)
  const own =
    (states: RequirementId): Step =>
    () =>
      asOneself(person, states)
  const changed = changes.flatMap(([isRight, more, states]): Scene => [
    enter,
    () => changePassword(world, person, isRight, more),
    own(states),
  ])
  const clear = (): Scene => [
    enter,
    () => clearSessions(world, person),
    own('sessions.clear.ended'),
    () => asOneself(other, 'sessions.clear.others-kept'),
  ]
  return [
    () => behindToken(false),
    () => signIn(world, other),
    enter,
    own('users.get.me-cookie'),
    () => behindToken(true),
    ...changed,
    ...clear(),
    ...clear(),
    () => lookAt(world, handle),
  ]
}

const kinds = { personTour, untilLocked, consents, sessions }

/** A scene of people: only with the control plane. */
export function people(world: World): Scene {
  if (!world.means.control) return []
  return world.oneOf('people', world.means.mail ? { ...kinds, byMail } : kinds, (name) =>
    name === 'untilLocked' ? 1 : 2,
  )
}
