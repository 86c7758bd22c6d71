import type { OperationName } from '../../../src/contract/operation-names.ts'
import { routes } from '../../engine/wire/routes.ts'
import type { Sent } from '../alter/wire.ts'

export { routes } from '../../engine/wire/routes.ts'

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
