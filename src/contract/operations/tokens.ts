import { z } from 'zod'
import { once } from '../once.ts'
import { defineOperation } from '../operation.ts'
import { paging, someOf } from '../parameters.ts'
import { RefreshToken } from '../resources/grant.ts'

const source = 'Users, Refresh tokens'
const expand = once(() => someOf('scope'))
const auth = 'token-or-session'

export const tokens = {
  listUserClientTokens: defineOperation({
    method: 'GET',
    path: '/api/v1/users/{userId}/clients/{clientId}/tokens',
    summary: "List a user's refresh tokens for a client",
    source,
    get query() {
      return z.object({ ...paging(), expand: expand() })
    },
    get responses() {
      return { 200: z.array(RefreshToken()) }
    },
    refusals: ['not-found', 'invalid-cursor', 'invalid-limit', 'query-type-mismatch'],
    page: { default: 20, max: 200 },
    auth,
  }),
  getUserClientToken: defineOperation({
    method: 'GET',
    path: '/api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}',
    summary: "Get one of a user's refresh tokens for a client",
    source,
    get query() {
      return z.object({ expand: expand() })
    },
    get responses() {
      return { 200: RefreshToken() }
    },
    refusals: ['not-found'],
    auth,
  }),
  revokeUserClientTokens: defineOperation({
    method: 'DELETE',
    path: '/api/v1/users/{userId}/clients/{clientId}/tokens',
    summary: "Revoke a user's refresh tokens for a client",
    source,
    responses: { 204: null },
    refusals: ['not-found'],
    auth,
  }),
  revokeUserClientToken: defineOperation({
    method: 'DELETE',
    path: '/api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}',
    summary: "Revoke one of a user's refresh tokens for a client",
    source,
    responses: { 204: null },
    refusals: ['not-found'],
    auth,
  }),
}
