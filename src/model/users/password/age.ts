import type { PasswordPolicy } from '../../../contract/password-policy.ts'

/**
 * Whether a password is too young for its owner to change it. Users: `strict` of change_password and of the update
 * operations.
 * @param passwordChanged When it was set, as a timestamp; null for a user without a password.
 * @param now In milliseconds since 1970.
 */
export function isTooYoung(
  passwordChanged: string | null | undefined,
  now: number,
  { minAge }: PasswordPolicy,
): boolean {
  if (!passwordChanged || minAge === 0) return false
  return now - Date.parse(passwordChanged) < minAge
}

/**
 * Whether a password is older than its maximum age. Only sign-in checks this (Users, States and transitions).
 * @param passwordChanged When it was set, as a timestamp; null for a user without a password.
 * @param now In milliseconds since 1970.
 */
export function isTooOld(
  passwordChanged: string | null | undefined,
  now: number,
  { maxAge }: PasswordPolicy,
): boolean {
  if (!passwordChanged || maxAge === 0) return false
  return now - Date.parse(passwordChanged) >= maxAge
}
