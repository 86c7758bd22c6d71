import { oauthEndpoints } from '../contract/oauth-endpoints.ts'
import type { OAuthErrorCode } from '../contract/oauth-errors.ts'
import { type Endpoint, type EndpointCall, jsonReply } from './endpoint.ts'
import { fail, OAuthError } from './oauth-error.ts'
import { formParameters } from './parameters.ts'
import { namesOf } from './tokens.ts'

/** OpenID Connect Core 1.0, section 5.3. */
export const userinfoEndpoint: Endpoint = { ...oauthEndpoints.userinfo, get: userInfo, post: userInfo }

function userInfo(call: EndpointCall) {
  const { org, server, noted } = call
  const token = org.accessTokens.find(bearerToken(call))
  if (!token || token.authorizationServerId !== server.id) {
    return refuse(call, 'invalid_token', 'The access token is unknown, or over, or was revoked')
  }
  noted.caller = { kind: 'access-token', id: token.id }
  const user = token.userId === undefined ? undefined : org.users.get(token.userId)
  if (!user || !namesOf(org, token.scopeIds).includes('openid')) {
    return refuse(call, 'insufficient_scope', 'The access token lacks the scope openid')
  }
  return jsonReply(org.tokenIssuer.userInfo(user, token))
}

/** The token, in the header or in a form (RFC 6750, sections 2.1 and 2.2); not in the address. */
function bearerToken(call: EndpointCall): string {
  const { request } = call
  const header = request.header('authorization')
  const form = request.method === 'POST' ? formParameters(request).get('access_token') : undefined
  const [, scheme, value] = header === undefined ? [] : (/^(bearer|dpop)\s+(\S+)\s*$/i.exec(header) ?? [])
  if (scheme !== undefined && form !== undefined) {
    refuse(call, 'invalid_request', 'The access token came in the Authorization header and as access_token', {
      accepted: 'One of the Authorization header and access_token',
    })
  }
  const token = value ?? form
  if (token !== undefined) return token
  if (header !== undefined) {
    refuse(call, 'invalid_request', 'The Authorization header holds no bearer token', {
      accepted: 'Authorization: Bearer, and an access token',
    })
  }
  // A request without a token gets the scheme only (RFC 6750, section 3.1).
  return fail('invalid_token', 'The request holds no access token', {
    headers: { 'WWW-Authenticate': `Bearer realm="${call.org.baseUrl}"` },
  })
}

function refuse(
  call: EndpointCall,
  code: OAuthErrorCode,
  description: string,
  details: { readonly accepted?: string } = {},
): never {
  const scope = code === 'insufficient_scope' ? ', scope="openid"' : ''
  const challenge = `Bearer realm="${call.org.baseUrl}", error="${code}", error_description="${description}"${scope}`
  throw new OAuthError(code, description, { ...details, headers: { 'WWW-Authenticate': challenge } })
}
