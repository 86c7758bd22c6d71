import { z } from 'zod'
import { once } from '../once.ts'
import { defineOperation } from '../operation.ts'
import { paging, someOf, text } from '../parameters.ts'
import { ClientGrant, Grant } from '../resources/grant.ts'

const source = 'Users, Grants'
const expand = once(() => someOf('scope'))
const page = { default: 20, max: 200 } as const
const paged = ['not-found', 'invalid-cursor', 'invalid-limit', 'query-type-mismatch'] as const
const auth = 'token-or-session'
const edition = 'early-access'

export const grants = {
  listUserGrants: defineOperation({
    method: 'GET',
    path: '/api/v1/users/{userId}/grants',
    summary: "List a user's grants",
    source,
    get query() {
      return z.object({ ...paging(), expand: expand(), scopeId: text() })
    },
    get responses() {
      return { 200: z.array(Grant()) }
    },
    refusals: paged,
    page,
    auth,
    edition,
  }),
  getUserGrant: defineOperation({
    method: 'GET',
    path: '/api/v1/users/{userId}/grants/{grantId}',
    summary: 'Get one of the grants of a user',
    source,
    get query() {
      return z.object({ expand: expand() })
    },
    get responses() {
      return { 200: Grant() }
    },
    refusals: ['not-found'],
    auth,
    edition,
  }),
  listUserClientGrants: defineOperation({
    method: 'GET',
    path: '/api/v1/users/{userId}/clients/{clientId}/grants',
    summary: "List a user's grants for a client",
    source,
    get query() {
      return z.object({ ...paging(), expand: expand() })
    },
    get responses() {
      return { 200: z.array(Grant()) }
    },
    refusals: paged,
    page,
    auth,
    edition,
  }),
  revokeUserGrants: defineOperation({
    method: 'DELETE',
    path: '/api/v1/users/{userId}/grants',
    summary: "Revoke all of a user's grants",
    source,
    responses: { 204: null },
    refusals: ['not-found'],
    auth,
    edition,
  }),
  revokeUserGrant: defineOperation({
    method: 'DELETE',
    path: '/api/v1/users/{userId}/grants/{grantId}',
    summary: 'Revoke one of the grants of a user',
    source,
    responses: { 204: null },
    refusals: ['not-found'],
    auth,
    edition,
  }),
  revokeUserClientGrants: defineOperation({
    method: 'DELETE',
    path: '/api/v1/users/{userId}/clients/{clientId}/grants',
    summary: "Revoke a user's grants for a client",
    source,
    responses: { 204: null },
    refusals: ['not-found'],
    auth,
    edition,
  }),
  listUserClients: defineOperation({
    method: 'GET',
    path: '/api/v1/users/{userId}/clients',
    summary: 'List the clients for which a user has grants or tokens',
    source,
    get responses() {
      return { 200: z.array(ClientGrant()) }
    },
    refusals: ['not-found'],
    auth,
    edition,
  }),
}
