import type { Org } from '../model/org.ts'
import type { WireReply, WireRequest } from './wire.ts'

const local = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Whether pages of an origin may call with credentials. */
export function isTrustedOrigin(org: Org, origin: string): boolean {
  const { trustedOrigins } = org.settings
  if (origin === new URL(org.baseUrl).origin) return true
  return trustedOrigins ? trustedOrigins.includes(origin) : local.test(origin)
}

/** The headers that let a trusted origin read a reply; none for the others. */
export function corsHeaders(org: Org, origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined) return none
  if (!isTrustedOrigin(org, origin)) return vary
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': exposedHeaders(org.vocabulary.word),
    Vary: 'Origin',
  }
}

const none: Readonly<Record<string, string>> = Object.freeze({})
const vary: Readonly<Record<string, string>> = Object.freeze({ Vary: 'Origin' })

function exposedHeaders(word: string): string {
  return `Link, ${requestIdHeader(word)}, X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, Retry-After, Date`
}

/** Name of the header with a request's id. */
export function requestIdHeader(word: string): string {
  return `X-${word.slice(0, 1).toUpperCase()}${word.slice(1)}-Request-Id`
}

/** The answer to a preflight request, or undefined when it is none. */
export function preflight(org: Org, request: WireRequest): WireReply | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const origin = request.header('origin')
  if (origin === undefined || request.header('access-control-request-method') === undefined) return undefined
  const headers = corsHeaders(org, origin)
  if (headers === vary) return { status: 403, headers, body: '' }
  return {
    status: 204,
    headers: {
      ...headers,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers':
        request.header('access-control-request-headers') ?? 'Authorization, Content-Type, Accept, Prefer',
      'Access-Control-Max-Age': '600',
    },
    body: '',
  }
}
