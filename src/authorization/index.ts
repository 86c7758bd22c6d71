import { oauthEndpoints } from '../contract/oauth-endpoints.ts'
import { allowHeader, optionsReply } from '../handlers/allow.ts'
import { corsHeaders, isTrustedOrigin } from '../handlers/cors.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { AuthorizationServerRecord } from '../model/oauth/authorization-servers.ts'
import type { Org } from '../model/org.ts'
import { answerPage } from '../pages/index.ts'
import { answerActivation } from './activation-page.ts'
import { basePath } from '../pages/signed-in.ts'
import { authorizeEndpoint } from './authorize.ts'
import { deviceAuthorizeEndpoint, activationPath } from './device-authorize.ts'
import { keys, metadata } from './discovery.ts'
import { type Endpoint, type EndpointCall, jsonReply, noteError, type Noted } from './endpoint.ts'
import { errorPage } from './error-page.ts'
import { logoutEndpoint } from './logout.ts'
import { OAuthError } from './oauth-error.ts'
import { tokenEndpoint } from './token.ts'
import { introspectEndpoint, revokeEndpoint } from './token-status.ts'
import { hasTokenScheme, userinfoEndpoint } from './userinfo.ts'

/** The endpoints of every authorization server. */
const endpoints: readonly Endpoint[] = [
  authorizeEndpoint,
  tokenEndpoint,
  userinfoEndpoint,
  introspectEndpoint,
  revokeEndpoint,
  logoutEndpoint,
  deviceAuthorizeEndpoint,
  { ...oauthEndpoints.keys, get: keys },
]

const endpointByPath = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.path, endpoint]))
const discovery: Endpoint = { ...oauthEndpoints.openIdMetadata, get: metadata }

/** Endpoints that browsers of people are led to; programs call the other ones. */
const pathsOfPeople: ReadonlySet<string> = new Set([authorizeEndpoint.path, logoutEndpoint.path])

const ofServer = /^\/oauth2(?:\/(?!v1\/)([\w-]+))?\/v1(\/.+)$/
const discoveryName = '(?:openid-configuration|oauth-authorization-server)'
/** OpenID Connect Discovery 1.0 puts its name after the issuer's path, RFC 8414 before it. */
const discoveryAfter = new RegExp(`^(?:/oauth2/([\\w-]+))?/\\.well-known/${discoveryName}$`)
const discoveryBefore = new RegExp(`^/\\.well-known/${discoveryName}(/.*)$`)

/**
 * Answers for the authorization servers: their endpoints, documents and pages, and the pages on which people sign in.
 *
 * @param path The request's, without that of the base URL.
 * @param noted Receives the notes for the journal.
 * @returns undefined for every other path, and those of a server that is not in use.
 */
export function answerAuthorization(
  org: Org,
  request: WireRequest,
  path: string,
  noted: Noted,
): WireReply | Promise<WireReply> | undefined {
  if (path === '/signin' || path.startsWith('/signin/') || path === '/signout' || path.startsWith('/home/'))
    return answerPage(org, request, { cause: noted.cause })
  if (path === activationPath) {
    Object.assign(noted.cause ?? {}, { kind: 'person', name: 'activate' })
    return answerActivation(org, request)
  }
  const found = find(org, path)
  if (found && noted.cause) {
    const { path: name } = found.endpoint
    Object.assign(noted.cause, {
      name: name.slice(1),
      ...(pathsOfPeople.has(name) ? { kind: 'person' } : {}),
    })
  }
  return found && run({ org, request, noted, server: found.server }, found.endpoint)
}

/** Whether `answerAuthorization` may change something for a request. Reading and showing a page change nothing. */
export function authorizationChanges(org: Org, { method }: WireRequest, path: string): boolean {
  const endpoint = find(org, path)?.endpoint
  // Pages change something by their forms only.
  return endpoint ? !endpoint.reads && handlerOf(endpoint, method) !== undefined : method === 'POST'
}

interface Found {
  readonly endpoint: Endpoint
  readonly server: AuthorizationServerRecord
}

