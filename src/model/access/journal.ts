import type { ToleranceName } from '../../contract/tolerances.ts'
import { Refusal } from '../../contract/errors/refusal.ts'
import type { ErrorFormat } from '../../contract/errors/catalogue.ts'
import type { OperationName } from '../../contract/operation-names.ts'
import { type Clock, isoOf } from '../kernel/clock.ts'
import { Single } from '../kernel/single.ts'
import { type RecordedCause, RecentList } from './recorder.ts'

/** A request that was answered, without headers and bodies, and with secrets redacted. */
export interface TrafficEntry {
  /** Spellings that were accepted though the API description has others (`tolerances` of the contract). */
  readonly tolerated?: readonly ToleranceName[]
  /** Parts of the request without effect: `header DPoP`, `parameter sessionToken`, `member credentials.pasword`. */
  readonly ignored?: readonly string[]
  /** The value of the reply's request id header. */
  readonly requestId: string
  /** `GET`, `POST`, … */
  readonly method: string
  /** As it came, without the query. */
  readonly path: string
  /** As it came, without the question mark; left out when the address has no query. */
  readonly query?: string
  /** HTTP status of the reply. */
  readonly status: number
  /** The operation, where path and method lead to one. */
  readonly operation?: OperationName
  /** The name of the error, if the request failed. */
  readonly refusal?: string
  /** A hint for people: the mistake in the request, or a note on the path. */
  readonly hint?: string
  /** Who called, by kind and id. */
  readonly caller?: { readonly kind: string; readonly id: string; readonly userId?: string }
  /** The id of the fault that affected it. */
  readonly fault?: string
}

/** An entry of the journal: the request, its number, and the time of the answer by the organisation's clock. */
export interface JournalEntry extends TrafficEntry {
  /** 1 for the first request of an organisation. */
  readonly number: number
  /** Time of the answer by the organisation's clock: ISO 8601. */
  readonly time: string
  /** Milliseconds of real time from the request to its answer. */
  readonly duration?: number
}

/** A request and its reply: kept by reference, and rendered when somebody reads them. */
export interface Exchanged {
  /** The journal's entry; secrets in the address are not yet redacted, and `ignored` is left out. */
  readonly entry: TrafficEntry
  /** Parts of the request without effect. To find them, the body is read again. */
  readonly ignored: readonly string[]
  /** Whether its address may contain secrets. False for paths that led to something. */
  readonly mayHoldSecrets: boolean
  /** The length of its path and its query, in UTF-16 units. */
  readonly targetLength: number
  /** Name and value of each header of the request. */
  requestHeaders(): Iterable<readonly [string, string]>
  readonly requestBody: string
  readonly replyHeaders: Readonly<Record<string, string | readonly string[]>>
  readonly replyBody: string
  /** The elements of a reply that is a list, instead of the body. */
  readonly replyElements?: readonly string[] | undefined
  /** The form of errors on its path. */
  readonly errorFormat: ErrorFormat
  /** Why the request failed, if it did. */
  readonly refusal?: Refusal | undefined
  /** Explains the error. */
  readonly texts?: typeof import('../../contract/errors/explain.ts') | undefined
  /** The source of the changes that the request made. */
  readonly cause: RecordedCause
  /** Milliseconds of real time. */
  readonly duration: number
}

/** An entry as the journal stores it. A thousand of them outlive their requests, so each is as small as possible. */
export class KeptEntry {
  readonly number: number
  readonly at: number
  readonly exchanged: Exchanged
  /** About how many bytes it takes. */
  readonly size: number
  readonly #entry: TrafficEntry | undefined

  /** @param entry The listed entry, where it differs from that of the exchange. */
  constructor(number: number, at: number, exchanged: Exchanged, size: number, entry?: TrafficEntry) {
    this.number = number
    this.at = at
    this.exchanged = exchanged
    this.size = size
    this.#entry = entry
  }

