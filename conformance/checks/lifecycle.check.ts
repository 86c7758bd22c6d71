import { a, check } from '../engine/check.ts'
import type { ClauseId } from '../registry/clauses.ts'
import type { Arranged, Status } from './support/user-in.ts'
import { arrangeUser, readUntil } from './support/user-in.ts'
import { userPath } from './support/stage-user.ts'

/** Operations that bring a user from one status to another (document 3, States and transitions). */
const moves: readonly (readonly [ClauseId, Status, string, readonly string[]])[] = [
  ['users.activate.staged', 'STAGED', 'lifecycle/activate?sendEmail=false', ['ACTIVE']],
  [
    'users.activate.deprovisioned',
    'DEPROVISIONED',
    'lifecycle/activate?sendEmail=false',
    ['ACTIVE', 'PROVISIONED'],
  ],
  ['users.deactivate.from-staged', 'STAGED', 'lifecycle/deactivate', ['DEPROVISIONED']],
  ['users.deactivate.from-provisioned', 'PROVISIONED', 'lifecycle/deactivate', ['DEPROVISIONED']],
  ['users.deactivate.from-active', 'ACTIVE', 'lifecycle/deactivate', ['DEPROVISIONED']],
  ['users.deactivate.from-recovery', 'RECOVERY', 'lifecycle/deactivate', ['DEPROVISIONED']],
  ['users.deactivate.from-password-expired', 'PASSWORD_EXPIRED', 'lifecycle/deactivate', ['DEPROVISIONED']],
  ['users.deactivate.from-suspended', 'SUSPENDED', 'lifecycle/deactivate', ['DEPROVISIONED']],
  ['users.deactivate.from-locked-out', 'LOCKED_OUT', 'lifecycle/deactivate', ['DEPROVISIONED']],
  ['users.suspend.active', 'ACTIVE', 'lifecycle/suspend', ['SUSPENDED']],
  ['users.unsuspend.suspended', 'SUSPENDED', 'lifecycle/unsuspend', ['ACTIVE']],
  ['users.unlock.locked-out', 'LOCKED_OUT', 'lifecycle/unlock', ['ACTIVE']],
  ['users.reset-password.from-active', 'ACTIVE', 'lifecycle/reset_password?sendEmail=false', ['RECOVERY']],
  [
    'users.reset-password.from-password-expired',
    'PASSWORD_EXPIRED',
    'lifecycle/reset_password?sendEmail=false',
    ['RECOVERY'],
  ],
  [
    'users.reset-password.from-locked-out',
    'LOCKED_OUT',
    'lifecycle/reset_password?sendEmail=false',
    ['RECOVERY'],
  ],
  ['users.expire-password.from-active', 'ACTIVE', 'lifecycle/expire_password', ['PASSWORD_EXPIRED']],
  [
    'users.expire-password.temporary-status',
    'ACTIVE',
    'lifecycle/expire_password?tempPassword=true',
    ['PASSWORD_EXPIRED'],
  ],
  ['users.delete.from-staged', 'STAGED', '', ['DEPROVISIONED']],
  ['users.delete.from-provisioned', 'PROVISIONED', '', ['DEPROVISIONED']],
  ['users.delete.from-active', 'ACTIVE', '', ['DEPROVISIONED']],
  ['users.delete.from-recovery', 'RECOVERY', '', ['DEPROVISIONED']],
  ['users.delete.from-password-expired', 'PASSWORD_EXPIRED', '', ['DEPROVISIONED']],
  ['users.delete.from-suspended', 'SUSPENDED', '', ['DEPROVISIONED']],
  ['users.delete.from-locked-out', 'LOCKED_OUT', '', ['DEPROVISIONED']],
]

for (const [clause, from, call, ends] of moves) {
  check(
    `${call === '' ? 'DELETE' : call} moves a ${from} user to ${ends.join(' or ')}`,
    { judges: [clause] },
    async (context) => {
      const { api, judge } = context
      const user = await arrangeUser(context, from)
      const reply = call === '' ? await api.delete(user.path) : await api.post(`${user.path}/${call}`)
      judge(clause).success(reply)
      const read = await readUntil(context, user, ends)
      judge(clause).matches(read, {
        id: user.id,
        status: a.oneOf(...ends),
        profile: user.login === undefined ? {} : { login: user.login },
      })
    },
  )
}

/** Refusals by the status in which an operation is refused; with status and code where they are stated. */
type Refusal = readonly [clauses: readonly ClauseId[], call: string, status?: number, code?: string]

const suspend = (...clauses: readonly ClauseId[]): Refusal => [clauses, 'lifecycle/suspend', 400, 'E0000001']
const unsuspend = (...clauses: readonly ClauseId[]): Refusal => [
  clauses,
  'lifecycle/unsuspend',
  400,
  'E0000001',
]
const reactivate = (...clauses: readonly ClauseId[]): Refusal => [
  clauses,
  'lifecycle/reactivate?sendEmail=false',
  403,
  'E0000038',
]
const activate = (clause: ClauseId): Refusal => [[clause], 'lifecycle/activate?sendEmail=false']
const unlock = (clause: ClauseId): Refusal => [[clause], 'lifecycle/unlock']

