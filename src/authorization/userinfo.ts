import { userInfoOf } from '../model/oauth/token-issuer.ts'
import { refuse } from '../contract/errors/refusal.ts'
import { oauthEndpoints } from '../contract/oauth-endpoints.ts'
import { workingAccessToken } from '../model/oauth/working-tokens.ts'
import type { WireRequest } from '../handlers/wire.ts'
import { type Endpoint, type EndpointCall, jsonReply } from './endpoint.ts'
import { formParameters } from './parameters.ts'

/** OpenID Connect Core 1.0, section 5.3. */
export const userinfoEndpoint: Endpoint = { ...oauthEndpoints.userinfo, get: userInfo, post: userInfo }

async function userInfo({ org, server, noted, request }: EndpointCall) {
  const token = workingAccessToken(org, bearerToken(request))
  if (!token || token.authorizationServerId !== server.id) {
    return refuse('access-token-unknown')
  }
  noted.caller = { kind: 'access-token', id: token.id }
  const user = token.userId === undefined ? undefined : org.users.get(token.userId)
  if (!user || !org.authorizationServers.namesOf(token.scopeIds).includes('openid')) {
    return refuse('openid-not-granted')
  }
  return jsonReply(userInfoOf(org, user, token))
}

/** Whether a header has the scheme of an access token. Any other is as good as none (RFC 6750, section 3.1). */
export function hasTokenScheme(authorization: string | undefined): boolean {
  return /^(?:bearer|dpop)\b/i.test(authorization ?? '')
}

/** The token, in the header or in a form (RFC 6750, sections 2.1 and 2.2); not in the address. */
function bearerToken(request: WireRequest): string {
  const header = request.header('authorization')
  const form = request.method === 'POST' ? formParameters(request).get('access_token') : undefined
  const [, scheme, value] = header === undefined ? [] : (/^(bearer|dpop)\s+(\S+)\s*$/i.exec(header) ?? [])
  if (scheme !== undefined && form !== undefined) {
    refuse('access-token-twice')
  }
  const token = value ?? form
  if (token !== undefined) return token
  if (header === undefined) return refuse('access-token-missing')
  if (!hasTokenScheme(header)) return refuse('no-bearer')
  return refuse('bearer-malformed')
}
