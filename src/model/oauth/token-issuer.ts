import type { JWTPayload } from 'jose'
import { refuse, refuseInput } from '../../contract/errors.ts'
import type { AccessTokenRecord } from './access-tokens.ts'
import type { AuthorizationServerRecord, ScopeRecord } from './authorization-servers.ts'
import type { ClientRecord } from './clients.ts'
import type { Org } from '../org.ts'
import type { UserRecord } from '../users/records.ts'
import type { RefreshTokenRecord } from './refresh-tokens.ts'
import { signingAlgorithm } from './signing-keys.ts'

/** What tokens are asked for. */
export interface TokenRequest {
  readonly clientId: string
  /** Absent for a client's own tokens. */
  readonly userId?: string | undefined
  /** Names of scopes; those that the server does not have yet are added to it. */
  readonly scopes: readonly string[]
  readonly server: AuthorizationServerRecord
  /** Whether a refresh token comes with them. Default: when `offline_access` is among the scopes. */
  readonly refreshToken?: boolean | undefined
  /** Comes back in the ID token (OpenID Connect Core 1.0, section 2). */
  readonly nonce?: string | undefined
}

/** Tokens as they were issued. */
export interface IssuedTokens {
  readonly accessToken: AccessTokenRecord
  /** Seconds. */
  readonly expiresIn: number
  readonly scopes: readonly string[]
  /** With scope `openid` and a user. */
  readonly idToken?: string
  readonly refreshToken?: RefreshTokenRecord
}

/** What tokens are about, once it is known that they may be issued. */
interface Subject {
  readonly client: ClientRecord
  readonly user: UserRecord | undefined
  readonly server: AuthorizationServerRecord
  readonly scopes: readonly ScopeRecord[]
  readonly nonce?: string | undefined
}

const minute = 60_000

/**
 * Issues tokens as an authorization server does once a user has signed in and consented: signed access and ID
 * tokens, and refresh tokens. An authorization server in front of the organisation would call it too.
 */
export class TokenIssuer {
  readonly #org: Org

  constructor(org: Org) {
    this.#org = org
  }

  /**
   * Issues tokens to a client, for a user or for itself.
   *
   * @throws Refusal `not-found`, or `validation` when the client, user, server or a scope is not in use, or a
   *   refresh token or ID token is asked for without a user.
   */
  async issue(request: TokenRequest): Promise<IssuedTokens> {
    const { refreshToken: wanted = request.scopes.includes('offline_access') } = request
    if (wanted && request.userId === undefined) {
      refuseInput('user', ['user: A refresh token is issued for a user'])
    }
    const subject = this.#subject(request)
    const signed = await this.#sign(subject)
    // What was signed may have gone meanwhile; nothing is awaited from here on.
    this.#subject(request)
    const refreshToken = wanted
      ? this.#org.refreshTokens.issue({ ...subject, clientId: subject.client.id, userId: subject.user!.id })
      : undefined
    return this.#issued(subject, signed, refreshToken)
  }

  /**
   * Issues further tokens from a refresh token, which stays as it is.
   *
   * @throws Refusal `validation` when the token is unknown, revoked or expired.
   */
  async refresh(reference: string): Promise<IssuedTokens> {
    const token = this.#usable(reference)
    const subject = this.#subject(this.#requestOf(token))
    const signed = await this.#sign(subject)
    return this.#issued(subject, signed, this.#usable(reference))
  }

