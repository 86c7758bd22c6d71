import { listOf, operationsOf } from '../operation.ts'
import { paging, parameters, someOf, text } from '../parameters.ts'
import { ClientGrant, Grant } from '../resources/grant.ts'

const { get, remove } = operationsOf('Users, Grants')
const expand = someOf('scope')
const page = { default: 20, max: 200 } as const
const auth = 'token-or-session'
const edition = 'early-access'
const revoking = { responses: { 204: null }, auth, edition } as const
const path = '/api/v1/users/{userId}/grants'
const ofClient = '/api/v1/users/{userId}/clients/{clientId}/grants'

export const grants = {
  listUserGrants: get(path, "List a user's grants", {
    query: parameters(() => ({ ...paging, expand, scopeId: text })),
    responses: { 200: listOf(Grant) },
    page,
    auth,
    edition,
  }),
  getUserGrant: get(`${path}/{grantId}`, 'Get one of the grants of a user', {
    query: parameters(() => ({ expand })),
    responses: { 200: Grant },
    auth,
    edition,
  }),
  listUserClientGrants: get(ofClient, "List a user's grants for a client", {
    query: parameters(() => ({ ...paging, expand })),
    responses: { 200: listOf(Grant) },
    page,
    auth,
    edition,
  }),
  revokeUserGrants: remove(path, "Revoke all of a user's grants", revoking),
  revokeUserGrant: remove(`${path}/{grantId}`, 'Revoke one of the grants of a user', revoking),
  revokeUserClientGrants: remove(ofClient, "Revoke a user's grants for a client", revoking),
  listUserClients: get(
    '/api/v1/users/{userId}/clients',
    'List the clients for which a user has grants or tokens',
    { responses: { 200: listOf(ClientGrant) }, auth, edition },
  ),
}
