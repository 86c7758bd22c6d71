import type { Fault } from '../model/access/faults.ts'
import type { WireReply } from './wire.ts'

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
