/** Refresh tokens of a user and client (Users). */
import { pageRows } from '../tables/pages.ts'
import { shownRequirements, tokenProperties } from '../tables/shown.ts'
import { unknownIdRequirements, unknownTokenIds } from '../tables/unknown-ids.ts'
import { requirementsIn, inOrder, sharing } from './requirement.ts'

const place = {
  area: 'tokens',
  document: 3,
  section: 'Refresh token',
  operations: ['listUserClientTokens', 'getUserClientToken'],
  needs: ['refresh-tokens'],
} as const

const token = [
  ...shownRequirements(
    place,
    'tokens.*',
    { record: 'A refresh token', kind: 'RefreshToken' },
    tokenProperties,
  ),
  ...requirementsIn(place, {
    'tokens.embedded.scopes': [
      'With expand=scope a refresh token embeds scopes, an array of objects with id, name, displayName, description and a link scope.',
      'property:RefreshToken._embedded.scopes',
    ],
  }),
]

const operationPlace = {
  area: 'tokens',
  document: 3,
  section: 'Refresh tokens',
  needs: ['refresh-tokens'],
} as const

const operations = requirementsIn(operationPlace, {
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
  ...inOrder(operations, unknownIdRequirements({ ...operationPlace, needs: [] }, unknownTokenIds)),
] as const
