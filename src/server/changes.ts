import { authorizationChanges } from '../authorization/index.ts'
import { routesOf } from '../beyond/index.ts'
import { controlPath } from '../control/index.ts'
import { asAnswered, isBesideOperations, operationOf } from '../handlers/request-forms.ts'
import type { WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { oneTimeLinkPatterns } from '../views/links.ts'
import { controlChanges } from './control.ts'

/**
 * Whether a request can change the organisation, by its operation, endpoint, action or page. The method alone does not
 * show it: `GET /oauth2/v1/authorize` issues a code, `POST /oauth2/v1/introspect` and `POST /_control/find-user` only
 * read. A request for an unknown path changes nothing.
 */
export function changes(org: Org, given: WireRequest): boolean {
  const { request } = asAnswered(org, given)
  const { method, path } = request
  const operation = operationOf(request, path, routesOf(org).router)
  if (operation) return operation.method !== 'GET'
  if (path.startsWith(`${controlPath}/`)) return controlChanges(request, path)
  if (isBesideOperations(path)) return authorizationChanges(org, request, path)
  // Pages change data only through their forms.
  return method === 'POST' && oneTimeLinkPatterns.some(({ pattern }) => pattern.test(path))
}
