import { hasBody, sentResponse, wireRequestOf } from '../handlers/fetch.ts'
import { bodyMaxLength } from '../handlers/parse-input.ts'
import type { Handle, ServerReply, ServerRequest } from './wire.ts'

/**
 * Answers a fetch API request with everything that a server serves.
 *
 * @param url The path and query for the handler, where they differ from those of the request.
 */
export async function answerFetchBy(
  handle: Handle,
  request: Request,
  url: string = request.url,
): Promise<Response> {
  return responseOf(await handle(await serverRequestOf(request, url)), request)
}

/** Reads a fetch API request. */
export async function serverRequestOf(request: Request, url: string = request.url): Promise<ServerRequest> {
  const body = await boundedText(request)
  const protocol = request.url.startsWith('https:') ? 'https:' : 'http:'
  return Object.assign(wireRequestOf(request, body ?? '', url), {
    protocol,
    isTooLarge: body === undefined,
  } as const)
}

/** The body of a request; undefined if it is longer than the service accepts. */
async function boundedText(request: Request): Promise<string | undefined> {
  if (!hasBody(request)) return ''
  if (Number(request.headers.get('content-length') ?? 0) > bodyMaxLength) return undefined
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length
    if (length > bodyMaxLength) {
      await reader?.cancel()
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/** A reply as a fetch API response. */
export async function responseOf(made: ServerReply, request: Request): Promise<Response> {
  // As node:http adds it (RFC 9110, section 6.6.1), also where a variant spells its name another way.
  const isDated = Object.keys(made.headers).some((name) => name.toLowerCase() === 'date')
  const headers = isDated ? made.headers : { Date: new Date().toUTCString(), ...made.headers }
  const { status, body, parts } = made
  if (!parts && typeof body === 'string') return sentResponse({ ...made, headers, body }, request)
  const isHead = request.method === 'HEAD'
  if (isHead) void parts?.cancel()
  const content = isHead
    ? null
    : (parts?.pipeThrough(new TextEncoderStream()) ?? (body as Uint8Array<ArrayBuffer>))
  return new Response(content, { status, headers: headers as Record<string, string> })
}
