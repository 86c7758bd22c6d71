/**
 * A base address for links, in a form that headers can contain: escaped where necessary, without a trailing slash.
 *
 * @throws TypeError for a wrong address.
 */
export function parseBaseUrl(text: string): string {
  const url = baseUrlOf(text)
  if (!url) throw new TypeError(`baseUrl: ${baseUrlRefusal(text)}`)
  return url.href.replace(/\/+$/, '')
}

/** The message for a wrong base URL. */
export function baseUrlRefusal(text: string): string {
  return `expected an http or https URL without a query, a fragment and credentials, got "${text}"`
}

/** Whether an address can be the base of links. */
export function isBaseUrl(text: string): boolean {
  return baseUrlOf(text) !== undefined
}

function baseUrlOf(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
    ? url
    : undefined
}

/** An address of a server, and the address by which the client of a request reached it instead. */
export interface Reached {
  readonly home: string
  readonly asked: string
}

/** How the client of the request under way reached its server. Only a server that follows requests sets it. */
export const underWay: { reached?: () => Reached | undefined } = {}

/** An address, as a client reaches it: by default, the client of the request under way. */
export function reached(url: string, at: Reached | undefined = underWay.reached?.()): string {
  if (!at || !(url === at.home || url.startsWith(`${at.home}/`))) return url
  return at.asked + url.slice(at.home.length)
}
