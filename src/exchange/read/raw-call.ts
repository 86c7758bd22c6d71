import { spelledPath } from '../../contract/tolerances.ts'
import { chooseForm } from '../../handlers/router.ts'
import { routeOf } from '../before.ts'
import { isJsonType, jsonOf, listOf, member, textOf } from '../json.ts'
import type { RecordedCall } from '../exchange.ts'
import { decodedText } from './body.ts'

/** The parts of a call as a reader finds them. */
export interface RawCall {
  readonly method: unknown
  readonly url: unknown
  readonly requestHeaders: Readonly<Record<string, readonly string[]>>
  /** Undefined if the file says that there was one, and does not have it. */
  readonly requestBody: string | Buffer | undefined
  readonly status: unknown
  readonly headers: Readonly<Record<string, readonly string[]>>
  /** Undefined if the file says that there was one, and does not have it. */
  readonly body: string | Buffer | undefined
  /** When it began, where the file says so: a moment that `Date` reads. */
  readonly startedAt?: unknown
  /** Why it cannot be compared, if the reader knows. */
  readonly unread?: string | undefined
}

/** Headers that are a list of names and values. */
export function headersOfPairs(list: unknown, key = 'name'): Record<string, readonly string[]> {
  const headers = Object.create(null) as Record<string, string[]>
  for (const item of listOf(list)) {
    const name = member(item, key)
    if (typeof name === 'string') (headers[name.toLowerCase()] ??= []).push(textOf(member(item, 'value')))
  }
  return headers
}

/** A call of the common shape; undefined where it has no method or address. */
export function callOf(number: number, raw: RawCall): RecordedCall | undefined {
  const { method, url, requestHeaders, headers } = raw
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return undefined
  const address = new URL(url)
  const status = Number(raw.status)
  const hasReply = Number.isInteger(status) && status >= 100 && status < 600
  const requestBody = decodedText(raw.requestBody ?? '', requestHeaders)
  const body = decodedText(raw.body ?? '', headers)
  const json = jsonOf(body)
  // A reply that was cut off.
  const isCut = body !== '' && json === undefined && isJsonType(headers['content-type']?.[0])
  return {
    number,
    method: method.toUpperCase(),
    url: address,
    path: address.pathname,
    query: address.search.slice(1),
    ...describedBy(method.toUpperCase(), address, requestBody),
    requestHeaders: Object.fromEntries(
      Object.entries(requestHeaders).map(([name, lines]) => [name, lines.join(', ')]),
    ),
    requestBody,
    status: hasReply ? status : 0,
    headers,
    body,
    json,
    lostBody: raw.body === undefined || isCut,
    unread:
      raw.unread ??
      (hasReply ? undefined : 'the recording has no reply to it') ??
      (raw.requestBody === undefined ? 'the recorder did not keep the body that was sent' : undefined),
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
  return { operation: chooseForm(route.operations, request), parameters: route.params }
}

function momentOf({ headers, startedAt }: RawCall): number | undefined {
  const [date] = headers['date'] ?? []
  const given = date ?? startedAt
  const moment = given instanceof Date ? given.getTime() : Date.parse(textOf(given))
  return Number.isNaN(moment) ? undefined : moment
}
