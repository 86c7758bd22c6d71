/** Which grant types go with which application type (Clients, Client Application). */
import { clientGrantRequirements as grantRequirements } from '../tables/grant-types.ts'
import { inOrder, requirementsIn } from './requirement.ts'
import { requiredRows } from '../tables/required.ts'
import { pageRows, pageSize } from '../tables/pages.ts'

const place = {
  area: 'clients',
  document: 1,
  section: 'Client Application',
  operations: ['registerClient'],
} as const

const values = requirementsIn(place, {
  'clients.grant-types.device-code': {
    statement: 'Some application type may hold the device code grant.',
    reason: 'It is among the values, and in no row of the table of valid grant types.',
    covers: ['enum:Client.grant_types.device_code'],
  },
  'clients.grant-types.token-exchange': {
    statement: 'Some application type may hold the token exchange grant.',
    reason: 'It is among the values, and in no row of the table of valid grant types.',
    covers: ['enum:Client.grant_types.token-exchange'],
  },
  'clients.grant-types.interaction-code': {
    needs: ['newer-engine'],
    statement: 'Some application type may hold the interaction code grant.',
    reason: 'It is among the values, and in no row of the table of valid grant types.',
    covers: ['enum:Client.grant_types.interaction_code'],
  },
})

export const clientGrantTypeRequirements = [
  ...values,
  ...inOrder(
    grantRequirements(place),
    requirementsIn(place, {
      'clients.grant-types.service.oauth-only': {
        statement: 'A service client is kept to flows without OpenID Connect.',
        reason: 'Which registration that rules out, for example response type id_token, is not stated.',
        covers: ['grant:service.requires.oauth'],
      },
    }),
  ),
]

export const clientKeyRequirements = requirementsIn(
  { area: 'clients', document: 1, section: 'JSON Web Key Set', operations: ['registerClient'] },
  {
    'clients.jwks.keys': ['The jwks of a client carries an array keys.', 'property:JsonWebKeySet.keys'],
    'clients.jwks.keys-only': {
      statement: 'A key set with another attribute than keys is refused or stripped.',
      reason: 'The set is said to have exactly one attribute; what happens to another is not stated.',
    },
    'clients.jwks.keys-null': {
      statement: 'A key set whose keys are null is accepted.',
      reason: 'keys is nullable, but what a key set without keys means for a client is not stated.',
      covers: ['null:JsonWebKeySet.keys'],
    },
    'clients.jwks.writable': {
      statement: 'An update with another key set replaces the keys of the client.',
      operations: ['updateClient'],
    },
    'clients.jwks.purpose': {
      statement: 'The public keys verify client authentication and signed authorize request objects.',
      excluded: 'The token and authorize endpoints are not described.',
    },
    'clients.jwks.kty.rsa': [
      'An RSA key comes back with the kty, kid, e and n it was given.',
      'property:JsonWebKey.kty',
      'property:JsonWebKey.kid',
      'property:JsonWebKey.e',
      'property:JsonWebKey.n',
      'enum:JsonWebKey.kty.RSA',
    ],
    'clients.jwks.kty.ec': [
      'An EC key comes back with the kty, kid, x and y it was given.',
      'property:JsonWebKey.x',
      'property:JsonWebKey.y',
      'enum:JsonWebKey.kty.EC',
    ],
    ...requiredRows('clients.jwks.kty'),
    'clients.jwks.kty.unknown':
      'A registration with a key of another kty than RSA and EC never yields a client that carries it.',
    'clients.jwks.kid.unique': [
      'A registration with two keys of the same kid is refused.',
      'unique:JsonWebKey.kid',
    ],
    'clients.jwks.kid.null-single': [
      'A key set of one key whose kid is null is accepted.',
      'null:JsonWebKey.kid',
    ],
    'clients.jwks.kid.null-several': 'A key set of two keys, one with a null kid, is refused.',
    ...requiredRows('clients.jwks.rsa'),
    ...requiredRows('clients.jwks.ec'),
    'clients.jwks.use': [
      'Each key that comes back carries use, a string or null.',
      'property:JsonWebKey.use',
      'null:JsonWebKey.use',
    ],
  },
)

