import { refuse } from '../contract/errors/refusal.ts'
import { oauthEndpoints } from '../contract/oauth-endpoints.ts'
import { authenticateClient, isPublicClient } from './client-authentication.ts'
import { type Endpoint, type EndpointCall, jsonReply } from './endpoint.ts'
import { partiesIn, workingToken } from '../model/oauth/working-tokens.ts'
import { formParameters } from './parameters.ts'

/** RFC 7662: any client that authenticates may ask; one that is public, only about its own tokens. */
export const introspectEndpoint: Endpoint = {
  ...oauthEndpoints.introspect,
  async post(call) {
    const parameters = formParameters(call.request)
    const client = await authenticateClient(call, parameters)
    const token = tokenOf(call, parameters.required('token'))
    if (!token || (isPublicClient(client) && token.clientId !== client.id)) {
      return jsonReply({ active: false })
    }
    const { org, server } = call
    const user = token.userId === undefined ? undefined : org.users.get(token.userId)
    const iss = org.authorizationServers.issuer(server)
    const login = user && String(user.profile.login)
    return jsonReply({
      active: true,
      scope: org.authorizationServers.namesOf(token.scopeIds).join(' '),
      client_id: token.clientId,
      ...(user ? { username: login, uid: user.id } : {}),
      token_type: token.kind === 'access' ? 'Bearer' : 'refresh_token',
      exp: Math.floor(token.expiresAt / 1000),
      iat: Math.floor((token.kind === 'access' ? token.issuedAt : Date.parse(token.created)) / 1000),
      sub: login ?? token.clientId,
      ...(token.kind === 'access' ? partiesIn(token) : { iss, aud: server.audience ?? iss }),
      jti: token.id,
    })
  },
}

/** Clients ignore what it says (RFC 7009, section 2.2), but some read every reply as JSON. */
const revoked = jsonReply({})

/** RFC 7009: what is no token any more is revoked already; one of another client is not its to revoke. */
export const revokeEndpoint: Endpoint = {
  ...oauthEndpoints.revoke,
  async post(call) {
    const parameters = formParameters(call.request)
    const client = await authenticateClient(call, parameters)
    const token = tokenOf(call, parameters.required('token'))
    if (!token) return revoked
    if (token.clientId !== client.id) refuse('token-of-another')
    call.org.ends.endToken(token)
    return revoked
  },
}

/** A token of this server that works. The hint may be wrong, and is not needed (RFC 7662, section 2.1). */
function tokenOf({ org, server }: EndpointCall, value: string): ReturnType<typeof workingToken> {
  const token = workingToken(org, value)
  return token?.authorizationServerId === server.id ? token : undefined
}