function find(org: Org, path: string): Found | undefined {
  // Verifiers of the service's own tokens ask below the unchanged issuer (interpretation: keys-of-own-issuer).
  if (path === '/v1/keys')
    return { endpoint: endpointByPath.get('/keys')!, server: org.authorizationServers.own }
  const [, id, rest] = ofServer.exec(path) ?? []
  const endpoint = rest === undefined ? discoveryAt(org, path) : { id, endpoint: endpointByPath.get(rest) }
  if (!endpoint?.endpoint) return undefined
  const server =
    endpoint.id === undefined ? org.authorizationServers.own : org.authorizationServers.atPath(endpoint.id)
  return server?.isActive ? { endpoint: endpoint.endpoint, server } : undefined
}

function discoveryAt(org: Org, path: string): { id: string | undefined; endpoint: Endpoint } | undefined {
  const after = discoveryAfter.exec(path)
  if (after) return { id: after[1], endpoint: discovery }
  const [, issuerPath] = discoveryBefore.exec(path) ?? []
  if (issuerPath === undefined) return undefined
  const base = basePath(org)
  const below = issuerPath.startsWith(base) ? issuerPath.slice(base.length) : issuerPath
  if (below === '') return { id: undefined, endpoint: discovery }
  const [, id] = /^\/oauth2\/([\w-]+)$/.exec(below) ?? []
  return id === undefined ? undefined : { id, endpoint: discovery }
}

async function run(call: EndpointCall, endpoint: Endpoint): Promise<WireReply> {
  const { request, org } = call
  const handle = handlerOf(endpoint, request.method)
  if (!handle) return methodNotAllowed(call, endpoint)
  try {
    const reply = await handle(call)
    return endpoint.isPublic
      ? { ...reply, headers: { ...reply.headers, ...publicHeaders(org, request) } }
      : reply
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const { code, description, status, headers } = error
    noteError(call.noted, error)
    return jsonReply({ error: code, error_description: description }, status, {
      ...challengeOf(call, endpoint, error),
      ...headers,
    })
  }
}

function handlerOf({ get, post }: Endpoint, method: string): Endpoint['get'] {
  return method === 'GET' ? get : method === 'POST' ? post : undefined
}

/** How a caller whose credentials did not do authenticates (RFC 9110, section 11.6.1; RFC 6749, 5.2; RFC 6750, 3). */
function challengeOf(
  { org: { baseUrl }, request }: EndpointCall,
  { caller }: Endpoint,
  { code, description, status }: OAuthError,
): Readonly<Record<string, string>> {
  if (caller !== 'access-token')
    return status === 401 ? { 'WWW-Authenticate': `Basic realm="${baseUrl}"` } : {}
  const scope = code === 'insufficient_scope' ? ', scope="openid"' : ''
  // A request without a token gets the scheme only (RFC 6750, section 3.1).
  const isBare = !hasTokenScheme(request.header('authorization')) && !request.body.includes('access_token=')
  const why = isBare ? '' : `, error="${code}", error_description="${description}"${scope}`
  return { 'WWW-Authenticate': `Bearer realm="${baseUrl}"${why}` }
}

function methodNotAllowed(call: EndpointCall, { path, get, post }: Endpoint): WireReply {
  const methods = [...(get ? ['GET'] : []), ...(post ? ['POST'] : [])]
  if (call.request.method === 'OPTIONS') return optionsReply(methods)
  const allow = allowHeader(methods)
  const allowed = methods.join(', ')
  const message = `Use ${allowed} for this endpoint`
  const accepted = `The same request by ${allowed}`
  noteError(call.noted, { code: 'invalid_request', description: message, status: 405, accepted })
  if (path === '/authorize' || path === '/logout') {
    const page = errorPage(call, { problem: `${message}.`, accepted, status: 405 })
    return { ...page, headers: { ...page.headers, ...allow } }
  }
  return jsonReply({ error: 'invalid_request', error_description: message }, 405, allow)
}

/** Pages of every origin may read what is public; those of trusted ones may do so with credentials, too. */
function publicHeaders(org: Org, request: WireRequest): Readonly<Record<string, string>> {
  const origin = request.header('origin')
  return origin !== undefined && isTrustedOrigin(org, origin)
    ? corsHeaders(org, origin)
    : { 'Access-Control-Allow-Origin': '*' }
}
