import { Refusal, renderRefusal } from '../contract/errors/refusal.ts'
import type { Case, RefusalName } from '../contract/errors/catalogue.ts'
import type { Org } from '../model/org.ts'
import { isPromise } from '../model/kernel/changes.ts'
import type { Persistence } from '../model/kernel/persistence.ts'
import { corsHeaders, preflight, requestIdHeader } from './cors.ts'
import {
  Answered,
  asAnswered,
  errorFormatIn,
  type Exchange,
  explanation,
  type Explanations,
  monotonic,
} from './exchange.ts'
import { brokenReply, withHeaders } from './fault-reply.ts'
import { refusalHeaders } from './refusal-headers.ts'
import type { Match, Router } from './router.ts'
import { routerOf, type ServedKind } from './routes.ts'
import { countRequest, steps } from './steps.ts'
import { withMisspelt } from './unread.ts'
import { type Answer, ListReply, type Reply, type WireReply, type WireRequest } from './wire.ts'

/** Answers in front of the organisation: passes requests on, changed or not, and hands replies on, changed or not. */
export interface Variation {
  (request: WireRequest, answer: (request: WireRequest) => Promise<WireReply>): Promise<WireReply>
  /** Undoes what it changed in the organisation. */
  readonly end?: () => void
}

/** Answers requests: lets each go its way through the steps, renders the outcome, and notes it in the journal. */
export class Dispatcher {
  readonly org: Org
  /** Receives errors of the service itself. */
  onError: ((error: unknown, request: WireRequest) => void) | undefined
  /** Varies requests and replies, if somebody asked for it: the one place that every entry point passes. */
  variation: Promise<Variation> | undefined
  readonly #requestIdHeader: string
  /** The text of `Date` for a second. Without it a GET takes 0.4 of 16 µs more. The bar is 0.6 of a bare server. */
  #date: { readonly second: number; readonly text: string } = { second: Number.NaN, text: '' }

  constructor(org: Org) {
    this.org = org
    this.#requestIdHeader = requestIdHeader(org.vocabulary.prefix)
  }

  /** Everything that is served. */
  get routes(): Router<ServedKind> {
    return routerOf(this.org)
  }

  /**
   * Answers a request once every change that the reply may show is kept.
   *
   * @param match Where the path leads, if the caller has asked the routes already.
   */
  dispatch(given: WireRequest, match?: Match<ServedKind>): Promise<WireReply> {
    const { variation } = this
    if (!variation || this.#isConsole(given)) return this.#kept(given, match)
    return variation.then((vary) => vary(given, (request) => this.#kept(request)))
  }

  /** Answers a request that an entry point could not take in whole, such as one with too large a body. */
  async refuse(request: WireRequest, refusal: RefusalName, because?: Case): Promise<WireReply> {
    const exchange = this.#begin(request, undefined)
    return this.#fail(exchange, new Refusal(refusal, { because }), await load())
  }

  #kept(given: WireRequest, match?: Match<ServedKind>): Promise<WireReply> {
    const { persistence } = this.org
    const made = this.#answer(given, match)
    return persistence ? this.#onceKept(given, made, persistence) : made
  }

  async #answer(given: WireRequest, known: Match<ServedKind> | undefined): Promise<WireReply> {
    const { request, tolerated } = asAnswered(this.org, given)
    const allowed = request.method === 'OPTIONS' ? preflight(this.org, request) : undefined
    if (allowed) return { ...allowed, headers: { Date: this.#dateText(), ...allowed.headers } }
    const exchange = this.#begin(request, known ?? this.routes.find(request.method, request.path))
    if (tolerated) exchange.tolerated = tolerated
    try {
      const made = answered(exchange, 0)
      // A reply that is there is rendered at once: its ids follow those of its records.
      return this.#finish(exchange, isPromise(made) ? await made : made)
    } catch (error) {
      return this.#fail(exchange, error, explanations ?? (await load()))
    }
  }

  /** Hands a reply on once every change that it may show is kept. */
  async #onceKept(
    given: WireRequest,
    made: Promise<WireReply>,
    persistence: Persistence,
  ): Promise<WireReply> {
    // Asked at once: a write that failed before the reply was ready would be forgotten by then.
    const first = persistence.settled()
    try {
      const [reply] = await Promise.all([made, first])
      await persistence.settled()
      return reply
    } catch {
      return this.refuse(given, 'read-only-mode', 'state-not-kept')
    }
  }

  /** The console is no client of the organisation, although it calls as one. */
  #isConsole(request: WireRequest): boolean {
    const { consoleToken } = this.org.access
    return consoleToken !== undefined && request.header('authorization') === `SSWS ${consoleToken}`
  }

  #begin(request: WireRequest, match: Exchange['match']): Exchange {
    const isTraffic = !this.#isConsole(request)
    // Has every member that most requests fill in: an object to which members are added later takes more room.
    return {
      org: this.org,
      request,
      match,
      isTraffic,
      rate: countRequest(this.org, isTraffic),
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

  #finish(exchange: Exchange, { status, elements, headers: more, text, body }: Reply): WireReply {
    if (elements) {
      const headers = this.#headers(exchange, true, more)
      return this.#note(exchange, new ListReply(status, headers, elements))
    }
    const content = text ?? (body === undefined ? '' : JSON.stringify(body))
    const headers = this.#headers(exchange, content !== '', more)
    return this.#note(exchange, { status, headers, body: content })
  }

  #fail(exchange: Exchange, error: unknown, texts: Explanations): WireReply {
    const { operation, request } = exchange
    let refusal: Refusal
    if (error instanceof Refusal) refusal = operation ? withMisspelt(error, operation, request) : error
    else {
      this.onError?.(error, request)
      refusal = new Refusal('server-fault')
    }
    const rendered = renderRefusal(refusal, errorFormatIn(exchange), () =>
      exchange.isTraffic ? this.org.ids.errorId() : 'console',
    )
    const { status } = refusal
    const own = { ...refusalHeaders(refusal, request, this.org.baseUrl), ...exchange.headers }
    const headers = this.#headers(exchange, true, own)
    exchange.texts = texts
    const explained = { ...headers, ...explanation(refusal, exchange) }
    return this.#note(exchange, { status, headers: explained, body: JSON.stringify(rendered) }, refusal)
  }

