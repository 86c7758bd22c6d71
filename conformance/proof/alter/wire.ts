import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { routes } from '../../engine/wire/routes.ts'

/** A request as a mutant sees it. Never changed in place: {@link sentWith} returns a changed copy. */
export interface Sent {
  readonly method: string
  /** Path below the base URL, still percent-encoded, no query: `/api/v1/users/00u1`. */
  readonly path: string
  readonly query: URLSearchParams
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body; `undefined` without a body, or if it is not JSON. */
  readonly json: Json
  /** The body as text; `undefined` without a body. */
  readonly text: string | undefined
}

/** An answer as a mutant sees it. Never changed in place: {@link answerWith} returns a changed copy. */
export interface Answer {
  readonly status: number
  /** By lower-case name; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body; `undefined` without a body, or if it is not JSON. */
  readonly json: Json
  readonly text: string
}

/** Passes a request on to the server, or to the next alteration on the way. */
export type Forward = (sent: Sent) => Promise<Answer>

/** A step between suite and server: answers a request, with or without the server's help. */
export type Alter = (sent: Sent, forward: Forward) => Promise<Answer>

/** Makes an {@link Alter} for one run; its closure stores everything that it remembers between calls. */
export type Alteration = () => Alter

/** Tests a request. */
export type Test = (sent: Sent) => boolean

/** A request with other parts; a new `json` becomes its text, `undefined` removes the body. */
export function sentWith(sent: Sent, changes: Partial<Omit<Sent, 'text'>>): Sent {
  const changed = { ...sent, ...changes }
  if (!('json' in changes)) return changed
  return { ...changed, text: changes.json === undefined ? undefined : JSON.stringify(changes.json) }
}

/** A read of the record of a request, or of another path. */
export function readOf(sent: Sent, path = sent.path): Sent {
  return sentWith(sent, { method: 'GET', path, query: new URLSearchParams(), json: undefined })
}

/** An answer with other parts; a new `json` becomes its text, `undefined` removes the body. */
export function answerWith(answer: Answer, changes: Partial<Omit<Answer, 'text'>>): Answer {
  const changed = { ...answer, ...changes }
  if (!('json' in changes)) return changed
  return { ...changed, text: changes.json === undefined ? '' : JSON.stringify(changes.json) }
}

/** A new answer: JSON when it has a body. */
export function answerOf(
  status: number,
  json?: Json,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
  const text = json === undefined ? '' : JSON.stringify(json)
  return { status, headers: { ...type, ...headers }, json, text }
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

export function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 429
}

/** A JSON value, for parameters that also accept a function that returns one. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly unknown[]
  | { readonly [key: string]: unknown }

/** An operation's name, or a method and path: `GET /api/v1/users/*`, `* /oauth2/v1/**`. */
export type Where = OperationName | `${string} /${string}`

/** Whether a request goes to one of these. */
export function goesTo(where: Where | readonly Where[]): (sent: Sent) => boolean {
  const tests = [where].flat().map((each) => (isOperation(each) ? operationTest(each) : routeTest(each)))
  return (sent) => tests.some((test) => test(sent))
}

function isOperation(where: Where): where is OperationName {
  return Object.hasOwn(routes, where)
}

function operationTest(name: OperationName): (sent: Sent) => boolean {
  const fits = routeTest(routes[name])
  if (name === 'forgotPassword') return (sent) => fits(sent) && sent.text === undefined
  if (name === 'forgotPasswordWithAnswer') return (sent) => fits(sent) && sent.text !== undefined
  if (name === 'updateUser') return (sent) => fits(sent) && !sent.path.endsWith('/me')
  return fits
}

function routeTest(route: string): (sent: Sent) => boolean {
  const [method = '', path = ''] = route.split(' ')
  const pattern = path
    .split('/')
    .map((part) => {
      if (part === '**') return '.*'
      if (part === '{groupId}') return '(?!rules(?:/|$))[^/]+'
      return part === '*' || part.startsWith('{') ? '[^/]+' : part.replaceAll('.', '\\.')
    })
    .join('/')
  const form = new RegExp(`^${pattern}$`)
  return (sent) => (method === '*' || sent.method === method) && form.test(sent.path)
}

const kinds = /^\/(?:api\/v1\/(?:groups\/rules|groups|users)|oauth2\/v1\/clients)\/([^/]+)/

/** The id, or login, of the record that a path is about; `undefined` for a collection. */
export function recordOf(path: string): string | undefined {
  const id = kinds.exec(path)?.[1]
  if (id === undefined || path === '/api/v1/groups/rules') return undefined
  return decodeURIComponent(id)
}

/** The path of the record itself: `/api/v1/users/00u1` for `/api/v1/users/00u1/lifecycle/suspend`. */
export function recordPath(path: string): string | undefined {
  return recordOf(path) === undefined ? undefined : kinds.exec(path)?.[0]
}
