import type { Org } from '../model/org.ts'
import type { TokenOf } from '../model/tokens/records.ts'
import type { Handlers } from './call.ts'

export const tokens: Handlers<'tokens'> = {
  listUserClientTokens({ params, query }, org, call) {
    const { id } = org.clients.resolve(params.clientId)
    return call.listed(
      query,
      (page) => org.refreshTokens.list(params.userId, id, page),
      (token) => call.views.consents.refreshToken(token, query.expand),
    )
  },

  getUserClientToken({ params, query }, org, { views }) {
    return { status: 200, body: views.consents.refreshToken(tokenOf(org, params), query.expand) }
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
