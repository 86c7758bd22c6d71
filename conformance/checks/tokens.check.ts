import { a, check, type Api, type Json } from '../engine/run/check.ts'
import { textOrNull } from '../tables/forms.ts'
import { demandsOf, tokenProperties } from '../tables/shown.ts'
import { consentPaths, within } from './support/arrange.ts'
import { readPages } from '../engine/run/api.ts'

const href = { href: a.string }

const embeddedScope = {
  id: a.string,
  name: a.string,
  displayName: textOrNull,
  description: textOrNull,
  _links: { scope: href },
}

check(
  'the refresh tokens of a user and client are listed and read, with all they carry',
  {
    judges: [
      ...tokenProperties.map(({ slug }) => `tokens.${slug}` as const),
      'tokens.embedded.scopes',
      'tokens.list.ok',
      'tokens.list.expand',
      'tokens.get.ok',
      'tokens.get.expand',
    ],
    quick: true,
    needs: ['refresh-tokens'],
  },
  async ({ api, judge, need, assume }) => {
    const { userId, clientId, tokenIds } = await need('refresh-tokens')
    assume('tokens.list.ok', tokenIds.length > 1, 'at least two refresh tokens are supplied')
    const { clientTokens: path } = consentPaths(userId, clientId)
    const list = await readPages(api, path, {})
    const read = await api.get(within(path, tokenIds[0]))
    for (const row of tokenProperties) {
      for (const expected of demandsOf(row)) {
        judge(`tokens.${row.slug}`).every(list.items, expected)
        judge(`tokens.${row.slug}`).matches(read, expected)
      }
    }
    for (const items of [list.items, [read.json]]) {
      judge('tokens.client-id').every(items, { clientId })
      judge('tokens.user-id').every(items, { userId })
    }
    judge('tokens.list.ok').success(list)
    for (const id of tokenIds) judge('tokens.list.ok').some(list.body, { id })
    judge('tokens.get.ok').matches(read, { id: tokenIds[0] })

    const expand = { query: { expand: 'scope' } }
    const { items } = await readPages(api, path, { expand: 'scope' })
    judge('tokens.list.expand').some(items, { id: tokenIds[0] })
    for (const each of items) judge('tokens.list.expand').every(each?._embedded?.scopes, embeddedScope)
    const expanded = await api.get(within(path, tokenIds[0]), expand)
    judge('tokens.get.expand').matches(expanded, { id: tokenIds[0] })
    judge('tokens.get.expand').every(expanded.json._embedded?.scopes, a.object)
    judge('tokens.embedded.scopes').every(expanded.json._embedded?.scopes, embeddedScope)
  },
)

check(
  'a refresh token under another client is not found',
  {
    judges: ['tokens.get.unknown-client', 'tokens.revoke.unknown-client'],
    needs: ['refresh-tokens'],
  },
  async ({ api, judge, need, unique }) => {
    const { userId, clientId, tokenIds } = await need('refresh-tokens')
    const here = within(consentPaths(userId, clientId).clientTokens, tokenIds[0])
    const { json } = await api.control('tokens.get.ok').get(here)
    const gone = within(consentPaths(userId, unique.unknownId()).clientTokens, tokenIds[0])
    judge('tokens.get.unknown-client').platformError(await api.get(gone), 404, 'E0000007')
    judge('tokens.revoke.unknown-client').platformError(await api.delete(gone), 404, 'E0000007')
    judge('tokens.revoke.unknown-client').matches(await api.get(here), {
      id: tokenIds[0],
      status: json.status ?? a.string,
    })
  },
)

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
