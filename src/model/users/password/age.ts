import type { PasswordPolicy } from '../../../contract/password-policy.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Whether a password is too young for its owner to change it (document 3: `strict` of change_password and of
 * the update operations).
 * @param passwordChanged When it was set, as a timestamp; null when the user has none.
 * @param now In milliseconds since 1970.
 */
export function isTooYoung(
  passwordChanged: string | null | undefined,
  now: number,
  { minAgeMinutes }: PasswordPolicy,
): boolean {
  if (!passwordChanged || minAgeMinutes === 0) return false
  return now - Date.parse(passwordChanged) < minAgeMinutes * minute
}

/**
 * Whether a password has outlived its maximum age, which is evaluated at sign-in only (document 3, States and
 * transitions).
 * @param passwordChanged When it was set, as a timestamp; null when the user has none.
 * @param now In milliseconds since 1970.
 */
export function isTooOld(
  passwordChanged: string | null | undefined,
  now: number,
  { maxAgeDays }: PasswordPolicy,
): boolean {
  if (!passwordChanged || maxAgeDays === 0) return false
  return now - Date.parse(passwordChanged) >= maxAgeDays * day
}