  get entry(): TrafficEntry {
    const { ignored } = this.exchanged
    return ignored.length === 0 ? this.withoutIgnored : { ...this.withoutIgnored, ignored }
  }

  /** The listed entry without `ignored`, for which the body would be read again. */
  get withoutIgnored(): TrafficEntry {
    return this.#entry ?? this.exchanged.entry
  }
}

/** Which entries of a journal to return; an entry must match every condition. */
export interface JournalQuery {
  readonly operation?: string | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly status?: number | undefined
  /** Id of a user in the path, or on whose behalf the call was made. */
  readonly user?: string | undefined
  /** A text in the body of the request or of the reply. */
  readonly text?: string | undefined
  /** Only those answered at this time or later: milliseconds since 1970. */
  readonly since?: number | undefined
  /** Only those with a greater number. */
  readonly after?: number | undefined
  /** The maximum number of entries, the first that match. */
  readonly limit?: number | undefined
}

/** How much a journal keeps. */
export interface JournalLimits {
  readonly entries: number
  /** About how many bytes, bodies included. */
  readonly bytes: number
}

/** The kept length of a hint, in UTF-16 units. */
const hintMax = 2000

/** The kept length of a body, in UTF-16 units. */
const bodyMax = 65_536

/** The size of an entry without its bodies, in bytes. */
const entrySize = 1000

/**
 * The requests of the organisation's clients. Snapshots do not include them. Beyond a number of entries or of bytes,
 * the journal forgets the oldest entries.
 */
export class Journal {
  readonly #clock: Clock
  readonly #strike: (entry: TrafficEntry) => TrafficEntry
  readonly #listeners = new Set<(entry: JournalEntry, kept: KeptEntry) => void>()
  readonly #entriesMax: number
  readonly #bytesMax: number
  readonly #kept = new RecentList<KeptEntry>()
  #bytes = 0
  readonly #count: Single<number>

  /**
   * @param strike Strikes secrets out of an entry.
   * @param count The number of requests so far. The state includes it, but not the entries.
   */
  constructor(
    clock: Clock,
    strike: (entry: TrafficEntry) => TrafficEntry,
    { entries, bytes }: JournalLimits,
    count = new Single<number>({ name: 'journal', initial: 0 }),
  ) {
    this.#count = count
    this.#clock = clock
    this.#strike = strike
    this.#entriesMax = entries
    this.#bytesMax = bytes
  }

  /** How many entries are kept. */
  get size(): number {
    return this.#kept.size
  }

