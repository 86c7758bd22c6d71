/** The org's rules for a password (Users, Credentials, default password policy). */
export interface PasswordPolicy {
  /** In characters, 0 to 72. Default 8. */
  readonly minLength: number
  /** Lower-case letters, of any script. Default 1. */
  readonly minLowerCase: number
  /** Upper-case letters, of any script. Default 1. */
  readonly minUpperCase: number
  /** Decimal digits. Default 1. */
  readonly minNumber: number
  /** Punctuation marks and symbols. Default 0. */
  readonly minSymbol: number
  /** Whether the login and its parts are kept out of the password; see `usernameParts`. Default true. */
  readonly excludeUsername: boolean
  /** How many latest passwords, the present one included, cannot be set again. 0 for none. Default 4. */
  readonly historyCount: number
  /** How long a password must stay before its owner can change it, in milliseconds. Default 0. */
  readonly minAge: number
  /** How long a password is good, in milliseconds; a sign-in after that expires it. 0 for ever. Default 0. */
  readonly maxAge: number
  /** Wrong passwords in a row that lock the user out. 0 never does. Default 10. */
  readonly maxAttempts: number
}

/**
 * The policy of an org that has not changed it. The first six are the default password policy of Users. The API
 * description gives no number for the other values, which are the service's own.
 */
export const defaultPasswordPolicy: PasswordPolicy = {
  minLength: 8,
  minLowerCase: 1,
  minUpperCase: 1,
  minNumber: 1,
  minSymbol: 0,
  excludeUsername: true,
  historyCount: 4,
  minAge: 0,
  maxAge: 0,
  maxAttempts: 10,
}
