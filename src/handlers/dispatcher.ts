import type { Circumstance } from '../contract/circumstances.ts'
import { hasExplanations, loadExplanations } from '../contract/explanations-later.ts'
import { Refusal, refuse, refuseWith, renderRefusal } from '../contract/errors.ts'
import type { RefusalName } from '../contract/refusals.ts'
import type { Operation } from '../contract/operation.ts'
import type { Persistence } from '../model/kernel/persistence.ts'
import type { Noted } from '../authorization/endpoint.ts'
import type { Principal } from '../model/access/principals.ts'
import type { Org } from '../model/org.ts'
import { viewsOf } from '../views/index.ts'
import { authenticate, callerIds, refuseUnlessEnabled } from './authenticate.ts'
import { allowHeader } from './allow.ts'
import { brokenReply } from './broken-reply.ts'
import { Call } from './call.ts'
import { corsHeaders, preflight, requestIdHeader } from './cors.ts'
import { exhausted, statusReply, withHeaders } from './fault-reply.ts'
import { faultTexts } from './fault-texts.ts'
import { handlerOf } from './index.ts'
import { parseBody, parseHeaders, parseQuery, refuseUnlessJsonAccepted } from './parse-input.ts'
import { monotonic } from './monotonic.ts'
import { withMisspelt } from './unread.ts'
import { Answered, asksWhy, explanation, headerOf, type Progress } from './progress.ts'
import { RateLimit } from './rate-limit.ts'
import { refusalHeaders } from './refusal-headers.ts'
import {
  asAnswered,
  chooseForm,
  dialectOf,
  isBesideOperations,
  operationOf,
  routeOf,
} from './request-forms.ts'
import { type OtherMethods, type Route, router } from './router.ts'
import { ListReply, type Reply, type WireReply, type WireRequest } from './wire.ts'
import { isPromise } from '../model/kernel/is-promise.ts'

/** Receives a request before it is answered, has it answered, and hands the reply on. */
export type Around = (
  request: WireRequest,
  answer: () => WireReply | Promise<WireReply>,
) => WireReply | Promise<WireReply>

/** Answers requests: finds the operation, the caller and the input, runs the handler, renders what it says. */
export class Dispatcher {
  readonly org: Org
  /** Receives errors of the service itself. */
  onError: ((error: unknown, request: WireRequest) => void) | undefined
  /** Wraps every request while somebody watches requests and replies. */
  around: Around | undefined
  readonly #rateLimit: RateLimit
  readonly #requestIdHeader: string
  /** The text of `Date` for a second. Without it a GET takes 0.4 of 16 µs more. The bar is 0.6 of a bare server. */
  #date: { readonly second: number; readonly text: string } = { second: Number.NaN, text: '' }

  constructor(org: Org) {
    this.org = org
    this.#rateLimit = new RateLimit(org)
    this.#requestIdHeader = requestIdHeader(org.vocabulary.word)
  }

