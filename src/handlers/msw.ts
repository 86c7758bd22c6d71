import type { HttpHandler } from 'msw'
import type { Operation } from '../contract/operation.ts'
import { spelledPath } from '../contract/tolerances.ts'
import { operations } from '../contract/operations/index.ts'
import { checkTypes } from '../model/kernel/check-options.ts'
import { operationOf } from './request-forms.ts'
import { type Answering, answerFetch, hasBody, sentResponse, wireRequestOf } from './fetch.ts'
import { router } from './router.ts'
import { whileWaiting, type WireReply, type WireRequest } from './wire.ts'
import { isPromise } from '../model/kernel/is-promise.ts'

type RunArguments = Parameters<HttpHandler['run']>[0]
type RunResult = Awaited<ReturnType<HttpHandler['run']>>

/** The class of msw that handlers extend. Their maker brings it, so that nobody else loads msw. */
export type HttpHandlerClass = typeof HttpHandler

/** The target of a request; no operation for a path or method that the service does not have. */
interface Match {
  readonly operation: Operation | undefined
  readonly wire: WireRequest
}

/** The target of a request, or that it is not for the service. */
type Resolved = Match | 'elsewhere'

/** How handlers for msw are made. */
export interface HandlersOptions {
  /**
   * For unknown paths, where the service has the page's own address: `network` lets the call go on to the network.
   * `refuse` answers with the service's error. Default: `refuse` below `/api/v1/` and `/oauth2/ID/`, else `network`.
   */
  readonly onUnknownPath?: 'network' | 'refuse'
}

/**
 * Handlers for msw: one for each operation, in the order of the API description, and a last one. The last one answers
 * every other path under the base URL, so that a wrong path gets the service's error. Where that is the address of the
 * page itself, the page's own files are left alone.
 *
 * @throws TypeError that names the invalid option.
 */
export function createMswHandlers(
  base: HttpHandlerClass,
  dispatcher: Answering,
  options: HandlersOptions = {},
): HttpHandler[] {
  checkTypes(options, { onUnknownPath: 'any' })
  const { onUnknownPath } = options
  if (onUnknownPath !== undefined && onUnknownPath !== 'network' && onUnknownPath !== 'refuse') {
    throw new TypeError(`onUnknownPath: expected network or refuse, got "${String(onUnknownPath)}"`)
  }
  const matches = new Matches(dispatcher.org.baseUrl, onUnknownPath)
  const ServiceHandler = serviceHandlerOf(base)
  return [
    ...operations.map((operation) => new ServiceHandler(dispatcher, matches, operation)),
    new ServiceHandler(dispatcher, matches),
  ]
}

/** Finds the target of each request once: the first handler that is asked resolves it for all handlers. */
class Matches {
  readonly #origin: string
  readonly #basePath: string
  readonly #sharesPage: boolean
  /**
   * Targets that were found, or are being found: a body can be read only once. Without it the last handler takes 73
   * instead of 23 µs. The bar is twice the rate of stock handlers.
   */
  readonly #known = new WeakMap<Request, Resolved | Promise<Match>>()
  /**
   * The last request: mostly all handlers are asked about one request, and then about the next. It moves to the map
   * only when another request comes between, for weak entries cost most of a match. Without it the last handler takes 25
   * instead of 23 µs.
   */
  #last: { readonly request: Request; readonly match: Resolved } | undefined

  readonly #isOurs: (path: string) => boolean

  constructor(baseUrl: string, onUnknownPath: HandlersOptions['onUnknownPath']) {
    this.#isOurs =
      onUnknownPath === 'refuse' ? isBesideService : onUnknownPath === 'network' ? isOfService : isBelowRoot
    const { origin, pathname } = new URL(baseUrl)
    this.#origin = origin
    this.#basePath = pathname.replace(/\/$/, '')
    this.#sharesPage = typeof location !== 'undefined' && location.origin === origin
  }

  get baseUrl(): string {
    return this.#origin + this.#basePath
  }

