import { hasExplanations, loadExplanations } from '../contract/explanations-later.ts'
import { isPromise } from '../model/kernel/is-promise.ts'
import { asksWhy } from './progress.ts'
import type { WireReply, WireRequest } from './wire.ts'

/** Has a request answered, and the texts of reasons loaded before anybody can ask why it was refused. */
export function onceExplained(
  request: WireRequest,
  answer: () => WireReply | Promise<WireReply>,
): WireReply | Promise<WireReply> {
  if (hasExplanations()) return answer()
  if (asksWhy(request)) return loadExplanations().then(answer)
  const reply = answer()
  return isPromise(reply) ? reply.then(withReasons) : withReasons(reply)
}

function withReasons(reply: WireReply): WireReply | Promise<WireReply> {
  return reply.status < 400 ? reply : loadExplanations().then(() => reply)
}
