import { check, type Api, type Json } from '../engine/run/check.ts'
import { consentPaths, within } from './support/arrange.ts'
import { readPages } from '../engine/run/paging.ts'

/** The status of each of these refresh tokens, as read by id and as listed; null for a missing one. */
async function statusesOf(api: Api, list: string, ids: readonly string[]): Promise<Json[]> {
  const { items } = await readPages(api, list, {})
  const statuses: Json[] = []
  for (const id of ids) {
    const { status, json } = await api.get(within(list, id))
    const listed: Json = items.find((each) => each?.id === id)?.status
    statuses.push({ read: status < 300 ? json.status : undefined, listed })
  }
  return statuses
}

/**
 * Whether the status after revocation differs from that before, or is missing. The API description names no statuses of
 * refresh tokens, so only the change counts.
 */
function isEnded(before: Json, after: Json): boolean {
  return after.read !== before.read && after.listed !== before.listed
}

function isShown({ read, listed }: Json): boolean {
  return typeof read === 'string' && typeof listed === 'string'
}

check(
  'a revoked refresh token is not in force, and the others are',
  { judges: ['tokens.revoke.no-content', 'tokens.revoke.effect'], needs: ['refresh-tokens'] },
  async ({ api, judge, need, assume }) => {
    const { userId, clientId, tokenIds } = await need('refresh-tokens')
    const { clientTokens: list } = consentPaths(userId, clientId)
    const before = await statusesOf(api, list, tokenIds)
    assume('tokens.status', before.every(isShown), 'the refresh tokens have a status')
    judge('tokens.revoke.no-content').empty(await api.delete(within(list, tokenIds[0])), 204)
    const after = await statusesOf(api, list, tokenIds)
    judge('tokens.revoke.effect').ok(isEnded(before[0], after[0]), 'the revoked one is not in force', after)
    judge('tokens.revoke.effect').equal(after.slice(1), before.slice(1), 'the others are as they were')
  },
)

check(
  'all refresh tokens of a user and client are revoked together',
  { judges: ['tokens.revoke-all.no-content', 'tokens.revoke-all.effect'], needs: ['refresh-tokens'] },
  async ({ api, judge, need, assume }) => {
    const { userId, clientId, tokenIds, other } = await need('refresh-tokens')
    const { clientTokens: list } = consentPaths(userId, clientId)
    const before = await statusesOf(api, list, tokenIds)
    assume('tokens.status', before.every(isShown), 'the refresh tokens have a status')
    const beside = async (): Promise<Json> =>
      other && statusesOf(api, consentPaths(userId, other.clientId).clientTokens, [other.tokenId])
    const besideBefore = await beside()
    judge('tokens.revoke-all.no-content').empty(await api.delete(list), 204)
    const reply = await api.get(list)
    judge('tokens.revoke-all.effect').ok(Array.isArray(reply.body), 'the tokens are a list', reply.body)
    const after = await statusesOf(api, list, tokenIds)
    for (const [index, each] of before.entries())
      judge('tokens.revoke-all.effect').ok(isEnded(each, after[index]), 'none is in force', after)
    if (other !== undefined)
      judge('tokens.revoke-all.effect').equal(await beside(), besideBefore, 'the token of another client')
  },
)

check(
  'all refresh tokens are revoked with the access tokens issued from them, and no others',
  {
    judges: ['tokens.revoke-all.access-tokens', 'tokens.revoke-all.standalone-access-tokens'],
    needs: ['refresh-tokens', 'access-tokens'],
  },
  async ({ api, judge, need, assume }) => {
    const { userId, clientId, issued, standalone, active } = await need('access-tokens')
    assume('tokens.list.ok', await active(issued), 'the access token is good')
    await api.delete(consentPaths(userId, clientId).clientTokens)
    judge('tokens.revoke-all.access-tokens').equal(await active(issued), false, 'the access token is good')
    assume('tokens.list.ok', standalone !== undefined, 'an access token without a refresh token is supplied')
    judge('tokens.revoke-all.standalone-access-tokens').equal(
      await active(String(standalone)),
      true,
      'the access token that was issued alone is good',
    )
  },
)

check(
  'a refresh token is revoked with the access tokens issued with it',
  { judges: ['tokens.revoke.access-tokens'], needs: ['refresh-tokens', 'access-tokens'] },
  async ({ api, judge, need, assume }) => {
    const { userId, clientId, tokenId, issued, active } = await need('access-tokens')
    assume('tokens.list.ok', await active(issued), 'the access token is good')
    await api.delete(within(consentPaths(userId, clientId).clientTokens, tokenId))
    judge('tokens.revoke.access-tokens').equal(await active(issued), false, 'the access token is good')
  },
)
