import type { Org } from '../model/org.ts'
import type { RefreshTokenRecord, TokenOf } from '../model/tokens/records.ts'
import type { Views } from '../views/index.ts'
import type { Handlers } from './call.ts'

type Expand = { readonly expand: readonly 'scope'[] }

export const tokens: Handlers<'tokens'> = {
  listUserClientTokens({ params, query }, org, call) {
    const { id } = org.clients.resolve(params.clientId)
    return call.listed(
      query,
      (page) => org.refreshTokens.list(params.userId, id, page),
      view(call.views, query),
    )
  },

  getUserClientToken({ params, query }, org, call) {
    return { status: 200, body: view(call.views, query)(tokenOf(org, params)) }
  },

  revokeUserClientTokens({ params }, org) {
    const { id } = org.clients.resolve(params.clientId)
    org.ends.end('tokensOfClient', `${params.userId} ${id}`)
    return { status: 204 }
  },

  revokeUserClientToken({ params }, org) {
    org.ends.endToken(tokenOf(org, params))
    return { status: 204 }
  },
}

function tokenOf(
  org: Org,
  params: { readonly userId: string; readonly clientId: string; readonly tokenId: string },
): TokenOf<'refresh'> {
  const client = org.clients.resolve(params.clientId)
  return org.refreshTokens.resolve(params.userId, client.id, params.tokenId)
}

function view({ consents }: Views, { expand }: Expand): (token: RefreshTokenRecord) => unknown {
  return (token) => consents.refreshToken(token, expand.includes('scope'))
}
