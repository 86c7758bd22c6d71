import type { HttpHandler } from 'msw'
import type { Operation } from '../contract/operation.ts'
import { spelledPath } from '../contract/tolerances.ts'
import { operations } from '../contract/operations/index.ts'
import { checkTypes } from '../model/kernel/check-options.ts'
import { type Answering, answerFetch, hasBody, sentResponse, wireRequestOf } from './fetch.ts'
import { chooseForm, type Match } from './router.ts'
import { areaOf, endpointKinds, type ServedKind } from './routes.ts'
import type { WireRequest } from './wire.ts'

type RunArguments = Parameters<HttpHandler['run']>[0]
type RunResult = Awaited<ReturnType<HttpHandler['run']>>

/** The class of msw that handlers extend. Their maker brings it, so that nobody else loads msw. */
export type HttpHandlerClass = typeof HttpHandler

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
  const matches = new Matches(dispatcher, onUnknownPath)
  const ServiceHandler = serviceHandlerOf(base)
  return [
    ...operations.map((operation) => new ServiceHandler(dispatcher, matches, operation)),
    new ServiceHandler(dispatcher, matches),
  ]
}

/** The target of a request. */
interface Found {
  readonly match: Match<ServedKind> | undefined
  /** The operations of its path and method: mostly one; none where the service does not have them. */
  readonly operations: readonly Operation[]
}

/** Finds the target of each request once: the first handler that is asked finds it for all handlers. */
class Matches {
  readonly #dispatcher: Answering
  readonly #origin: string
  readonly #basePath: string
  readonly #sharesPage: boolean
  readonly #onUnknownPath: HandlersOptions['onUnknownPath']
  readonly #found = new WeakMap<Request, Found | undefined>()

  constructor(dispatcher: Answering, onUnknownPath: HandlersOptions['onUnknownPath']) {
    this.#dispatcher = dispatcher
    this.#onUnknownPath = onUnknownPath
    const { origin, pathname } = new URL(dispatcher.org.baseUrl)
    this.#origin = origin
    this.#basePath = pathname.replace(/\/$/, '')
    this.#sharesPage = typeof location !== 'undefined' && location.origin === origin
  }

  get baseUrl(): string {
    return this.#origin + this.#basePath
  }

  /** The target of a request; undefined for one that is not for the service. */
  of(request: Request): Found | undefined {
    if (this.#found.has(request)) return this.#found.get(request)
    const found = this.#find(request)
    this.#found.set(request, found)
    return found
  }

  #find({ url, method }: Request): Found | undefined {
    const base = this.baseUrl
    if (!url.startsWith(base) || !isBoundary(url[base.length])) return undefined
    const [path = ''] = url.slice(base.length).split(/[?#]/, 1)
    const { path: spelled, used } = spelledPath(path)
    const match = this.#dispatcher.routes.find(method === 'HEAD' ? 'GET' : method, spelled)
    if (this.#sharesPage && !this.#isOurs(path, match)) return undefined
    return {
      match: used.length === 0 ? match : undefined,
      operations: match && !match.methods ? match.target.operations : [],
    }
  }

  /** Whether a path is the service's, not the page's or its server's, where all have one address. */
  #isOurs(path: string, match: Match<ServedKind> | undefined): boolean {
    const { kind, name } = match?.target ?? {}
    if (kind && (endpointKinds.has(kind) || (kind === 'oauth' && name !== 'activate'))) return true
    if (this.#onUnknownPath === 'network') return false
    const area = areaOf(path.replace(/^\/+/, '/'))
    return area === 'root' || (this.#onUnknownPath === 'refuse' && area !== undefined)
  }
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
      const found = this.#matches.of(request)
      return found && this.#isFor(found.operations) ? this.#run(found, request, requestId) : nobody
    }

    #isFor(operations: readonly Operation[]): boolean {
      return this.#operation ? operations.includes(this.#operation) : operations.length === 0
    }

    async #run({ operations, match }: Found, request: Request, requestId: string): Promise<RunResult> {
      // Reads a clone, so that a handler of the user can still read the request.
      const body = hasBody(request) && request.body !== null ? await request.clone().text() : ''
      const wire = wireRequestOf(request, body)
      if (operations.length > 1 && chooseForm(operations, wire) !== this.#operation) return null
      this.isUsed = true
      const reply = await this.#dispatcher.dispatch(wire, match)
      // The library's way to say that the network failed.
      const isReset = reply.broken?.kind === 'connection-reset'
      const response = isReset ? Response.error() : await sentResponse(reply, request)
      return new Answered(this, request, requestId, wire, response)
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
