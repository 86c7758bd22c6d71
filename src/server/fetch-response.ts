import { sentResponse } from '../handlers/fetch.ts'
import type { ServerReply } from './reply.ts'

/** A reply as a fetch API response. */
export async function responseOf(made: ServerReply, request: Request): Promise<Response> {
  // As node:http adds it (RFC 9110, section 6.6.1).
  const headers = { Date: new Date().toUTCString(), ...made.headers }
  const { body, stream, texts } = made
  if (!stream && !texts && typeof body === 'string') return sentResponse({ ...made, headers, body }, request)
  const content = (): BodyInit =>
    texts ? bodyOf(texts) : stream ? streamOf(stream) : (body as Uint8Array<ArrayBuffer>)
  return new Response(request.method === 'HEAD' ? null : content(), {
    status: made.status,
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
