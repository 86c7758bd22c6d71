import * as zlib from 'node:zlib'
import type { RecordedCall } from '../recorded.ts'

/** The parts of a call as a reader finds them. */
export interface RawCall {
  readonly method: unknown
  readonly url: unknown
  readonly requestHeaders: Readonly<Record<string, readonly string[]>>
  readonly requestBody: string | Buffer
  readonly status: unknown
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body: string | Buffer
  /** When it began, where the file says so: a moment that `Date` reads. */
  readonly startedAt?: unknown
}

/** A member of what may be an object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** A value as text; empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Headers that are an object of names to a text or a list of texts. */
export function headersOf(value: unknown): Record<string, readonly string[]> {
  if (typeof value !== 'object' || value === null) return {}
  const headers: Record<string, string[]> = {}
  for (const [name, lines] of Object.entries(value))
    (headers[name.toLowerCase()] ??= []).push(...(Array.isArray(lines) ? lines : [lines]).map(String))
  return headers
}

/** Headers that are a list of names and values. */
export function headersOfPairs(list: unknown, key = 'name'): Record<string, readonly string[]> {
  const headers: Record<string, string[]> = {}
  for (const item of Array.isArray(list) ? list : []) {
    const name = member(item, key)
    if (typeof name === 'string') (headers[name.toLowerCase()] ??= []).push(textOf(member(item, 'value')))
  }
  return headers
}

/** A call of the common shape; undefined where it has no method, address or status. */
export function callOf(number: number, raw: RawCall): RecordedCall | undefined {
  const { method, url, status } = raw
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return undefined
  if (!Number.isInteger(Number(status)) || Number(status) < 100) return undefined
  return {
    number,
    method: method.toUpperCase(),
    url: new URL(url),
    requestHeaders: Object.fromEntries(
      Object.entries(raw.requestHeaders).map(([name, lines]) => [name, lines.join(', ')]),
    ),
    requestBody: bodyOf(raw.requestBody, raw.requestHeaders),
    status: Number(status),
    headers: raw.headers,
    body: bodyOf(raw.body, raw.headers),
    at: momentOf(raw),
  }
}

/** The text of a body. Some recorders keep it compressed, as it came. */
function bodyOf(body: string | Buffer, headers: Readonly<Record<string, readonly string[]>>): string {
  if (typeof body === 'string') return body
  const [encoding = ''] = headers['content-encoding'] ?? []
  const decode = decoders[encoding.toLowerCase()]
  if (!decode) return body.toString('utf8')
  try {
    return decode(body).toString('utf8')
  } catch {
    // Most recorders keep the body plain, and the header as it was.
    return body.toString('utf8')
  }
}

/** Node 22.12 has no zstd yet: an import of its name would keep all of this from loading. */
const decoders: Readonly<Record<string, ((body: Buffer) => Buffer) | undefined>> = {
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
}

function momentOf({ headers, startedAt }: RawCall): number | undefined {
  const [date] = headers['date'] ?? []
  const given = date ?? startedAt
  const moment = given instanceof Date ? given.getTime() : Date.parse(textOf(given))
  return Number.isNaN(moment) ? undefined : moment
}
