import type { Role } from '../../contract/roles.ts'

/** Milliseconds since 1970, by the organisation's clock. */
type Moment = number

/** A session that a user has with the identity provider. */
export interface Session {
  readonly id: string
  /** Value of the session cookie. */
  readonly value: string
  readonly userId: string
  readonly created: string
  readonly expiresAt: Moment
  /** The methods of sign-in (RFC 8176), if not by password. */
  readonly amr?: readonly string[]
  /** The clients that signed in with it. Sign-out notifies them. */
  readonly clients?: readonly SessionClient[]
}

/** A client that signed in with a session. */
export interface SessionClient {
  readonly clientId: string
  readonly authorizationServerId: string
  /** The session that its ID tokens name as `sid`: an earlier one, if the user signed in again. */
  readonly sessionId: string
}

/** The purposes of one-time tokens. */
export const oneTimePurposes = [
  'activation',
  'verify',
  'password-reset',
  'forgot-password',
  'email-verification',
] as const

/** The purpose of a one-time token. */
export type OneTimePurpose = (typeof oneTimePurposes)[number]

/** A token that works once, until it expires or a newer one replaces it. */
export interface OneTimeToken {
  /** The secret of its link. */
  readonly id: string
  readonly purpose: OneTimePurpose
  readonly userId: string
  readonly expiresAt: Moment
  /** The property with the new address, for an e-mail verification. */
  readonly property?: 'email' | 'secondEmail'
}

/** An API token, and its permissions (Clients, Authentication). */
export interface ApiToken {
  /** `00T…`: names the token in places that must not show the value. */
  readonly id: string
  /** The secret that callers send: `Authorization: SSWS <value>`. */
  readonly value: string
  /** The user who owns it, and who is `me` in its requests. */
  readonly userId: string
  /** Decides what the caller may do. */
  readonly role: Role
  /** The groups to which its owner is confined. */
  readonly groupIds?: readonly string[]
  /** For people to read. */
  readonly name?: string
}

/** A scoped access token, sent as `Authorization: Bearer` (Clients, Authentication, 2). */
export interface AccessToken {
  /** Names the token in places that must not show the value. */
  readonly id: string
  /** The secret that callers send: `Authorization: Bearer <value>`. */
  readonly value: string
  /** The user it was issued for; absent for a token of the client itself. */
  readonly userId?: string
  /** The client it was issued to; absent where a test created the token without a client. */
  readonly clientId?: string
  /** Decides what the caller may do: `svc.users.read`, … */
  readonly scopes: readonly string[]
  /** Milliseconds since 1970; absent when it does not expire. */
  readonly expiresAt?: number
}

/** Time and methods of a user's sign-in, as ID tokens show them (OpenID Connect Core 1.0, section 2). */
export interface Authentication {
  readonly authTime: Moment
  /** Methods (RFC 8176). */
  readonly amr: readonly string[]
  /** The session, if the sign-in has one. */
  readonly sessionId?: string
}

/** The scopes of a client at an authorization server. */
interface OfClient {
  readonly clientId: string
  readonly authorizationServerId: string
  readonly scopeIds: readonly string[]
}

