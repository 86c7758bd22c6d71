import { oauthEndpoints } from '../contract/oauth-endpoints.ts'
import { authenticateClient } from './client-authentication.ts'
import { activationPath } from '../views/links.ts'
import { type Endpoint, jsonReply } from './endpoint.ts'
import { formParameters } from './parameters.ts'
import { askedScopes, knownScopes, mayRefresh, refuseUnlessGrantType } from './tokens.ts'

/** RFC 8628, section 3.1. */
export const deviceAuthorizeEndpoint: Endpoint = {
  ...oauthEndpoints.deviceAuthorize,
  async post(call) {
    const { org, server, request } = call
    const parameters = formParameters(request)
    const client = await authenticateClient(call, parameters)
    refuseUnlessGrantType(client, 'urn:ietf:params:oauth:grant-type:device_code')
    const asked = askedScopes(org, server, parameters)
    const scopes = knownScopes(org, server, asked, mayRefresh(client))
    call.noted.ignored = parameters.unread
    const code = org.deviceCodes.issue({
      clientId: client.id,
      authorizationServerId: server.id,
      scopeIds: scopes.map(({ id }) => id),
    })
    const uri = `${org.baseUrl}${activationPath}`
    return jsonReply({
      device_code: code.id,
      user_code: code.userCode,
      verification_uri: uri,
      verification_uri_complete: `${uri}?user_code=${code.userCode}`,
      expires_in: Math.round((code.expiresAt - org.clock.now()) / 1000),
      interval: code.interval / 1000,
    })
  },
}
