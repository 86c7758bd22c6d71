/** Acts of people, and time: the control plane of the mock does what the API cannot. */
import type { RequirementId } from '../../registry/requirements.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { lifecycleOf } from './lifecycle-commands.ts'
import type { Command } from './commands.ts'
import { routed, read } from './commands.ts'
import { passwords, setPassword } from './new-credentials.ts'
import type { Call, ControlCall } from '../sequence/sequence.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

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

export function signIn(state: GeneratorState, person: Person): Command | undefined {
  const { handle, password } = person
  const status = String(state.truth(handle)?.status)
  if (password === undefined) return undefined
  const states = ofSignIn[status]
  const record = state.next('s')
  return {
    call: act(
      'signIn',
      { login: `«${handle}.profile.login${state.rng.chance(0.3) ? '|upper' : ''}»`, password },
      { record, ...(states === undefined ? {} : { states }) },
    ),
    done: () => {
      person.session = record
    },
  }
}

/** A sign-in with the password before, or one that nobody had: some of them lock a user out. */
export function signInWrongly(state: GeneratorState, person: Person): Command | undefined {
  const { handle, password, formerPassword } = person
  const status = String(state.truth(handle)?.status)
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
export function lockOut(state: GeneratorState, { handle }: Person): Command | undefined {
  if (state.truth(handle)?.status !== 'ACTIVE') return undefined
  return { call: act('setUser', { user: `«${handle}.id»`, status: 'LOCKED_OUT' }) }
}

/** Reads the mails of a user. */
export function readMails(state: GeneratorState, person: Person): Command | undefined {
  const record = state.next('m')
  return {
    call: act('listMails', { userId: `«${person.handle}.id»` }, { record }),
    done: () => {
      person.mails = record
    },
  }
}

/** Follows the link of the latest mail that was read, whether it works still or not. */
export function followLink(state: GeneratorState, person: Person): Command | undefined {
  const mails: Json[] = state.model.records.get(person.mails ?? '') ?? []
  if (mails.at(-1)?.token === undefined) return undefined
  const password = state.rng.pick(passwords.filter((each) => each !== person.password))
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
export function wait(state: GeneratorState): Command {
  const by = state.leastUsed(['1h', '2d', '40d'], (each) => `wait ${each}`)
  return { call: act('advanceClock', { by }, { dimension: 'time' }) }
}

/** A user reads itself with the cookie of its session, or is refused as that has ended. */
export function asOneself(person: Person, states?: RequirementId): Command | undefined {
  if (person.session === undefined) return undefined
  return read({
    ...routed('getUser', 'me'),
    as: `«${person.session}.sessionCookie»`,
    shows: 'user',
    ...(states === undefined ? {} : { states }),
    dimension: 'views',
  })
}

/** A user reads its own groups with the cookie of its session. */
export function ownGroups({ session }: Person): Command | undefined {
  if (session === undefined) return undefined
  return read({
    ...routed('listUserGroups', 'me'),
    as: `«${session}.sessionCookie»`,
    shows: 'group',
    dimension: 'views',
  })
}

/** A user changes a property of its own profile with the cookie of its session. */
export function updateOneself(state: GeneratorState, { handle, session }: Person): Command | undefined {
  if (!state.means.me || session === undefined || state.truth(handle)?.status !== 'ACTIVE') return undefined
  const name = state.leastUsed(['nickName', 'title', 'firstName', 'displayName'], (each) => `own ${each}`)
  return {
    call: {
      ...routed('updateCurrentUser'),
      as: `«${session}.sessionCookie»`,
      body: { profile: { [name]: `${state.rng.pick(state.words)} ${state.next('o')}` } },
      record: handle,
      shows: 'user',
      states: 'users.update-me.ok',
      dimension: 'left-alone',
    },
  }
}

/** A user ends its sessions: all of them, or all but the present one. */
export function endOwnSessions(state: GeneratorState, { session }: Person): Command | undefined {
  if (!state.means.endSessions || session === undefined) return undefined
  const keepCurrent = state.leastUsed([true, false, undefined], (each) => `keep current ${each}`)
  return {
    call: {
      ...routed('deleteCurrentUserSessions'),
      as: `«${session}.sessionCookie»`,
      body: keepCurrent === undefined ? {} : { keepCurrent },
      dimension: 'left-alone',
    },
  }
}

/** A reset of the password whose link goes out by mail. */
export function resetByMail(state: GeneratorState, person: Person): Command | undefined {
  const command = lifecycleOf(state, person, 'resetPassword')
  return command && { ...command, call: { ...command.call, query: { sendEmail: 'true' } } }
}
