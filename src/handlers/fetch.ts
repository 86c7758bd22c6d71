import type { Dispatcher } from './dispatcher.ts'
import { bodyMaxLength } from './parse-input.ts'
import type { WireReply, WireRequest } from './wire.ts'

/** Answers a fetch API request; for `fetch`-shaped servers and the msw handlers. */
export async function answerFetch(dispatcher: Dispatcher, request: Request): Promise<Response> {
  const declaredLength = Number(request.headers.get('content-length') ?? 0)
  if (declaredLength > bodyMaxLength) {
    return toResponse(dispatcher.refuse(wireRequestOf(request, ''), 'body-too-large'))
  }
  const reply = dispatcher.dispatch(wireRequestOf(request, hasBody(request) ? await request.text() : ''))
  const response = toResponse(reply instanceof Promise ? await reply : reply)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

/** Whether a request may carry a body: one without may still carry a stream that is empty. */
export function hasBody({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** A fetch API request as the dispatcher takes it, once its body is read. */
export function wireRequestOf(request: Request, body: string): WireRequest {
  const { path, query } = splitUrl(request.url)
  return {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path,
    query,
    header: (name) => request.headers.get(name) ?? undefined,
    body,
  }
}

/** Makes a fetch API response. */
export function toResponse({ status, headers, body }: WireReply): Response {
  const list: [string, string][] = []
  for (const name in headers) {
    const value = headers[name]!
    if (typeof value === 'string') list.push([name, value])
    else for (const each of value) list.push([name, each])
  }
  return new Response(body === '' ? null : body, { status, headers: list })
}

/** Path and query of a URL as they were written, with no fragment. */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const rest = start === -1 ? '/' : url.slice(start)
  const hash = rest.indexOf('#')
  const bare = hash === -1 ? rest : rest.slice(0, hash)
  const question = bare.indexOf('?')
  if (question === -1) return { path: bare, query: '' }
  return { path: bare.slice(0, question), query: bare.slice(question + 1) }
}
