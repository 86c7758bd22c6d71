import * as zlib from 'node:zlib'
import { spelledPath } from '../../contract/tolerances.ts'
import { chooseForm } from '../../handlers/request-forms.ts'
import { routeOf } from '../../pact/before.ts'
import { jsonOf, listOf, member, objectOf, textOf } from '../json.ts'
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
  /** Whether the file says that there was a body, and has none. */
  readonly lostBody?: boolean
  /** When it began, where the file says so: a moment that `Date` reads. */
  readonly startedAt?: unknown
}

/** Headers that are an object of names to a text or a list of texts. */
export function headersOf(value: unknown): Record<string, readonly string[]> {
  const headers: Record<string, string[]> = {}
  for (const [name, lines] of Object.entries(objectOf(value) ?? {}))
    (headers[name.toLowerCase()] ??= []).push(...(Array.isArray(lines) ? lines : [lines]).map(String))
  return headers
}

/** Headers that are a list of names and values. */
export function headersOfPairs(list: unknown, key = 'name'): Record<string, readonly string[]> {
  const headers: Record<string, string[]> = {}
  for (const item of listOf(list)) {
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
  const address = new URL(url)
  const requestBody = bodyOf(raw.requestBody, raw.requestHeaders)
  const body = bodyOf(raw.body, raw.headers)
  return {
    number,
    method: method.toUpperCase(),
    url: address,
    ...describedBy(method.toUpperCase(), address, requestBody),
    requestHeaders: Object.fromEntries(
      Object.entries(raw.requestHeaders).map(([name, lines]) => [name, lines.join(', ')]),
    ),
    requestBody,
    status: Number(status),
    headers: raw.headers,
    body,
    json: jsonOf(body),
    lostBody: raw.lostBody === true && body === '',
    at: momentOf(raw),
  }
}

/** The operation of the API description that a call is for, and the parameters of its path. */
function describedBy(
  method: string,
  { pathname, search }: URL,
  body: string,
): Pick<RecordedCall, 'operation' | 'parameters'> {
  const { path } = spelledPath(pathname)
  const route = routeOf(method, path)
  if (!route) return { operation: undefined, parameters: {} }
  const request = { method, path, query: search.slice(1), body, header: () => undefined }
  return { operation: chooseForm(route, request), parameters: route.params }
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
