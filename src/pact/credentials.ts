import type { Sent } from '../exchange/replay.ts'
import { defined } from '../model/kernel/defined.ts'
import type { Org } from '../model/org.ts'
import type { StateValues } from './states/state.ts'

/**
 * A request with valid credentials instead of the pact's examples: a pact cannot contain those of a later organisation.
 * Credentials of a provider state stay.
 */
export function admit(org: Org, request: Sent, values: StateValues): Sent {
  const { authorization, cookie } = request.requestHeaders
  const { sessionCookie } = values
  return {
    ...request,
    requestHeaders: {
      ...request.requestHeaders,
      ...defined({ authorization: authorized(org, authorization, values) }),
      ...(cookie === undefined || sessionCookie === undefined
        ? {}
        : { cookie: withCookie(cookie, String(sessionCookie)) }),
    },
  }
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
