import { operationOf } from '../../handlers/request-forms.ts'
import type { Interaction } from '../file/pact-file.ts'
import type { PactProblem } from '../verify/verdict.ts'

/** What the documents ask of every request, and the OpenAPI document cannot say of a single one. */
export function requestProblems({ request, response, states }: Interaction): readonly PactProblem[] {
  const { method, path, headers, body } = request
  const found: PactProblem[] = []
  const operation = operationOf(
    {
      method,
      path,
      query: '',
      header: () => undefined,
      body: body === undefined || body === null ? '' : '{}',
    },
    path,
  )
  if (!operation) return found
  // A request that is to be refused may lack what it likes.
  const isRefused = response.status >= 400
  const hasCredentials = 'authorization' in headers || 'cookie' in headers
  if (!hasCredentials && !isRefused) {
    found.push(missing('header authorization', 'every operation needs a token or a session'))
  }
  if ('authorization' in headers && operation.auth === 'session' && !isRefused) {
    found.push(missing('header cookie', 'this operation takes a session cookie only, and no token'))
  }
  if ('cookie' in headers && !('authorization' in headers) && !isRefused) {
    const isOwn = path.includes('/me') && operation.auth !== undefined && operation.auth !== 'token'
    if (!isOwn) found.push(missing('header authorization', 'a session cookie is taken on /users/me alone'))
    else if (!states.some(({ name }) => /session/.test(name))) {
      found.push(missing('', 'no provider state says whose session it is: a current session for {id} exists'))
    }
  }
  return found
}

function missing(place: string, message: string): PactProblem {
  return { foundBy: 'check', place, message }
}
