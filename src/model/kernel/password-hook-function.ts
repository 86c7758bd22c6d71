/** Called once, at the first sign-in of a user that was created with a password hook (Clients, Events). */
export type PasswordHook = (credential: {
  readonly userId: string
  readonly login: string
  readonly password: string
}) => boolean | Promise<boolean>