  /** Answers a request; at once, unless the operation has to wait for something. */
  dispatch(wireRequest: WireRequest): WireReply | Promise<WireReply> {
    const reply =
      this.around && !this.#isConsole(wireRequest)
        ? this.around(wireRequest, () => this.#dispatch(wireRequest))
        : this.#dispatch(wireRequest)
    return this.org.persistence ? this.#onceKept(reply, this.org.persistence, wireRequest) : reply
  }

  /** Hands a reply on once every change that it may show is kept. */
  #onceKept(
    reply: WireReply | Promise<WireReply>,
    persistence: Persistence,
    request: WireRequest,
  ): WireReply | Promise<WireReply> {
    if (isPromise(reply)) return reply.then((late) => this.#onceKept(late, persistence, request))
    return (
      persistence.settled()?.then(
        () => reply,
        () => this.refuse(request, 'read-only-mode', 'state-not-kept'),
      ) ?? reply
    )
  }

  #dispatch(wireRequest: WireRequest): WireReply | Promise<WireReply> {
    const { request, tolerated } = asAnswered(this.org, wireRequest)
    const early = preflight(this.org, request)
    if (early instanceof Refusal) return this.#fail(early, request, this.#begin(true))
    if (early) return { ...early, headers: { Date: this.#dateText(), ...early.headers } }
    const progress = this.#begin(!this.#isConsole(wireRequest))
    if (tolerated) progress.tolerated = [...tolerated]
    try {
      const reply = this.org.traffic.recorder.during(progress.cause, () => this.#perform(request, progress))
      if (!isPromise(reply)) return this.#finish(reply, request, progress)
      return reply.then(
        (answer) => this.#finish(answer, request, progress),
        (error: unknown) => this.#fail(error, request, progress),
      )
    } catch (error) {
      return this.#fail(error, request, progress)
    }
  }

  #perform(request: WireRequest, progress: Progress): Reply | Promise<Reply> {
    if (progress.rate.exceeded) this.#refuseExceeded(progress)
    const hasFaults = progress.isTraffic && this.org.traffic.faults.size > 0
    return hasFaults ? this.#underFaults(request, progress) : this.#run(request, progress)
  }

  /** The console is no client of the organisation, although it calls as one. */
  #isConsole(request: WireRequest): boolean {
    const { consoleToken } = this.org.principals
    return consoleToken !== undefined && request.header('authorization') === `SSWS ${consoleToken}`
  }

  #begin(isTraffic: boolean): Progress {
    // Has every member that most requests fill in: an object to which members are added later takes more room.
    return {
      isTraffic,
      rate: this.#rateLimit.count(isTraffic),
      started: monotonic(),
      cause: {
        kind: isTraffic ? 'request' : 'control',
        name: undefined,
        userId: undefined,
        requestId: undefined,
        changes: undefined,
      },
      operation: undefined,
      caller: undefined,
    }
  }

  /** Answers a request that an entry point could not take in whole, such as one with too large a body. */
  refuse(request: WireRequest, refusal: RefusalName, because?: Circumstance): WireReply | Promise<WireReply> {
    return this.#fail(new Refusal(refusal, { because }), request, this.#begin(!this.#isConsole(request)))
  }

