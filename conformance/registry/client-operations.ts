/** The six operations on clients, and what stays open about them (Clients). */
import { clausesIn } from './clause.ts'

const register = clausesIn(
  { area: 'clients', document: 1, section: 'POST /oauth2/v1/clients', operations: ['registerClient'] },
  [
    {
      id: 'clients.register.created',
      statement: 'A registration is answered with 201 and the client.',
      covers: ['success:registerClient'],
    },
    {
      id: 'clients.register.stored',
      statement:
        'A registered client is found again under the client_id of the reply, with the same settings.',
      operations: ['registerClient', 'getClient'],
    },
    {
      id: 'clients.register.all-settings',
      statement: 'The reply to a registration carries every setting that was sent.',
    },
    {
      id: 'clients.register.service-jwks',
      statement: 'A service client with private_key_jwt, response type token and a jwks is registered.',
    },
    {
      id: 'clients.register.service-jwks-uri',
      level: 'edition',
      needs: ['jwks-uri'],
      statement: 'A service client with private_key_jwt, response type token and a jwks_uri is registered.',
    },
    {
      id: 'clients.register.read-only-not-sent',
      level: 'caller',
      statement:
        'A caller does not send client_id_issued_at, client_secret or client_secret_expires_at on registration.',
      reason: 'It binds the caller; whether a server refuses or ignores them is not stated.',
    },
  ],
)

const list = clausesIn(
  { area: 'clients', document: 1, section: 'GET /oauth2/v1/clients', operations: ['listClients'] },
  [
    {
      id: 'clients.list.ok',
      statement: 'The list of clients is answered with 200 and an array that holds a registered client.',
      covers: ['success:listClients'],
    },
    {
      id: 'clients.list.no-secret',
      statement: 'No item of the list of clients carries a client_secret value.',
    },
    {
      id: 'clients.list.after',
      statement: 'The list of clients goes on after the cursor of its next link, without an item twice.',
      covers: ['query:listClients.after'],
    },
    {
      id: 'clients.list.limit',
      statement: 'limit bounds the number of clients in a page.',
      covers: ['query:listClients.limit'],
    },
    {
      id: 'clients.list.links',
      statement: 'The list of clients carries a self link, and a next link when more clients follow.',
    },
    {
      id: 'clients.list.limit-default',
      level: 'may-change',
      statement: 'Without limit a page holds up to 20 clients.',
      alsoIn: ['1 Limits'],
      reason: 'Default page sizes may change.',
      covers: ['limit:listClients.limit.default'],
    },
    {
      id: 'clients.list.limit-maximum',
      level: 'may-change',
      statement: 'The largest limit is 200 clients.',
      alsoIn: ['1 Limits'],
      reason: 'Maximum page sizes may change.',
      covers: ['limit:listClients.limit.max'],
    },
    {
      id: 'clients.list.q',
      statement: 'q with the whole client_name of a client finds it.',
      covers: ['query:listClients.q'],
    },
    {
      id: 'clients.list.q-excludes',
      statement: 'q leaves out clients whose client_name has nothing in common with it.',
    },
    {
      id: 'clients.list.q-starts-with',
      level: 'may-change',
      statement: 'q matches the start of client_name.',
      reason: 'The matching strategy may change.',
    },
    {
      id: 'clients.list.expires-at-absent',
      statement: 'Items of the list may leave out client_secret_expires_at.',
      excluded: 'It permits either, so nothing can break it.',
    },
  ],
)

const get = clausesIn(
  { area: 'clients', document: 1, section: 'GET /oauth2/v1/clients/{clientId}', operations: ['getClient'] },
  [
    {
      id: 'clients.get.ok',
      statement: 'A client is answered with 200 under its client_id.',
      covers: ['success:getClient'],
    },
    {
      id: 'clients.get.no-secret',
      statement: 'A client read by id carries no client_secret value.',
    },
    {
      id: 'clients.get.unknown',
      statement: 'An unknown client id is refused with 401 and error invalid_client.',
      alsoIn: ['1 Errors'],
      covers: ['unknown-id:getClient.clientId', 'error:unknown-client-get'],
    },
  ],
)

