import type { WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import type { StateValues } from './states/state.ts'

/**
 * A request with credentials that work, where those of the pact are an example: a pact cannot hold those that an
 * organisation has once it is made. What a provider state has said about them stands.
 */
export function admit(org: Org, request: WireRequest, values: StateValues): WireRequest {
  const authorization = request.header('authorization')
  const other = authorization === undefined ? undefined : authorized(org, authorization, values)
  const cookie = request.header('cookie')
  const { sessionCookie } = values
  const otherCookie =
    cookie !== undefined && sessionCookie !== undefined && cookie !== sessionCookie
      ? withCookie(cookie, String(sessionCookie))
      : undefined
  if (other === undefined && otherCookie === undefined) return request
  const { method, path, query, body } = request
  const header = (name: string): string | undefined => {
    if (name === 'authorization' && other !== undefined) return other
    return name === 'cookie' && otherCookie !== undefined ? otherCookie : request.header(name)
  }
  return { method, path, query, body, header }
}

function authorized(org: Org, given: string, values: StateValues): string | undefined {
  const [, scheme = '', token = ''] = /^(\S+)\s+(.*)$/.exec(given) ?? []
  if (org.principals.has(token)) return undefined
  if (/^ssws$/i.test(scheme)) return `SSWS ${String(values.apiToken ?? org.apiToken)}`
  if (!/^bearer$/i.test(scheme)) return undefined
  if (values.accessToken !== undefined) return `Bearer ${String(values.accessToken)}`
  const { word } = org.vocabulary
  const scopes = ['users', 'groups', 'clients'].map((resource) => `${word}.${resource}.manage`)
  return `Bearer ${org.access.makeAccessToken({ scopes }).value}`
}

/** The example's session replaced by that of the state; other cookies stay. */
function withCookie(cookies: string, sessionCookie: string): string {
  const name = sessionCookie.slice(0, sessionCookie.indexOf('='))
  const others = cookies.split(';').filter((pair) => pair.split('=', 1)[0]!.trim() !== name)
  return [sessionCookie, ...others.map((pair) => pair.trim())].join('; ')
}
