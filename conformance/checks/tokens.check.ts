import { a, check } from '../engine/run/check.ts'
import { textOrNull } from '../tables/forms.ts'
import { demandsOf, tokenProperties } from '../tables/shown.ts'
import { consentPaths, within } from './support/arrange.ts'
import { readPages } from '../engine/run/paging.ts'

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