const register = requirementsIn(
  { area: 'clients', document: 1, section: 'POST /oauth2/v1/clients', operations: ['registerClient'] },
  {
    'clients.register.created': [
      'A registration is answered with 201 and the client.',
      'success:registerClient',
    ],
    'clients.register.stored': {
      statement:
        'A registered client is found again under the client_id of the reply, with the same settings.',
      operations: ['registerClient', 'getClient'],
    },
    'clients.register.all-settings': 'The reply to a registration carries every setting that was sent.',
    'clients.register.service-jwks':
      'A service client with private_key_jwt, response type token and a jwks is registered.',
    'clients.register.service-jwks-uri': {
      level: 'edition',
      needs: ['jwks-uri'],
      statement: 'A service client with private_key_jwt, response type token and a jwks_uri is registered.',
    },
    'clients.register.read-only-not-sent': {
      level: 'caller',
      statement:
        'A caller does not send client_id_issued_at, client_secret or client_secret_expires_at on registration.',
      reason: 'It binds the caller; whether a server refuses or ignores them is not stated.',
    },
  },
)

const list = requirementsIn(
  { area: 'clients', document: 1, section: 'GET /oauth2/v1/clients', operations: ['listClients'] },
  {
    'clients.list.ok': [
      'The list of clients is answered with 200 and an array that holds a registered client.',
      'success:listClients',
    ],
    'clients.list.no-secret': 'No item of the list of clients carries a client_secret value.',
    ...pageRows('clients.list'),
    'clients.list.links':
      'The list of clients carries a self link, and a next link when more clients follow.',
    'clients.list.limit-default': pageSize(
      'listClients.limit.default',
      'Without limit a page holds up to 20 clients.',
      '1 Limits',
    ),
    'clients.list.limit-maximum': pageSize(
      'listClients.limit.max',
      'The largest limit is 200 clients.',
      '1 Limits',
    ),
    'clients.list.q': ['q with the whole client_name of a client finds it.', 'query:listClients.q'],
    'clients.list.q-excludes': 'q leaves out clients whose client_name has nothing in common with it.',
    'clients.list.q-starts-with': {
      level: 'may-change',
      statement: 'q matches the start of client_name.',
      reason: 'The matching strategy may change.',
    },
    'clients.list.expires-at-absent': {
      statement: 'Items of the list may leave out client_secret_expires_at.',
      excluded: 'It permits either, so nothing can break it.',
    },
  },
)

const get = requirementsIn(
  { area: 'clients', document: 1, section: 'GET /oauth2/v1/clients/{clientId}', operations: ['getClient'] },
  {
    'clients.get.ok': ['A client is answered with 200 under its client_id.', 'success:getClient'],
    'clients.get.no-secret': 'A client read by id carries no client_secret value.',
    'clients.get.unknown': {
      statement: 'An unknown client id is refused with 401 and error invalid_client.',
      alsoIn: ['1 Errors'],
      covers: ['unknown-id:getClient.clientId', 'error:unknown-client-get'],
    },
  },
)

