import { bodiless } from '../contract/formats/header.ts'
import type { RefusalName } from '../contract/errors/catalogue.ts'
import type { Dispatcher } from './dispatcher.ts'
import { bodyMaxLength } from './parse-input.ts'
import type { Match, Router } from './router.ts'
import type { ServedKind } from './routes.ts'
import type { WireReply, WireRequest } from './wire.ts'

/** Answers requests: the dispatcher of an organisation, or a caller of one elsewhere. */
export interface Answering {
  readonly org: { readonly baseUrl: string }
  /** Everything that is served. */
  readonly routes: Router<ServedKind>
  dispatch(request: WireRequest, match?: Match<ServedKind>): Promise<WireReply>
  refuse(request: WireRequest, refusal: RefusalName): Promise<WireReply>
}

/** The `fetch` of an organisation. It takes paths below the base URL, and gives up when the signal of a request does. */
export function fetchOf(
  dispatcher: Dispatcher,
): (input: Request | URL | string, init?: RequestInit) => Promise<Response> {
  const { org } = dispatcher
  return async (input, init) => {
    const request = requestOf(input, init, org.baseUrl)
    const { signal } = request
    if (signal.aborted) throw signal.reason
    // Only faults let a request wait for long. Without them a listener is a twentieth of the time of a call.
    const mayWait = org.tables.faults.value.active.length > 0
    const answered = answerFetch(dispatcher, request)
    return mayWait ? untilAborted(answered, signal) : answered
  }
}

/** The request for a call of `fetch`. A request of another realm, such as jsdom's, goes through unchanged. */
function requestOf(input: Request | URL | string, init: RequestInit | undefined, baseUrl: string): Request {
  if (typeof input === 'string' || input instanceof URL)
    return new Request(new URL(input, `${baseUrl}/`), init)
  return init === undefined ? input : new Request(input, init)
}

function untilAborted<Value>(answered: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(signal.reason)
    signal.addEventListener('abort', give, { once: true })
    void answered.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}

/** Answers a fetch API request; for `fetch`-shaped servers and the msw handlers. */
export async function answerFetch(dispatcher: Answering, request: Request): Promise<Response> {
  const declaredLength = Number(request.headers.get('content-length') ?? 0)
  if (declaredLength > bodyMaxLength) {
    return toResponse(await dispatcher.refuse(wireRequestOf(request, ''), 'body-too-large'))
  }
  const wire = wireRequestOf(request, hasBody(request) ? await request.text() : '')
  return sentResponse(await dispatcher.dispatch(wire), request)
}

/** The response to a caller of `fetch`, broken where a fault breaks it. */
export async function sentResponse(reply: WireReply, request: Request): Promise<Response> {
  const { method } = request
  const { broken, status, headers } = reply
  if (!broken) return toResponse(reply, method === 'HEAD')
  const head = toResponse({ status, headers, body: '' })
  const whole = (body: ReadableStream<Uint8Array>): Response =>
    new Response(method === 'HEAD' || bodiless.has(status) ? null : body, { status, headers: head.headers })
  // Few organisations have such faults.
  const { brokenResponse } = await import('./broken-response.ts')
  return brokenResponse(reply, broken, whole, request)
}

/** Whether a request may carry a body: one without may still carry a stream that is empty. */
export function hasBody({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** A fetch API request as the dispatcher takes it, once its body is read. Reading its URL builds the text again. */
export function wireRequestOf(
  request: Request,
  body: string,
  url: string = request.url,
): WireRequest & { path: string } {
  return new FetchRequest(request, body, url)
}

/**
 * Keeps the headers, not the request. The journal keeps a thousand of these, and each request would keep a signal,
 * which the engine frees late.
 */
class FetchRequest implements WireRequest {
  readonly method: string
  path: string
  readonly query: string
  readonly body: string
  isGone: WireRequest['isGone']
  readonly #headers: Headers
  readonly #url: string

  constructor(request: Request, body: string, url: string) {
    const { method, headers } = request
    const { path, query } = splitUrl(url)
    this.isGone = goneOf(request)
    this.method = method === 'HEAD' ? 'GET' : method
    this.path = path
    this.query = query
    this.body = body
    this.#headers = headers
    this.#url = url
  }

  header(name: string): string | undefined {
    // Some runtimes hand over the address alone.
    return this.#headers.get(name) ?? (name === 'host' ? hostOf(this.#url) : undefined)
  }

  headers(): Iterable<readonly [string, string]> {
    return this.#headers.entries()
  }
}

/** The host of a URL, with its port, as it was written. */
function hostOf(url: string): string | undefined {
  return /^\w+:\/\/([^/?#]*)/.exec(url)?.[1]
}

/** Makes a fetch API response; one to HEAD has no body. */
export function toResponse({ status, headers, body }: WireReply, isHead = false): Response {
  let lines: Record<string, string> | undefined
  for (const name in headers) {
    const value = headers[name]!
    // As `Headers` itself joins several lines of one name.
    if (typeof value !== 'string')
      (lines ??= { ...(headers as Record<string, string>) })[name] = value.join(', ')
  }
  return new Response(body === '' || isHead ? null : body, {
    status,
    headers: lines ?? (headers as Record<string, string>),
  })
}

/** Path and query of a URL as they were written, with no fragment. */
function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const rest = start === -1 ? '/' : url.slice(start)
  const hash = rest.indexOf('#')
  const bare = hash === -1 ? rest : rest.slice(0, hash)
  const question = bare.indexOf('?')
  if (question === -1) return { path: bare, query: '' }
  return { path: bare.slice(0, question), query: bare.slice(question + 1) }
}

/** A function on the right side of an assignment would be an old object at once, and keep the request. */
function goneOf({ signal }: Request): WireRequest['isGone'] {
  return () => signal.aborted
}
