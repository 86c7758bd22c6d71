import { z } from 'zod'
import { once } from '../contract/once.ts'
import { refuse } from '../contract/errors/refusal.ts'
import { givenSettings } from '../contract/resources/client-settings.ts'
import type {
  AuthorizationServerRecord,
  ScopeRecord,
  TokenLifetimes,
} from '../model/oauth/authorization-server-records.ts'
import { lifetimeSchema } from '../model/kernel/duration-schema.ts'
import { tokenFlaws } from '../model/oauth/token-flaws.ts'
import { registerChosen } from '../model/oauth/chosen-clients.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import type { Org } from '../model/org.ts'
import {
  type IssuedTokens,
  requestOf,
  subjectToIssue,
  type TokenRequest,
  usableToken,
} from '../model/oauth/token-request.ts'
import { viewsOf } from '../views/index.ts'
import { partiesIn, workingAccessToken, workingToken } from '../model/oauth/working-tokens.ts'
import { defineAction } from './action.ts'
import { authorizationServer, claimsOfRequest, named, reference, scopeNames } from './input.ts'
import { defined } from '../model/kernel/defined.ts'

/** Tokens as a token endpoint answers them (RFC 6749, section 5.1; OpenID Connect Core 1.0, section 3.1.3.3). */
export interface TokenReply {
  readonly token_type: 'Bearer'
  /** Seconds. */
  readonly expires_in: number
  readonly access_token: string
  /** Names, separated by spaces. */
  readonly scope: string
  readonly id_token?: string
  readonly refresh_token?: string
  /** The id by which the API knows the refresh token. */
  readonly refresh_token_id?: string
}

/** The contents of a token (RFC 7662, section 2.2). Of an inactive token it says only that it is inactive. */
export type TokenInspection =
  | { readonly active: false }
  | {
      readonly active: true
      readonly token_type: 'Bearer' | 'refresh_token'
      readonly scope: string
      readonly client_id: string
      /** The user's id; absent for a client's own token. */
      readonly uid?: string
      readonly iss: string
      /** Unix seconds. */
      readonly exp: number
      readonly jti: string
    }

/** A scope as the control plane shows it. */
export type ScopeView = Omit<ScopeRecord, 'authorizationServerId'>

/** An authorization server as the control plane shows it. */
export interface AuthorizationServerView {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly audience: string
  readonly isActive: boolean
  readonly alias?: string
  readonly tokenLifetimes?: TokenLifetimes
  readonly scopes: readonly ScopeView[]
}

/** Whether it is in use. */
const inUse = once(() => z.enum(['ACTIVE', 'INACTIVE']))
const ended = once(() => z.enum(['EXPIRED', 'REVOKED']).default('REVOKED'))
const lifetime = once(() => lifetimeSchema())
const ofToken = once(() => z.strictObject({ token: reference() }))

