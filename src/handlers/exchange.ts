import type { Operation } from '../contract/operation.ts'
import { Refusal, withMore } from '../contract/errors/refusal.ts'
import type { ErrorFormat } from '../contract/errors/catalogue.ts'
import { spelledPath, type ToleranceName } from '../contract/tolerances.ts'
import type { Noted } from '../authorization/endpoint.ts'
import type { Fault } from '../model/access/faults.ts'
import type { Exchanged, TrafficEntry } from '../model/access/journal.ts'
import type { Principal } from '../model/access/access.ts'
import type { RecordedCause } from '../model/access/recorder.ts'
import type { Org } from '../model/org.ts'
import { nobody } from './authenticate.ts'
import { unreadableReply } from './cors.ts'
import { unreadOf } from './unread.ts'
import { type Match, pathBelow } from './router.ts'
import { errorFormatOf, type ServedKind } from './routes.ts'
import type { WireReply, WireRequest } from './wire.ts'

/** The module of the explanations, which loads at the first error. */
export type Explanations = typeof import('../contract/errors/explain.ts')

/** Where a caller stands in the current window of the rate limit. */
export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  /** When the window ends, in unix seconds. */
  readonly reset: number
  readonly exceeded: boolean
}

/** One request, and its progress, filled in as it becomes known. */
export interface Exchange {
  readonly org: Org
  /** Its path is below the base URL, and spelled as the API description has it. */
  readonly request: WireRequest
  /** Where it leads; undefined for an unknown path. */
  readonly match: Match<ServedKind> | undefined
  /** Whether a client calls, which counts, meets faults and is in the journal; otherwise it is the console. */
  readonly isTraffic: boolean
  readonly rate: RateLimitState
  /** Milliseconds of real time at which the request came. */
  readonly started: number
  /** The cause of the changes that the request makes. */
  readonly cause: RecordedCause
  operation: Operation | undefined
  caller: Principal | undefined
  /** The fault that the request met. */
  fault?: Fault
  /** Spellings that were taken though the API description has others. */
  tolerated?: readonly ToleranceName[]
  /** Headers that a fault puts on the reply. */
  headers?: Readonly<Record<string, string>>
  /** The notes of an authorization server about it. */
  noted?: Noted
  /** The texts that explain the error of a request that was refused. */
  texts?: Explanations
}

/** A request whose path is spelled as the API description has it, where it was not. */
export function respelled(
  request: WireRequest,
): { readonly request: WireRequest; readonly used: readonly ToleranceName[] } | undefined {
  if (!request.path.includes('//') && !request.path.endsWith('/')) return undefined
  const { path, used } = spelledPath(request.path)
  return used.length === 0 ? undefined : { request: withPath(request, path), used }
}

function withPath(request: WireRequest, path: string): WireRequest {
  const { method, query, body } = request
  return {
    method,
    path,
    query,
    header: (name) => request.header(name),
    headers: () => request.headers?.() ?? [],
    body,
    get isGone() {
      return request.isGone
    },
    set isGone(isGone) {
      request.isGone = isGone
    },
  }
}

/** A request as it is answered: its path as the API description spells it, and below the base URL. */
export function asAnswered(
  { settings, baseUrl }: Org,
  given: WireRequest,
): { readonly request: WireRequest; readonly tolerated: readonly ToleranceName[] | undefined } {
  const spelled = settings.interpretations.tolerances === 'refused' ? undefined : respelled(given)
  return { request: belowBase(spelled?.request ?? given, baseUrl), tolerated: spelled?.used }
}

/** A request as if the service stood at the root: base URLs may have a path. */
function belowBase(request: WireRequest, baseUrl: string): WireRequest {
  const path = pathBelow(request.path, baseUrl)
  return path === request.path ? request : withPath(request, path)
}

/** The form of the errors of an exchange (Clients, Errors). */
export function errorFormatIn({ operation, request, match }: Exchange): ErrorFormat {
  return operation ? (operation.errorFormat ?? 'platform') : errorFormatOf(request.path, match)
}

/** Why a call was refused, as a header, where the caller asks for it. */
export function explanation(refusal: Refusal, exchange: Exchange): Record<string, string> {
  const { request, operation, texts } = exchange
  if (!texts || request.header('x-identikit-explain') !== '1') return {}
  const found = texts.foundIn(refusal)
  const explained = texts.explain(refusal, found, operation?.name, errorFormatIn(exchange))
  const told = asciiJson(explained)
  return {
    'X-Identikit-Explanation':
      told.length <= explanationMax ? told : asciiJson({ ...explained, found: shortFound(found, refusal) }),
  }
}

