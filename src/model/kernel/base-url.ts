/**
 * An address under which links are made, as headers can hold it: escaped where it needs to be, and without a
 * trailing slash.
 *
 * @throws TypeError when it is none.
 */
export function parseBaseUrl(text: string): string {
  const url = baseUrlOf(text)
  if (!url) throw new TypeError(`baseUrl: ${baseUrlRefusal(text)}`)
  return url.href.replace(/\/+$/, '')
}

/** What is wrong with a base URL that is none. */
export function baseUrlRefusal(text: string): string {
  return `expected an http or https URL without a query, a fragment and credentials, got "${text}"`
}

/** Whether links can be made under an address. */
export function isBaseUrl(text: string): boolean {
  return baseUrlOf(text) !== undefined
}

function baseUrlOf(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
    ? url
    : undefined
}
