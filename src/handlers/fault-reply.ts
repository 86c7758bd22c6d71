import type { Fault } from '../model/access/faults.ts'
import type { Reply } from './wire.ts'

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
