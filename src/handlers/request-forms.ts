import type { Operation } from '../contract/operation.ts'
import { spelledPath, type ToleranceName } from '../contract/tolerances.ts'
import type { Org } from '../model/org.ts'
import type { WireRequest } from './wire.ts'

/** Two operations may share a path and a method. They differ in whether there is a body (Users). */
export function chooseForm(operations: readonly Operation[], request: WireRequest): Operation {
  const first = operations[0]!
  if (operations.length === 1) return first
  const hasBody = request.body.trim() !== ''
  return operations.find((operation) => (operation.body !== undefined) === hasBody) ?? first
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
    get isGone() {
      return request.isGone
    },
    set isGone(isGone) {
      request.isGone = isGone
    },
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

/** A path as if the service stood at the root, where it begins with that of the base URL. */
export function pathBelow(path: string, baseUrl: string): string {
  // Base URLs are normalised: the first slash after the authority begins the path, which has none at its end.
  const start = baseUrl.indexOf('/', afterScheme)
  if (start === -1) return path
  const length = baseUrl.length - start
  // One character decides for most paths: the router of organisations has cut them already.
  if (path.charCodeAt(length) !== slash || !path.startsWith(baseUrl.slice(start))) return path
  return path.slice(length)
}

const afterScheme = 'https://'.length
const slash = 47