/** Common clients do not take longer headers. */
const explanationMax = 4000

/** The first findings, cut to the length of a header, in any characters. */
function shortFound(found: readonly string[], { details: { more = 0 } }: Refusal): readonly string[] {
  const [count, characters] = [2, 200]
  const listed = more > 0 ? found.slice(0, -1) : found
  return withMore(
    listed.slice(0, count).map((text) => text.slice(0, characters)),
    listed.length + more - count,
  )
}

/** A header cannot have other characters, but JSON can spell them. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * An answered request as the journal keeps it. It refers to existing data, and builds the entry when somebody reads it.
 */
export class Answered implements Exchanged {
  readonly #exchange: Exchange
  readonly #reply: WireReply
  readonly refusal: Refusal | undefined
  readonly duration: number

  constructor(exchange: Exchange, reply: WireReply, refusal?: Refusal) {
    this.#exchange = exchange
    this.#reply = reply
    this.refusal = refusal ?? exchange.noted?.refusal
    this.duration = monotonic() - exchange.started
  }

  get entry(): TrafficEntry {
    return trafficEntry(this.#exchange, this.#reply, this.refusal)
  }

  get ignored(): readonly string[] {
    const { operation, request, noted } = this.#exchange
    return [...(operation ? unreadOf(operation, request) : []), ...ignoredOf(request, noted)]
  }

  get mayHoldSecrets(): boolean {
    return this.#reply.status >= 400 || this.#exchange.request.query !== ''
  }

  get targetLength(): number {
    const { path, query } = this.#exchange.request
    return path.length + query.length
  }

  requestHeaders(): Iterable<readonly [string, string]> {
    return this.#exchange.request.headers?.() ?? []
  }

  get requestBody(): string {
    return this.#exchange.request.body
  }

  get replyHeaders(): WireReply['headers'] {
    return this.#reply.headers
  }

  get replyBody(): string {
    return this.#reply.elements ? '' : this.#reply.body
  }

  get replyElements(): WireReply['elements'] {
    return this.#reply.elements
  }

  get errorFormat(): ErrorFormat {
    return errorFormatIn(this.#exchange)
  }

  get texts(): Exchange['texts'] {
    return this.#exchange.texts
  }

  get cause(): RecordedCause {
    return this.#exchange.cause
  }
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** The journal's entry of an answered request, without headers, bodies and ignored parts. */
function trafficEntry(
  { request, operation, caller, cause, fault, noted, texts, tolerated }: Exchange,
  reply: WireReply,
  refusal: Refusal | undefined,
): TrafficEntry {
  const { status } = reply
  const entry: Writable<TrafficEntry> = {
    requestId: cause.requestId!,
    method: request.method,
    path: request.path,
    status,
  }
  if (request.query !== '') entry.query = request.query
  if (operation) entry.operation = operation.name
  if (caller && caller !== nobody) {
    const { kind, id, userId } = caller
    entry.caller = userId === undefined ? { kind, id } : { kind, id, userId }
  }
  if (fault) entry.fault = fault.id
  if (noted?.caller) entry.caller = noted.caller
  if (tolerated) entry.tolerated = tolerated
  if (noted?.tolerated) entry.tolerated = [...(tolerated ?? []), ...noted.tolerated]
  if (refusal) {
    entry.refusal = refusal.refusal
    entry.hint = [...new Set([refusal.summary, ...(texts?.foundIn(refusal) ?? [])])].join('; ')
  }
  const unreadable = status < 300 ? unreadableReply(request, reply) : undefined
  if (unreadable !== undefined) entry.hint = unreadable
  return entry
}

/** The most names of ignored input, and the longest: a body has room for a hundred thousand. */
const ignoredMax = 20
const nameMax = 100

/** Input without an effect; access tokens are not bound to keys (RFC 9449). */
function ignoredOf(request: WireRequest, noted: Noted | undefined): readonly string[] {
  const parameters =
    noted?.ignored?.slice(0, ignoredMax).map((name) => `parameter ${name.slice(0, nameMax)}`) ?? []
  return request.header('dpop') === undefined ? parameters : ['header DPoP', ...parameters]
}

/**
 * Milliseconds of a clock that never goes back. Node loads `perf_hooks` when somebody first touches `performance`,
 * which would cost each start of a server a millisecond.
 */
export const monotonic: () => number = isNode()
  ? () => {
      const [seconds, nanoseconds] = process.hrtime()
      return seconds * 1000 + nanoseconds / 1e6
    }
  : () => performance.now()

function isNode(): boolean {
  return typeof process !== 'undefined' && typeof process.hrtime === 'function'
}
