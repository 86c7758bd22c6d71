import type { Fault } from '../model/access/faults.ts'
import type { Reply, WireReply } from './wire.ts'

/** The answer of a fault that names a status: what it says is sent, text as it is. */
export function statusReply(status: number, { body, headers }: Fault): Reply {
  if (typeof body === 'string') {
    return {
      status,
      headers: withHeaders({ 'Content-Type': 'text/plain;charset=UTF-8' }, headers),
      text: body,
    }
  }
  return { status, body, ...(headers ? { headers } : {}) }
}

/** Headers with some added, which replace those of the same name in any case. */
export function withHeaders<Value extends string | readonly string[]>(
  headers: Readonly<Record<string, Value>>,
  others: Readonly<Record<string, Value>> = {},
): Readonly<Record<string, Value>> {
  const named = new Set(Object.keys(others).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...others }
}

/**
 * When a caller that a fault held up may come back, by the `Date` header: in whole seconds.
 *
 * @param now Milliseconds since 1970.
 */
export function exhausted(now: number, retryAfter = 1000): Readonly<Record<string, string>> {
  const seconds = Math.ceil(retryAfter / 1000)
  return {
    'X-Rate-Limit-Remaining': '0',
    'X-Rate-Limit-Reset': String(Math.floor(now / 1000) + seconds),
    'Retry-After': String(seconds),
  }
}

/**
 * The values for the texts of an error that a fault asks for, where nothing is wrong with the request.
 *
 * @param path The request's; its last segment stands for the record that was not found.
 */
export function faultTexts(path: string): Readonly<Record<string, string>> {
  const message = 'A fault lets this call fail'
  return {
    id: path.slice(path.lastIndexOf('/') + 1),
    kind: 'Resource',
    field: 'fault',
    message,
    hint: message,
    change: 'activated',
    expected: 'no fault',
    found: 'a fault',
    first: 'this',
    second: 'a fault',
    scope: 'that is needed',
    origin: 'of this page',
    operation: 'This operation',
    feature: 'This feature',
  }
}

/** How fast a `slow-body` comes unless said otherwise, in bytes a second. */
const slowBytesPerSecond = 100

/** A reply as a fault changes it. The entry point carries out `broken`, which a changed reply cannot express. */
export function brokenReply(
  reply: WireReply,
  { breaks, bytesPerSecond = slowBytesPerSecond }: Fault,
): WireReply {
  const { status, headers } = reply
  if (breaks === undefined) return reply
  if (breaks === 'slow-body')
    return { status, headers, body: reply.body, broken: { kind: breaks, bytesPerSecond } }
  if (breaks === 'malformed-json') return { status, headers, body: cutOff(reply.body) }
  if (breaks === 'empty-body') return { status, headers, body: '' }
  if (breaks === 'wrong-content-type') {
    return { status, headers: { ...headers, 'Content-Type': 'text/html;charset=UTF-8' }, body: htmlPage }
  }
  return { status, headers, body: reply.body, broken: { kind: breaks } }
}

/** The reply of a proxy instead of the service's. */
const htmlPage = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>'

/** The first half of a JSON text, which is not JSON. */
function cutOff(text: string): string {
  return text.length < 2 ? '{' : text.slice(0, Math.ceil(text.length / 2))
}
