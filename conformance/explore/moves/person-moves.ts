/** Acts of people, and time: the control plane of the mock does what the API cannot. */
import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { lifecycleOf } from './lifecycle-moves.ts'
import type { Move } from './moves.ts'
import { look, users } from './moves.ts'
import { passwords, setPassword } from './new-credentials.ts'
import type { Call, ControlCall } from '../story/story.ts'
import type { Person, World } from '../story/world.ts'

export function act(action: string, body: Json, more: Partial<Call> = {}): Call {
  const operation: ControlCall = `control:${action}`
  return { operation, method: 'CONTROL', path: action, body, dimension: 'second-time', ...more }
}

/** Requirements of a sign-in with the right password, by the status of the user. */
export const ofSignIn: Readonly<Partial<Record<string, RequirementId>>> = {
  ACTIVE: 'users.create.password-sign-in',
  SUSPENDED: 'users.suspend.sign-in',
  RECOVERY: 'users.reset-password.sign-in',
}

export function signIn(world: World, person: Person): Move | undefined {
  const { handle, password } = person
  const status = String(world.truth(handle)?.status)
  if (password === undefined) return undefined
  const states = ofSignIn[status]
  const record = world.next('s')
  return {
    call: act(
      'signIn',
      { login: `«${handle}.profile.login${world.dice.chance(0.3) ? '|upper' : ''}»`, password },
      { record, ...(states === undefined ? {} : { states }) },
    ),
    done: () => {
      person.session = record
    },
  }
}

/** A sign-in with the password before, or one that nobody had: some of them lock a user out. */
export function signInWrongly(world: World, person: Person): Move | undefined {
  const { handle, password, formerPassword } = person
  const status = String(world.truth(handle)?.status)
  if (password === undefined) return undefined
  const wrong = formerPassword === password ? undefined : formerPassword
  return {
    call: act(
      'signIn',
      { login: `«${handle}.profile.login»`, password: wrong ?? `${password}x` },
      { dimension: 'refused', ends: [status, 'ACTIVE', 'LOCKED_OUT'] },
    ),
  }
}

/** Locks a user out at once. */
export function lockOut(world: World, { handle }: Person): Move | undefined {
  if (world.truth(handle)?.status !== 'ACTIVE') return undefined
  return { call: act('setUserStatus', { user: `«${handle}.id»`, status: 'LOCKED_OUT' }) }
}

/** Reads the mails of a user. */
export function readMails(world: World, person: Person): Move | undefined {
  const record = world.next('m')
  return {
    call: act('readOutbox', { userId: `«${person.handle}.id»` }, { record }),
    done: () => {
      person.mails = record
    },
  }
}

/** Follows the link of the latest mail that was read, whether it works still or not. */
export function followLink(world: World, person: Person): Move | undefined {
  const mails: Json[] = world.model.records.get(person.mails ?? '')?.mails ?? []
  if (mails.at(-1)?.token === undefined) return undefined
  const password = world.dice.pick(passwords.filter((each) => each !== person.password))
  return {
    call: act(
      'useToken',
      { token: `«${person.mails}.mails.last.token»`, password },
      { path: `useToken of «${person.handle}.id»` },
    ),
    done: () => setPassword(person, password),
  }
}

/** Time passes: nothing changes by itself, and links and sessions end. */
export function wait(world: World): Move {
  const by = world.seldom(['1h', '2d', '40d'], (each) => `wait ${each}`)
  return { call: act('advanceClock', { by }, { dimension: 'time' }) }
}

/** A user reads itself with the cookie of its session, or is refused as that has ended. */
export function asOneself(person: Person, states?: RequirementId): Move | undefined {
  if (person.session === undefined) return undefined
  return look({
    operation: 'getUser',
    path: `${users}/me`,
    as: `«${person.session}.sessionCookie»`,
    shows: 'user',
    ...(states === undefined ? {} : { states }),
    dimension: 'views',
  })
}

/** A user reads its own groups with the cookie of its session. */
export function ownGroups({ session }: Person): Move | undefined {
  if (session === undefined) return undefined
  return look({
    operation: 'listUserGroups',
    path: `${users}/me/groups`,
    as: `«${session}.sessionCookie»`,
    shows: 'group',
    dimension: 'views',
  })
}

/** A user changes a property of its own profile with the cookie of its session. */
export function updateOneself(world: World, { handle, session }: Person): Move | undefined {
  if (!world.means.me || session === undefined || world.truth(handle)?.status !== 'ACTIVE') return undefined
  const name = world.seldom(['nickName', 'title', 'firstName', 'displayName'], (each) => `own ${each}`)
  return {
    call: {
      operation: 'updateCurrentUser',
      method: 'POST',
      path: `${users}/me`,
      as: `«${session}.sessionCookie»`,
      body: { profile: { [name]: `${world.dice.pick(world.words)} ${world.next('o')}` } },
      record: handle,
      shows: 'user',
      states: 'users.update-me.ok',
      dimension: 'left-alone',
    },
  }
}

/** A user ends its sessions: all of them, or all but the present one. */
export function endOwnSessions(world: World, { session }: Person): Move | undefined {
  if (!world.means.endSessions || session === undefined) return undefined
  const keepCurrent = world.seldom([true, false, undefined], (each) => `keep current ${each}`)
  return {
    call: {
      operation: 'deleteCurrentUserSessions',
      method: 'POST',
      path: `${users}/me/lifecycle/delete_sessions`,
      as: `«${session}.sessionCookie»`,
      body: keepCurrent === undefined ? {} : { keepCurrent },
      dimension: 'left-alone',
    },
  }
}

/** A reset of the password whose link goes out by mail. */
export function resetByMail(world: World, person: Person): Move | undefined {
  const move = lifecycleOf(world, person, 'resetPassword')
  return move && { ...move, call: { ...move.call, query: { sendEmail: 'true' } } }
}
