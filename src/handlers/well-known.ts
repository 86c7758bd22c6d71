import { grantTypes, responseTypes, tokenEndpointAuthMethods } from '../contract/resources/client.ts'
import type { AuthorizationServerRecord } from '../model/oauth/authorization-servers.ts'
import type { Org } from '../model/org.ts'
import { signingAlgorithm } from '../model/oauth/signing-keys.ts'
import type { WireReply } from './wire.ts'

type Document = (org: Org, server: AuthorizationServerRecord) => WireReply | Promise<WireReply>

/** The documents of the organisation's own server, whose issuer is the base URL. */
const ownDocuments: Readonly<Record<string, Document>> = {
  '/oauth2/v1/keys': keySet,
  '/.well-known/openid-configuration': metadata,
  '/.well-known/oauth-authorization-server': metadata,
}

/** The documents of another server, below `/oauth2/{id}`. */
const otherDocuments: Readonly<Record<string, Document>> = {
  '/v1/keys': keySet,
  '/.well-known/openid-configuration': metadata,
  '/.well-known/oauth-authorization-server': metadata,
}

const otherServer = /^\/oauth2\/(\w+)(\/.+)$/

/**
 * Answers what whoever verifies tokens asks for with GET, beside the operations of the contract: the key set of
 * an authorization server, and its metadata (OpenID Connect Discovery 1.0, RFC 8414) as far as the organisation
 * has what they tell of. Anybody may read them, from pages of any origin.
 *
 * @param path Without the query, and without the path of the base URL.
 * @returns `undefined` at once for every other path, and for those of a server that is not in use.
 */
export function answerWellKnown(org: Org, path: string): WireReply | Promise<WireReply> | undefined {
  const own = ownDocuments[path]
  if (own) return own(org, org.authorizationServers.own)
  const [, id = '', rest = ''] = otherServer.exec(path) ?? []
  const server = org.authorizationServers.collection.get(id)
  return server?.isActive && !server.isOwn ? otherDocuments[rest]?.(org, server) : undefined
}

async function keySet(org: Org): Promise<WireReply> {
  return reply(await org.signingKeys.keySet())
}

function metadata(org: Org, server: AuthorizationServerRecord): WireReply {
  const issuer = org.authorizationServers.issuer(server)
  return reply({
    issuer,
    jwks_uri: `${server.isOwn ? `${issuer}/oauth2` : issuer}/v1/keys`,
    registration_endpoint: `${org.baseUrl}/oauth2/v1/clients`,
    scopes_supported: org.authorizationServers.scopesOf(server).map(({ name }) => name),
    response_types_supported: responseTypes,
    grant_types_supported: grantTypes,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signingAlgorithm],
    token_endpoint_auth_methods_supported: tokenEndpointAuthMethods,
  })
}

function reply(body: unknown): WireReply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache, no-store',
      'Access-Control-Allow-Origin': '*',
    },
    body: JSON.stringify(body),
  }
}
