import type { PasswordPolicy } from '../../../contract/password-policy.ts'

/**
 * Whether a password is too young for its owner to change it (Users: `strict` of change_password and of
 * the update operations).
 * @param passwordChanged When it was set, as a timestamp; null when the user has none.
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
 * Whether a password has outlived its maximum age, which is evaluated at sign-in only (Users, States and
 * transitions).
 * @param passwordChanged When it was set, as a timestamp; null when the user has none.
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
