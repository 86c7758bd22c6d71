import { isOfOneself } from '../../handlers/authenticate.ts'
import { routeOf } from '../../exchange/before.ts'
import type { Interaction } from '../../exchange/pact/pact-file.ts'
import type { PactProblem } from '../verify/verdict.ts'

/** Rules of the API description for every request that the OpenAPI document cannot express. */
export function requestProblems({ request, states }: Interaction, status: number): readonly PactProblem[] {
  const { method, path, headers } = request
  const route = routeOf(method, path)
  // A request that expects an error may lack anything.
  if (!route || status >= 400) return []
  // Operations that share a path and a method are for the same callers.
  const operation = route.operations[0]!
  if ('authorization' in headers) {
    return operation.auth === 'session'
      ? missing('header cookie', 'this operation takes a session cookie only, and no token')
      : []
  }
  if (!('cookie' in headers)) {
    return missing('header authorization', 'every operation needs a token or a session')
  }
  if (!isOfOneself(operation, route.params)) {
    return missing('header authorization', 'a session cookie is taken on /users/me alone')
  }
  return states.some(({ name }) => name.includes('session'))
    ? []
    : missing('', 'no provider state says whose session it is: a current session for {id} exists')
}

function missing(place: string, message: string): readonly PactProblem[] {
  return [{ foundBy: 'check', place, message }]
}
