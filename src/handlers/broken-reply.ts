import type { Fault } from '../model/access/faults.ts'
import type { WireReply } from './wire.ts'

/** How fast a `slow-body` comes unless said otherwise, in bytes a second. */
const slowBytesPerSecond = 100

/** A reply as a fault leaves it: what a face does not know of is done here, the rest is left for the face. */
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

/** What proxies put in the place of a reply. */
const htmlPage = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>'

/** The first half of a JSON text, which is none. */
function cutOff(text: string): string {
  return text.length < 2 ? '{' : text.slice(0, Math.ceil(text.length / 2))
}
