/**
 * The effect of each lifecycle operation on a user in each status (Users, States and transitions and Errors). Requirements,
 * checks and mutants of the transition table are generated from these rows.
 */
import type { OperationName } from '../../src/contract/operation-names.ts'
import { tableOf } from '../registry/requirement.ts'

/** The statuses of a user, as Users lists them. */
export const statuses = [
  'STAGED',
  'PROVISIONED',
  'ACTIVE',
  'RECOVERY',
  'LOCKED_OUT',
  'PASSWORD_EXPIRED',
  'SUSPENDED',
  'DEPROVISIONED',
] as const

/** A status of a user. */
export type Status = (typeof statuses)[number]

/** The calls behind the lifecycle operations; the path goes on from the path of the user. */
export const lifecycleCalls = {
  activateUser: 'lifecycle/activate?sendEmail=false',
  reactivateUser: 'lifecycle/reactivate?sendEmail=false',
  deactivateUser: 'lifecycle/deactivate',
  suspendUser: 'lifecycle/suspend',
  unsuspendUser: 'lifecycle/unsuspend',
  unlockUser: 'lifecycle/unlock',
  resetPassword: 'lifecycle/reset_password?sendEmail=false',
  expirePassword: 'lifecycle/expire_password',
  resetFactors: 'lifecycle/reset_factors',
  deleteUser: '',
} as const satisfies Partial<Record<OperationName, string>>

/** A lifecycle operation. */
export type LifecycleOperation = keyof typeof lifecycleCalls

/** The common properties of the rows of moves and of refusals. */
interface StatusRow {
  readonly id: string
  readonly on: LifecycleOperation
  readonly from: Status
  /** The statement, where it is not the usual one. */
  readonly statement?: string
}

/** An operation that a status allows. */
export interface MoveRow extends StatusRow {
  /** The statuses that it may end in. */
  readonly ends: readonly Status[]
  /** A status that the API description shows here for the first time. */
  readonly shows?: Status
  /** Why the requirement is open; a row without a reason is graded. */
  readonly reason?: string
}

/** An operation that a status does not allow. */
export interface StatusRefusalRow extends StatusRow {
  /** Where a server that does it all the same would bring the user to. */
  readonly to: Status
  /** Status and code of the refusal, where the API description states them. */
  readonly stated?: readonly [status: number, code: string]
  /** Whether the transition table lists it. */
  readonly isListed?: true
}

const limited = 'The row says any status, another sentence that the status limits what is allowed.'
const notIdempotent =
  'The row says any status, another sentence that lifecycle operations are not idempotent.'
const deadEnd =
  'The row says any status, another that a SUSPENDED user can only be unsuspended or deactivated.'

