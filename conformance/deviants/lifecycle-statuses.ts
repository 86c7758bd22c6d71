/** Servers that move users otherwise, or allow what their status does not (document 3, States and transitions). */
import type { ClauseId } from '../registry/clauses.ts'
import type { Deviant } from './deviant.ts'
import { refusals } from './families/refusals.ts'
import type { MoveRow, StatusRefusalRow } from './families/statuses.ts'
import { moves, statusRefusals } from './families/statuses.ts'
import type { Where } from './routes.ts'
import { isTemporary } from './lifecycle-steps.ts'

const moved: readonly MoveRow[] = [
  { clause: 'users.activate.staged', on: 'activateUser', from: 'STAGED' },
  { clause: 'users.activate.deprovisioned', on: 'activateUser', from: 'DEPROVISIONED' },
  { clause: 'users.suspend.active', on: 'suspendUser', from: 'ACTIVE' },
  { clause: 'users.unsuspend.suspended', on: 'unsuspendUser', from: 'SUSPENDED' },
  { clause: 'users.unlock.locked-out', on: 'unlockUser', from: 'LOCKED_OUT' },
  { clause: 'users.reset-password.from-active', on: 'resetPassword', from: 'ACTIVE' },
  { clause: 'users.reset-password.from-password-expired', on: 'resetPassword', from: 'PASSWORD_EXPIRED' },
  { clause: 'users.reset-password.from-locked-out', on: 'resetPassword', from: 'LOCKED_OUT' },
  { clause: 'users.expire-password.from-active', on: 'expirePassword', from: 'ACTIVE' },
  {
    clause: 'users.expire-password.temporary-status',
    on: 'expirePassword',
    from: 'ACTIVE',
    when: isTemporary,
    answer: { status: 200, body: { tempPassword: 'Madeup12' } },
  },
  ...(
    [
      ['STAGED', 'staged'],
      ['PROVISIONED', 'provisioned'],
      ['ACTIVE', 'active'],
      ['RECOVERY', 'recovery'],
      ['PASSWORD_EXPIRED', 'password-expired'],
      ['SUSPENDED', 'suspended'],
      ['LOCKED_OUT', 'locked-out'],
    ] as const
  ).flatMap(([from, name]): MoveRow[] => [
    { clause: `users.deactivate.from-${name}`, on: 'deactivateUser', from },
    { clause: `users.delete.from-${name}`, on: 'deleteUser', from, answer: { status: 204 } },
  ]),
]

const suspend = { on: 'suspendUser', to: 'SUSPENDED', stated: [400, 'E0000001'] } as const
const unsuspend = { on: 'unsuspendUser', to: 'ACTIVE', stated: [400, 'E0000001'] } as const
const reactivate = { on: 'reactivateUser', to: 'PROVISIONED', stated: [403, 'E0000038'] } as const

/** Statuses in which all suspensions and the like are judged together as well. */
const common = [
  ['STAGED', 'staged'],
  ['ACTIVE', 'active'],
  ['RECOVERY', 'recovery'],
  ['PASSWORD_EXPIRED', 'password-expired'],
  ['SUSPENDED', 'suspended'],
  ['DEPROVISIONED', 'deprovisioned'],
] as const

const refused: readonly StatusRefusalRow[] = [
  ...common
    .filter(([from]) => from !== 'ACTIVE')
    .map(([from, name]): StatusRefusalRow => {
      const isSuspended = from === 'SUSPENDED'
      return {
        clause: `users.suspend.from-${name}` as ClauseId,
        also: ['users.suspend.not-active', ...(isSuspended ? (['users.not-idempotent'] as const) : [])],
        on: suspend.on,
        from,
        to: isSuspended ? 'ACTIVE' : suspend.to,
        stated: suspend.stated,
      }
    }),
  ...common
    .filter(([from]) => from !== 'SUSPENDED')
    .map(([from, name]): StatusRefusalRow => ({
      clause: `users.unsuspend.from-${name}` as ClauseId,
      also: ['users.unsuspend.not-suspended'],
      on: unsuspend.on,
      from,
      to: from === 'ACTIVE' ? 'SUSPENDED' : unsuspend.to,
      stated: unsuspend.stated,
    })),
  ...common
    .filter(([from]) => from !== 'RECOVERY')
    .map(([from, name]): StatusRefusalRow => ({
      clause: `users.reactivate.from-${name}` as ClauseId,
      also: ['users.reactivate.wrong-status'],
      on: reactivate.on,
      from,
      to: reactivate.to,
      stated: reactivate.stated,
    })),
  { ...suspend, from: 'PROVISIONED', clause: 'users.suspend.from-provisioned' },
  { ...suspend, from: 'LOCKED_OUT', clause: 'users.suspend.from-locked-out' },
  { ...unsuspend, from: 'PROVISIONED', clause: 'users.unsuspend.from-provisioned' },
  { ...unsuspend, from: 'LOCKED_OUT', clause: 'users.unsuspend.from-locked-out' },
  { ...reactivate, from: 'LOCKED_OUT', clause: 'users.reactivate.from-locked-out' },
  { clause: 'users.activate.from-active', on: 'activateUser', from: 'ACTIVE', to: 'PROVISIONED' },
  { clause: 'users.activate.from-suspended', on: 'activateUser', from: 'SUSPENDED', to: 'ACTIVE' },
  { clause: 'users.activate.from-recovery', on: 'activateUser', from: 'RECOVERY', to: 'ACTIVE' },
  {
    clause: 'users.activate.from-password-expired',
    on: 'activateUser',
    from: 'PASSWORD_EXPIRED',
    to: 'ACTIVE',
  },
  { clause: 'users.unlock.not-locked', on: 'unlockUser', from: 'ACTIVE', to: 'LOCKED_OUT' },
  { clause: 'users.unlock.from-staged', on: 'unlockUser', from: 'STAGED', to: 'ACTIVE' },
  { clause: 'users.unlock.from-suspended', on: 'unlockUser', from: 'SUSPENDED', to: 'ACTIVE' },
  { clause: 'users.unlock.from-deprovisioned', on: 'unlockUser', from: 'DEPROVISIONED', to: 'ACTIVE' },
  { clause: 'users.reset-factors.from-suspended', on: 'resetFactors', from: 'SUSPENDED', to: 'ACTIVE' },
  {
    clause: 'users.deactivate.from-deprovisioned',
    on: 'deactivateUser',
    from: 'DEPROVISIONED',
    to: 'STAGED',
  },
  { clause: 'users.reset-password.forgot', on: 'forgotPassword', from: 'RECOVERY', to: 'ACTIVE' },
]

const unknown: readonly (readonly [ClauseId, Where])[] = [
  ['users.activate.unknown', 'activateUser'],
  ['users.reactivate.unknown', 'reactivateUser'],
  ['users.deactivate.unknown', 'deactivateUser'],
  ['users.suspend.unknown', 'suspendUser'],
  ['users.unsuspend.unknown', 'unsuspendUser'],
  ['users.unlock.unknown', 'unlockUser'],
  ['users.reset-password.unknown', 'resetPassword'],
  ['users.expire-password.unknown', 'expirePassword'],
  ['users.reset-factors.unknown', 'resetFactors'],
  ['users.delete.unknown', 'deleteUser'],
]

export const lifecycleStatusDeviants: readonly Deviant[] = [
  ...moves(moved),
  ...statusRefusals(refused),
  ...refusals(unknown.map(([clause, on]) => ({ clause, on, status: 404, code: 'E0000007' }))),
]
