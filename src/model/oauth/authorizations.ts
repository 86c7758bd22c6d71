/** How and when a user signed in, as ID tokens tell it (OpenID Connect Core 1.0, section 2). */
export interface Authentication {
  /** Milliseconds since 1970. */
  readonly authTime: number
  /** Methods (RFC 8176). */
  readonly amr: readonly string[]
  /** The session, where there is one. */
  readonly sessionId?: string
}

/** What a user lets a client do, from which tokens are issued. */
export interface Authorization {
  /** Every token issued from it carries this: they end together where it is misused. */
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

/** What codes and tokens are looked up by when something ends. */
export type AuthorizationPart = 'user' | 'client' | 'scope' | 'authorizationServer'

/** Whether something that was issued is about a user, client, scope or server. */
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
