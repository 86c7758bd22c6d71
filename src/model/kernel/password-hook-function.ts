/** Asked once, the first time a user created with a password hook signs in (Clients, Events). */
export type PasswordHook = (credential: {
  readonly userId: string
  readonly login: string
  readonly password: string
}) => boolean | Promise<boolean>
