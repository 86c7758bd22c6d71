const namePattern = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/
const valuePattern = /^[\t\u0020-\u007E\u0080-\u00FF]*$/

/** Whether a text can be the name of a header or a cookie (RFC 9110, 5.6.2). */
export function isHeaderName(text: string): boolean {
  return namePattern.test(text)
}

/** Whether a text can be the value of a header: every transport sends it as it is (RFC 9110, 5.5). */
export function isHeaderValue(text: string): boolean {
  return valuePattern.test(text)
}

/** Whether a text can be a token after `SSWS` or `Bearer`: visible ASCII, which clients and servers read alike. */
export function isTokenValue(text: string): boolean {
  return /^[\u0021-\u007E]+$/.test(text)
}

const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
])

/** Whether a header is the transport's: another value in its place would break the connection (RFC 9110, 7.6.1). */
export function isFramingHeader(name: string): boolean {
  return framing.has(name.toLowerCase())
}

/** Statuses of replies that have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
export const bodiless: ReadonlySet<number> = new Set([204, 205, 304])
