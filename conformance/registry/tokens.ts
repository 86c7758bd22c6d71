/** Refresh tokens of a user and client (Users). */
import { clausesIn } from './clause.ts'

const token = clausesIn(
  {
    area: 'tokens',
    document: 3,
    section: 'Refresh token',
    operations: ['listUserClientTokens', 'getUserClientToken'],
    needs: ['refresh-tokens'],
  },
  [
    {
      id: 'tokens.id',
      statement: 'A refresh token carries id, a string.',
      covers: ['property:RefreshToken.id'],
    },
    {
      id: 'tokens.status',
      statement: 'A refresh token carries status, a string.',
      covers: ['property:RefreshToken.status'],
    },
    {
      id: 'tokens.created',
      statement: 'A refresh token carries created, a timestamp.',
      covers: ['property:RefreshToken.created'],
    },
    {
      id: 'tokens.last-updated',
      statement: 'A refresh token carries lastUpdated, a timestamp.',
      covers: ['property:RefreshToken.lastUpdated'],
    },
    {
      id: 'tokens.expires-at',
      statement: 'A refresh token carries expiresAt, a timestamp.',
      covers: ['property:RefreshToken.expiresAt'],
    },
    {
      id: 'tokens.issuer',
      statement: 'A refresh token carries issuer, a string.',
      covers: ['property:RefreshToken.issuer'],
    },
    {
      id: 'tokens.client-id',
      statement: 'A refresh token carries the clientId of the client it was issued to.',
      covers: ['property:RefreshToken.clientId'],
    },
    {
      id: 'tokens.user-id',
      statement: 'A refresh token carries the userId of the user it was issued for.',
      covers: ['property:RefreshToken.userId'],
    },
    {
      id: 'tokens.scopes',
      statement: 'A refresh token carries scopes, an array of strings.',
      covers: ['property:RefreshToken.scopes'],
    },
    {
      id: 'tokens.links.app',
      statement: 'A refresh token carries the link app.',
      covers: ['property:RefreshToken._links', 'link:RefreshToken.app'],
    },
    {
      id: 'tokens.links.self',
      statement: 'A refresh token carries the link self.',
      covers: ['link:RefreshToken.self'],
    },
    {
      id: 'tokens.links.revoke',
      statement: 'A refresh token carries the link revoke, whose hints allow DELETE.',
      covers: ['link:RefreshToken.revoke'],
    },
    {
      id: 'tokens.links.client',
      statement: 'A refresh token carries the link client.',
      covers: ['link:RefreshToken.client'],
    },
    {
      id: 'tokens.links.user',
      statement: 'A refresh token carries the link user.',
      covers: ['link:RefreshToken.user'],
    },
    {
      id: 'tokens.links.authorization-server',
      statement: 'A refresh token carries the link authorizationServer.',
      covers: ['link:RefreshToken.authorizationServer'],
    },
    {
      id: 'tokens.embedded.scopes',
      statement:
        'With expand=scope a refresh token embeds scopes, an array of objects with id, name, displayName, description and a link scope.',
      covers: ['property:RefreshToken._embedded.scopes'],
    },
  ],
)

