import { changeCredentials } from './credential-moves.ts'
import { clearSessions, lifecycleOf } from './lifecycle-moves.ts'
import { consents } from './grant-moves.ts'
import { lookAt, viewOf } from './looks.ts'
import type { Move, Scene } from './moves.ts'
import {
  asOneself,
  followLink,
  lockOut,
  readMails,
  resetByMail,
  signIn,
  signInWrongly,
  wait,
} from './person-moves.ts'
import { createUser } from './user-moves.ts'
import { usersBy } from './view-looks.ts'
import type { Person, World } from './world.ts'

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
    () => clearSessions(world, person),
    () => asOneself(person, 'sessions.clear.ended'),
    ...by(() => lockOut(world, person)),
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

const kinds = { personTour, untilLocked, byMail, consents }

/** A scene of people: only with the control plane. */
export function people(world: World): Scene {
  if (!world.means.control) return []
  const some = Object.entries(kinds).filter(([name]) => name !== 'byMail' || world.means.mail)
  return world.seldom(
    some,
    ([name]) => `people ${name}`,
    ([name]) => (name === 'untilLocked' ? 1 : 2),
  )[1](world)
}
