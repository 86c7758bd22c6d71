/** Asked once, the first time a user created with a password hook signs in (document 1, Events). */
export type PasswordHook = (credential: {
  readonly userId: string
  readonly login: string
  readonly password: string
}) => boolean | Promise<boolean>