/** The permission of a user for a client, from which tokens are issued. */
export interface Authorization extends OfClient {
  /** Every token issued from it has this id: they end together after a misuse. */
  readonly familyId: string
  readonly userId: string
  /** The user's sign-in, which ID tokens show. */
  readonly authentication: Authentication
  /** The user consented, and the tokens end with that consent. */
  readonly isUnderConsent: boolean
  /** Claims for these tokens only, by name. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** An access token that an authorization server issued and that has not been revoked. Without a user, it is the client's. */
export interface AccessTokenRecord
  extends OfClient, Partial<Pick<Authorization, 'userId' | 'familyId' | 'isUnderConsent' | 'claims'>> {
  /** The `jti` claim. */
  readonly id: string
  /** The signed JWT. */
  readonly value: string
  /** Names of its scopes; only for a token of the organisation's own server, which gives access to the API. */
  readonly scopes?: readonly string[]
  /** The refresh token that it was issued with or from. */
  readonly refreshTokenId?: string
  readonly issuedAt: Moment
  readonly expiresAt: Moment
}

/** A refresh token as it is stored. */
export interface RefreshTokenRecord
  extends OfClient, Partial<Omit<Authorization, keyof OfClient | 'userId'>> {
  readonly id: string
  /** The secret of the client; no reply shows it. */
  readonly value: string
  readonly isRevoked: boolean
  readonly created: string
  readonly lastUpdated: string
  readonly expiresAt: Moment
  readonly userId: string
}

/** An earlier value of a refresh token that was rotated (RFC 9700, section 4.14.2). */
export interface RetiredValue {
  /** The earlier value. */
  readonly id: string
  readonly refreshTokenId: string
  readonly retiredAt: Moment
  readonly expiresAt: Moment
}

/** An authorization code as it is stored (RFC 6749, section 4.1). */
export interface AuthorizationCode extends Authorization {
  /** The code. */
  readonly id: string
  /** As the request named it, and the token request must repeat it. Absent if the request named no URI. */
  readonly redirectUri?: string
  readonly nonce?: string
  /** S256 (RFC 7636). */
  readonly codeChallenge?: string
  readonly expiresAt: Moment
  /** Whether it was used; `misused` after a second use. Then it issues nothing more. */
  readonly use: 'unused' | 'used' | 'misused'
}

/** A device code as it is stored (RFC 8628). */
export interface DeviceCode
  extends
    OfClient,
    Pick<Authorization, 'familyId'>,
    // Once approved.
    Partial<Pick<Authorization, 'userId' | 'authentication' | 'isUnderConsent'>> {
  /** The value that the device polls with. */
  readonly id: string
  /** The code that the user types: `BCDF-GHJK`. */
  readonly userCode: string
  readonly expiresAt: Moment
  /** Milliseconds that the device waits between polls. */
  readonly interval: number
  readonly polledAt?: Moment
  readonly status: 'pending' | 'approved' | 'refused' | 'used'
}

/** Wrong device codes that a user typed. They expire after a time without another wrong code. */
export interface WrongGuesses {
  readonly id: string
  readonly count: number
  readonly expiresAt: Moment
}

/** An authorization request that waits for the user to sign in, or to consent. */
export interface Interaction {
  readonly id: string
  readonly authorizationServerId: string
  /** The parameters of the request, including those of a request object. */
  readonly parameters: Readonly<Record<string, string>>
  readonly expiresAt: Moment
  /** The session of the browser, after its user signed in for exactly this request. */
  readonly sessionId?: string
  /** The final target of the browser, for the page's Content-Security-Policy: an origin or a scheme. */
  readonly leadsTo: string
  /** The login that the sign-in page begins with. */
  readonly loginHint?: string
  /** The name of the client. */
  readonly clientName: string
}

/** A sign-in that waits for the code of a second factor. */
export interface Challenge {
  /** The state token. */
  readonly id: string
  readonly userId: string
  readonly device?: string
  /** The methods of the first factor (RFC 8176). */
  readonly amr: readonly string[]
  readonly expiresAt: Moment
  /** How many codes were wrong so far. */
  readonly wrongCodes: number
  /** The code that was sent last, and the factor that it is for. */
  readonly sent?: { readonly factor: string; readonly code: string }
}

/** A client assertion that was used: each works once (RFC 7523, section 3, `jti`). */
export interface UsedAssertion {
  readonly id: string
  /** From then on it is rejected anyway. */
  readonly expiresAt: Moment
}

/** The record of each kind of token. */
export interface TokenRecords {
  readonly session: Session
  readonly oneTime: OneTimeToken
  readonly api: ApiToken
  readonly bearer: AccessToken
  readonly access: AccessTokenRecord
  readonly refresh: RefreshTokenRecord
  readonly retired: RetiredValue
  readonly code: AuthorizationCode
  readonly device: DeviceCode
  readonly guesses: WrongGuesses
  readonly interaction: Interaction
  readonly challenge: Challenge
  readonly assertion: UsedAssertion
}

/** A kind of token. */
export type Kind = keyof TokenRecords

/** A token of a kind, as it is stored. */
export type TokenOf<Name extends Kind> = { readonly kind: Name } & TokenRecords[Name]

/** A token of any kind. */
export type Token = { [Name in Kind]: TokenOf<Name> }[Kind]
