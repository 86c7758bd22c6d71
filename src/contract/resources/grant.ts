import { z } from 'zod'
import { once } from '../once.ts'
import { type FieldRows, Link, linksOf, newId, resource, type Stored, Timestamp } from './common.ts'

/** Statuses of a grant (Users, Grant). */
export const grantStatuses = ['ACTIVE', 'REVOKED', 'EXPIRED'] as const
export type GrantStatus = (typeof grantStatuses)[number]

/** A scope that a user consents to (Users, Grant). */
const ConsentedScope = resource('ConsentedScope', 'The scope that a consent is about.', {
  name: z.string,
  displayName: z.string,
  description: z.string,
})

/** A scope that a refresh token has (Users, Refresh token). */
const TokenScope = resource('TokenScope', 'A scope that a refresh token has.', {
  id: z.string,
  name: z.string,
  displayName: z.string,
  description: z.string,
  _links: () => z.object({ scope: Link() }).catchall(Link()),
})

const parties = ['client', 'user', 'authorizationServer'] as const

/** Where a grant and what it is about are (Users, Grant). */
const GrantLinks = once(() =>
  linksOf(['self', 'app', 'scope', ...parties]).meta({
    id: 'GrantLinks',
    description: 'Where a consent and what it is about are.',
  }),
)

/** Where a refresh token and what it is about are, and how it is revoked (Users, Refresh token). */
const RefreshTokenLinks = once(() =>
  linksOf(['self', 'app', 'revoke', ...parties]).meta({
    id: 'RefreshTokenLinks',
    description: 'Where a refresh token and what it is about are.',
  }),
)

const writer = 'service'

const id = { schema: z.string, seed: newId } as const
const created = { schema: Timestamp, seed: 'Default: now' } as const
const lastUpdated = { schema: Timestamp, seed: 'Default: `created`' } as const

export const grantRows = {
  id,
  status: { schema: () => z.enum(grantStatuses), seed: 'Default: ACTIVE' },
  created,
  lastUpdated,
  issuer: { schema: z.string, says: 'URL of the authorization server.' },
  clientId: z.string,
  userId: z.string,
  scopeId: z.string,
  _links: GrantLinks,
  _embedded: { schema: () => z.looseObject({ scope: ConsentedScope().optional() }).optional(), writer },
} as const satisfies FieldRows

/** A user's consent for a client to use a scope (Users, Grant). */
export const Grant = resource('Grant', 'A consent of a user for a client to use a scope.', grantRows)

/** A grant as it is stored. */
export interface GrantRecord extends Omit<
  Stored<z.output<ReturnType<typeof Grant>>>,
  'issuer' | '_links' | '_embedded'
> {
  readonly authorizationServerId: string
}

export const refreshTokenRows = {
  id,
  status: z.string,
  created,
  lastUpdated,
  expiresAt: Timestamp,
  issuer: z.string,
  clientId: z.string,
  userId: z.string,
  scopes: () => z.array(z.string()),
  _links: RefreshTokenLinks,
  _embedded: {
    schema: () => z.looseObject({ scopes: z.array(TokenScope()).optional() }).optional(),
    writer,
  },
} as const satisfies FieldRows

/** A refresh token, without its value (Users, Refresh token). */
export const RefreshToken = resource(
  'RefreshToken',
  'A refresh token that a client holds for a user, without its value.',
  refreshTokenRows,
)

/** A client for which a user has grants or tokens (Users, Client Grant object). */
export const ClientGrant = resource(
  'ClientGrant',
  'A client for which a user has consents or refresh tokens.',
  {
    client_id: z.string,
    client_name: z.string,
    client_uri: () => z.string().nullable(),
    logo_uri: { schema: () => z.string().nullable(), says: 'Logo for the consent dialog.' },
    _links: () => linksOf(['grants', 'tokens']),
  },
)
