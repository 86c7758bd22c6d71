import { servedGrants, servedResponseTypes } from '../contract/oauth-endpoints.ts'
import type { oauthPaths } from '../contract/paths.ts'
import { tokenEndpointAuthMethods } from '../contract/resources/client-settings.ts'
import { hasSetting } from '../model/oauth/client-rules.ts'
import { signingAlgorithm } from '../model/oauth/signing-keys.ts'
import { standardClaims } from '../model/oauth/user-claims.ts'
import { responseModes } from './authorize-request.ts'
import { keyAlgorithms } from '../model/oauth/json-web-keys.ts'
import { secretAlgorithms } from './client-keys.ts'
import { endpointUrl, type EndpointCall, jsonReply } from './endpoint.ts'

/** A server's metadata: OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2. Nothing else is in it. */
export function metadata({ org, server }: EndpointCall) {
  const url = (name: keyof typeof oauthPaths): string => endpointUrl(org, server, name)
  const algorithms = [...secretAlgorithms, ...keyAlgorithms]
  return jsonReply({
    issuer: org.authorizationServers.issuer(server),
    authorization_endpoint: url('authorize'),
    token_endpoint: url('token'),
    userinfo_endpoint: url('userinfo'),
    jwks_uri: url('keys'),
    registration_endpoint: `${org.baseUrl}/oauth2/v1/clients`,
    introspection_endpoint: url('introspect'),
    revocation_endpoint: url('revoke'),
    end_session_endpoint: url('logout'),
    device_authorization_endpoint: url('deviceAuthorize'),
    scopes_supported: org.authorizationServers
      .scopesOf(server)
      .filter(({ isActive, metadataPublish }) => isActive && metadataPublish !== 'NO_CLIENTS')
      .map(({ name }) => name),
    response_types_supported: servedResponseTypes,
    response_modes_supported: responseModes(org.vocabulary.prefix),
    grant_types_supported: [...servedGrants, 'implicit'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signingAlgorithm],
    request_object_signing_alg_values_supported: algorithms,
    token_endpoint_auth_methods_supported: tokenEndpointAuthMethods,
    token_endpoint_auth_signing_alg_values_supported: algorithms,
    introspection_endpoint_auth_methods_supported: tokenEndpointAuthMethods,
    introspection_endpoint_auth_signing_alg_values_supported: algorithms,
    revocation_endpoint_auth_methods_supported: tokenEndpointAuthMethods,
    revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    code_challenge_methods_supported: ['S256'],
    claim_types_supported: ['normal'],
    claims_supported: [...standardClaims, 'iss', 'aud', 'exp', 'iat', 'auth_time', 'amr', 'nonce', 'sid'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    claims_parameter_supported: false,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    frontchannel_logout_supported: hasSetting('frontchannel_logout_uri', org.settings.features),
    frontchannel_logout_session_supported: hasSetting(
      'frontchannel_logout_session_required',
      org.settings.features,
    ),
  })
}

/** The public keys that verify tokens (RFC 7517). */
export async function keys({ org }: EndpointCall) {
  return jsonReply(await org.signingKeys.keySet())
}
