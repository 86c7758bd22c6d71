/**
 * The effect of each lifecycle operation on a user in each status (Users, States and transitions and Errors). Clauses,
 * checks and deviants of the transition table are generated from these rows.
 */
import type { OperationName } from '../../src/contract/operation-names.ts'
import { tableOf } from './table.ts'

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
  /** Why the clause is open; a row without a reason is graded. */
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

const gone = ['DEPROVISIONED'] as const
const recovery = ['RECOVERY'] as const
const expired = ['PASSWORD_EXPIRED'] as const

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
  { id: 'users.deactivate.from-staged', on: 'deactivateUser', from: 'STAGED', ends: gone },
  { id: 'users.deactivate.from-provisioned', on: 'deactivateUser', from: 'PROVISIONED', ends: gone },
  {
    id: 'users.deactivate.from-active',
    on: 'deactivateUser',
    from: 'ACTIVE',
    ends: gone,
    shows: 'DEPROVISIONED',
  },
  { id: 'users.deactivate.from-recovery', on: 'deactivateUser', from: 'RECOVERY', ends: gone },
  {
    id: 'users.deactivate.from-password-expired',
    on: 'deactivateUser',
    from: 'PASSWORD_EXPIRED',
    ends: gone,
  },
  { id: 'users.deactivate.from-suspended', on: 'deactivateUser', from: 'SUSPENDED', ends: gone },
  { id: 'users.deactivate.from-locked-out', on: 'deactivateUser', from: 'LOCKED_OUT', ends: gone },
  { id: 'users.suspend.active', on: 'suspendUser', from: 'ACTIVE', ends: ['SUSPENDED'], shows: 'SUSPENDED' },
  { id: 'users.unsuspend.suspended', on: 'unsuspendUser', from: 'SUSPENDED', ends: ['ACTIVE'] },
  { id: 'users.unlock.locked-out', on: 'unlockUser', from: 'LOCKED_OUT', ends: ['ACTIVE'] },
  {
    id: 'users.reset-password.from-active',
    on: 'resetPassword',
    from: 'ACTIVE',
    ends: recovery,
    shows: 'RECOVERY',
  },
  {
    id: 'users.reset-password.from-password-expired',
    on: 'resetPassword',
    from: 'PASSWORD_EXPIRED',
    ends: recovery,
  },
  { id: 'users.reset-password.from-locked-out', on: 'resetPassword', from: 'LOCKED_OUT', ends: recovery },
  {
    id: 'users.reset-password.from-recovery',
    on: 'resetPassword',
    from: 'RECOVERY',
    ends: recovery,
    statement: 'reset_password leaves a RECOVERY user in RECOVERY.',
    reason: notIdempotent,
  },
  {
    id: 'users.reset-password.from-staged',
    on: 'resetPassword',
    from: 'STAGED',
    ends: recovery,
    reason: limited,
  },
  {
    id: 'users.reset-password.from-provisioned',
    on: 'resetPassword',
    from: 'PROVISIONED',
    ends: recovery,
    reason: limited,
  },
  {
    id: 'users.reset-password.from-suspended',
    on: 'resetPassword',
    from: 'SUSPENDED',
    ends: recovery,
    reason: deadEnd,
  },
  {
    id: 'users.reset-password.from-deprovisioned',
    on: 'resetPassword',
    from: 'DEPROVISIONED',
    ends: recovery,
    reason: limited,
  },
  {
    id: 'users.expire-password.from-active',
    on: 'expirePassword',
    from: 'ACTIVE',
    ends: expired,
    shows: 'PASSWORD_EXPIRED',
  },
  {
    id: 'users.expire-password.from-password-expired',
    on: 'expirePassword',
    from: 'PASSWORD_EXPIRED',
    ends: expired,
    statement: 'expire_password leaves a PASSWORD_EXPIRED user so.',
    reason: notIdempotent,
  },
  {
    id: 'users.expire-password.from-staged',
    on: 'expirePassword',
    from: 'STAGED',
    ends: expired,
    reason: limited,
  },
  {
    id: 'users.expire-password.from-provisioned',
    on: 'expirePassword',
    from: 'PROVISIONED',
    ends: expired,
    reason: limited,
  },
  {
    id: 'users.expire-password.from-recovery',
    on: 'expirePassword',
    from: 'RECOVERY',
    ends: expired,
    reason: limited,
  },
  {
    id: 'users.expire-password.from-locked-out',
    on: 'expirePassword',
    from: 'LOCKED_OUT',
    ends: expired,
    reason: limited,
  },
  {
    id: 'users.expire-password.from-suspended',
    on: 'expirePassword',
    from: 'SUSPENDED',
    ends: expired,
    reason: deadEnd,
  },
  {
    id: 'users.expire-password.from-deprovisioned',
    on: 'expirePassword',
    from: 'DEPROVISIONED',
    ends: expired,
    reason: limited,
  },
  { id: 'users.delete.from-staged', on: 'deleteUser', from: 'STAGED', ends: gone },
  { id: 'users.delete.from-provisioned', on: 'deleteUser', from: 'PROVISIONED', ends: gone },
  { id: 'users.delete.from-active', on: 'deleteUser', from: 'ACTIVE', ends: gone },
  { id: 'users.delete.from-recovery', on: 'deleteUser', from: 'RECOVERY', ends: gone },
  { id: 'users.delete.from-password-expired', on: 'deleteUser', from: 'PASSWORD_EXPIRED', ends: gone },
  { id: 'users.delete.from-suspended', on: 'deleteUser', from: 'SUSPENDED', ends: gone },
  { id: 'users.delete.from-locked-out', on: 'deleteUser', from: 'LOCKED_OUT', ends: gone },
])

