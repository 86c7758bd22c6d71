import type { BrokenReply, WireReply } from './wire.ts'

/** How many pieces a second a slow body comes in, at the most. */
const piecesPerSecond = 10

/** Requests without an answer. Node collects a request that nobody holds, and its signal then never aborts. */
const unanswered = new Set<Request>()

/**
 * The response to a caller of `fetch`, broken by a fault.
 *
 * @param whole The response as it would be unbroken, without its body.
 * @throws TypeError where the connection is reset, as `fetch` does for network errors.
 * @throws DOMException `AbortError`, or the signal's reason, where the caller gives up waiting for an answer.
 */
export async function brokenResponse(
  { body }: WireReply,
  broken: BrokenReply,
  whole: (body: ReadableStream<Uint8Array>) => Response,
  request: Request,
): Promise<Response> {
  const { signal } = request
  if (broken.kind === 'connection-reset') throw new TypeError('Failed to fetch: a fault reset the connection')
  if (broken.kind === 'no-answer') {
    return new Promise((_, reject) => {
      unanswered.add(request)
      const give = (): void => {
        unanswered.delete(request)
        reject(signal.reason)
      }
      if (signal.aborted) give()
      else signal.addEventListener('abort', give, { once: true })
    })
  }
  const bytes = new TextEncoder().encode(body)
  return whole(broken.kind === 'slow-body' ? slow(bytes, broken.bytesPerSecond, signal) : truncated(bytes))
}

function truncated(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError('terminated: a fault cut the body off'))
      else controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)))
      isSent = true
    },
  })
}

function slow(bytes: Uint8Array, bytesPerSecond: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const { size, pause } = pieces(bytesPerSecond)
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      if (sent >= bytes.length) return controller.close()
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (signal.aborted) return controller.error(signal.reason)
      controller.enqueue(bytes.slice(sent, sent + size))
      sent += size
    },
  })
}

/** How a slow body is cut: the size of a piece in bytes, and the pause before each in milliseconds. */
export function pieces(bytesPerSecond: number): { readonly size: number; readonly pause: number } {
  const size = Math.max(1, Math.ceil(bytesPerSecond / piecesPerSecond))
  return { size, pause: (1000 * size) / bytesPerSecond }
}