export const oauthActions = {
  registerClient: defineAction({
    input: () =>
      z.strictObject({
        ...givenSettings(),
        client_id: reference().optional(),
        client_secret: reference().optional(),
      }),
    run: (org, input) => defined(viewsOf(org).clients.of(registerChosen(org, input), 'issuing')),
  }),
  readClientSetup: defineAction({
    reads: true,
    input: () => z.strictObject({ client: reference() }),
    async run(org, input) {
      const { setupsOf } = await import('./client-setups.ts')
      const { own } = org.authorizationServers
      return setupsOf(clientOf(org, input.client), org.authorizationServers.issuer(own))
    },
  }),
  grantConsent: defineAction({
    input: () =>
      z.strictObject({
        user: reference(),
        client: reference(),
        scopes: scopeNames(),
        authorizationServer: authorizationServer(),
      }),
    run(org, input) {
      const consent = { ...partiesOf(org, input), scopes: input.scopes, server: serverOf(org, input) }
      return org.grants.consent(consent).map((grant) => viewsOf(org).consents.grant(grant))
    },
  }),
  issueTokens: defineAction({
    input: () =>
      z.strictObject({
        client: reference(),
        user: reference().optional(),
        scopes: scopeNames().default(['openid']),
        authorizationServer: authorizationServer(),
        refreshToken: z.boolean().optional(),
        nonce: z.string().optional(),
        claims: claimsOfRequest(),
        flaw: z.enum(tokenFlaws).optional(),
        token: z.enum(['access', 'id']).default('access'),
      }),
    async run(org, { client, user, scopes, nonce, refreshToken, claims, flaw, token, ...input }) {
      const request = {
        clientId: clientOf(org, client).id,
        userId: user === undefined ? undefined : org.users.resolve(user).id,
        scopes,
        server: serverOf(org, input),
        nonce,
        claims,
      }
      if (flaw === undefined) return issueNow(org, { ...request, refreshToken })
      const { brokenToken } = await import('../model/oauth/broken-tokens.ts')
      // A client's own token is about nobody.
      const names = user === undefined ? scopes.filter((name) => name !== 'openid') : scopes
      return { token: await brokenToken(org, { ...request, scopes: names }, token, flaw) }
    },
  }),
  refreshTokens: defineAction({
    input: () => z.strictObject({ refreshToken: reference() }),
    async run(org, input) {
      const from = usableToken(org, input.refreshToken)
      return issueNow(org, { ...requestOf(org, from), from })
    },
  }),
  inspectToken: defineAction({
    reads: true,
    input: ofToken,
    run: (org, input) => inspect(org, input.token),
  }),
  revoke: defineAction({
    input: () =>
      z
        .strictObject({ grant: reference().optional(), token: reference().optional(), status: ended() })
        .refine(({ grant, token }) => (grant === undefined) !== (token === undefined), {
          error: 'expected either a grant or a token',
          path: ['token'],
        }),
    run(org, { grant, token = '', status }) {
      if (grant !== undefined) {
        const found =
          org.grants.collection.get(grant) ?? refuse('form', { at: 'grant', expected: 'an existing grant' })
        return viewsOf(org).consents.grant(org.grants.setStatus(found, status))
      }
      const refreshToken = org.refreshTokens.find(token)
      if (status === 'EXPIRED') return void org.refreshTokens.expire(refreshToken ?? unknownToken())
      if (!org.access.revoke(token))
        org.ends.endToken(workingAccessToken(org, token) ?? refreshToken ?? unknownToken())
      return undefined
    },
  }),
  rotateSigningKeys: defineAction({
    input: () => z.strictObject({ keepEarlier: z.boolean().optional() }),
    async run(org, { keepEarlier }) {
      return { kid: (await org.signingKeys.rotate(keepEarlier)).kid }
    },
  }),

  setAuthorizationServer: defineAction({
    input: () =>
      z.strictObject({
        authorizationServer: reference(),
        id: reference().optional(),
        audience: reference().optional(),
        alias: reference().nullish(),
        tokenLifetimes: z
          .strictObject({ access: lifetime(), id: lifetime(), refresh: lifetime() })
          .partial()
          .nullish(),
        status: inUse().optional(),
      }),
    run(org, { authorizationServer: name, id, status, ...changes }) {
      const { authorizationServers: servers } = org
      const known = servers.find(name)
      if (known && id !== undefined && id !== known.id)
        refuse('form', { at: 'id', expected: `${known.id}, the id of this server` })
      const { audience, alias, tokenLifetimes } = changes
      const add = () => servers.create(name, { id, audience, alias: alias ?? undefined })
      const changed = known
        ? servers.change(known, changes)
        : servers.change(named({ name: 'authorizationServer' }, add), { tokenLifetimes })
      return serverView(org, status ? servers.setActive(changed.id, status === 'ACTIVE') : changed)
    },
  }),
  setScope: defineAction({
    input: () =>
      z.strictObject({
        scope: reference(),
        authorizationServer: authorizationServer(),
        displayName: z.string().optional(),
        description: z.string().optional(),
        status: inUse().optional(),
      }),
    run(org, { scope: name, status, displayName, description, ...input }) {
      const { authorizationServers: servers } = org
      const server = serverOf(org, input)
      const texts = { displayName, description }
      const known = servers.findScope(name, server)
      const set = known
        ? servers.scopes.put({ ...known, ...defined(texts) })
        : named({ name: 'scope' }, () => servers.addScope(server, { name, ...texts }))
      return scopeView(status ? servers.setScopeActive(set, status === 'ACTIVE') : set)
    },
  }),
}