const update = clausesIn(
  {
    area: 'clients',
    document: 1,
    section: 'PUT /oauth2/v1/clients/{clientId}',
    operations: ['updateClient'],
  },
  [
    {
      id: 'clients.update.ok',
      statement: 'A full update is answered with 200 and the client with its new settings.',
      covers: ['success:updateClient'],
    },
    {
      id: 'clients.update.stored',
      statement: 'The settings of a full update are read back afterwards.',
      operations: ['updateClient', 'getClient'],
    },
    {
      id: 'clients.update.client-id-allowed',
      statement: 'A full update may include the client_id of the client.',
    },
    {
      id: 'clients.update.secret-returned',
      statement: 'The reply to an update of a confidential client carries its client_secret.',
    },
    {
      id: 'clients.update.secret-none',
      statement: 'The reply to an update of a client without a secret carries no client_secret value.',
    },
    {
      id: 'clients.update.secret-kept',
      level: 'open',
      statement: 'An update leaves the client_secret as it was.',
      reason: 'Only newSecret is said to make another secret; that an update keeps it is not said.',
    },
    {
      id: 'clients.update.partial',
      statement: 'An update that holds client_name and nothing else fails and changes nothing.',
    },
    {
      id: 'clients.update.missing-name',
      statement:
        'An update without client_name is refused with 400 and error invalid_client_metadata, and changes nothing.',
      alsoIn: ['1 Errors'],
      covers: ['error:client-update-missing-setting', 'input:updateClient.client_name'],
    },
    {
      id: 'clients.update.missing-redirect-uris',
      statement: 'An update of a web client without redirect_uris fails and changes nothing.',
    },
    {
      id: 'clients.update.missing-response-types',
      statement: 'An update of a web client without response_types fails and changes nothing.',
    },
    {
      id: 'clients.update.missing-grant-types',
      statement: 'An update of a web client without grant_types fails and changes nothing.',
    },
    {
      id: 'clients.update.missing-auth-method',
      statement: 'An update of a web client without token_endpoint_auth_method fails and changes nothing.',
    },
    {
      id: 'clients.update.missing-optional',
      level: 'open',
      statement: 'An update that leaves out a setting whose value is null fails.',
      reason: 'The endpoint speaks of any missing setting, the error table of a required one.',
    },
    {
      id: 'clients.update.clears',
      statement: 'An update that sends logo_uri null takes the logo_uri away.',
      operations: ['updateClient', 'getClient'],
    },
    {
      id: 'clients.update.read-only-sent',
      level: 'open',
      statement:
        'An update that includes client_secret, client_secret_expires_at or client_id_issued_at is refused or ignores them.',
      reason: 'They must not be included; the answer when they are is not stated.',
    },
    {
      id: 'clients.update.secret-not-chosen',
      statement: 'A client_secret sent in an update never becomes the secret of the client.',
    },
    {
      id: 'clients.update.unknown',
      statement: 'An update of an unknown client id is refused.',
      covers: ['unknown-id:updateClient.clientId'],
    },
    {
      id: 'clients.update.unknown-code',
      level: 'open',
      statement: 'The error of an update of an unknown client id is 401 invalid_client or 404.',
      reason: 'The error table names get and delete for the one and unknown ids at large for the other.',
    },
  ],
)

const newSecret = clausesIn(
  {
    area: 'clients',
    document: 1,
    section: 'POST /oauth2/v1/clients/{clientId}/lifecycle/newSecret',
    operations: ['newClientSecret'],
  },
  [
    {
      id: 'clients.new-secret.ok',
      statement: 'newSecret without a body is answered with 200, the client and a client_secret.',
      covers: ['success:newClientSecret'],
    },
    {
      id: 'clients.new-secret.differs',
      statement: 'The client_secret after newSecret differs from the one before.',
    },
    {
      id: 'clients.new-secret.settings-kept',
      statement: 'newSecret leaves all settings of the client as they were.',
    },
    {
      id: 'clients.new-secret.basic',
      statement: 'newSecret works for a client with client_secret_basic.',
    },
    {
      id: 'clients.new-secret.post',
      statement: 'newSecret works for a client with client_secret_post.',
    },
    {
      id: 'clients.new-secret.none',
      statement: 'newSecret gives no client_secret to a client with token_endpoint_auth_method none.',
    },
    {
      id: 'clients.new-secret.private-key',
      statement: 'newSecret gives no client_secret to a client with private_key_jwt.',
    },
    {
      id: 'clients.new-secret.jwt',
      level: 'open',
      statement: 'newSecret gives no client_secret to a client with client_secret_jwt.',
      reason: 'It is said to apply to post and basic only, while this method also needs a secret.',
    },
    {
      id: 'clients.new-secret.unknown',
      statement:
        'newSecret for an unknown client id is refused with 404 and E0000007, in the platform style.',
      alsoIn: ['1 Errors'],
      covers: ['unknown-id:newClientSecret.clientId', 'error:unknown-client-new-secret'],
    },
  ],
)

const remove = clausesIn(
  {
    area: 'clients',
    document: 1,
    section: 'DELETE /oauth2/v1/clients/{clientId}',
    operations: ['deleteClient'],
  },
  [
    {
      id: 'clients.delete.no-content',
      statement: 'A client is deleted with 204 and no body.',
      covers: ['success:deleteClient'],
    },
    {
      id: 'clients.delete.gone',
      statement: 'A deleted client is neither read by id nor listed any more.',
      operations: ['deleteClient', 'getClient', 'listClients'],
    },
    {
      id: 'clients.delete.unknown',
      statement: 'Deletion of an unknown client id is refused with 401 and error invalid_client.',
      alsoIn: ['1 Errors'],
      covers: ['unknown-id:deleteClient.clientId', 'error:unknown-client-delete'],
    },
  ],
)

const states = clausesIn({ area: 'clients', document: 1, section: 'States and transitions' }, [
  {
    id: 'clients.states',
    level: 'open',
    statement: 'Clients have states and transitions.',
    reason: 'They carry no status; states and transitions are not shown.',
  },
])

const roles = clausesIn({ area: 'clients', document: 1, section: 'Role assignment operations for clients' }, [
  {
    id: 'clients.roles',
    level: 'open',
    statement: 'Roles are assigned to clients in some way.',
    reason: 'Not shown.',
  },
])

export const clientOperationClauses = [
  ...register,
  ...list,
  ...get,
  ...update,
  ...newSecret,
  ...remove,
  ...states,
  ...roles,
] as const
