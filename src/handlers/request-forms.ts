import { refuseWith } from '../contract/errors.ts'
import type { Dialect } from '../contract/refusals.ts'
import type { Operation } from '../contract/operation.ts'
import { spelledPath, type ToleranceName } from '../contract/tolerances.ts'
import type { Org } from '../model/org.ts'
import { oneTimeLinkPatterns } from '../views/links.ts'
import { allowHeader } from './allow.ts'
import { pathBelow } from './base-path.ts'
import { type OtherMethods, type Route, router } from './router.ts'
import type { WireRequest } from './wire.ts'

const oauthPrefix = '/oauth2/v1/clients'
/** The one path below that which speaks the platform's dialect (Clients, Errors). */
const newSecretPath = new RegExp(`^${oauthPrefix}/[^/]+/lifecycle/newSecret$`)

/** Whether a path may be one of the authorization servers', or a page on which people sign in. */
export function isBesideOperations(path: string): boolean {
  if (path.startsWith('/api/')) return false
  if (path.startsWith('/oauth2/')) return !path.startsWith(oauthPrefix)
  return path.startsWith('/.well-known/') || pathsBeside.test(path)
}

const pathsBeside = /^\/(?:signin(?:\/.*)?|home\/.*|signout|activate|v1\/keys)$/

/** Whether a path is a page for people: sign-in, sign-out, consent, connecting a device, or a link of a mail. */
export function isPagePath(path: string): boolean {
  const spelled = spelledPath(path).path
  return pagePaths.test(spelled) || oneTimeLinkPatterns.some(({ pattern }) => pattern.test(spelled))
}

const pagePaths = /^\/(?:signin(?:\/.*)?|signout|activate|oauth2\/(?:[\w-]+\/)?v1\/(?:authorize|logout))$/

/** Two operations may share a path and a method. They differ in whether there is a body (Users). */
export function chooseForm({ operations }: Route, request: WireRequest): Operation {
  const first = operations[0]!
  if (operations.length === 1) return first
  const hasBody = request.body.trim() !== ''
  return operations.find((operation) => (operation.body !== undefined) === hasBody) ?? first
}

/** The form of the errors of a path (Clients, Errors). */
export function dialectOf(operation: Operation | undefined, path: string): Dialect {
  if (operation) return operation.dialect ?? 'platform'
  return path.startsWith('/oauth2/') && !newSecretPath.test(path) ? 'oauth' : 'platform'
}

/**
 * The target of a request's path and method; for OPTIONS the methods of the path. Undefined for an unknown path.
 *
 * @throws `Refusal` `malformed-path` or `method-not-supported`.
 */
export function routeOf(
  { method, path }: WireRequest,
  routes: typeof router,
): Route | OtherMethods | undefined {
  let found
  try {
    found = routes.find(method, path)
  } catch {
    const why = `${path.slice(0, 80)}: expected % followed by two hexadecimal digits`
    return refuseWith('malformed-path', { found: [why] })
  }
  if (!found || !('methods' in found) || method === 'OPTIONS') return found
  const { methods } = found
  return refuseWith('method-not-supported', {
    values: { hint: `The path supports ${methods.join(', ')}` },
    headers: allowHeader(methods),
  })
}

/** The operation of a request; undefined where its path, below the base URL, or its method leads to none. */
export function operationOf(
  request: WireRequest,
  path: string,
  routes: typeof router = router,
): Operation | undefined {
  try {
    const route = routes.find(request.method, path)
    return route && 'operations' in route ? chooseForm(route, request) : undefined
  } catch {
    return undefined
  }
}

/** A request whose path is spelled as the API description has it, where it was not. */
export function respelled(
  request: WireRequest,
): { readonly request: WireRequest; readonly used: readonly ToleranceName[] } | undefined {
  if (!request.path.includes('//') && !request.path.endsWith('/')) return undefined
  const { path, used } = spelledPath(request.path)
  return used.length === 0 ? undefined : { request: withPath(request, path), used }
}

function withPath(request: WireRequest, path: string): WireRequest {
  const { method, query, body } = request
  return {
    method,
    path,
    query,
    header: (name) => request.header(name),
    headers: () => request.headers?.() ?? [],
    body,
  }
}

/** A request as it is answered: its path as the API description spells it, and below the base URL. */
export function asAnswered(
  { settings, baseUrl }: Org,
  given: WireRequest,
): { readonly request: WireRequest; readonly tolerated: readonly ToleranceName[] | undefined } {
  const spelled = settings.strictSpelling ? undefined : respelled(given)
  return { request: belowBase(spelled?.request ?? given, baseUrl), tolerated: spelled?.used }
}

/** A request as if the service stood at the root: base URLs may have a path. */
function belowBase(request: WireRequest, baseUrl: string): WireRequest {
  const path = pathBelow(request.path, baseUrl)
  return path === request.path ? request : withPath(request, path)
}
