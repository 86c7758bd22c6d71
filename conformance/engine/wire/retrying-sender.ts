import { sleep } from './deadline.ts'
import type { CallScope } from '../run/call-scope.ts'
import type { Send } from './http-sender.ts'
import { Inconclusive, RateLimited } from '../run/interruption.ts'
import { waitAfterLimit, type RateLimiter } from './rate-limiter.ts'
import { reasonOf } from '../words/text.ts'
import type { Redactor } from './redaction.ts'
import { toReply, type RawReply, type Reply } from './reply.ts'

const gatewayFailures = new Set([502, 503, 504])

/** Calls in a row that were given up for a rate limit after which no other is worth a try. */
const maxLimited = 5

/** How often a write is sent again that the target locks out for another one (423). */
const maxLocked = 5

/** How long a target that stopped answering is asked again, in milliseconds, and how often. */
const silenceTimeout = 5000
const askAgainAfter = 500

/** Characters of a body that are kept for the report. */
const keptBody = 16_384

/** The options for sending that all calls of a run share. */
export interface SendingOptions {
  readonly send: Send
  readonly redactor: Redactor
  readonly rateLimiter: RateLimiter
  /** Milliseconds to wait for one answer. Default 30000. */
  readonly requestTimeout?: number
  /** Called once when the target is gone: nothing answers any more. */
  readonly onLost?: (why: string) => void
  /** Called when nothing but 429 comes back any more, and the run may not wait longer. */
  readonly onLimited?: (why: string) => void
}

/**
 * Sends requests in turn, repeats them if necessary, and records the traffic with its secrets redacted. Notices when
 * the target is gone, or only limits the rate.
 */
export class RetryingSender {
  readonly #options: SendingOptions
  readonly #basePath: string
  /** Requests sent so far, repeats included. */
  requests = 0
  #limitedInARow = 0
  #asking: Promise<void> | undefined
  #lost = false

  /** @param basePath path of the base URL, which the report leaves out */
  constructor(options: SendingOptions, basePath: string) {
    this.#options = options
    this.#basePath = basePath
  }

