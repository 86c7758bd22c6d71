import type { Exchange } from './journal.ts'

interface Address {
  readonly path: string
  readonly query?: string | undefined
}

/** Path and query of a request. */
export function addressOf({ path, query }: Address): string {
  return query === undefined ? path : `${path}?${query}`
}

/**
 * A request as a `curl` command that a shell takes. Secrets are redacted; the token is read from `$TOKEN`.
 *
 * @param baseUrl Where the service is, without a trailing slash.
 */
export function toCurl({ method, path, query, request }: Exchange, baseUrl: string): string {
  const { host: _, 'content-length': __, authorization, ...headers } = request.headers
  const { body } = request
  // Brackets are not ranges, dots in a path are sent unchanged, and a body does not make it a POST.
  const parts = ['curl', '-g', '--path-as-is']
  if (method !== 'GET' || body !== undefined) parts.push('-X', method)
  parts.push(quoted(`${baseUrl}${addressOf({ path, query })}`))
  if (authorization !== undefined) parts.push('-H', withToken(authorization))
  for (const [name, value] of Object.entries(headers)) {
    if (!transportHeaders.has(name)) parts.push('-H', quoted(headerLine(name, value)))
  }
  if (body !== undefined) {
    // Without it, curl says that the body is a form.
    if (headers['content-type'] === undefined) parts.push('-H', quoted('content-type:'))
    parts.push('--data-raw', quoted(textOf(body)))
  }
  return parts.join(' ')
}

/** Headers that curl sends by itself. */
const transportHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'user-agent',
  'transfer-encoding',
])

/** A header as curl takes it, which leaves out one that ends with a colon. */
function headerLine(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}

/** A shell expands anything within double quotes, not only `$TOKEN`. So they contain only a plain scheme. */
function withToken(authorization: string): string {
  const [, scheme] = /^([\w-]*) ?\[secret\]$/.exec(authorization) ?? []
  if (scheme === undefined) return quoted(`Authorization: ${authorization}`)
  return `"Authorization: ${scheme === '' ? '' : `${scheme} `}$TOKEN"`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** An HTTP archive (HAR 1.2). */
export interface Har {
  readonly log: object
}

/**
 * Exchanges as an HTTP archive, version 1.2, which browsers' developer tools and many other tools read. It contains no
 * secrets.
 *
 * @param baseUrl Where the service is, without a trailing slash.
 */
export function toHar(exchanges: readonly Exchange[], baseUrl: string): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'identikit', version: '1' },
      entries: exchanges.map((exchange) => harEntry(exchange, baseUrl)),
    },
  }
}

function harEntry(
  { time, duration = 0, method, path, query, status, request, response, ...rest }: Exchange,
  baseUrl: string,
) {
  const requestText = request.body === undefined ? '' : textOf(request.body)
  const responseText = response.body === undefined ? '' : textOf(response.body)
  return {
    startedDateTime: time,
    time: duration,
    request: {
      method,
      url: `${baseUrl}${addressOf({ path, query })}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: harHeaders(request.headers),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      ...(requestText === ''
        ? {}
        : { postData: { mimeType: request.headers['content-type'] ?? '', text: requestText } }),
      headersSize: -1,
      bodySize: requestText.length,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: harHeaders(response.headers),
      content: {
        size: responseText.length,
        mimeType: response.headers['content-type'] ?? '',
        text: responseText,
      },
      redirectURL: response.headers['location'] ?? '',
      headersSize: -1,
      bodySize: responseText.length,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    ...(rest.operation === undefined ? {} : { _operation: rest.operation }),
    ...(rest.refusal === undefined ? {} : { _refusal: rest.refusal }),
  }
}

function harHeaders(headers: Readonly<Record<string, string>>): readonly { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
