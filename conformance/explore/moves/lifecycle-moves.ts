import type { RequirementId } from '../../registry/requirements.ts'
import { lifecycleCalls, moveRows, refusalRows } from '../../tables/statuses.ts'
import type { LifecycleOperation, Status } from '../../tables/statuses.ts'
import type { Move } from './moves.ts'
import { pickPerson, stating, templated, users } from './moves.ts'
import { setPassword } from './new-credentials.ts'
import type { Person, World } from '../story/world.ts'

/** A lifecycle operation in one status, and the statuses after it; empty if it is refused. */
interface Lifecycle {
  readonly on: LifecycleOperation
  readonly id: RequirementId
  readonly ends: readonly Status[]
}

const operationsOfLifecycle = Object.keys(lifecycleCalls) as LifecycleOperation[]

/** A lifecycle operation on somebody, if the API description states its result in this status. */
export function lifecycleOf(
  world: World,
  { handle }: Person,
  on: LifecycleOperation,
  segment = `«${handle}.id»`,
): Move | undefined {
  const status = world.truth(handle)?.status as Status | undefined
  const provider: unknown = world.truth(handle)?.credentials?.provider?.type
  const hasPassword = world.truth(handle)?.credentials?.password !== undefined
  if (on === 'resetPassword' && provider === 'FEDERATION')
    return status === 'ACTIVE' ? federationOf(segment, false) : undefined
  // The description does not state the answer and effect of these operations without a password.
  if (noPassword.has(provider) && /Password$|activateUser/i.test(on) && on !== 'deactivateUser')
    return undefined
  const move = moveRows.find((row) => row.on === on && row.from === status && row.reason === undefined)
  const refused = refusalRows.find((row) => row.on === on && row.from === status)
  const row: Lifecycle | undefined = move
    ? { on, id: move.id, ends: move.ends }
    : refused && { on, id: refused.id, ends: [] }
  return row && callOf(row, segment, hasPassword)
}

/** Providers whose users have no password (Users, Provider object). */
const noPassword: ReadonlySet<unknown> = new Set(['FEDERATION', 'SOCIAL'])

/** A reset of the password that makes a user a federated one, or one of the service again. */
function federationOf(segment: string, isFederated: boolean): Move {
  return {
    call: stating(
      isFederated ? 'users.reset-password.to-federation' : 'users.reset-password.from-federation',
      {
        operation: 'resetPassword',
        method: 'POST',
        path: `${users}/${segment}/lifecycle/reset_password`,
        query: { sendEmail: 'false', ...(isFederated ? { provider: 'FEDERATION' } : {}) },
        ends: ['ACTIVE', 'RECOVERY', 'PROVISIONED'],
        dimension: 'second-time',
      },
    ),
  }
}

/** Makes an active user a federated one. */
export function federate(world: World, person: Person): Move | undefined {
  const { status, credentials } = world.truth(person.handle) ?? {}
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
export function refusedLifecycle(world: World): Move | undefined {
  const choices = world.livingPeople.flatMap((person) =>
    refusalRows
      .filter(({ from, on }) => from === world.truth(person.handle).status && on !== 'deleteUser')
      .map(({ on, id }) => ({ person, row: { on, id, ends: [] } })),
  )
  if (choices.length === 0) return undefined
  const { person, row } = world.seldom(choices, (each) => each.row.id)
  return callOf(row, `«${person.handle}.id»`, true)
}

/** A lifecycle operation whose result in this status the API description states. */
export function lifecycle(world: World): Move | undefined {
  const { dice } = world
  const [person] = pickPerson(world, world.livingPeople)
  if (person === undefined) return undefined
  const moves = operationsOfLifecycle.flatMap((on) =>
    on === 'deleteUser' ? [] : (lifecycleOf(world, person, on) ?? []),
  )
  const done = moves.filter(({ call }) => call.dimension !== 'refused')
  if (moves.length === 0) return undefined
  return world.seldom(
    done.length > 0 && dice.chance(0.5) ? done : moves,
    ({ call }) => `${call.operation} ${call.states}`,
  )
}

function callOf({ on, id, ends }: Lifecycle, segment: string, hasPassword: boolean): Move {
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
export function deleteUser(world: World): Move | undefined {
  const [person] = pickPerson(world, world.livingPeople)
  if (person === undefined || (world.livingPeople.length < 2 && world.dice.chance(0.7))) return undefined
  return deleteUserOf(world, person)
}

export function deleteUserOf(
  world: World,
  person: Person,
  segment = `«${person.handle}.id»`,
): Move | undefined {
  if (world.truth(person.handle) === undefined) return undefined
  const status = world.truth(person.handle).status as string
  const isLast = status === 'DEPROVISIONED'
  const slug = status.toLowerCase().replaceAll('_', '-')
  const former = templated(world, world.truth(person.handle).profile.login) as string
  return {
    call: stating(isLast ? 'users.delete.removed' : (`users.delete.from-${slug}` as RequirementId), {
      operation: 'deleteUser',
      method: 'DELETE',
      path: `${users}/${segment}`,
      dimension: 'second-time',
    }),
    done: () => {
      if (isLast) person.formerLogins.push(former)
    },
  }
}

export function clearSessions(world: World, who?: Person): Move | undefined {
  const [person] = pickPerson(world, world.livingPeople, who)
  return (
    person && {
      call: stating('sessions.clear.no-content', {
        operation: 'clearUserSessions',
        method: 'DELETE',
        path: `${users}/«${person.handle}.id»/sessions`,
        dimension: 'left-alone',
      }),
    }
  )
}

/** Expires a password and sets a temporary one, or another one in its place. */
export function temporaryPassword(world: World, who?: Person): Move | undefined {
  const [person] = pickPerson(
    world,
    world
      .peopleIn('ACTIVE', 'PASSWORD_EXPIRED')
      .filter(({ handle }) => world.truth(handle).credentials?.password !== undefined),
    who,
  )
  if (person === undefined) return undefined
  const record = world.next('t')
  return {
    call: {
      operation: 'expirePassword',
      method: 'POST',
      path: `${users}/«${person.handle}.id»/lifecycle/expire_password`,
      query: { tempPassword: 'true' },
      record,
      // Lifecycle operations are not idempotent: an expired password need not expire again.
      ...(world.truth(person.handle).status === 'ACTIVE'
        ? { states: 'users.expire-password.temporary' }
        : {}),
      dimension: 'second-time',
    },
    done: () => setPassword(person, `«${record}.tempPassword»`),
  }
}
