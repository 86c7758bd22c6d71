import { wireRequestOf } from '../handlers/fetch.ts'
import type { Answering, RoutedRequest } from './answering.ts'
import { boundedText } from './bounded-text.ts'
import { responseOf } from './fetch-response.ts'
import type { ServerReply } from './reply.ts'

export { responseOf } from './fetch-response.ts'

/**
 * Answers a fetch API request with everything that a front serves.
 *
 * @param url The path and query for the front, where they differ from those of the request.
 */
export async function answerFetchBy(
  front: Answering,
  request: Request,
  url: string = request.url,
): Promise<Response> {
  const body = await boundedText(request)
  const wire = wireRequestOf(request, body ?? '', url)
  if (body === undefined) return responseOf(await front.refuse(wire, 'body-too-large'), request)
  return responseOf(await replyOf(front, wire), request)
}

async function replyOf(front: Answering, wire: RoutedRequest): Promise<ServerReply> {
  try {
    return await front.answer(wire)
  } catch (error) {
    front.onError?.(error, wire)
    return { status: 500, headers: {}, body: '' }
  }
}