  #headers(exchange: Exchange, hasBody: boolean, more: Reply['headers']): WireReply['headers'] {
    const { rate, isTraffic, cause, operation, request, fault } = exchange
    // Separate ids for the console would change the ids in the replies to clients.
    const requestId = isTraffic ? this.org.ids.requestId() : 'console'
    if (isTraffic) cause.requestId = requestId
    // Named one by one, and in one shape: copying them out of other objects takes several times as long.
    const headers: Record<string, string | readonly string[]> = {
      'X-Rate-Limit-Limit': String(rate.limit),
      'X-Rate-Limit-Remaining': String(rate.remaining),
      'X-Rate-Limit-Reset': String(rate.reset),
      Date: this.#dateText(),
      'Cache-Control': 'no-cache, no-store',
      Pragma: 'no-cache',
      Expires: '0',
    }
    headers[this.#requestIdHeader] = requestId
    if (hasBody) headers['Content-Type'] = contentTypes[operation?.charset ?? 'unsaid']
    const origin = request.header('origin')
    if (origin !== undefined) Object.assign(headers, corsHeaders(this.org, origin))
    // Faults and custom endpoints may spell headers differently from the service's own, which theirs replace.
    const isSpelledByUser = fault !== undefined || operation?.beyond !== undefined
    if (isSpelledByUser) return withHeaders(headers, more)
    return more ? Object.assign(headers, more) : headers
  }

  /** The organisation's time, so that a client that reckons with `Date` agrees with a clock that was moved. */
  #dateText(): string {
    const second = Math.floor(this.org.clock.now() / 1000)
    if (second !== this.#date.second) this.#date = { second, text: new Date(second * 1000).toUTCString() }
    return this.#date.text
  }

  /** Puts an exchange into the journal, by reference: most are never looked at. */
  #note(exchange: Exchange, made: WireReply, refusal?: Refusal): WireReply {
    const { fault, isTraffic, request } = exchange
    const reply = fault ? brokenReply(made, fault) : made
    // It would keep the connection of the caller.
    request.isGone = undefined
    if (isTraffic) this.org.traffic.entries.note(new Answered(exchange, reply, refusal))
    return reply
  }
}

/** The reply of the first step that answers, from one on. Only the steps that wait take the time of a promise. */
function answered(exchange: Exchange, from: number): Answer {
  for (let at = from; at < steps.length; at++) {
    const made = steps[at]!(exchange)
    if (isPromise(made)) return made.then((reply) => reply ?? answered(exchange, at + 1))
    if (made) return made
  }
  throw new Error('No step answered the request')
}

/** The texts of explanations are loaded at the first error, before its caller can ask for them. */
let explanations: Explanations | undefined
const load = async (): Promise<Explanations> =>
  (explanations ??= await import('../contract/errors/explain.ts'))

const contentTypes = {
  unsaid: 'application/json',
  'UTF-8': 'application/json;charset=UTF-8',
} as const