/** A status, as ids spell it. */
type Spelled<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}-${Spelled<Tail>}`
  : Lowercase<S>

/** A row for users in each of these statuses. Its id ends in the status. */
export function rowsFrom<const Start extends string, const From extends Status, const Row extends object>(
  start: Start,
  row: Row,
  from: readonly From[],
) {
  return from.map((status) => {
    const end = status.toLowerCase().replaceAll('_', '-') as Spelled<From>
    return { ...row, id: `${start}.from-${end}` as const, from: status }
  })
}

const deactivate = { on: 'deactivateUser', ends: ['DEPROVISIONED'] } as const
const remove = { on: 'deleteUser', ends: ['DEPROVISIONED'] } as const
const reset = { on: 'resetPassword', ends: ['RECOVERY'] } as const
const expire = { on: 'expirePassword', ends: ['PASSWORD_EXPIRED'] } as const

/** The operations that a status allows. */
export const moveRows = tableOf<MoveRow, 'id'>()([
  {
    id: 'users.activate.staged',
    on: 'activateUser',
    from: 'STAGED',
    ends: ['ACTIVE'],
    statement: 'Activation of a STAGED user with a password makes it ACTIVE.',
  },
  {
    id: 'users.activate.deprovisioned',
    on: 'activateUser',
    from: 'DEPROVISIONED',
    ends: ['ACTIVE', 'PROVISIONED'],
    statement:
      'Activation of a DEPROVISIONED user makes it ACTIVE, or PROVISIONED when it has no password left.',
  },
  ...rowsFrom('users.deactivate', deactivate, ['STAGED', 'PROVISIONED']),
  ...rowsFrom('users.deactivate', { ...deactivate, shows: 'DEPROVISIONED' }, ['ACTIVE']),
  ...rowsFrom('users.deactivate', deactivate, ['RECOVERY', 'PASSWORD_EXPIRED', 'SUSPENDED', 'LOCKED_OUT']),
  { id: 'users.suspend.active', on: 'suspendUser', from: 'ACTIVE', ends: ['SUSPENDED'], shows: 'SUSPENDED' },
  { id: 'users.unsuspend.suspended', on: 'unsuspendUser', from: 'SUSPENDED', ends: ['ACTIVE'] },
  { id: 'users.unlock.locked-out', on: 'unlockUser', from: 'LOCKED_OUT', ends: ['ACTIVE'] },
  ...rowsFrom('users.reset-password', { ...reset, shows: 'RECOVERY' }, ['ACTIVE']),
  ...rowsFrom('users.reset-password', reset, ['PASSWORD_EXPIRED', 'LOCKED_OUT']),
  {
    ...reset,
    id: 'users.reset-password.from-recovery',
    from: 'RECOVERY',
    statement: 'reset_password leaves a RECOVERY user in RECOVERY.',
    reason: notIdempotent,
  },
  ...rowsFrom('users.reset-password', { ...reset, reason: limited }, ['STAGED', 'PROVISIONED']),
  ...rowsFrom('users.reset-password', { ...reset, reason: deadEnd }, ['SUSPENDED']),
  ...rowsFrom('users.reset-password', { ...reset, reason: limited }, ['DEPROVISIONED']),
  ...rowsFrom('users.expire-password', { ...expire, shows: 'PASSWORD_EXPIRED' }, ['ACTIVE']),
  {
    ...expire,
    id: 'users.expire-password.from-password-expired',
    from: 'PASSWORD_EXPIRED',
    statement: 'expire_password leaves a PASSWORD_EXPIRED user so.',
    reason: notIdempotent,
  },
  ...rowsFrom('users.expire-password', { ...expire, reason: limited }, [
    'STAGED',
    'PROVISIONED',
    'RECOVERY',
    'LOCKED_OUT',
  ]),
  ...rowsFrom('users.expire-password', { ...expire, reason: deadEnd }, ['SUSPENDED']),
  ...rowsFrom('users.expire-password', { ...expire, reason: limited }, ['DEPROVISIONED']),
  ...rowsFrom('users.delete', remove, [
    'STAGED',
    'PROVISIONED',
    'ACTIVE',
    'RECOVERY',
    'PASSWORD_EXPIRED',
    'SUSPENDED',
    'LOCKED_OUT',
  ]),
])

const suspend = { on: 'suspendUser', to: 'SUSPENDED', stated: [400, 'E0000001'] } as const
const unsuspend = { on: 'unsuspendUser', to: 'ACTIVE', stated: [400, 'E0000001'] } as const
const reactivate = { on: 'reactivateUser', to: 'PROVISIONED', stated: [403, 'E0000038'] } as const
const activate = { on: 'activateUser', to: 'ACTIVE' } as const
const unlock = { on: 'unlockUser', to: 'ACTIVE' } as const

/** The operations that a status does not allow. */
export const refusalRows = tableOf<StatusRefusalRow, 'id'>()([
  ...rowsFrom('users.suspend', suspend, ['STAGED', 'PROVISIONED', 'RECOVERY', 'PASSWORD_EXPIRED']),
  ...rowsFrom('users.suspend', { ...suspend, to: 'ACTIVE' }, ['SUSPENDED']),
  ...rowsFrom('users.suspend', suspend, ['DEPROVISIONED', 'LOCKED_OUT']),
  ...rowsFrom('users.unsuspend', unsuspend, ['STAGED', 'PROVISIONED']),
  ...rowsFrom('users.unsuspend', { ...unsuspend, to: 'SUSPENDED' }, ['ACTIVE']),
  ...rowsFrom('users.unsuspend', unsuspend, ['RECOVERY', 'PASSWORD_EXPIRED', 'DEPROVISIONED', 'LOCKED_OUT']),
  ...rowsFrom('users.reactivate', reactivate, [
    'STAGED',
    'ACTIVE',
    'SUSPENDED',
    'PASSWORD_EXPIRED',
    'DEPROVISIONED',
    'LOCKED_OUT',
  ]),
  ...rowsFrom('users.activate', { ...activate, to: 'PROVISIONED' }, ['ACTIVE']),
  ...rowsFrom('users.activate', activate, ['SUSPENDED', 'RECOVERY', 'PASSWORD_EXPIRED']),
  {
    id: 'users.unlock.not-locked',
    on: 'unlockUser',
    from: 'ACTIVE',
    to: 'LOCKED_OUT',
    statement: 'Unlocking an ACTIVE user who is not blocked is refused, and the user stays ACTIVE.',
  },
  ...rowsFrom('users.unlock', unlock, ['STAGED', 'SUSPENDED', 'DEPROVISIONED']),
  { id: 'users.reset-factors.from-suspended', on: 'resetFactors', from: 'SUSPENDED', to: 'ACTIVE' },
  {
    id: 'users.deactivate.from-deprovisioned',
    on: 'deactivateUser',
    from: 'DEPROVISIONED',
    to: 'STAGED',
    isListed: true,
  },
])

/**
 * Requirements that state for all statuses what the refusals of an operation state for one. They are not judged in
 * PROVISIONED and LOCKED_OUT, since a run may not have a user in these.
 */
const refusedInAll = {
  suspendUser: 'users.suspend.not-active',
  unsuspendUser: 'users.unsuspend.not-suspended',
  reactivateUser: 'users.reactivate.wrong-status',
} as const

/** The further requirements that a refusal of the table stands for. */
export function alsoRefused({
  on,
  from,
}: Pick<StatusRefusalRow, 'on' | 'from'>): (
  | (typeof refusedInAll)[keyof typeof refusedInAll]
  | 'users.not-idempotent'
)[] {
  if (!Object.hasOwn(refusedInAll, on) || from === 'PROVISIONED' || from === 'LOCKED_OUT') return []
  const all = refusedInAll[on as keyof typeof refusedInAll]
  return on === 'suspendUser' && from === 'SUSPENDED' ? [all, 'users.not-idempotent'] : [all]
}