const suspend = { on: 'suspendUser', to: 'SUSPENDED', stated: [400, 'E0000001'] } as const
const unsuspend = { on: 'unsuspendUser', to: 'ACTIVE', stated: [400, 'E0000001'] } as const
const reactivate = { on: 'reactivateUser', to: 'PROVISIONED', stated: [403, 'E0000038'] } as const
const activate = { on: 'activateUser', to: 'ACTIVE' } as const
const unlock = { on: 'unlockUser', to: 'ACTIVE' } as const

/** The operations that a status does not allow. */
export const refusalRows = tableOf<StatusRefusalRow, 'id'>()([
  { ...suspend, id: 'users.suspend.from-staged', from: 'STAGED' },
  { ...suspend, id: 'users.suspend.from-provisioned', from: 'PROVISIONED' },
  { ...suspend, id: 'users.suspend.from-recovery', from: 'RECOVERY' },
  { ...suspend, id: 'users.suspend.from-password-expired', from: 'PASSWORD_EXPIRED' },
  { ...suspend, id: 'users.suspend.from-suspended', from: 'SUSPENDED', to: 'ACTIVE' },
  { ...suspend, id: 'users.suspend.from-deprovisioned', from: 'DEPROVISIONED' },
  { ...suspend, id: 'users.suspend.from-locked-out', from: 'LOCKED_OUT' },
  { ...unsuspend, id: 'users.unsuspend.from-staged', from: 'STAGED' },
  { ...unsuspend, id: 'users.unsuspend.from-provisioned', from: 'PROVISIONED' },
  { ...unsuspend, id: 'users.unsuspend.from-active', from: 'ACTIVE', to: 'SUSPENDED' },
  { ...unsuspend, id: 'users.unsuspend.from-recovery', from: 'RECOVERY' },
  { ...unsuspend, id: 'users.unsuspend.from-password-expired', from: 'PASSWORD_EXPIRED' },
  { ...unsuspend, id: 'users.unsuspend.from-deprovisioned', from: 'DEPROVISIONED' },
  { ...unsuspend, id: 'users.unsuspend.from-locked-out', from: 'LOCKED_OUT' },
  { ...reactivate, id: 'users.reactivate.from-staged', from: 'STAGED' },
  { ...reactivate, id: 'users.reactivate.from-active', from: 'ACTIVE' },
  { ...reactivate, id: 'users.reactivate.from-suspended', from: 'SUSPENDED' },
  { ...reactivate, id: 'users.reactivate.from-password-expired', from: 'PASSWORD_EXPIRED' },
  { ...reactivate, id: 'users.reactivate.from-deprovisioned', from: 'DEPROVISIONED' },
  { ...reactivate, id: 'users.reactivate.from-locked-out', from: 'LOCKED_OUT' },
  { ...activate, id: 'users.activate.from-active', from: 'ACTIVE', to: 'PROVISIONED' },
  { ...activate, id: 'users.activate.from-suspended', from: 'SUSPENDED' },
  { ...activate, id: 'users.activate.from-recovery', from: 'RECOVERY' },
  { ...activate, id: 'users.activate.from-password-expired', from: 'PASSWORD_EXPIRED' },
  {
    id: 'users.unlock.not-locked',
    on: 'unlockUser',
    from: 'ACTIVE',
    to: 'LOCKED_OUT',
    statement: 'Unlocking an ACTIVE user who is not blocked is refused, and the user stays ACTIVE.',
  },
  { ...unlock, id: 'users.unlock.from-staged', from: 'STAGED' },
  { ...unlock, id: 'users.unlock.from-suspended', from: 'SUSPENDED' },
  { ...unlock, id: 'users.unlock.from-deprovisioned', from: 'DEPROVISIONED' },
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
 * Clauses that state for all statuses what the refusals of an operation state for one. They are not judged in
 * PROVISIONED and LOCKED_OUT, since a run may not have a user in these.
 */
const refusedInAll = {
  suspendUser: 'users.suspend.not-active',
  unsuspendUser: 'users.unsuspend.not-suspended',
  reactivateUser: 'users.reactivate.wrong-status',
} as const

/** The further clauses that a refusal of the table stands for. */
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