  /** Lets the request meet the faults in force before it is run. */
  #underFaults(request: WireRequest, progress: Progress): Reply | Promise<Reply> {
    const operation = operationOf(request, request.path)
    const { faults } = this.org.traffic
    const { method, path } = request
    const callers = (): readonly string[] => callerIds(this.org, request)
    const fault = faults.meet({ operation: operation?.name, method, path, callers })
    if (!fault) return this.#run(request, progress)
    progress.fault = fault
    const proceed = (): Reply | Promise<Reply> => {
      const isLimited = fault.refusal === 'rate-limited' || fault.status === 429
      const limits = isLimited ? exhausted(this.org.clock.now(), fault.retryAfter) : {}
      const headers = withHeaders(limits, fault.headers)
      if (fault.status !== undefined) return statusReply(fault.status, { ...fault, headers })
      if (!fault.refusal) return this.#run(request, progress)
      if (operation) progress.operation = operation
      progress.headers = headers
      const found = [`The fault ${fault.id} matches this call`]
      return refuseWith(fault.refusal, { values: faultTexts(request.path), found, because: 'fault' })
    }
    const pause = faults.wait(fault)
    if (pause === 0) return proceed()
    return new Promise<void>((resolve) => setTimeout(resolve, pause)).then(proceed)
  }

  /** Refuses requests over the limit until the window ends, by the time in the `Date` header. */
  #refuseExceeded(progress: Progress): never {
    const seconds = progress.rate.reset - Math.floor(this.org.clock.now() / 1000)
    progress.headers = { 'Retry-After': String(seconds) }
    const found = `All ${progress.rate.limit} requests of the window are used up; it ends in ${seconds} s`
    return refuseWith('rate-limited', { found: [found] })
  }

  #run(request: WireRequest, progress: Progress): Reply | Promise<Reply> {
    return isBesideOperations(request.path)
      ? this.#authorize(request, progress)
      : this.#operate(request, progress)
  }

  /** The authorization servers and their pages are loaded when they are first asked for. */
  async #authorize(request: WireRequest, progress: Progress): Promise<Reply> {
    const { answerAuthorization } = (authorization ??= await import('../authorization/index.ts'))
    const noted: Noted = (progress.noted = { cause: progress.cause })
    const reply = await answerAuthorization(this.org, request, request.path, noted)
    if (!reply) return this.#operate(request, progress)
    const { explanation: why } = noted
    const headers = why ? { ...reply.headers, ...headerOf(request, () => why) } : reply.headers
    return { status: reply.status, headers, text: reply.body }
  }

  #operate(request: WireRequest, progress: Progress): Reply | Promise<Reply> {
    const route = routeOf(request, router)
    if (route) return this.#operateAt(route, request, progress, handlerOf)
    const { path } = request
    const isMore = this.org.settings.beyond || this.org.extension !== undefined
    if (isMore && path.startsWith('/api/')) return this.#beyond(request, progress)
    return refuse('unknown-path', { hint: router.hint(path) })
  }

  /** Endpoints beyond the API description are loaded at the first path that no operation has. */
  async #beyond(request: WireRequest, progress: Progress): Promise<Reply> {
    const { routesOf } = await import('../beyond/index.ts')
    const { router: routes, handlers } = routesOf(this.org)
    const route = routeOf(request, routes)
    if (!route) return refuse('unknown-path', { hint: routes.hint(request.path) })
    return this.#operateAt(route, request, progress, ({ name }) => handlers[name]!)
  }

  #operateAt(
    route: Route | OtherMethods,
    request: WireRequest,
    progress: Progress,
    handlerFor: typeof handlerOf,
  ): Reply | Promise<Reply> {
    if ('methods' in route) return { status: 204, headers: allowHeader(route.methods) }
    const operation = (progress.operation = chooseForm(route, request))
    const caller = (progress.caller = authenticate(this.org, operation, request, route.params, (used) => {
      progress.tolerated = [...(progress.tolerated ?? []), used]
    }))
    refuseUnlessEnabled(operation, this.org.settings.features)
    refuseUnlessJsonAccepted(request.header('accept'))
    const params = this.#canonical(route.params, operation, caller)
    progress.cause.name = operation.name
    progress.cause.userId = params['userId']
    const input = {
      params,
      query: parseQuery(operation, request.query, route.query),
      headers: parseHeaders(operation, request),
      body: undefined as unknown,
    }
    input.body = parseBody(operation, request)
    return handlerFor(operation)(
      input as never,
      this.org,
      new Call(this.org, viewsOf(this.org), operation, caller, request),
    )
  }

  /**
   * Path parameters, with the id of the user. The user and group exist, and the caller may see them. A rule or client
   * in the path exists, too (interpretation: `order-of-refusals`).
   */
  #canonical(
    params: Readonly<Record<string, string>>,
    { dialect }: Operation,
    caller: Principal,
  ): Readonly<Record<string, string>> {
    const { userId, groupId, ruleId, clientId } = params
    const { access, rules, clients } = this.org
    if (ruleId !== undefined) rules.resolve(ruleId)
    let canonical = params
    if (groupId !== undefined) access.refuseUnseenGroup(groupId, caller)
    if (userId !== undefined) {
      const id = access.userId(userId, caller)
      if (id !== userId) canonical = { ...canonical, userId: id }
    }
    if (clientId !== undefined) {
      if (dialect === 'oauth') clients.authenticated(clientId)
      else clients.resolve(clientId)
    }
    return canonical
  }

  #finish(reply: Reply, request: WireRequest, progress: Progress): WireReply {
    const { status, elements } = reply
    if (elements) {
      const headers = this.#headers(true, reply.headers, request, progress)
      return this.#note(new ListReply(status, headers, elements), request, progress)
    }
    const body = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body))
    const headers = this.#headers(body !== '', reply.headers, request, progress)
    return this.#note({ status, headers, body }, request, progress)
  }

  /** The texts of explanations are loaded at the first error, before its caller can ask for them. */
  #fail(error: unknown, request: WireRequest, progress: Progress): WireReply | Promise<WireReply> {
    let refusal: Refusal
    const { operation } = progress
    if (error instanceof Refusal) refusal = operation ? withMisspelt(error, operation, request) : error
    else {
      this.onError?.(error, request)
      refusal = new Refusal('server-fault')
    }
    const rendered = renderRefusal(refusal, dialectOf(operation, request.path), () =>
      progress.isTraffic ? this.org.ids.errorId() : 'console',
    )
    const { status } = refusal.row
    const own = { ...refusalHeaders(refusal, request, this.org.baseUrl), ...progress.headers }
    const headers = this.#headers(true, own, request, progress)
    const answer = (): WireReply => {
      const explained = { ...headers, ...explanation(refusal, request, progress) }
      const made = { status, headers: explained, body: JSON.stringify(rendered) }
      return this.#note(made, request, progress, refusal)
    }
    if (hasExplanations()) return answer()
    if (asksWhy(request)) return loadExplanations().then(answer)
    const reply = answer()
    return loadExplanations().then(() => reply)
  }

  #headers(
    hasBody: boolean,
    more: Reply['headers'],
    request: WireRequest,
    progress: Progress,
  ): WireReply['headers'] {
    const { limit, remaining, reset } = progress.rate
    // Separate ids for the console would change the ids in the replies to clients.
    const requestId = progress.isTraffic ? this.org.ids.requestId() : 'console'
    if (progress.isTraffic) progress.cause.requestId = requestId
    // Named one by one, and in one shape: copying them out of other objects takes several times as long.
    const headers: Record<string, string | readonly string[]> = {
      'X-Rate-Limit-Limit': String(limit),
      'X-Rate-Limit-Remaining': String(remaining),
      'X-Rate-Limit-Reset': String(reset),
      Date: this.#dateText(),
      'Cache-Control': 'no-cache, no-store',
      Pragma: 'no-cache',
      Expires: '0',
    }
    headers[this.#requestIdHeader] = requestId
    if (hasBody) headers['Content-Type'] = contentTypes[progress.operation?.charset ?? 'unsaid']
    Object.assign(headers, corsHeaders(this.org, request.header('origin')))
    // Faults and custom endpoints may spell headers differently from the service's own, which theirs replace.
    const isSpelledByUser = progress.fault !== undefined || progress.operation?.beyond !== undefined
    return isSpelledByUser ? withHeaders(headers, more) : Object.assign(headers, more)
  }

  /** The organisation's time, so that a client that reckons with `Date` agrees with a clock that was moved. */
  #dateText(): string {
    const second = Math.floor(this.org.clock.now() / 1000)
    if (second !== this.#date.second) this.#date = { second, text: new Date(second * 1000).toUTCString() }
    return this.#date.text
  }

  /** Puts an exchange into the journal, by reference: most are never looked at. */
  #note(made: WireReply, request: WireRequest, progress: Progress, refusal?: Refusal): WireReply {
    const reply = progress.fault ? brokenReply(made, progress.fault) : made
    if (progress.isTraffic) this.org.traffic.entries.note(new Answered(request, reply, progress, refusal))
    return reply
  }
}

/** The authorization servers, once loaded: an import that is asked again takes microseconds. */
let authorization: typeof import('../authorization/index.ts') | undefined

const contentTypes = {
  unsaid: 'application/json',
  'UTF-8': 'application/json;charset=UTF-8',
} as const
