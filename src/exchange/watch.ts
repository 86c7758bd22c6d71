import type { RefusalName } from '../contract/errors/catalogue.ts'
import { pathBelow } from '../handlers/request-forms.ts'
import type { Around } from '../handlers/dispatcher.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { TrafficEntry } from '../model/access/traffic.ts'
import type { Org } from '../model/org.ts'
import { type Before, type Exchange, lookBefore, routeOf } from './before.ts'
import { replyOf, requestIdOf, type SentRequest } from './exchange.ts'

/** Headers of a request that a pact may mention. Headers that clients add themselves are not the consumer's wish. */
const requestHeaders = ['accept', 'authorization', 'content-type', 'cookie', 'origin', 'prefer'] as const

/** Watches requests, and reports each exchange after its reply. */
export class Watch {
  readonly #org: Org
  readonly #told: (exchange: Exchange) => void
  readonly #entries = new Map<string, TrafficEntry>()
  readonly #stop: () => void

  constructor(org: Org, told: (exchange: Exchange) => void) {
    this.#org = org
    this.#told = told
    this.#stop = org.traffic.onEntry((entry) => this.#entries.set(entry.requestId, entry))
  }

  /** Stands around a request, as the dispatcher lets it. */
  readonly around: Around = async (request, answer) => {
    const sent = sentRequest(request, this.#org.baseUrl)
    const before = lookBefore(this.#org, sent)
    return this.#tell(sent, before, await answer())
  }

  /** Stops watching. */
  stop(): void {
    this.#stop()
  }

  #tell(request: SentRequest, before: Before, reply: WireReply): WireReply {
    const actual = replyOf(reply)
    const entry = this.#entries.get(requestIdOf(actual))
    this.#entries.delete(requestIdOf(actual))
    this.#told({
      request,
      reply: actual,
      before,
      operation: routeOf(request.method, request.path) && entry?.operation,
      refusal: entry?.refusal as RefusalName | undefined,
    })
    return reply
  }
}

function sentRequest(request: WireRequest, baseUrl: string): SentRequest {
  const { method, path, query, body } = request
  const headers: Record<string, string> = {}
  for (const name of requestHeaders) {
    const value = request.header(name)
    if (value !== undefined) headers[name] = value
  }
  return { method, path: pathBelow(path, baseUrl), query, headers, body }
}
