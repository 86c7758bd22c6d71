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
