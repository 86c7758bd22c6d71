import type { AuthNeeded, Method } from './contract/operation.ts'
import { made, type OwnEndpoint, type OwnRequest, type StandardSchema } from './handlers/own-endpoints.ts'
import { router } from './handlers/routes.ts'
import { checkTypes } from './model/kernel/check-options.ts'
import type { Principal } from './model/access/access.ts'
import type { Organisation } from './organisation.ts'

export type { StandardSchema } from './handlers/own-endpoints.ts'

/** Method and path of an endpoint, with `{name}` placeholders. */
export type EndpointRoute = `${Method} /api/${string}`

type Placeholder<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

/** The input of an endpoint's handler. */
export interface EndpointRequest<Route extends string, Query, Body> {
  /** Values of the placeholders. `{userId}` is the id of a user who exists, `{groupId}` that of a group. */
  readonly params: { readonly [Name in Placeholder<Route>]: string }
  /** Parameters of the query as texts, or as the schema reads them. */
  readonly query: Query
  /** The JSON body, as the schema reads it; undefined where none was sent. */
  readonly body: Body
  /** Value of a request header. */
  readonly header: (name: string) => string | undefined
  /** Who calls: a token or a session. */
  readonly caller: Principal
  /** The organisation: `org.data`, `org.control`, `org.events`. */
  readonly org: Organisation
  /**
   * Answers an error of the API: `refuse('not-found', { id, kind: 'Badge' })` (docs/reference/refusals.md). Never
   * returns.
   */
  readonly refuse: OwnRequest<Organisation>['refuse']
}

/** The reply of a handler: status 200 by default; 204 if the handler returns nothing. */
export interface EndpointReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
}

/** Options of an endpoint. */
export interface EndpointOptions<Query, Body> {
  /** Reads the query. Default: texts by name. */
  readonly query?: StandardSchema<Query>
  /** Reads the body; a mistake in it is answered 400. Default: any JSON. */
  readonly body?: StandardSchema<Body>
  /** Who may call. Default `token`. */
  readonly auth?: AuthNeeded
  /** Resource in scopes of access tokens: `badges` for `svc.badges.read`. Default: the last fixed part of the path. */
  readonly scope?: string
  /** Its name in the journal and the OpenAPI document. Default: built from the route. */
  readonly name?: string
  /** For the OpenAPI document. Default: the route. */
  readonly summary?: string
  /** Members of the operation in the OpenAPI document, such as `responses`. */
  readonly openapi?: object
}

/** Your own endpoint, for the option `extend`. */
export type Endpoint = OwnEndpoint

type Handle<Route extends string, Query, Body> = (
  request: EndpointRequest<Route, Query, Body>,
) => EndpointReply | undefined | void | Promise<EndpointReply | undefined | void>

/**
 * Makes your own endpoint, for the option `extend` (docs/extend.md):
 *
 * ```ts
 * const badges = endpoint('GET /api/v1/users/{userId}/badges', ({ params, org }) => ({
 *   body: [{ name: 'First', user: org.data.users.findFirst((q) => q.where({ id: params.userId })) }],
 * }))
 * const org = createOrg({ extend: [badges] })
 * ```
 *
 * @throws TypeError for an invalid route, a route of the API, and wrong options.
 */
export function endpoint<const Route extends EndpointRoute>(
  route: Route,
  handle: Handle<Route, Readonly<Record<string, string | undefined>>, unknown>,
): Endpoint
export function endpoint<
  const Route extends EndpointRoute,
  Query = Readonly<Record<string, string | undefined>>,
  Body = unknown,
>(route: Route, options: EndpointOptions<Query, Body>, handle: Handle<Route, Query, Body>): Endpoint
export function endpoint(route: string, given: unknown, last?: unknown): Endpoint {
  const [options, handle] = typeof given === 'function' ? [{}, given] : [given, last]
  try {
    refuseBadRoute(route)
    checkTypes(options, types)
    if (typeof handle !== 'function') throw new TypeError('handle: expected a function')
    return Object.freeze({
      name: nameOf(route),
      summary: route,
      auth: 'token',
      scope: route.split('/').findLast((part) => !part.startsWith('{'))!,
      ...withChecked(options as EndpointOptions<unknown, unknown>),
      route,
      handle: handle as never,
      [made]: true as const,
    })
  } catch (error) {
    const refused = new TypeError(`endpoint '${route}': ${(error as Error).message}`)
    // The error points to the line of the caller.
    Error.captureStackTrace?.(refused, endpoint)
    throw refused
  }
}

const types = {
  query: 'object',
  body: 'object',
  auth: 'string',
  scope: 'string',
  name: 'string',
  summary: 'string',
  openapi: 'object',
} as const

const kinds: readonly AuthNeeded[] = ['token', 'token-or-session', 'session', 'none']

function withChecked(options: EndpointOptions<unknown, unknown>): EndpointOptions<unknown, unknown> {
  const { auth = 'token' } = options
  if (!kinds.includes(auth)) throw new TypeError(`auth: expected one of ${kinds.join(', ')}, got '${auth}'`)
  for (const name of ['query', 'body'] as const)
    if (options[name] && typeof options[name]['~standard']?.validate !== 'function')
      throw new TypeError(`${name}: expected a schema with the interface Standard Schema, such as one of zod`)
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

const form = /^(?:GET|POST|PUT|DELETE) \/api(?:\/(?:[\w.~-]+|\{\w+\}))+$/

function refuseBadRoute(route: unknown): asserts route is EndpointRoute {
  if (typeof route !== 'string' || !form.test(route))
    throw new TypeError(
      'expected GET, POST, PUT or DELETE and a path below /api/: GET /api/v1/badges/{badgeId}',
    )
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  if (new Set(names).size < names.length) throw new TypeError('expected another name for each placeholder')
  const [method = '', path = ''] = route.replaceAll(/\{\w+\}/g, 'x').split(' ')
  const found = router.find(method, path)
  if (found?.target.kind === 'operation' && !found.methods)
    throw new TypeError(`the API has this endpoint: ${found.target.name}. Choose another path`)
}

/** `GET /api/v1/users/{userId}/badges` is getUsersUserIdBadges. */
function nameOf(route: string): string {
  const [method = '', path = ''] = route.split(' ')
  const parts = path.split('/').filter((part) => !/^(?:|api|v\d+)$/.test(part))
  const words = parts.flatMap((part) => part.match(/\w+/g) ?? [])
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
