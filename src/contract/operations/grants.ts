import { z } from 'zod'
import { once } from '../once.ts'
import { listOf, operationsOf } from '../operation.ts'
import { paging, someOf, text } from '../parameters.ts'
import { ClientGrant, Grant } from '../resources/grant.ts'

const { get, remove } = operationsOf('Users, Grants')
const expand = once(() => someOf('scope'))
const page = { default: 20, max: 200 } as const
const paged = ['not-found', 'invalid-cursor', 'invalid-limit', 'query-type-mismatch'] as const
const auth = 'token-or-session'
const edition = 'early-access'

export const grants = {
  listUserGrants: get('/api/v1/users/{userId}/grants', "List a user's grants", {
    query: () => z.object({ ...paging(), expand: expand(), scopeId: text() }),
    responses: { 200: listOf(Grant) },
    refusals: paged,
    page,
    auth,
    edition,
  }),
  getUserGrant: get('/api/v1/users/{userId}/grants/{grantId}', 'Get one of the grants of a user', {
    query: () => z.object({ expand: expand() }),
    responses: { 200: Grant },
    refusals: ['not-found'],
    auth,
    edition,
  }),
  listUserClientGrants: get(
    '/api/v1/users/{userId}/clients/{clientId}/grants',
    "List a user's grants for a client",
    {
      query: () => z.object({ ...paging(), expand: expand() }),
      responses: { 200: listOf(Grant) },
      refusals: paged,
      page,
      auth,
      edition,
    },
  ),
  revokeUserGrants: remove('/api/v1/users/{userId}/grants', "Revoke all of a user's grants", {
    responses: { 204: null },
    refusals: ['not-found'],
    auth,
    edition,
  }),
  revokeUserGrant: remove('/api/v1/users/{userId}/grants/{grantId}', 'Revoke one of the grants of a user', {
    responses: { 204: null },
    refusals: ['not-found'],
    auth,
    edition,
  }),
  revokeUserClientGrants: remove(
    '/api/v1/users/{userId}/clients/{clientId}/grants',
    "Revoke a user's grants for a client",
    {
      responses: { 204: null },
      refusals: ['not-found'],
      auth,
      edition,
    },
  ),
  listUserClients: get(
    '/api/v1/users/{userId}/clients',
    'List the clients for which a user has grants or tokens',
    {
      responses: { 200: listOf(ClientGrant) },
      refusals: ['not-found'],
      auth,
      edition,
    },
  ),
}
