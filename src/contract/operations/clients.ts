import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { paging, text } from '../parameters.ts'
import { Client, ClientInput, ClientUpdateInput, ClientWithSecret } from '../resources/client.ts'

const source = 'Clients, Endpoints'
const charset = 'UTF-8'

export const clients = {
  registerClient: defineOperation({
    method: 'POST',
    path: '/oauth2/v1/clients',
    summary: 'Register a client',
    source,
    get body() {
      return ClientInput()
    },
    get responses() {
      return { 201: ClientWithSecret() }
    },
    refusals: ['invalid-client-metadata', 'invalid-redirect-uri'],
    dialect: 'oauth',
    charset,
  }),
  listClients: defineOperation({
    method: 'GET',
    path: '/oauth2/v1/clients',
    summary: 'List clients',
    source,
    get query() {
      return z.object({ ...paging(), q: text() })
    },
    get responses() {
      return { 200: z.array(Client()) }
    },
    refusals: ['invalid-cursor', 'invalid-limit', 'query-type-mismatch'],
    dialect: 'oauth',
    charset,
    page: { default: 20, max: 200 },
  }),
  getClient: defineOperation({
    method: 'GET',
    path: '/oauth2/v1/clients/{clientId}',
    summary: 'Get a client',
    source,
    get responses() {
      return { 200: Client() }
    },
    refusals: ['invalid-client'],
    dialect: 'oauth',
    charset,
  }),
  updateClient: defineOperation({
    method: 'PUT',
    path: '/oauth2/v1/clients/{clientId}',
    summary: 'Replace the settings of a client',
    source,
    get body() {
      return ClientUpdateInput()
    },
    get responses() {
      return { 200: ClientWithSecret() }
    },
    refusals: ['invalid-client', 'invalid-client-metadata', 'invalid-redirect-uri'],
    dialect: 'oauth',
    charset,
  }),
  newClientSecret: defineOperation({
    method: 'POST',
    path: '/oauth2/v1/clients/{clientId}/lifecycle/newSecret',
    summary: 'Generate a new secret for a client',
    source,
    get responses() {
      return { 200: ClientWithSecret() }
    },
    refusals: ['not-found', 'secret-not-applicable'],
    charset,
  }),
  deleteClient: defineOperation({
    method: 'DELETE',
    path: '/oauth2/v1/clients/{clientId}',
    summary: 'Delete a client',
    source,
    responses: { 204: null },
    refusals: ['invalid-client'],
    dialect: 'oauth',
    charset,
  }),
}
