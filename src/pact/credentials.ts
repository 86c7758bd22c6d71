import type { WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import type { StateValues } from './states/state.ts'

/**
 * A request with valid credentials instead of the pact's examples: a pact cannot contain those of a later organisation.
 * Credentials of a provider state stay.
 */
export function admit(org: Org, request: WireRequest, values: StateValues): WireRequest {
  const { sessionCookie } = values
  const cookie = request.header('cookie')
  const authorization = authorized(org, request.header('authorization'), values)
  const session =
    cookie === undefined || sessionCookie === undefined
      ? undefined
      : withCookie(cookie, String(sessionCookie))
  if (authorization === undefined && session === undefined) return request
  const { method, path, query, body } = request
  const others: Readonly<Record<string, string | undefined>> = { authorization, cookie: session }
  const header = (name: string): string | undefined => others[name] ?? request.header(name)
  const headers = (): Iterable<readonly [string, string]> =>
    Array.from(request.headers?.() ?? [], ([name]) => [name, header(name)!])
  return { method, path, query, body, header, headers }
}

function authorized(org: Org, given: string | undefined, values: StateValues): string | undefined {
  if (given === undefined) return undefined
  const found = /^(ssws|bearer)\s+(.*)/i.exec(given)
  if (!found) return undefined
  const [, scheme, token] = found as unknown as [string, string, string]
  if (org.access.has(token)) return undefined
  if (scheme.toLowerCase() === 'ssws') return `SSWS ${String(values.apiToken ?? org.apiToken)}`
  if (values.accessToken !== undefined) return `Bearer ${String(values.accessToken)}`
  const { prefix } = org.vocabulary
  const scopes = ['users', 'groups', 'clients'].map((resource) => `${prefix}.${resource}.manage`)
  return `Bearer ${org.access.makeAccessToken({ scopes }).value}`
}

/** The example's session replaced by that of the state; other cookies stay. */
function withCookie(cookies: string, sessionCookie: string): string {
  const name = sessionCookie.slice(0, sessionCookie.indexOf('='))
  const others = cookies.split(';').filter((pair) => pair.split('=', 1)[0]!.trim() !== name)
  return [sessionCookie, ...others.map((pair) => pair.trim())].join('; ')
}