  of(request: Request): Resolved | Promise<Match> {
    if (this.#last?.request === request) return this.#last.match
    const match = this.#known.get(request) ?? this.#resolve(request)
    if (!isPromise(match)) {
      if (this.#last) this.#known.set(this.#last.request, this.#last.match)
      this.#last = { request, match }
    }
    return match
  }

  /** Forgets a request that is answered: no other handler is asked about it. */
  done(request: Request): void {
    if (this.#last?.request === request) this.#last = undefined
  }

  #resolve(request: Request): Resolved | Promise<Match> {
    const base = this.baseUrl
    const { url } = request
    if (!url.startsWith(base) || !isBoundary(url[base.length])) return 'elsewhere'
    if (this.#sharesPage && !this.#isOurs(url.slice(base.length))) return 'elsewhere'
    if (!hasBody(request) || request.body === null) return this.#match(request, url, '')
    // Reads a clone, so that a handler of the user can still read the request.
    const late = request
      .clone()
      .text()
      .then((body) => {
        const match = this.#match(request, url, body)
        this.#known.set(request, match)
        return match
      })
    this.#known.set(request, late)
    return late
  }

  #match(request: Request, url: string, body: string): Match {
    const wire = wireRequestOf(request, body, url)
    return { operation: operationOf(wire, spelledPath(wire.path.slice(this.#basePath.length)).path), wire }
  }
}

const firstSegments = new Set(operations.map(({ path }) => path.split('/')[1]))

/** Whether a path is the service's, not the page's or its server's, where all have one address. */
function isOfService(path: string): boolean {
  const [bare = ''] = path.replace(/^\/+/, '/').split(/[?#]/, 1)
  if (authorizationPath.test(bare)) return true
  try {
    // Known with some method, the service answers it with every other one too.
    return beyondPath.test(bare) || router.find('GET', spelledPath(bare).path) !== undefined
  } catch {
    return true
  }
}

/** Whether a path is the service's, or a mistyped one below a root of its API. */
function isBelowRoot(path: string): boolean {
  return /^\/+(?:api\/v1|oauth2\/[^/]+)\//.test(path) || isOfService(path)
}

/** Paths beyond the API description that the service answers. */
const beyondPath = /^\/api\/v1\/(?:apps|authn|authorizationServers|logs|meta|sessions)(?:\/|$)/

/** Where authorization servers and their metadata answer (RFC 8414; OpenID Connect Discovery 1.0). */
const authorizationPath =
  /^\/oauth2\/(?:[^/]+\/)?(?:v1|\.well-known)\/|^\/\.well-known\/(?:openid-configuration|oauth-authorization-server)/

/** Whether a call is for the service, wrong paths included, or for a file of the page. The first segment decides. */
function isBesideService(path: string): boolean {
  const segment = path.replace(/^\/+/, '/').split(/[/?#]/, 2)[1] ?? ''
  return firstSegments.has(segment) || segment === '.well-known'
}

/** Whether a character may follow a base URL in a URL that is under it. */
function isBoundary(character: string | undefined): boolean {
  return character === undefined || character === '/' || character === '?' || character === '#'
}

/** The class of the handlers: of one operation or, without one, of every path without an operation. */
type ServiceHandlerClass = new (dispatcher: Answering, matches: Matches, operation?: Operation) => HttpHandler

const made = new WeakMap<HttpHandlerClass, ServiceHandlerClass>()

function serviceHandlerOf(base: HttpHandlerClass): ServiceHandlerClass {
  const before = made.get(base)
  if (before) return before
  const now = defineServiceHandler(base)
  made.set(base, now)
  return now
}

/** Handlers have their own `run`, because the one they inherit parses URL and cookies for each of them in turn. */
function defineServiceHandler(base: HttpHandlerClass): ServiceHandlerClass {
  return class ServiceHandler extends base {
    readonly #dispatcher: Answering
    readonly #matches: Matches
    readonly #operation: Operation | undefined

    constructor(dispatcher: Answering, matches: Matches, operation?: Operation) {
      const path = operation ? operation.path.replaceAll(/\{(\w+)\}/g, ':$1') : '/*'
      const respond = ({ request }: { request: Request }): Promise<Response> =>
        answerFetch(dispatcher, request)
      super(operation?.method ?? /.+/, `${matches.baseUrl}${path}`, respond)
      this.#dispatcher = dispatcher
      this.#matches = matches
      this.#operation = operation
    }

    override run({ request, requestId }: RunArguments): Promise<RunResult> {
      const match = this.#matches.of(request)
      if (isPromise(match)) return match.then((late) => this.#run(late, request, requestId))
      return match === 'elsewhere' ? nobody : this.#run(match, request, requestId)
    }

    #run({ operation, wire }: Match, request: Request, requestId: string): Promise<RunResult> {
      if (operation !== this.#operation) return nobody
      this.isUsed = true
      this.#matches.done(request)
      const reply = whileWaiting(wire, this.#dispatcher.dispatch(wire), () => request.signal.aborted)
      const answered = (response: Response): RunResult =>
        new Answered(this, request, requestId, wire, response)
      const sent = (late: WireReply): RunResult | Promise<RunResult> => {
        // The library's way to say that the network failed.
        if (late.broken?.kind === 'connection-reset') return answered(Response.error())
        const response = sentResponse(late, request)
        return isPromise(response) ? response.then(answered) : answered(response)
      }
      return isPromise(reply) ? reply.then(sent) : Promise.resolve(sent(reply))
    }
  }
}

/** The result of a handler that does not match, one for all: most handlers do not match. */
const nobody: Promise<null> = Promise.resolve(null)

/** The result of an answered request. */
class Answered implements NonNullable<RunResult> {
  readonly handler: HttpHandler
  readonly requestId: string
  readonly response: Response
  readonly parsedResult = { match: { matches: true, params: {} }, cookies: {} }
  readonly #request: Request
  readonly #body: string

  constructor(
    handler: HttpHandler,
    request: Request,
    requestId: string,
    { body }: WireRequest,
    response: Response,
  ) {
    this.handler = handler
    this.requestId = requestId
    this.response = response
    this.#request = request
    this.#body = body
  }

  /** The request, with a readable body. It is made at the first use, for a clone of each costs too much. */
  get request(): Request {
    const { url, method, headers } = this.#request
    if (!this.#request.bodyUsed) return this.#request
    return new Request(url, { method, headers, ...(hasBody(this.#request) ? { body: this.#body } : {}) })
  }
}
