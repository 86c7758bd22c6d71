/** The settings of the foreign server. The API description allows every combination. */
export interface Settings {
  /** Password policy: least letters, whether a sign is asked for, whether parts of the login are refused. */
  readonly password: { readonly least: number; readonly sign: boolean; readonly strict: boolean }
  /** The form of a login. */
  readonly login: RegExp
  /** Whether a user needs these. */
  readonly names: { readonly firstName: boolean; readonly lastName: boolean }
  /** A custom property that every user must have. */
  readonly asks: string | undefined
  /** Wrong passwords or answers after which a user is locked out. */
  readonly lockAfter: number
  /** Statuses in which change_password is for a user; the API description names RECOVERY alone. */
  readonly changes: readonly string[]
  /** The status of a user who is created with activate=true and no password. */
  readonly passwordless: 'PROVISIONED' | 'ACTIVE'
  /** Usual and greatest page of each list. */
  readonly pages: { readonly usual: number; readonly most: number }
  /** Milliseconds that searches lag, and that transitions take. */
  readonly lag: number
  readonly transition: number
  /** Whether time stamps are whole seconds. */
  readonly seconds: boolean
  /** Whether properties that are not set are null; otherwise they are left out. */
  readonly nulls: boolean
  /** Whether links and classes are shown, which may be null. */
  readonly links: boolean
  /** Whether the features called early access are there. */
  readonly earlyAccess: boolean
}

export const usualSettings: Settings = {
  password: { least: 8, sign: false, strict: true },
  login: /^[^\s@]+@[^\s@]+$/,
  names: { firstName: true, lastName: true },
  asks: undefined,
  lockAfter: 10,
  changes: ['STAGED', 'ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED'],
  passwordless: 'PROVISIONED',
  pages: { usual: 7, most: 60 },
  lag: 30,
  transition: 15,
  seconds: false,
  nulls: false,
  links: true,
  earlyAccess: false,
}
