import type { RequirementId } from '../../registry/requirements.ts'
import { lifecycleCalls, moveRows, refusalRows } from '../../tables/statuses.ts'
import type { LifecycleOperation, Status } from '../../tables/statuses.ts'
import type { Command } from './commands.ts'
import { routed, pickPerson, stating, templated, users } from './commands.ts'
import { setPassword } from './new-credentials.ts'
import type { Person, GeneratorState } from '../sequence/generator-state.ts'

/** A lifecycle operation in one status, and the statuses after it; empty if it is refused. */
interface Lifecycle {
  readonly on: LifecycleOperation
  readonly id: RequirementId
  readonly ends: readonly Status[]
}

const operationsOfLifecycle = Object.keys(lifecycleCalls) as LifecycleOperation[]

/** A lifecycle operation on somebody, if the API description states its result in this status. */
export function lifecycleOf(
  state: GeneratorState,
  { handle }: Person,
  on: LifecycleOperation,
  segment = `«${handle}.id»`,
): Command | undefined {
  const status = state.truth(handle)?.status as Status | undefined
  const provider: unknown = state.truth(handle)?.credentials?.provider?.type
  const hasPassword = state.truth(handle)?.credentials?.password !== undefined
  if (on === 'resetPassword' && provider === 'FEDERATION')
    return status === 'ACTIVE' ? federationOf(segment, false) : undefined
  // The description does not state the answer and effect of these operations without a password.
  if (noPassword.has(provider) && /Password$|activateUser/i.test(on) && on !== 'deactivateUser')
    return undefined
  const command = moveRows.find((row) => row.on === on && row.from === status && row.reason === undefined)
  const refused = refusalRows.find((row) => row.on === on && row.from === status)
  const row: Lifecycle | undefined = command
    ? { on, id: command.id, ends: command.ends }
    : refused && { on, id: refused.id, ends: [] }
  return row && callOf(row, segment, hasPassword)
}

/** Providers whose users have no password (Users, Provider object). */
const noPassword: ReadonlySet<unknown> = new Set(['FEDERATION', 'SOCIAL'])

/** A reset of the password that makes a user a federated one, or one of the service again. */
function federationOf(segment: string, isFederated: boolean): Command {
  return {
    call: stating(
      isFederated ? 'users.reset-password.to-federation' : 'users.reset-password.from-federation',
      {
        ...routed('resetPassword', segment),
        query: { sendEmail: 'false', ...(isFederated ? { provider: 'FEDERATION' } : {}) },
        ends: ['ACTIVE', 'RECOVERY', 'PROVISIONED'],
        dimension: 'second-time',
      },
    ),
  }
}

/** Makes an active user a federated one. */
export function federate(state: GeneratorState, person: Person): Command | undefined {
  const { status, credentials } = state.truth(person.handle) ?? {}
  if (status !== 'ACTIVE' || noPassword.has(credentials?.provider?.type)) return undefined
  return {
    ...federationOf(`«${person.handle}.id»`, true),
    done: () => {
      delete person.password
      delete person.answer
    },
  }
}

/** A lifecycle operation that somebody's status does not allow. */
export function refusedLifecycle(state: GeneratorState): Command | undefined {
  const choices = state.livingPeople.flatMap((person) =>
    refusalRows
      .filter(({ from, on }) => from === state.truth(person.handle).status && on !== 'deleteUser')
      .map(({ on, id }) => ({ person, row: { on, id, ends: [] } })),
  )
  if (choices.length === 0) return undefined
  const on = state.leastUsed([...new Set(choices.map(({ row }) => row.on))], (each) => `refused ${each}`)
  const { person, row } = state.leastUsed(
    choices.filter((each) => each.row.on === on),
    (each) => each.row.id,
  )
  return callOf(row, `«${person.handle}.id»`, true)
}

/** A lifecycle operation whose result in this status the API description states. */
export function lifecycle(state: GeneratorState): Command | undefined {
  const { rng } = state
  const [person] = pickPerson(state, state.livingPeople)
  if (person === undefined) return undefined
  const commands = operationsOfLifecycle.flatMap((on) =>
    on === 'deleteUser' ? [] : (lifecycleOf(state, person, on) ?? []),
  )
  const done = commands.filter(({ call }) => call.dimension !== 'refused')
  if (commands.length === 0) return undefined
  return state.leastUsed(
    done.length > 0 && rng.chance(0.5) ? done : commands,
    ({ call }) => `${call.operation} ${call.states}`,
  )
}

function callOf({ on, id, ends }: Lifecycle, segment: string, hasPassword: boolean): Command {
  const [suffix = '', query = ''] = lifecycleCalls[on].split('?')
  const needsPassword = id === 'users.activate.staged' && !hasPassword
  return {
    call: {
      operation: on,
      method: 'POST',
      path: `${users}/${segment}/${suffix}`,
      ...(query === '' ? {} : { query: Object.fromEntries(new URLSearchParams(query)) }),
      ...(needsPassword ? {} : { states: id }),
      ...(needsPassword || ends.length > 1 ? { ends: ['ACTIVE', 'PROVISIONED', 'STAGED'] } : {}),
      dimension: ends.length > 0 ? 'second-time' : 'refused',
    },
  }
}

/** Deletes a user: the first time deactivates it, the second time removes it. */
export function deleteUser(state: GeneratorState): Command | undefined {
  const [person] = pickPerson(state, state.livingPeople)
  if (person === undefined || (state.livingPeople.length < 2 && state.rng.chance(0.7))) return undefined
  return deleteUserOf(state, person)
}

export function deleteUserOf(
  state: GeneratorState,
  person: Person,
  segment = `«${person.handle}.id»`,
): Command | undefined {
  if (state.truth(person.handle) === undefined) return undefined
  const status = state.truth(person.handle).status as string
  const isLast = status === 'DEPROVISIONED'
  const slug = status.toLowerCase().replaceAll('_', '-')
  const former = templated(state, state.truth(person.handle).profile.login) as string
  return {
    call: stating(isLast ? 'users.delete.removed' : (`users.delete.from-${slug}` as RequirementId), {
      ...routed('deleteUser', segment),
      dimension: 'second-time',
    }),
    done: () => {
      if (isLast) person.formerLogins.push(former)
    },
  }
}

export function clearSessions(state: GeneratorState, who?: Person): Command | undefined {
  const [person] = pickPerson(state, state.livingPeople, who)
  return (
    person && {
      call: stating('sessions.clear.no-content', {
        ...routed('clearUserSessions', `«${person.handle}.id»`),
        dimension: 'left-alone',
      }),
    }
  )
}

/** Expires a password and sets a temporary one, or another one in its place. */
export function temporaryPassword(state: GeneratorState, who?: Person): Command | undefined {
  const [person] = pickPerson(
    state,
    state
      .peopleIn('ACTIVE', 'PASSWORD_EXPIRED')
      .filter(({ handle }) => state.truth(handle).credentials?.password !== undefined),
    who,
  )
  if (person === undefined) return undefined
  const record = state.next('t')
  return {
    call: {
      ...routed('expirePassword', `«${person.handle}.id»`),
      query: { tempPassword: 'true' },
      record,
      // Lifecycle operations are not idempotent: an expired password need not expire again.
      ...(state.truth(person.handle).status === 'ACTIVE'
        ? { states: 'users.expire-password.temporary' }
        : {}),
      dimension: 'second-time',
    },
    done: () => setPassword(person, `«${record}.tempPassword»`),
  }
}
