import { z } from 'zod'
import { Embedded, Links, Timestamp } from './common.ts'

/** Statuses of a grant (document 3, Grant). */
const grantStatuses = ['ACTIVE', 'REVOKED', 'EXPIRED'] as const
export type GrantStatus = (typeof grantStatuses)[number]

/** A user's consent for a client to use a scope (document 3, Grant). */
export const Grant = z
  .looseObject({
    id: z.string(),
    status: z.enum(grantStatuses),
    created: Timestamp,
    lastUpdated: Timestamp,
    issuer: z.string(),
    clientId: z.string(),
    userId: z.string(),
    scopeId: z.string(),
    _links: Links,
    _embedded: Embedded.optional(),
  })
  .meta({ id: 'Grant' })

/** A refresh token, without its value (document 3, Refresh token). */
export const RefreshToken = z
  .looseObject({
    id: z.string(),
    status: z.string(),
    created: Timestamp,
    lastUpdated: Timestamp,
    expiresAt: Timestamp,
    issuer: z.string(),
    clientId: z.string(),
    userId: z.string(),
    scopes: z.array(z.string()),
    _links: Links,
    _embedded: Embedded.optional(),
  })
  .meta({ id: 'RefreshToken' })

/** A client for which a user has grants or tokens (document 3, Client Grant object). */
export const ClientGrant = z
  .looseObject({
    client_id: z.string(),
    client_name: z.string(),
    client_uri: z.string().nullable(),
    logo_uri: z.string().nullable(),
    _links: Links,
  })
  .meta({ id: 'ClientGrant' })
