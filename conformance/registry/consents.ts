/** Consent grants of a user, and the clients they were given to (Users, early access). */
import { pageRows } from '../tables/pages.ts'
import {
  grantClientProperties,
  grantProperties,
  shownRequirements,
  tokenProperties,
} from '../tables/shown.ts'
import { unknownGrantIds, unknownIdRequirements, unknownTokenIds } from '../tables/unknown-ids.ts'
import { inOrder, requirementsIn, sharing } from './requirement.ts'

const area = {
  area: 'grants',
  document: 3,
  level: 'edition',
  needs: ['early-access', 'grants'],
} as const
const place = { ...area, section: 'Grant', operations: ['listUserGrants', 'getUserGrant'] } as const

const grant = [
  ...shownRequirements(place, 'grants.*', { record: 'A grant', kind: 'Grant' }, grantProperties),
  ...requirementsIn(place, {
    'grants.embedded.scope': [
      'With expand=scope a grant embeds scope with name, displayName and description.',
      'property:Grant._embedded.scope',
    ],
    'grants.outlive-operations': [
      'A grant stays in force whatever is done to its user, save deactivation, deletion and its own revocation.',
      'updateUser',
      'suspendUser',
      'unsuspendUser',
      'clearUserSessions',
      'changeRecoveryQuestion',
      'needs:early-access',
      'needs:grants',
    ],
    'grants.outlive-tokens': {
      statement: 'A grant is still there after the refresh tokens of its user and client are revoked.',
      operations: ['revokeUserClientTokens', 'getUserGrant'],
      needs: ['early-access', 'grants', 'refresh-tokens'],
    },
    'grants.end': {
      statement: 'A grant ends with the user, client, scope or authorization server it depends on.',
      excluded: 'A run does not deactivate records that it was given, and cannot make its own grants.',
    },
  }),
]

const clientPlace = { ...area, section: 'Client Grant object', operations: ['listUserClients'] } as const

const client = inOrder(
  shownRequirements(
    clientPlace,
    'grants.clients.*',
    { record: 'A client of a user', kind: 'ClientGrant' },
    grantClientProperties,
  ),
  requirementsIn(clientPlace, {
    'grants.clients.client-name-unique': {
      after: 'grants.clients.client-name',
      statement: 'No two clients of a user carry the same client_name.',
      reason: 'It is called unique here and not unique in the client table of Clients.',
      covers: ['unique:ClientGrant.client_name'],
    },
  }),
)

const operationPlace = { ...area, section: 'Grants' } as const

const operations = requirementsIn(operationPlace, {
  'grants.list.ok': [
    'The grants of a user are an array that holds a grant the user gave.',
    'success:listUserGrants',
  ],
  'grants.list.expand': [
    'The grants of a user embed their scopes with expand=scope.',
    'query:listUserGrants.expand',
  ],
  'grants.list.scope-id': [
    'The grants of a user with scopeId are those of that scope and no other.',
    'query:listUserGrants.scopeId',
  ],
  ...pageRows('grants.list'),
  'grants.list.limit-default': {
    level: 'may-change',
    statement: 'Without limit a page holds up to 20 grants, and the largest limit is 200.',
    alsoIn: ['3 Limits'],
    operations: ['listUserGrants', 'listUserClientGrants'],
    reason: 'Default and maximum page sizes may change.',
    covers: [
      'limit:listUserGrants.limit.default',
      'limit:listUserGrants.limit.max',
      'limit:listUserClientGrants.limit.default',
      'limit:listUserClientGrants.limit.max',
    ],
  },
  'grants.list.me': {
    statement: 'The grants of me are listed in a session, without an API token.',
    operations: ['listUserGrants'],
    needs: ['early-access', 'session-cookie'],
  },
  'grants.get.ok': ['A grant is answered under its id.', 'success:getUserGrant'],
  'grants.get.expand': [
    'A grant read by id embeds its scope with expand=scope.',
    'query:getUserGrant.expand',
  ],
  'grants.list-client.ok': [
    'The grants of a user for a client are an array that holds those for that client and no other.',
    'success:listUserClientGrants',
  ],
  'grants.list-client.expand': [
    'The grants of a user for a client embed their scopes with expand=scope.',
    'query:listUserClientGrants.expand',
  ],
  ...pageRows('grants.list-client'),
  'grants.list-client.unknown-client': {
    statement: 'The grants of a user for an unknown client id are refused, or an empty array.',
    needs: ['early-access'],
    reason: 'An unknown resource id is 404. Whether a client id that narrows a list is one is not stated.',
    covers: ['unknown-id:listUserClientGrants.clientId'],
  },
  'grants.revoke-all.no-content': ['All grants of a user are revoked with 204.', 'success:revokeUserGrants'],
  'grants.revoke-all.effect': {
    statement: 'After all grants of a user are revoked no grant is ACTIVE.',
    operations: ['revokeUserGrants', 'listUserGrants'],
  },
  'grants.revoke.no-content': ['A grant is revoked with 204.', 'success:revokeUserGrant'],
  'grants.revoke.effect': {
    statement: 'A revoked grant is not ACTIVE any more, and the other grants of the user are.',
    operations: ['revokeUserGrant', 'listUserGrants'],
  },
  'grants.revoke-client.no-content': [
    'The grants of a user for a client are revoked with 204.',
    'success:revokeUserClientGrants',
  ],
  'grants.revoke-client.effect': {
    statement: 'After the grants for a client are revoked no such grant is ACTIVE.',
    operations: ['revokeUserClientGrants', 'listUserClientGrants'],
  },
  'grants.revoke-client.unknown-client': {
    statement: 'Revoking the grants of a user for an unknown client id is refused, or has no effect.',
    needs: ['early-access'],
    reason: 'An unknown resource id is 404. Whether a client id that narrows a list is one is not stated.',
    covers: ['unknown-id:revokeUserClientGrants.clientId'],
  },
  'grants.clients.ok': [
    'The clients of a user are an array that holds a client for which the user has a grant.',
    'success:listUserClients',
  ],
  'grants.clients.by-token': {
    statement: 'The clients of a user hold a client for which the user has a refresh token.',
    operations: ['listUserClients'],
    needs: ['early-access', 'refresh-tokens'],
  },
})

