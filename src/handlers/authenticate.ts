import { refuse } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { areaOf } from '../contract/operations/index.ts'
import { roleAllows, scopeNeeded, scopesCover } from '../contract/roles.ts'
import { gluedApiToken, type ToleranceName } from '../contract/tolerances.ts'
import type { Org } from '../model/org.ts'
import type { Principal } from '../model/access/principals.ts'
import { isTrustedOrigin } from './cors.ts'
import type { WireRequest } from './wire.ts'

/** Is told of a tolerance that a request makes use of. */
type Tolerate = (used: ToleranceName) => void

/**
 * Who is calling, if they may call this operation (document 1, Authentication). A token wins over a cookie
 * that is sent along.
 *
 * @throws Refusal `invalid-token`, `invalid-session`, `untrusted-origin`, `access-denied` or `insufficient-scope`.
 */
export function authenticate(
  org: Org,
  operation: Operation,
  request: WireRequest,
  params: Readonly<Record<string, string>>,
  tolerate: Tolerate,
): Principal {
  const caller = callerOf(org, operation, request, params, tolerate)
  if (caller.kind === 'session') {
    refuseForeignPage(org, operation, request)
    return caller
  }
  const area = areaOf(operation.name)
  if (caller.kind === 'access-token') {
    const scope = scopeNeeded(org.vocabulary.word, area, operation.method)
    if (!scopesCover(caller.scopes, scope)) refuse('insufficient-scope', { scope })
  } else if (!roleAllows(caller.role, operation.name, area, operation.method)) {
    refuse('access-denied')
  }
  return caller
}

/**
 * A browser sends the cookie along whatever page asks: what a cookie alone allows is changed only for pages of
 * trusted origins (decision: delete-sessions-origin).
 */
function refuseForeignPage(org: Org, { method }: Operation, request: WireRequest): void {
  if (method === 'GET') return
  const origin = request.header('origin')
  if (origin !== undefined && !isTrustedOrigin(org, origin)) refuse('untrusted-origin', { origin })
}

function callerOf(
  org: Org,
  operation: Operation,
  request: WireRequest,
  params: Readonly<Record<string, string>>,
  tolerate: Tolerate,
): Principal {
  const authorization = request.header('authorization')
  if (authorization !== undefined && operation.auth !== 'session') {
    return fromHeader(org, authorization, tolerate)
  }
  const isSelf = params.userId === undefined ? operation.path.includes('/me') : params.userId === 'me'
  const acceptsCookie = operation.auth !== undefined && operation.auth !== 'token' && isSelf
  if (!acceptsCookie) return refuse('invalid-token')
  return fromCookie(org, operation, authorization, request.header('cookie'))
}

function fromHeader(org: Org, authorization: string, tolerate: Tolerate): Principal {
  const glued = org.settings.strictSpelling ? undefined : gluedApiToken(authorization)
  if (glued !== undefined) {
    tolerate('token-without-blank')
    return org.principals.fromApiToken(glued)
  }
  const space = authorization.indexOf(' ')
  const scheme = authorization.slice(0, space).toLowerCase()
  const value = authorization.slice(space + 1).trim()
  if (scheme === 'ssws') return org.principals.fromApiToken(value)
  if (scheme === 'bearer') {
    const caller = org.principals.fromAccessToken(value, org.clock.now())
    // The tokens of a suspended user do not work until it is back (decision: suspended-tokens).
    if (caller.userId === undefined) return caller
    return org.users.get(caller.userId)?.status === 'SUSPENDED' ? refuse('invalid-token') : caller
  }
  return refuse('invalid-token')
}

function fromCookie(
  org: Org,
  operation: Operation,
  authorization: string | undefined,
  cookies: string | undefined,
): Principal {
  const needsSession = operation.auth === 'session'
  // A token is not allowed where only a session is: it does not become one by a cookie sent along.
  if (needsSession && authorization !== undefined) return refuse('invalid-session')
  const cookie = cookieNamed(cookies, org.settings.sessionCookie)
  if (cookie === undefined) return refuse(needsSession ? 'invalid-session' : 'invalid-token')
  return org.sessions.principal(cookie) ?? refuse('invalid-session')
}

/** Ids by which whoever sends a request goes: token or session, and user; none where nobody is known. */
export function callerIds(org: Org, request: WireRequest): readonly string[] {
  const authorization = request.header('authorization')
  const cookie = cookieNamed(request.header('cookie'), org.settings.sessionCookie)
  try {
    const caller =
      authorization === undefined
        ? org.sessions.principal(cookie ?? '')
        : fromHeader(org, authorization, () => {})
    return caller ? [caller.id, caller.userId ?? caller.id] : []
  } catch {
    return []
  }
}

/** The value of a cookie in a `Cookie` header. */
export function cookieNamed(cookies: string | undefined, name: string): string | undefined {
  for (const pair of cookies?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}
