import { fill } from '../contract/errors/fill.ts'
import { refuse } from '../contract/errors/refusal.ts'
import { refusals } from '../contract/errors/catalogue.ts'
import type { Org } from '../model/org.ts'
import type { WireReply, WireRequest } from './wire.ts'

const local = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** The settings that decide which origins are trusted. */
export interface Trusting {
  readonly baseUrl: string
  readonly settings: { readonly trustedOrigins?: readonly string[] | undefined }
}

/** The same, and the prefix of the names of headers. */
export interface Calling extends Trusting {
  readonly vocabulary: { readonly prefix: string }
}

/** Whether pages of an origin may call with credentials. */
export function isTrustedOrigin(
  { baseUrl, settings: { trustedOrigins } }: Trusting,
  origin: string,
): boolean {
  return origin === new URL(baseUrl).origin || local.test(origin) || trustedOrigins?.includes(origin) === true
}

/** The message about a page whose origin is not trusted, with the settings that trust it. */
export function untrustedOrigin(origin: string): string {
  return fill(refusals['untrusted-origin'].cause!, { origin })
}

/** The note on a request whose page cannot read the reply, although it succeeds; undefined for the rest. */
export function unreadableReply(request: WireRequest, reply: WireReply): string | undefined {
  const origin = request.header('origin')
  if (origin === undefined || reply.headers['Access-Control-Allow-Origin'] !== undefined) return undefined
  const isOwn = URL.canParse(origin) && new URL(origin).host === request.header('host')
  if (isOwn || request.header('sec-fetch-mode') === 'navigate') return undefined
  return `The page cannot read this reply. ${untrustedOrigin(origin)}`
}

/** Whether a form comes from a page of an origin that is not trusted. Programs send no origin. */
export function isForeignForm(org: Org, request: WireRequest): boolean {
  const origin = request.header('origin')
  if (origin === undefined || isTrustedOrigin(org, origin)) return false
  // The server may be reached by another name than that of its base URL.
  return !URL.canParse(origin) || new URL(origin).host !== request.header('host')
}

/**
 * Whether a request comes from a page of an origin that is not trusted. A program sends no origin. A page that loads an
 * image or leads elsewhere sends no `Origin`. Then `Referer` decides, or else `Sec-Fetch-Site`.
 */
export function isForeignPage(org: Trusting, request: Pick<WireRequest, 'header'>): boolean {
  const page = request.header('origin') ?? request.header('referer')
  if (page === undefined) return /^(?:cross|same)-site$/.test(request.header('sec-fetch-site') ?? '')
  if (!URL.canParse(page)) return true
  const { origin, host } = new URL(page)
  return host !== request.header('host') && !isTrustedOrigin(org, origin)
}

/** The headers that let a trusted origin read a reply; other origins get `Vary` only. */
export function corsHeaders(org: Calling, origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined) return none
  if (!isTrustedOrigin(org, origin)) return vary
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': exposedHeaders(org.vocabulary.prefix),
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

/** The answer to OPTIONS as a preflight of a trusted origin. It is not for the journal: browsers ask before many calls. */
export function preflight(org: Org, request: WireRequest): WireReply | undefined {
  const origin = preflightOrigin(request)
  if (origin === undefined || !isTrustedOrigin(org, origin)) return undefined
  return {
    status: 204,
    headers: {
      ...corsHeaders(org, origin),
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers':
        request.header('access-control-request-headers') ?? 'Authorization, Content-Type, Accept, Prefer',
      'Access-Control-Max-Age': '600',
    },
    body: '',
  }
}

/** Refuses the preflight requests that `preflight` leaves. */
export function refusePreflight(request: WireRequest): void {
  const origin = preflightOrigin(request)
  if (origin !== undefined) refuse('untrusted-preflight', { origin })
}

/** The origin of the page for which a browser asks beforehand; undefined for every other OPTIONS. */
function preflightOrigin(request: WireRequest): string | undefined {
  const isPreflight = request.header('access-control-request-method') !== undefined
  return isPreflight ? request.header('origin') : undefined
}