const update = requirementsIn(
  {
    area: 'clients',
    document: 1,
    section: 'PUT /oauth2/v1/clients/{clientId}',
    operations: ['updateClient'],
  },
  {
    'clients.update.ok': [
      'A full update is answered with 200 and the client with its new settings.',
      'success:updateClient',
    ],
    'clients.update.stored': {
      statement: 'The settings of a full update are read back afterwards.',
      operations: ['updateClient', 'getClient'],
    },
    'clients.update.client-id-allowed': 'A full update may include the client_id of the client.',
    'clients.update.secret-returned':
      'The reply to an update of a confidential client carries its client_secret.',
    'clients.update.secret-none':
      'The reply to an update of a client without a secret carries no client_secret value.',
    'clients.update.secret-kept': {
      statement: 'An update leaves the client_secret as it was.',
      reason: 'Only newSecret is said to make another secret; that an update keeps it is not said.',
    },
    'clients.update.partial': 'An update that holds client_name and nothing else fails and changes nothing.',
    ...requiredRows('clients.update'),
    'clients.update.missing-optional': {
      statement: 'An update that leaves out a setting whose value is null fails.',
      reason: 'The endpoint speaks of any missing setting, the error table of a required one.',
    },
    'clients.update.clears': {
      statement: 'An update that sends logo_uri null takes the logo_uri away.',
      operations: ['updateClient', 'getClient'],
    },
    'clients.update.read-only-sent': {
      statement:
        'An update that includes client_secret, client_secret_expires_at or client_id_issued_at is refused or ignores them.',
      reason: 'They must not be included; the answer when they are is not stated.',
    },
    'clients.update.secret-not-chosen':
      'A client_secret sent in an update never becomes the secret of the client.',
    'clients.update.unknown': [
      'An update of an unknown client id is refused.',
      'unknown-id:updateClient.clientId',
    ],
    'clients.update.unknown-code': {
      statement: 'The error of an update of an unknown client id is 401 invalid_client or 404.',
      reason: 'The error table names get and delete for the one and unknown ids at large for the other.',
    },
  },
)

const newSecret = requirementsIn(
  {
    area: 'clients',
    document: 1,
    section: 'POST /oauth2/v1/clients/{clientId}/lifecycle/newSecret',
    operations: ['newClientSecret'],
  },
  {
    'clients.new-secret.ok': [
      'newSecret without a body is answered with 200, the client and a client_secret.',
      'success:newClientSecret',
    ],
    'clients.new-secret.differs': 'The client_secret after newSecret differs from the one before.',
    'clients.new-secret.settings-kept': 'newSecret leaves all settings of the client as they were.',
    'clients.new-secret.basic': 'newSecret works for a client with client_secret_basic.',
    'clients.new-secret.post': 'newSecret works for a client with client_secret_post.',
    'clients.new-secret.none':
      'newSecret gives no client_secret to a client with token_endpoint_auth_method none.',
    'clients.new-secret.private-key': 'newSecret gives no client_secret to a client with private_key_jwt.',
    'clients.new-secret.jwt': {
      statement: 'newSecret gives no client_secret to a client with client_secret_jwt.',
      reason: 'It is said to apply to post and basic only, while this method also needs a secret.',
    },
    'clients.new-secret.unknown': {
      statement:
        'newSecret for an unknown client id is refused with 404 and E0000007, in the platform style.',
      alsoIn: ['1 Errors'],
      covers: ['unknown-id:newClientSecret.clientId', 'error:unknown-client-new-secret'],
    },
  },
)

const remove = requirementsIn(
  {
    area: 'clients',
    document: 1,
    section: 'DELETE /oauth2/v1/clients/{clientId}',
    operations: ['deleteClient'],
  },
  {
    'clients.delete.no-content': ['A client is deleted with 204 and no body.', 'success:deleteClient'],
    'clients.delete.gone': {
      statement: 'A deleted client is neither read by id nor listed any more.',
      operations: ['deleteClient', 'getClient', 'listClients'],
    },
    'clients.delete.unknown': {
      statement: 'Deletion of an unknown client id is refused with 401 and error invalid_client.',
      alsoIn: ['1 Errors'],
      covers: ['unknown-id:deleteClient.clientId', 'error:unknown-client-delete'],
    },
  },
)

const states = requirementsIn(
  { area: 'clients', document: 1, section: 'States and transitions' },
  {
    'clients.states': {
      statement: 'Clients have states and transitions.',
      reason: 'They carry no status; states and transitions are not shown.',
    },
  },
)

const roles = requirementsIn(
  { area: 'clients', document: 1, section: 'Role assignment operations for clients' },
  {
    'clients.roles': {
      statement: 'Roles are assigned to clients in some way.',
      reason: 'Not shown.',
    },
  },
)

export const clientOperationRequirements = [
  ...register,
  ...list,
  ...get,
  ...update,
  ...newSecret,
  ...remove,
  ...states,
  ...roles,
] as const
