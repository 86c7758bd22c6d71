import { listOf, operationsOf } from '../operation.ts'
import { paging, parameters, someOf } from '../parameters.ts'
import { RefreshToken } from '../resources/grant.ts'

const { get, remove } = operationsOf('Users, Refresh tokens')
const expand = someOf('scope')
const auth = 'token-or-session'
const revoking = { responses: { 204: null }, auth } as const
const path = '/api/v1/users/{userId}/clients/{clientId}/tokens'

export const tokens = {
  listUserClientTokens: get(path, "List a user's refresh tokens for a client", {
    query: parameters(() => ({ ...paging, expand })),
    responses: { 200: listOf(RefreshToken) },
    page: { default: 20, max: 200 },
    auth,
  }),
  getUserClientToken: get(`${path}/{tokenId}`, "Get one of a user's refresh tokens for a client", {
    query: parameters(() => ({ expand })),
    responses: { 200: RefreshToken },
    auth,
  }),
  revokeUserClientTokens: remove(path, "Revoke a user's refresh tokens for a client", revoking),
  revokeUserClientToken: remove(
    `${path}/{tokenId}`,
    "Revoke one of a user's refresh tokens for a client",
    revoking,
  ),
}
