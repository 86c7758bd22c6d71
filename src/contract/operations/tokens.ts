import { z } from 'zod'
import { once } from '../once.ts'
import { listOf, operationsOf } from '../operation.ts'
import { paging, someOf } from '../parameters.ts'
import { RefreshToken } from '../resources/grant.ts'

const { get, remove } = operationsOf('Users, Refresh tokens')
const expand = once(() => someOf('scope'))
const auth = 'token-or-session'

export const tokens = {
  listUserClientTokens: get(
    '/api/v1/users/{userId}/clients/{clientId}/tokens',
    "List a user's refresh tokens for a client",
    {
      query: () => z.object({ ...paging(), expand: expand() }),
      responses: { 200: listOf(RefreshToken) },
      refusals: ['not-found', 'invalid-cursor', 'invalid-limit', 'query-type-mismatch'],
      page: { default: 20, max: 200 },
      auth,
    },
  ),
  getUserClientToken: get(
    '/api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}',
    "Get one of a user's refresh tokens for a client",
    {
      query: () => z.object({ expand: expand() }),
      responses: { 200: RefreshToken },
      refusals: ['not-found'],
      auth,
    },
  ),
  revokeUserClientTokens: remove(
    '/api/v1/users/{userId}/clients/{clientId}/tokens',
    "Revoke a user's refresh tokens for a client",
    {
      responses: { 204: null },
      refusals: ['not-found'],
      auth,
    },
  ),
  revokeUserClientToken: remove(
    '/api/v1/users/{userId}/clients/{clientId}/tokens/{tokenId}',
    "Revoke one of a user's refresh tokens for a client",
    {
      responses: { 204: null },
      refusals: ['not-found'],
      auth,
    },
  ),
}
