import { refuseMistakes } from '../../contract/errors/refusal.ts'
import { wrong } from '../../contract/errors/mistakes.ts'
import type { UserStatus } from '../../contract/user-lifecycle.ts'
import type { OrgSettings } from '../kernel/settings.ts'
import { isFederated, type PasswordParsed } from './credentials-input.ts'
import type { UserRecord } from './records.ts'

/** The settings for users without a password (Users, States and transitions). */
type EnrolmentPolicy = Pick<OrgSettings, 'optionalPassword' | 'activationWithoutPassword'>

/** The status of a user after its activation. */
export function activatedStatus(user: UserRecord, policy: EnrolmentPolicy): UserStatus {
  if (isFederated(user.provider) || user.hidden.password) return 'ACTIVE'
  switch (policy.optionalPassword) {
    case 'off':
      return policy.activationWithoutPassword
    case 'required':
      return 'PROVISIONED'
    default:
      return 'ACTIVE'
  }
}

/** Whether users need no password: they sign in by e-mail. */
export function leavesPasswordsOut({ optionalPassword }: Pick<EnrolmentPolicy, 'optionalPassword'>): boolean {
  return optionalPassword === 'optional' || optionalPassword === 'disabled'
}

/** Rejects a password that an administrator may not set, because the policy wants no password. */
export function refusePasswordByPolicy(
  user: UserRecord,
  password: Pick<PasswordParsed, 'kind'> | undefined,
  policy: Pick<EnrolmentPolicy, 'optionalPassword'>,
): void {
  if (!password || user.hidden.password || isFederated(user.provider) || !leavesPasswordsOut(policy)) return
  refuseMistakes([wrong('password-left-out', '')], { of: 'update-credentials-failed' })
}
