import { refuse } from '../contract/errors/refusal.ts'
import { anyOf } from '../contract/formats/counted.ts'
import type { Operation } from '../contract/operation.ts'
import { roleAllows, roles, scopeAbout, scopeNeeded, scopesCover } from '../contract/roles.ts'
import { gluedApiToken, type ToleranceName } from '../contract/tolerances.ts'
import type { OrgSettings } from '../model/kernel/settings.ts'
import type { Org } from '../model/org.ts'
import type { AccessPrincipal, Principal } from '../model/access/access.ts'
import { isTrustedOrigin } from './cors.ts'
import type { WireRequest } from './wire.ts'

/** The caller of an operation that everybody may call. */
export const nobody: Principal = { kind: 'session', id: '', userId: '' }

/** Early-access operations are there only where enabled (Clients, Versioning, 2). */
export function refuseUnlessEnabled(operation: Operation, { earlyAccess }: OrgSettings['features']): void {
  if (operation.edition === 'early-access' && !earlyAccess) {
    refuse('feature-not-enabled', { feature: 'Early access' })
  }
}

/** Receives each tolerance that a request uses. */
type Tolerate = (used: ToleranceName) => void

/**
 * Who is calling, if they may call this operation (Clients, Authentication). A token wins over a cookie that is sent
 * along.
 *
 * @throws `Refusal` `invalid-token`, `invalid-session`, `untrusted-origin`, `access-denied` or `insufficient-scope`.
 */
export function authenticate(
  org: Org,
  operation: Operation,
  request: WireRequest,
  params: Readonly<Record<string, string>>,
  tolerate: Tolerate,
): Principal {
  if (operation.auth === 'none') return nobody
  const caller = callerOf(org, operation, request, params, tolerate)
  if (caller.kind === 'session') {
    refuseForeignPage(org, operation, request)
    return caller
  }
  const { area, beyond } = operation
  if (caller.kind === 'access-token') {
    const { prefix } = org.vocabulary
    const { method } = operation
    const scope = area ? scopeNeeded(prefix, area, method) : scopeAbout(prefix, beyond!, method)
    if (!scopesCover(caller.scopes, scope)) {
      const held = caller.scopes.length > 0 ? `only the scopes ${caller.scopes.join(', ')}` : 'no scopes'
      refuse('insufficient-scope', { scope, held, operation: operation.name })
    }
    return withinRole(org, operation, params, caller)
  }
  if (!roleAllows(caller.role, operation.name, area, operation.method)) {
    const able = roles.filter((role) => roleAllows(role, operation.name, area, operation.method))
    refuse('access-denied', { roles: able.join(', '), role: caller.role, operation: operation.name })
  }
  return caller
}

/**
 * A scope gives a person no right that its role lacks. Each person may do at /users/me what a cookie
 * allows. The token of a client itself is of no person (interpretation: scope-names).
 */
function withinRole(
  org: Org,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  caller: AccessPrincipal,
): Principal {
  const { userId } = caller
  if (userId === undefined) return caller
  const { name, method, area } = operation
  const held = org.tokens.of('api', 'user', userId)
  const able = held.find(({ role }) => roleAllows(role, name, area, method))
  if (able) return { ...caller, role: able.role, ...(able.groupIds && { groupIds: able.groupIds }) }
  if (isOfOneself(operation, params)) return caller
  const needed = roles.filter((role) => roleAllows(role, name, area, method))
  return refuse('scope-without-role', {
    user: userId,
    held: held.length === 0 ? 'no administrator role' : `the role ${held.map(({ role }) => role).join(', ')}`,
    operation: name,
    needed: anyOf(needed),
    roles: needed.join(', '),
  })
}

/** Whether an operation is one on the caller at /users/me, for which a cookie is enough. */
export function isOfOneself(operation: Operation, params: Readonly<Record<string, string>>): boolean {
  const { auth = 'token' } = operation
  return auth !== 'token' && isAtMe(operation, params)
}

/** Whether the path of an operation is that of the caller. */
export function isAtMe({ path }: Operation, { userId }: Readonly<Record<string, string>>): boolean {
  return userId === undefined ? path.includes('/me') : userId === 'me'
}

/**
 * A browser sends the cookie from any page. With a cookie alone, only pages of trusted origins may change something
 * (interpretation: delete-sessions-origin).
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
  const cookies = request.header('cookie')
  if (isOfOneself(operation, params)) return fromCookie(org, operation, authorization, cookies)
  const { cookie } = org.settings.signIn
  return cookieNamed(cookies, cookie) === undefined
    ? refuse('no-token', { seen: 'got no such header' })
    : refuse('cookie-for-token', { cookie })
}

function fromHeader(org: Org, authorization: string, tolerate: Tolerate): Principal {
  const space = authorization.indexOf(' ')
  const glued =
    space !== -1 || org.settings.interpretations.tolerances === 'refused'
      ? undefined
      : gluedApiToken(authorization)
  if (glued !== undefined) {
    tolerate('token-without-blank')
    return org.access.fromApiToken(glued)
  }
  const scheme = authorization.slice(0, space).toLowerCase()
  const value = authorization.slice(space + 1).trim()
  if (scheme === 'ssws') return org.access.fromApiToken(value)
  if (scheme === 'bearer') {
    const caller = org.access.fromAccessToken(value)
    const { userId = '' } = caller
    return org.users.holdsTokensOf(userId) ? refuse('suspended-owner', { user: userId }) : caller
  }
  // Names the scheme alone: the rest may be a secret, and so may be a header without one.
  const named = /^([!-~]+) /.exec(authorization)?.[1]
  if (named !== undefined)
    return refuse('other-scheme', { expected: 'the scheme SSWS or Bearer', seen: named.slice(0, 40) })
  const seen = authorization.trim() === '' ? 'an empty header' : 'one word'
  return refuse('other-scheme', { expected: 'SSWS or Bearer and a token', seen })
}

function fromCookie(
  org: Org,
  operation: Operation,
  authorization: string | undefined,
  cookies: string | undefined,
): Principal {
  const needsSession = operation.auth === 'session'
  // A token is not allowed where only a session is: it does not become one by a cookie sent along.
  const name = org.settings.signIn.cookie
  if (needsSession && authorization !== undefined) refuse('token-for-cookie', { cookie: name })
  const cookie = cookieNamed(cookies, name)
  if (cookie !== undefined) {
    const problem = `Cookie: expected ${name} of an open session, got one that is unknown or over`
    return org.sessions.principal(cookie) ?? refuse('invalid-session', { cookie: name, problem })
  }
  if (needsSession) return refuse('no-cookie', { cookie: name })
  return refuse('no-token', { seen: `or the cookie ${name}, got neither` })
}

/** Ids of the sender of a request: token or session, and user; none where the sender is unknown. */
export function callerIds(org: Org, request: WireRequest): readonly string[] {
  const authorization = request.header('authorization')
  const cookie = cookieNamed(request.header('cookie'), org.settings.signIn.cookie)
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
