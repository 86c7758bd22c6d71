import { z } from 'zod'
import { once } from '../../contract/once.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Stored } from '../../contract/resources/common.ts'
import type { User } from '../../contract/resources/user.ts'
import type { TransitioningStatus } from '../../contract/user-lifecycle.ts'
import type { StoredPassword } from './password/index.ts'

type Shown = Stored<z.output<ReturnType<typeof User>>>

/** A user as it is stored: the form of the API, and hidden state that replies never show. */
export interface UserRecord extends Omit<
  Shown,
  'activated' | 'transitioningToStatus' | 'profile' | 'credentials' | '_links' | '_embedded'
> {
  readonly activated: string | null
  readonly transitioningToStatus?: TransitioningStatus
  readonly profile: Profile
  readonly provider: Provider
  readonly hidden: HiddenUserState
}

/** Whether a user is removed, or has a status without sessions (interpretation: sessions-of-inactive-users). */
export function isShutOut(user: UserRecord | undefined): boolean {
  return !user || user.status === 'SUSPENDED' || user.status === 'DEPROVISIONED'
}

/** The provider of a user's credentials (Users, Provider object). */
export interface Provider {
  readonly type: string
  readonly name: string | null
}

/** A block that prevents sign-in from devices (Users, User Block). */
export interface DeviceBlock {
  readonly type: 'DEVICE_BASED'
  readonly appliesTo: 'ANY_DEVICES' | 'UNKNOWN_DEVICES'
}

/** The state of a user that no reply shows. */
export interface HiddenUserState {
  /** A stored password, an imported hash, or a hook that is asked once. */
  readonly password?: UserPassword
  /** Earlier passwords, newest first, as many as the policy remembers. */
  readonly passwordHistory?: readonly StoredPassword[]
  /** The password must be changed at the next sign-in. */
  readonly passwordExpired?: true
  readonly recovery?: RecoveryQuestion
  /** Names of the MFA factors in which the user is enrolled. */
  readonly factors?: readonly string[]
  readonly totp?: Totp
  readonly block?: DeviceBlock
  /** Devices from which the user has signed in. */
  readonly devices?: readonly string[]
  /** The number of wrong passwords since the last right one. */
  readonly failedSignIns?: number
  /** E-mail addresses that wait for verification, by property. */
  readonly pendingEmails?: Readonly<Partial<Record<'email' | 'secondEmail', string>>>
}

/** The authenticator of a user. */
export interface Totp {
  /** Base32. Given to the person at the enrollment only. */
  readonly secret: string
  /** The time step of the last code that signed the user in: each works once (RFC 6238, section 5.2). */
  readonly usedStep?: number
}

/** The alphabet of the secrets of authenticators (RFC 4648, section 6). */
export const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The secret of an authenticator, as its apps take it. */
export const totpSecret = once(() =>
  z.string().regex(/^[A-Z2-7]{16,128}$/, { error: 'expected 16 to 128 letters of base32' }),
)

/** Whether the codes of a factor come from an authenticator. The service sends those of any other. */
export function isTotp(factor: string): boolean {
  return /(?:^|:)totp$/.test(factor)
}

/** Changes that unenroll a user from every factor. */
export const withoutFactors = { factors: undefined, totp: undefined }

/** A stored password, or a hook instead. */
export type UserPassword = StoredPassword | { readonly kind: 'hook' }

/** A recovery question. The answer is stored folded and salted, because the comparison ignores case. */
export interface RecoveryQuestion {
  readonly question: string
  readonly answer: StoredPassword
}

/** A user without its secrets, for events and the journal: of its hidden state, what may be told. */
export function shownUser({ hidden, ...user }: UserRecord): Readonly<Record<string, unknown>> {
  const { password, passwordExpired, recovery, factors, block, devices, failedSignIns, pendingEmails } =
    hidden
  return {
    ...user,
    hasPassword: password !== undefined,
    ...(passwordExpired ? { passwordExpired } : {}),
    ...(recovery ? { recoveryQuestion: recovery.question } : {}),
    ...(factors ? { factors } : {}),
    ...(block ? { block } : {}),
    ...(devices ? { devices: devices.length } : {}),
    ...(failedSignIns ? { failedSignIns } : {}),
    ...(pendingEmails ? { pendingEmails } : {}),
  }
}
