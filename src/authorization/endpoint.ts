import type { Refusal } from '../contract/errors/refusal.ts'
import type { OAuthEndpoint } from '../contract/oauth-endpoints.ts'
import type { ToleranceName } from '../contract/tolerances.ts'
import { type oauthPaths, oauthPlace } from '../contract/paths.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { AuthorizationServerRecord } from '../model/oauth/authorization-server-records.ts'
import type { Org } from '../model/org.ts'

/** Notes for the journal about a request, in addition to the data that was sent. */
export interface Noted {
  caller?: { readonly kind: string; readonly id: string }
  /** Why the request was refused, where it was. */
  refusal?: Refusal
  /** Spellings that were taken though the organisation has others. */
  tolerated?: readonly ToleranceName[]
  /** Names of parameters that had no effect. */
  ignored?: readonly string[]
}

/** One call of an endpoint. */
export interface EndpointCall {
  readonly org: Org
  /** Whose endpoint it is. */
  readonly server: AuthorizationServerRecord
  readonly request: WireRequest
  readonly noted: Noted
}

/** The body of an error (RFC 6749, section 5.2). Descriptions hold ASCII only, and neither quotes nor backslashes. */
export function errorBody({ refusal, summary }: Refusal) {
  const text = summary.slice(0, 500).replaceAll('"', "'")
  return { error: refusal, error_description: text.replaceAll(/[^\x20-\x5B\x5D-\x7E]/g, '?') }
}

/** An endpoint of an authorization server, and what answers its methods. */
export interface Endpoint extends OAuthEndpoint {
  readonly get?: (call: EndpointCall) => Promise<WireReply>
  readonly post?: (call: EndpointCall) => Promise<WireReply>
}

/** The address of an endpoint of a server. */
export function endpointUrl(
  { authorizationServers }: Org,
  server: AuthorizationServerRecord,
  name: keyof typeof oauthPaths,
): string {
  const issuer = authorizationServers.issuer(server)
  return server.isOwn ? issuer + oauthPlace(name) : oauthPlace(name, issuer)
}

/** Replies with tokens or about them are kept by nobody (RFC 6749, section 5.1). */
const neverKept = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

export function jsonReply(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): WireReply {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...neverKept, ...headers },
    body: JSON.stringify(body),
  }
}