const operations = clausesIn(
  { area: 'tokens', document: 3, section: 'Refresh tokens', needs: ['refresh-tokens'] },
  [
    {
      id: 'tokens.list.ok',
      statement: 'The refresh tokens of a user and client are an array that holds an issued one.',
      operations: ['listUserClientTokens'],
      covers: ['success:listUserClientTokens'],
    },
    {
      id: 'tokens.list.expand',
      statement: 'The refresh tokens of a user and client embed their scopes with expand=scope.',
      operations: ['listUserClientTokens'],
      covers: ['query:listUserClientTokens.expand'],
    },
    {
      id: 'tokens.list.limit',
      statement: 'limit bounds the number of refresh tokens in a page.',
      operations: ['listUserClientTokens'],
      covers: ['query:listUserClientTokens.limit'],
    },
    {
      id: 'tokens.list.after',
      statement: 'The refresh tokens go on after the cursor of the next link, without one twice.',
      operations: ['listUserClientTokens'],
      covers: ['query:listUserClientTokens.after'],
    },
    {
      id: 'tokens.list.limit-default',
      level: 'may-change',
      statement: 'Without limit a page holds up to 20 refresh tokens, and the largest limit is 200.',
      alsoIn: ['3 Limits'],
      operations: ['listUserClientTokens'],
      reason: 'Default and maximum page sizes may change.',
      covers: ['limit:listUserClientTokens.limit.default', 'limit:listUserClientTokens.limit.max'],
    },
    {
      id: 'tokens.list.unknown-user',
      statement: 'The refresh tokens of an unknown user id are refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      operations: ['listUserClientTokens'],
      needs: [],
      covers: ['unknown-id:listUserClientTokens.userId'],
    },
    {
      id: 'tokens.list.unknown-client',
      level: 'open',
      statement: 'The refresh tokens of a user for an unknown client id are refused, or an empty array.',
      operations: ['listUserClientTokens'],
      needs: [],
      reason: 'An unknown resource id is 404. Whether a client id that narrows a list is one is not stated.',
      covers: ['unknown-id:listUserClientTokens.clientId'],
    },
    {
      id: 'tokens.get.ok',
      statement: 'A refresh token is answered under its id.',
      operations: ['getUserClientToken'],
      covers: ['success:getUserClientToken'],
    },
    {
      id: 'tokens.get.expand',
      statement: 'A refresh token read by id embeds its scopes with expand=scope.',
      operations: ['getUserClientToken'],
      covers: ['query:getUserClientToken.expand'],
    },
    {
      id: 'tokens.get.unknown-user',
      statement: 'A refresh token of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      operations: ['getUserClientToken'],
      needs: [],
      covers: ['unknown-id:getUserClientToken.userId'],
    },
    {
      id: 'tokens.get.unknown-client',
      statement: 'A refresh token under an unknown client id is refused with 404 and E0000007.',
      alsoIn: ['1 Errors'],
      operations: ['getUserClientToken'],
      covers: ['unknown-id:getUserClientToken.clientId'],
    },
    {
      id: 'tokens.get.unknown-token',
      statement: 'An unknown refresh token id is refused with 404 and E0000007.',
      alsoIn: ['1 Errors'],
      operations: ['getUserClientToken'],
      needs: [],
      covers: ['unknown-id:getUserClientToken.tokenId'],
    },
    {
      id: 'tokens.revoke-all.no-content',
      statement: 'All refresh tokens of a user and client are revoked with 204.',
      operations: ['revokeUserClientTokens'],
      covers: ['success:revokeUserClientTokens'],
    },
    {
      id: 'tokens.revoke-all.effect',
      statement: 'After all refresh tokens of a user and client are revoked no such token is ACTIVE.',
      operations: ['revokeUserClientTokens', 'listUserClientTokens'],
    },
    {
      id: 'tokens.revoke-all.access-tokens',
      statement: 'Revoking all refresh tokens revokes the access tokens issued from them.',
      operations: ['revokeUserClientTokens'],
      needs: ['refresh-tokens', 'access-tokens'],
    },
    {
      id: 'tokens.revoke-all.standalone-access-tokens',
      statement: 'Revoking all refresh tokens leaves access tokens that were issued without one.',
      operations: ['revokeUserClientTokens'],
      needs: ['refresh-tokens', 'access-tokens'],
    },
    {
      id: 'tokens.revoke-all.unknown-user',
      statement: 'Revoking the refresh tokens of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      operations: ['revokeUserClientTokens'],
      needs: [],
      covers: ['unknown-id:revokeUserClientTokens.userId'],
    },
    {
      id: 'tokens.revoke-all.unknown-client',
      level: 'open',
      statement:
        'Revoking the refresh tokens of a user for an unknown client id is refused, or has no effect.',
      operations: ['revokeUserClientTokens'],
      needs: [],
      reason: 'An unknown resource id is 404. Whether a client id that narrows a list is one is not stated.',
      covers: ['unknown-id:revokeUserClientTokens.clientId'],
    },
    {
      id: 'tokens.revoke.no-content',
      statement: 'A refresh token is revoked with 204.',
      operations: ['revokeUserClientToken'],
      covers: ['success:revokeUserClientToken'],
    },
    {
      id: 'tokens.revoke.effect',
      statement: 'A revoked refresh token is not ACTIVE any more, and the other ones are.',
      operations: ['revokeUserClientToken', 'listUserClientTokens'],
    },
    {
      id: 'tokens.revoke.access-tokens',
      statement: 'Revoking a refresh token revokes the access tokens issued with it.',
      operations: ['revokeUserClientToken'],
      needs: ['refresh-tokens', 'access-tokens'],
    },
    {
      id: 'tokens.revoke.unknown-user',
      statement: 'Revoking a refresh token of an unknown user id is refused with 404 and E0000007.',
      alsoIn: ['3 Errors'],
      operations: ['revokeUserClientToken'],
      needs: [],
      covers: ['unknown-id:revokeUserClientToken.userId'],
    },
    {
      id: 'tokens.revoke.unknown-client',
      statement: 'Revoking a refresh token under an unknown client id is refused with 404 and E0000007.',
      alsoIn: ['1 Errors'],
      operations: ['revokeUserClientToken'],
      covers: ['unknown-id:revokeUserClientToken.clientId'],
    },
    {
      id: 'tokens.revoke.unknown-token',
      statement: 'Revoking an unknown refresh token id is refused with 404 and E0000007.',
      alsoIn: ['1 Errors'],
      operations: ['revokeUserClientToken'],
      needs: [],
      covers: ['unknown-id:revokeUserClientToken.tokenId'],
    },
  ],
)

export const tokenClauses = [...token, ...operations] as const