  /**
   * Sends a request. Repeats it after 429, 423 (another write is under way), and a gateway's failure. Also repeats a
   * list that took too long, and an unanswered GET.
   *
   * @param isDue whether the call should succeed: a call that should be refused never takes long.
   */
  async send(scope: CallScope, request: Outgoing, path: string, isDue: boolean): Promise<Reply> {
    const { rateLimiter } = this.#options
    const { deadline } = scope
    let current = request
    let wasDropped = false
    for (let attempt = 1; ; attempt++) {
      const { raw, exchange } = await this.#sendOnce(scope, current, attempt, wasDropped)
      wasDropped = raw === undefined
      if (raw === undefined) continue
      if (raw.status === 429) {
        rateLimiter.limited++
        request.afterRefusal()
        await deadline
          .pausedFor(() => rateLimiter.holdOff(waitAfterLimit(raw.headers, attempt), deadline.signal))
          .catch((error: unknown) => this.#gaveUp(error))
        continue
      }
      this.#limitedInARow = 0
      rateLimiter.answered()
      const isGet = request.method === 'GET'
      if (raw.status === 423) {
        request.afterRefusal()
        if (attempt > maxLocked)
          throw new Inconclusive(
            `${request.method} ${path} was locked out by other writes (exchange ${exchange})`,
          )
        await deadline.pausedFor(() => sleep(waitAfterLimit({}, attempt), deadline.signal))
        continue
      }
      if (gatewayFailures.has(raw.status)) {
        if (!isGet || attempt > 2)
          throw new Inconclusive(
            `${request.method} ${path} was answered with ${raw.status} (exchange ${exchange})`,
          )
        // Rate-limit headers do not matter here: a gateway that fails does not ask for a full minute.
        await deadline.pausedFor(() => sleep(waitAfterLimit({}, attempt), deadline.signal))
        continue
      }
      if (raw.status === 500 && isGet && isDue && isList(path)) {
        const smaller = withSmallerLimit(current)
        if (smaller === undefined || attempt > 2) {
          throw new Inconclusive(
            `the list ${path} was answered with 500, with a smaller limit too (exchange ${exchange})`,
          )
        }
        current = smaller
        continue
      }
      return toReply(raw, exchange, {
        method: request.method,
        path: path + request.url.search,
        body: request.body,
      })
    }
  }

  async #sendOnce(
    scope: CallScope,
    request: Outgoing,
    attempt: number,
    isRepeated: boolean,
  ): Promise<{ raw: RawReply | undefined; exchange: number }> {
    const { rateLimiter, send, requestTimeout = 30_000 } = this.#options
    const { deadline } = scope
    deadline.signal.throwIfAborted()
    const leave = await deadline.pausedFor(() => rateLimiter.turn(deadline.signal))
    const begun = performance.now()
    const timer = AbortSignal.timeout(requestTimeout)
    try {
      this.requests++
      request.beforeSending()
      const signal = AbortSignal.any([deadline.signal, timer])
      const raw = await send(isRepeated ? { ...request, isFresh: true } : request, signal)
      return { raw, exchange: this.#record(scope, request, raw, begun, attempt) }
    } catch (error) {
      const why = timer.aborted ? `no answer within ${requestTimeout / 1000} s` : reasonOf(error)
      const exchange = this.#record(scope, request, { status: 0, headers: {}, text: '' }, begun, attempt, why)
      if (deadline.signal.aborted) throw deadline.signal.reason
      // A server may drop a kept connection whenever it likes, and the request on its way with it.
      if (request.method === 'GET' && !isRepeated && !timer.aborted) return { raw: undefined, exchange }
      await deadline.pausedFor(() => this.#askAgain(request, why))
      if (deadline.signal.aborted) throw deadline.signal.reason
      throw new Inconclusive(
        `${request.method} ${request.url.pathname} got no answer: ${why} (exchange ${exchange})`,
      )
    } finally {
      leave()
    }
  }

  /** Throws the error again. Reports when the target only limits the rate. */
  #gaveUp(error: unknown): never {
    if (error instanceof RateLimited && ++this.#limitedInARow === maxLimited)
      this.#options.onLimited?.(error.message)
    throw error
  }

  /** After a call without an answer: asks until the target answers anything, or is taken to be gone. */
  #askAgain(request: Outgoing, why: string): Promise<void> {
    return (this.#asking ??= this.#waitForAnswer(request, why).finally(() => {
      this.#asking = undefined
    }))
  }

  async #waitForAnswer({ headers, url }: Outgoing, why: string): Promise<void> {
    if (this.#lost) return
    const begun = performance.now()
    const probe = { method: 'GET', url: new URL('/', url), headers, body: undefined }
    while (performance.now() - begun < silenceTimeout) {
      try {
        await this.#options.send(probe, AbortSignal.timeout(silenceTimeout))
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, askAgainAfter))
      }
    }
    this.#lost = true
    this.#options.onLost?.(`the target stopped answering: ${why}`)
  }

  #record(
    scope: CallScope,
    request: Outgoing,
    raw: RawReply,
    begun: number,
    attempts: number,
    failure?: string,
  ): number {
    const { redactor } = this.#options
    if (scope.isUnkept) {
      if (request.body !== undefined) redactor.learn(request.body)
      redactor.learn(raw.text)
      return 0
    }
    const number = scope.exchanges.length + 1
    // Bodies first: what they teach is then known when the address is redacted.
    const requestBody = request.body === undefined ? undefined : redactor.body(request.body)
    const responseBody = redactor.body(raw.text)
    scope.exchanges.push({
      number,
      method: request.method,
      path: redactor.text(request.url.pathname.slice(this.#basePath.length) + request.url.search),
      requestHeaders: redactor.headers(request.headers),
      ...(requestBody === undefined ? {} : { requestBody: requestBody.slice(0, keptBody) }),
      status: raw.status,
      responseHeaders: redactor.headers(raw.headers),
      responseBody: responseBody.slice(0, keptBody),
      truncated: responseBody.length > keptBody,
      milliseconds: Math.round((performance.now() - begun) * 10) / 10,
      attempts,
      ...(failure === undefined ? {} : { failure: redactor.text(failure) }),
    })
    return number
  }
}

/** A request on its way, and what is to be noted about it. */
export type Outgoing = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly beforeSending: () => void
  readonly afterRefusal: () => void
}

function isList(path: string): boolean {
  return /\/(users|groups|rules|clients|apps|grants|tokens)$/.test(path)
}

/** The same list with a smaller page; undefined when it cannot be much smaller. */
function withSmallerLimit(request: Outgoing): Outgoing | undefined {
  const limit = Number(request.url.searchParams.get('limit') ?? 200)
  if (!(limit > 1)) return undefined
  const url = new URL(request.url)
  url.searchParams.set('limit', String(Math.max(1, Math.floor(limit / 4))))
  url.search = url.search.replaceAll('+', '%20')
  return { ...request, url }
}
