import { listOf, operationsOf } from '../operation.ts'
import { paging, parameters, text } from '../parameters.ts'
import { Client, ClientInput, ClientUpdateInput, ClientWithSecret } from '../resources/client.ts'

const { get, post, put, remove } = operationsOf('Clients, Endpoints')
const charset = 'UTF-8'

export const clients = {
  registerClient: post('/oauth2/v1/clients', 'Register a client', {
    body: ClientInput,
    responses: { 201: ClientWithSecret },
    errorFormat: 'oauth',
    charset,
  }),
  listClients: get('/oauth2/v1/clients', 'List clients', {
    query: parameters(() => ({ ...paging, q: text })),
    responses: { 200: listOf(Client) },
    errorFormat: 'oauth',
    charset,
    page: { default: 20, max: 200 },
  }),
  getClient: get('/oauth2/v1/clients/{clientId}', 'Get a client', {
    responses: { 200: Client },
    errorFormat: 'oauth',
    charset,
  }),
  updateClient: put('/oauth2/v1/clients/{clientId}', 'Replace the settings of a client', {
    body: ClientUpdateInput,
    responses: { 200: ClientWithSecret },
    errorFormat: 'oauth',
    charset,
  }),
  newClientSecret: post(
    '/oauth2/v1/clients/{clientId}/lifecycle/newSecret',
    'Generate a new secret for a client',
    {
      responses: { 200: ClientWithSecret },
      refusals: ['secret-not-applicable'],
      charset,
    },
  ),
  deleteClient: remove('/oauth2/v1/clients/{clientId}', 'Delete a client', {
    responses: { 204: null },
    errorFormat: 'oauth',
    charset,
  }),
}
