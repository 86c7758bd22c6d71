/** Time and methods of a user's sign-in, as ID tokens show them (OpenID Connect Core 1.0, section 2). */
export interface Authentication {
  /** Milliseconds since 1970. */
  readonly authTime: number
  /** Methods (RFC 8176). */
  readonly amr: readonly string[]
  /** The session, if the sign-in has one. */
  readonly sessionId?: string
}

/** The permission of a user for a client, from which tokens are issued. */
export interface Authorization {
  /** Every token issued from it has this id: they end together after a misuse. */
  readonly familyId: string
  readonly clientId: string
  readonly userId: string
  readonly authorizationServerId: string
  readonly scopeIds: readonly string[]
  readonly authentication: Authentication
  /** The user consented, and the tokens end with that consent. */
  readonly isUnderConsent: boolean
  /** Claims for these tokens only, by name. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** The references by which codes and tokens are found when something ends. */
export type AuthorizationPart = 'user' | 'client' | 'scope' | 'authorizationServer'

/** Whether an issued code or token refers to a user, client, scope or server. */
export function isAbout(
  authorization: {
    readonly userId?: string
    readonly clientId: string
    readonly scopeIds: readonly string[]
    readonly authorizationServerId: string
  },
  part: AuthorizationPart,
  id: string,
): boolean {
  if (part === 'user') return authorization.userId === id
  if (part === 'client') return authorization.clientId === id
  if (part === 'scope') return authorization.scopeIds.includes(id)
  return authorization.authorizationServerId === id
}