  #requestOf({ userId, clientId, scopeIds, authorizationServerId }: RefreshTokenRecord): TokenRequest {
    const { authorizationServers } = this.#org
    return {
      userId,
      clientId,
      scopes: scopeIds.map((id) => authorizationServers.scopes.get(id)!.name),
      server: authorizationServers.resolve(authorizationServerId),
    }
  }

  #usable(reference: string): RefreshTokenRecord {
    const { refreshTokens } = this.#org
    const token = refreshTokens.find(reference)
    if (!token) return refuseInput('refreshToken', ['refreshToken: There is no such token'])
    const status = refreshTokens.statusOf(token)
    if (status !== 'ACTIVE') refuseInput('refreshToken', [`refreshToken: The token is ${status}`])
    return token
  }

  #subject({ clientId, userId, scopes, server, nonce }: TokenRequest): Subject {
    const { clients, users, authorizationServers } = this.#org
    const client = clients.resolve(clientId)
    if (!client.isActive) refuseInput('client', ['client: The client is not in use'])
    const user = userId === undefined ? undefined : users.get(userId)
    if (userId !== undefined && !user) return refuse('not-found', { id: userId, kind: 'User' })
    if (user?.status === 'DEPROVISIONED') refuseInput('user', ['user: The user is DEPROVISIONED'])
    if (!user && scopes.includes('openid')) refuseInput('user', ['user: An ID token is issued for a user'])
    return { client, user, server, scopes: authorizationServers.scopesNamed(server, scopes), nonce }
  }

  async #sign(subject: Subject): Promise<{ accessToken: AccessTokenRecord; idToken: string | undefined }> {
    const { client, user, server, scopes } = subject
    const id = this.#org.ids('accessToken')
    const issuedAt = this.#org.clock.now()
    const expiresAt = issuedAt + this.#org.settings.tokenMinutes.access * minute
    const times = { iat: Math.floor(issuedAt / 1000), exp: Math.floor(expiresAt / 1000) }
    const wantsIdToken = scopes.some(({ name }) => name === 'openid')
    const [value, idToken] = await Promise.all([
      this.#jwt({ ...this.#accessClaims(subject), ...times, jti: id }),
      wantsIdToken ? this.#jwt({ ...this.#idClaims(subject), ...times, jti: `ID.${id}` }) : undefined,
    ])
    const accessToken: AccessTokenRecord = {
      id,
      value,
      clientId: client.id,
      scopeIds: scopes.map((scope) => scope.id),
      authorizationServerId: server.id,
      expiresAt,
      ...(user ? { userId: user.id } : {}),
    }
    return { accessToken, idToken }
  }

  #issued(
    { scopes }: Subject,
    signed: { readonly accessToken: AccessTokenRecord; readonly idToken: string | undefined },
    refreshToken: RefreshTokenRecord | undefined,
  ): IssuedTokens {
    const accessToken = this.#org.accessTokens.add({
      ...signed.accessToken,
      ...(refreshToken ? { refreshTokenId: refreshToken.id } : {}),
    })
    return {
      accessToken,
      expiresIn: Math.round(this.#org.settings.tokenMinutes.access * 60),
      scopes: scopes.map(({ name }) => name),
      ...(signed.idToken === undefined ? {} : { idToken: signed.idToken }),
      ...(refreshToken ? { refreshToken } : {}),
    }
  }

  /** Claims of an access token: RFC 9068 where it has a name for them, and the service's own `cid`, `uid`, `scp`. */
  #accessClaims({ client, user, server, scopes }: Subject): JWTPayload {
    const issuer = this.#org.authorizationServers.issuer(server)
    return {
      ver: 1,
      iss: issuer,
      aud: server.audience ?? issuer,
      sub: user ? String(user.profile.login) : client.id,
      cid: client.id,
      ...(user ? { uid: user.id } : {}),
      scp: scopes.map(({ name }) => name),
    }
  }

  /** Claims of an ID token (OpenID Connect Core 1.0, sections 2 and 5.4). */
  #idClaims({ client, user, server, scopes, nonce }: Subject): JWTPayload {
    const { profile } = user!
    const has = (name: string): boolean => scopes.some((scope) => scope.name === name)
    return {
      ver: 1,
      iss: this.#org.authorizationServers.issuer(server),
      aud: client.id,
      sub: user!.id,
      amr: ['pwd'],
      ...(nonce === undefined ? {} : { nonce }),
      ...(has('profile')
        ? {
            name: [profile.firstName, profile.lastName].filter(Boolean).join(' '),
            given_name: profile.firstName,
            family_name: profile.lastName,
            preferred_username: profile.login,
          }
        : {}),
      ...(has('email') ? { email: profile.email, email_verified: true } : {}),
    }
  }

  async #jwt(claims: JWTPayload): Promise<string> {
    const [{ SignJWT }, key] = await Promise.all([import('jose'), this.#org.signingKeys.current()])
    return new SignJWT(claims)
      .setProtectedHeader({ alg: signingAlgorithm, kid: key.kid })
      .sign(key.privateKey)
  }
}