// The clauses of all statuses are not judged where a user may not be had in the status.
const refusals: Readonly<Record<Status, readonly Refusal[]>> = {
  STAGED: [
    suspend('users.suspend.from-staged', 'users.suspend.not-active'),
    unsuspend('users.unsuspend.from-staged', 'users.unsuspend.not-suspended'),
    reactivate('users.reactivate.from-staged', 'users.reactivate.wrong-status'),
    unlock('users.unlock.from-staged'),
  ],
  PROVISIONED: [suspend('users.suspend.from-provisioned'), unsuspend('users.unsuspend.from-provisioned')],
  ACTIVE: [
    activate('users.activate.from-active'),
    unsuspend('users.unsuspend.from-active', 'users.unsuspend.not-suspended'),
    reactivate('users.reactivate.from-active', 'users.reactivate.wrong-status'),
    unlock('users.unlock.not-locked'),
  ],
  RECOVERY: [
    activate('users.activate.from-recovery'),
    suspend('users.suspend.from-recovery', 'users.suspend.not-active'),
    unsuspend('users.unsuspend.from-recovery', 'users.unsuspend.not-suspended'),
    [['users.reset-password.forgot'], 'credentials/forgot_password?sendEmail=false'],
  ],
  PASSWORD_EXPIRED: [
    activate('users.activate.from-password-expired'),
    suspend('users.suspend.from-password-expired', 'users.suspend.not-active'),
    unsuspend('users.unsuspend.from-password-expired', 'users.unsuspend.not-suspended'),
    reactivate('users.reactivate.from-password-expired', 'users.reactivate.wrong-status'),
  ],
  SUSPENDED: [
    activate('users.activate.from-suspended'),
    suspend('users.suspend.from-suspended', 'users.suspend.not-active', 'users.not-idempotent'),
    reactivate('users.reactivate.from-suspended', 'users.reactivate.wrong-status'),
    unlock('users.unlock.from-suspended'),
    [['users.reset-factors.from-suspended'], 'lifecycle/reset_factors'],
  ],
  DEPROVISIONED: [
    [['users.deactivate.from-deprovisioned'], 'lifecycle/deactivate'],
    suspend('users.suspend.from-deprovisioned', 'users.suspend.not-active'),
    unsuspend('users.unsuspend.from-deprovisioned', 'users.unsuspend.not-suspended'),
    reactivate('users.reactivate.from-deprovisioned', 'users.reactivate.wrong-status'),
    unlock('users.unlock.from-deprovisioned'),
  ],
  LOCKED_OUT: [
    suspend('users.suspend.from-locked-out'),
    unsuspend('users.unsuspend.from-locked-out'),
    reactivate('users.reactivate.from-locked-out'),
  ],
}

for (const [status, rows] of Object.entries(refusals) as [Status, readonly Refusal[]][]) {
  check(
    `what a ${status} user is not ready for is refused, and the user stays ${status}`,
    { judges: [...new Set(rows.flatMap(([clauses]) => clauses))] },
    async (context) => {
      const { api, judge } = context
      let user: Arranged | undefined
      for (const [clauses, call, refusedWith, code] of rows) {
        user ??= await arrangeUser(context, status)
        const reply = await api.post(`${user.path}/${call}`)
        const read = await api.get(user.path)
        for (const clause of clauses) {
          if (refusedWith === undefined || code === undefined) judge(clause).refused(reply)
          else judge(clause).platformError(reply, refusedWith, code)
          judge(clause).matches(read, { id: user.id, status })
        }
        // One that was changed after all is not the right one to ask next.
        if (read.json.status !== status) user = undefined
      }
    },
  )
}

/** Operations on a user whom nobody knows. */
const unknown: readonly (readonly [ClauseId, string])[] = [
  ['users.activate.unknown', 'lifecycle/activate?sendEmail=false'],
  ['users.reactivate.unknown', 'lifecycle/reactivate?sendEmail=false'],
  ['users.deactivate.unknown', 'lifecycle/deactivate'],
  ['users.suspend.unknown', 'lifecycle/suspend'],
  ['users.unsuspend.unknown', 'lifecycle/unsuspend'],
  ['users.unlock.unknown', 'lifecycle/unlock'],
  ['users.reset-password.unknown', 'lifecycle/reset_password?sendEmail=false'],
  ['users.expire-password.unknown', 'lifecycle/expire_password'],
  ['users.reset-factors.unknown', 'lifecycle/reset_factors'],
  ['users.delete.unknown', ''],
]

check(
  'a lifecycle operation on an unknown user is refused with 404 and E0000007',
  { judges: unknown.map(([clause]) => clause) },
  async ({ given, api, judge, unique }) => {
    const known = await given.user({ activate: false, password: false })
    await api.control('users.get.by-id').get(known.path)
    for (const [clause, call] of unknown) {
      const path = userPath(unique.unknownId())
      const reply = call === '' ? await api.delete(path) : await api.post(`${path}/${call}`)
      judge(clause).platformError(reply, 404, 'E0000007')
    }
  },
)