export const grantRequirements = [
  ...grant,
  ...client,
  ...inOrder(
    operations,
    unknownIdRequirements({ ...operationPlace, needs: ['early-access'] }, unknownGrantIds),
  ),
] as const

const tokenPlace = {
  area: 'tokens',
  document: 3,
  section: 'Refresh token',
  operations: ['listUserClientTokens', 'getUserClientToken'],
  needs: ['refresh-tokens'],
} as const

const token = [
  ...shownRequirements(
    tokenPlace,
    'tokens.*',
    { record: 'A refresh token', kind: 'RefreshToken' },
    tokenProperties,
  ),
  ...requirementsIn(tokenPlace, {
    'tokens.embedded.scopes': [
      'With expand=scope a refresh token embeds scopes, an array of objects with id, name, displayName, description and a link scope.',
      'property:RefreshToken._embedded.scopes',
    ],
  }),
]

const ofTokens = {
  area: 'tokens',
  document: 3,
  section: 'Refresh tokens',
  needs: ['refresh-tokens'],
} as const

const tokenOperations = requirementsIn(ofTokens, {
  'tokens.list.ok': [
    'The refresh tokens of a user and client are an array that holds an issued one.',
    'success:listUserClientTokens',
  ],
  'tokens.list.expand': [
    'The refresh tokens of a user and client embed their scopes with expand=scope.',
    'query:listUserClientTokens.expand',
  ],
  ...pageRows('tokens.list'),
  'tokens.list.limit-default': {
    level: 'may-change',
    statement: 'Without limit a page holds up to 20 refresh tokens, and the largest limit is 200.',
    alsoIn: ['3 Limits'],
    reason: 'Default and maximum page sizes may change.',
    covers: ['limit:listUserClientTokens.limit.default', 'limit:listUserClientTokens.limit.max'],
  },
  'tokens.list.unknown-client': {
    statement: 'The refresh tokens of a user for an unknown client id are refused, or an empty array.',
    needs: [],
    reason: 'An unknown resource id is 404. Whether a client id that narrows a list is one is not stated.',
    covers: ['unknown-id:listUserClientTokens.clientId'],
  },
  'tokens.get.ok': ['A refresh token is answered under its id.', 'success:getUserClientToken'],
  'tokens.get.expand': [
    'A refresh token read by id embeds its scopes with expand=scope.',
    'query:getUserClientToken.expand',
  ],
  'tokens.revoke-all.no-content': [
    'All refresh tokens of a user and client are revoked with 204.',
    'success:revokeUserClientTokens',
  ],
  'tokens.revoke-all.effect': {
    statement: 'After all refresh tokens of a user and client are revoked no such token is ACTIVE.',
    operations: ['revokeUserClientTokens', 'listUserClientTokens'],
  },
  ...sharing({ operations: ['revokeUserClientTokens'], needs: ['refresh-tokens', 'access-tokens'] })({
    'tokens.revoke-all.access-tokens':
      'Revoking all refresh tokens revokes the access tokens issued from them.',
    'tokens.revoke-all.standalone-access-tokens':
      'Revoking all refresh tokens leaves access tokens that were issued without one.',
  }),
  'tokens.revoke-all.unknown-client': {
    statement: 'Revoking the refresh tokens of a user for an unknown client id is refused, or has no effect.',
    needs: [],
    reason: 'An unknown resource id is 404. Whether a client id that narrows a list is one is not stated.',
    covers: ['unknown-id:revokeUserClientTokens.clientId'],
  },
  'tokens.revoke.no-content': ['A refresh token is revoked with 204.', 'success:revokeUserClientToken'],
  'tokens.revoke.effect': {
    statement: 'A revoked refresh token is not ACTIVE any more, and the other ones are.',
    operations: ['revokeUserClientToken', 'listUserClientTokens'],
  },
  'tokens.revoke.access-tokens': {
    statement: 'Revoking a refresh token revokes the access tokens issued with it.',
    operations: ['revokeUserClientToken'],
    needs: ['refresh-tokens', 'access-tokens'],
  },
})

export const tokenRequirements = [
  ...token,
  ...inOrder(tokenOperations, unknownIdRequirements({ ...ofTokens, needs: [] }, unknownTokenIds)),
] as const
