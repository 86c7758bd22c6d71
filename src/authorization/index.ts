import { addCases, isOfOAuth } from '../contract/errors/catalogue.ts'
import { oauthConditions } from '../contract/errors/oauth.ts'
import { Refusal, refuse } from '../contract/errors/refusal.ts'
import { oauthEndpoints } from '../contract/oauth-endpoints.ts'
import { allowHeader, optionsReply } from '../handlers/allow.ts'
import { corsHeaders, isTrustedOrigin } from '../handlers/cors.ts'
import { type Exchange, explanation } from '../handlers/exchange.ts'
import type { Match } from '../handlers/router.ts'
import { pagesOfServers, router, type ServedKind } from '../handlers/routes.ts'
import { answer as refuseUnknownPath } from '../handlers/path-hint.ts'
import type { Reply, WireReply, WireRequest } from '../handlers/wire.ts'
import type { AuthorizationServerRecord } from '../model/oauth/authorization-server-records.ts'
import type { Org } from '../model/org.ts'
import { answerPage, otherMethod } from '../pages/index.ts'
import { answerActivation } from './activation-page.ts'
import { basePath } from '../pages/signed-in.ts'
import { authorizeEndpoint } from './authorize.ts'
import { deviceAuthorizeEndpoint } from './device-authorize.ts'
import { keys, metadata } from './discovery.ts'
import { type Endpoint, type EndpointCall, errorBody, jsonReply, type Noted } from './endpoint.ts'
import { errorPage } from './error-page.ts'
import { logoutEndpoint } from './logout.ts'
import { tokenEndpoint } from './token.ts'
import { introspectEndpoint, revokeEndpoint } from './token-status.ts'
import { hasTokenScheme, userinfoEndpoint } from './userinfo.ts'

addCases(oauthConditions)

/** The endpoints of every authorization server, by name. */
const endpoints: Readonly<Record<string, Endpoint>> = {
  authorize: authorizeEndpoint,
  token: tokenEndpoint,
  userinfo: userinfoEndpoint,
  introspect: introspectEndpoint,
  revoke: revokeEndpoint,
  logout: logoutEndpoint,
  deviceAuthorize: deviceAuthorizeEndpoint,
  keys: { ...oauthEndpoints.keys, get: async (call) => keys(call) },
  openIdMetadata: { ...oauthEndpoints.openIdMetadata, get: async (call) => metadata(call) },
  oauthMetadata: { ...oauthEndpoints.oauthMetadata, get: async (call) => metadata(call) },
}

/** Answers for the authorization servers: their endpoints, documents and pages, and the pages of sign-ins. */
export async function answer(exchange: Exchange): Promise<Reply> {
  const noted: Noted = (exchange.noted = {})
  const { status, headers, body } = await answerAt(exchange, noted)
  const { refusal } = noted
  if (!refusal) return { status, headers, text: body }
  exchange.texts = await import('../contract/errors/explain.ts')
  return { status, headers: { ...headers, ...explanation(refusal, exchange) }, text: body }
}

async function answerAt(exchange: Exchange, noted: Noted): Promise<WireReply> {
  const { org, request, cause } = exchange
  const { target, methods } = exchange.match!
  const { kind, name } = target
  if (kind === 'page') return (await answerPage(org, request, exchange.match!, { cause }))!
  if (pagesOfServers.has(name)) cause.kind = 'person'
  cause.name = name
  if (name === 'activate') return methods ? otherMethod(request, methods) : answerActivation(org, request)
  const endpoint = endpoints[name]!
  cause.name = endpoint.path.slice(1)
  const server = serverAt(org, exchange.match!)
  if (!server?.isActive) return refuseUnknownPath(exchange)
  const call = { org, request, noted, server }
  return run(call, endpoint, methods)
}

/** The server of a path. RFC 8414 has the path of its issuer after the name of the document. */
function serverAt(
  org: Org,
  { target, params = {} }: Match<ServedKind>,
): AuthorizationServerRecord | undefined {
  const { serverId, issuer } = params
  if (issuer !== undefined) {
    const base = basePath(org)
    const path = `/${issuer}`
    const below = path.startsWith(base) ? path.slice(base.length) : path
    const after = router.find('GET', below + endpoints[target.name]!.path)
    return after?.target.kind === 'oauth' && after.params?.['issuer'] === undefined
      ? serverAt(org, after)
      : undefined
  }
  return serverId === undefined ? org.authorizationServers.own : org.authorizationServers.atPath(serverId)
}

async function run(
  call: EndpointCall,
  endpoint: Endpoint,
  methods: readonly string[] | undefined,
): Promise<WireReply> {
  const { request, org } = call
  try {
    if (methods) return refuseMethod(request, methods)
    const reply = await endpoint[request.method === 'GET' ? 'get' : 'post']!(call)
    return endpoint.isPublic
      ? { ...reply, headers: { ...reply.headers, ...publicHeaders(org, request) } }
      : reply
  } catch (error) {
    if (!(error instanceof Refusal && isOfOAuth(error.refusal))) throw error
    call.noted.refusal = error
    if (!endpoint.reply) return errorPage(error)
    const headers = { ...challengeOf(call, endpoint, error), ...error.details.headers }
    return jsonReply(errorBody(error), error.status, headers)
  }
}

/** How a caller whose credentials did not do authenticates (RFC 9110, section 11.6.1; RFC 6749, 5.2; RFC 6750, 3). */
function challengeOf(
  { org: { baseUrl }, request }: EndpointCall,
  { caller }: Endpoint,
  refusal: Refusal,
): Readonly<Record<string, string>> {
  const { status } = refusal
  if (status === 405) return {}
  if (caller !== 'access-token')
    return status === 401 ? { 'WWW-Authenticate': `Basic realm="${baseUrl}"` } : {}
  const { error: code, error_description: description } = errorBody(refusal)
  const scope = code === 'insufficient_scope' ? ', scope="openid"' : ''
  // A request without a token gets the scheme only (RFC 6750, section 3.1).
  const isBare = !hasTokenScheme(request.header('authorization')) && !request.body.includes('access_token=')
  const why = isBare ? '' : `, error="${code}", error_description="${description}"${scope}`
  return { 'WWW-Authenticate': `Bearer realm="${baseUrl}"${why}` }
}

function refuseMethod(request: WireRequest, methods: readonly string[]): WireReply {
  if (request.method === 'OPTIONS') return optionsReply(methods)
  const allowed = methods.join(', ')
  return refuse('method', { allowed }, { status: 405, headers: allowHeader(methods) })
}

/** Pages of every origin may read what is public; those of trusted ones may do so with credentials, too. */
function publicHeaders(org: Org, request: WireRequest): Readonly<Record<string, string>> {
  const origin = request.header('origin')
  return origin !== undefined && isTrustedOrigin(org, origin)
    ? corsHeaders(org, origin)
    : { 'Access-Control-Allow-Origin': '*' }
}