  /** Adds a request that was answered. Strikes out secrets at once: later they may no longer be secrets. */
  note(exchanged: Exchanged): void {
    this.#count.value += 1
    // The entry itself is made when somebody reads it.
    const listed = exchanged.mayHoldSecrets ? this.#listed(exchanged.entry) : undefined
    const bounded = boundedBodies(exchanged)
    const requestLength = bounded.targetLength + bounded.requestBody.length
    const size = entrySize + 2 * (requestLength + replyLength(bounded))
    const kept = new KeptEntry(this.#count.value, this.#clock.now(), bounded, size, listed)
    this.#kept.add(kept)
    this.#bytes += size
    while (this.size > this.#entriesMax || (this.#bytes > this.#bytesMax && this.size > 1))
      this.#bytes -= this.#kept.takeOldest().size
    if (this.#listeners.size === 0) return
    // Listeners get whole bodies.
    const whole = bounded === exchanged ? kept : new KeptEntry(kept.number, kept.at, exchanged, size, listed)
    const told = entryOf(kept)
    for (const listener of this.#listeners) listener(told, whole)
  }

  /** The entries that match, oldest first, with request and reply. */
  find({ after, limit = Number.POSITIVE_INFINITY, ...wanted }: JournalQuery = {}): readonly KeptEntry[] {
    return this.#kept.find(
      (kept) => (after === undefined || kept.number > after) && matches(kept, wanted),
      limit,
    )
  }

  /** Forgets every entry; numbers continue. */
  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }

  /** Calls back for each request that is answered from now on; returns a function that ends that. */
  onEntry(listener: (entry: JournalEntry, kept: KeptEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The listed entry, where it differs from the given one. */
  #listed(entry: TrafficEntry): TrafficEntry | undefined {
    const listed = this.#strike(boundedHint(entry))
    return listed === entry ? undefined : listed
  }
}

/** An entry as a list of the journal shows it. */
export function entryOf({ number, at, entry, exchanged }: KeptEntry): JournalEntry {
  return { number, time: isoOf(at), ...entry, duration: Math.round(exchanged.duration * 1000) / 1000 }
}

/** Whether an entry matches every condition. */
export function matches(kept: KeptEntry, wanted: Omit<JournalQuery, 'after' | 'limit'>): boolean {
  const { operation, method, path, status, user, text, since } = wanted
  const { withoutIgnored: entry, exchanged, at } = kept
  return (
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.method === method) &&
    (path === undefined || entry.path === path) &&
    (status === undefined || entry.status === status) &&
    (since === undefined || at >= since) &&
    (user === undefined || exchanged.cause.userId === user || entry.caller?.userId === user) &&
    (text === undefined || holdsText(exchanged, text))
  )
}

function holdsText({ requestBody, replyBody, replyElements }: Exchanged, text: string): boolean {
  return (
    requestBody.includes(text) ||
    replyBody.includes(text) ||
    (replyElements?.some((element) => element.includes(text)) ?? false)
  )
}

/** The journal keeps a thousand hints, and a hint may quote what the caller sent. */
function boundedHint(entry: TrafficEntry): TrafficEntry {
  const { hint } = entry
  if (hint === undefined || hint.length <= hintMax) return entry
  return { ...entry, hint: `${copyOf(hint.slice(0, hintMax))}…` }
}

/**
 * Keeps bodies of a common length by reference. With a longer body, copies the whole exchange, because any text of it
 * may be a part of the body. Such a part would keep the whole body in memory.
 */
function boundedBodies(exchanged: Exchanged): Exchanged {
  const { requestBody, replyBody } = exchanged
  if (requestBody.length <= bodyMax && replyBody.length <= bodyMax) return exchanged
  const {
    entry,
    ignored,
    mayHoldSecrets,
    targetLength,
    replyHeaders,
    replyElements,
    errorFormat,
    texts,
    refusal,
    cause,
    duration,
  } = exchanged
  const headers = copied([...exchanged.requestHeaders()])
  return {
    entry: copied(entry),
    ignored: copied(ignored),
    mayHoldSecrets,
    targetLength,
    requestHeaders: () => headers,
    requestBody: boundedText(requestBody),
    replyHeaders,
    replyBody: boundedText(replyBody),
    replyElements,
    errorFormat,
    texts,
    refusal: refusal && new Refusal(refusal.refusal, copied(refusal.details)),
    cause,
    duration,
  }
}

/** A copy through JSON that shares no text with the value. Texts are at most as long as a hint. */
function copied<Value>(value: Value): Value {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && part.length > hintMax ? `${part.slice(0, hintMax)}…` : part,
  )
  return JSON.parse(text) as Value
}

function boundedText(text: string): string {
  return text.length > bodyMax ? `${copyOf(text.slice(0, bodyMax))}…` : text
}

/** Copies letter by letter: a slice would keep the whole text in memory. */
function copyOf(text: string): string {
  return Array.from(text).join('')
}

/** The address of a redirect repeats what was sent. */
function replyLength({ replyBody, replyElements, replyHeaders: { Location = '' } }: Exchanged): number {
  if (!replyElements) return replyBody.length + Location.length
  // Elements are shared with the code that builds replies; each is about as long as the first.
  return replyElements.length * (replyElements[0]?.length ?? 0)
}