type ServerGiven = { readonly authorizationServer?: string | undefined }

export function serverOf(org: Org, input: ServerGiven): AuthorizationServerRecord {
  return org.authorizationServers.resolve(input.authorizationServer)
}

export function scopeOf(org: Org, input: ServerGiven & { readonly scope: string }): ScopeRecord {
  return org.authorizationServers.resolveScope(input.scope, serverOf(org, input))
}

export function partiesOf(
  org: Org,
  { user, client }: { readonly user: string; readonly client: string },
): { userId: string; clientId: string } {
  const { id: userId, status } = org.users.resolve(user)
  if (status === 'DEPROVISIONED') refuse('user-deprovisioned', { at: 'user' })
  const { id: clientId, isActive } = clientOf(org, client)
  if (!isActive) refuse('other', { at: 'client', message: 'The client is not in use' })
  return { userId, clientId }
}

/** A client by its id, or by its name where one alone has it. */
export function clientOf(org: Org, client: string): ClientRecord {
  return org.clients.get(client) ?? org.clients.named(client) ?? org.clients.resolve(client)
}

function unknownToken(): never {
  return refuse('form', { at: 'token', expected: 'a token that was issued' })
}

/** Checks a request at once, and issues its tokens by code that loads with the first ones. */
export async function issueNow(org: Org, request: TokenRequest): Promise<TokenReply> {
  const subject = subjectToIssue(org, request)
  const { newTokens } = await import('../model/oauth/token-issuer.ts')
  return tokenReply(await newTokens(org, request, subject))
}

function tokenReply(tokens: IssuedTokens): TokenReply {
  const { accessToken, expiresIn, idToken, refreshToken } = tokens
  return {
    token_type: 'Bearer',
    expires_in: expiresIn,
    access_token: accessToken!.value,
    scope: tokens.scopes.join(' '),
    ...(idToken === undefined ? {} : { id_token: idToken }),
    ...(refreshToken ? { refresh_token: refreshToken.value, refresh_token_id: refreshToken.id } : {}),
  }
}

function inspect(org: Org, value: string): TokenInspection {
  // A refresh token may be named by its id, too.
  const token = workingToken(org, org.refreshTokens.find(value)?.value ?? value)
  if (!token) return { active: false }
  const server = org.authorizationServers.resolve(token.authorizationServerId)
  return {
    active: true,
    token_type: token.kind === 'access' ? 'Bearer' : 'refresh_token',
    scope: org.authorizationServers.namesOf(token.scopeIds).join(' '),
    client_id: token.clientId,
    ...(token.userId === undefined ? {} : { uid: token.userId }),
    iss: token.kind === 'access' ? partiesIn(token).iss : org.authorizationServers.issuer(server),
    exp: Math.floor(token.expiresAt / 1000),
    jti: token.id,
  }
}

/** An authorization server, with its issuer and scopes. */
export function serverView(org: Org, server: AuthorizationServerRecord): AuthorizationServerView {
  const { id, name, audience, isActive, alias, tokenLifetimes } = server
  return {
    id,
    name,
    issuer: org.authorizationServers.issuer(server),
    audience: audience ?? org.baseUrl,
    isActive,
    ...defined({ alias, tokenLifetimes }),
    scopes: org.authorizationServers.scopesOf(server).map(scopeView),
  }
}

function scopeView({ id, name, displayName, description, isActive }: ScopeRecord): ScopeView {
  return { id, name, displayName, description, isActive }
}
