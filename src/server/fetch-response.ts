import { sentResponse } from '../handlers/fetch.ts'
import type { ServerReply } from './reply.ts'

/** A reply as a fetch API response. */
export function responseOf(reply: ServerReply, request: Request): Response | Promise<Response> {
  const { status, headers, body, stream, texts } = reply
  if (texts) return new Response(bodyOf(texts), { status, headers: headers as Record<string, string> })
  if (stream) return new Response(streamOf(stream), { status, headers: headers as Record<string, string> })
  if (typeof body === 'string') return sentResponse({ ...reply, body }, request)
  return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), {
    status,
    headers: headers as Record<string, string>,
  })
}

function bodyOf(texts: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const rest = texts[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const part = rest.next()
      if (part.done) controller.close()
      else controller.enqueue(encoder.encode(part.value))
    },
  })
}

function streamOf(start: NonNullable<ServerReply['stream']>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let stop: (() => void) | undefined
  return new ReadableStream({
    start(controller) {
      start({
        write: (text) => controller.enqueue(encoder.encode(text)),
        end() {
          stop?.()
          controller.close()
        },
        onClose(given) {
          stop = given
        },
      })
    },
    cancel: () => stop?.(),
  })
}
