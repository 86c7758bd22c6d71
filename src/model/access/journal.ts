import type { ToleranceName } from '../../contract/tolerances.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Explanation } from '../../contract/explanations.ts'
import type { OperationName } from '../../contract/operation-names.ts'
import type { Dialect } from '../../contract/refusals.ts'
import { type Clock, isoOf } from '../kernel/clock.ts'
import { SingleRow, type Stateful } from '../kernel/state.ts'
import type { Cause } from './recorded-change.ts'

/** What is known of a request once it is answered, without headers and bodies, secrets struck out. */
export interface TrafficEntry {
  /** Spellings that were taken though the API description has others (`tolerances` of the contract). */
  readonly tolerated?: readonly ToleranceName[]
  /** Parts of the request that had no effect: `header DPoP`, `parameter sessionToken`, `member credentials.pasword`. */
  readonly ignored?: readonly string[]
  /** The value of the reply's request id header. */
  readonly requestId: string
  /** `GET`, `POST`, … */
  readonly method: string
  /** As it came, without the query. */
  readonly path: string
  /** As it came, without the question mark; left out when there was none. */
  readonly query?: string
  /** HTTP status of the reply. */
  readonly status: number
  /** The operation, where path and method lead to one. */
  readonly operation?: OperationName
  /** The name of the refusal, where it was one. */
  readonly refusal?: string
  /** What a person should know: what was wrong, or what is known of the path. */
  readonly hint?: string
  /** Who called, by kind and id. */
  readonly caller?: { readonly kind: string; readonly id: string; readonly userId?: string }
  /** The id of the fault that it met. */
  readonly fault?: string
}

/** An entry of the journal: when it was answered by the organisation's clock, and how many came before. */
export interface JournalEntry extends TrafficEntry {
  /** 1 for the first request of an organisation. */
  readonly number: number
  /** When, by the organisation's clock: ISO 8601. */
  readonly time: string
  /** Milliseconds of real time from the request to its answer. */
  readonly duration?: number
}

/** What was sent and answered, as the faces have it: kept by reference, and rendered when somebody reads it. */
export interface Exchanged {
  /** What the journal lists of it, secrets in its address not yet struck out. */
  readonly entry: TrafficEntry
  /** Whether its address may hold secrets: all but paths that led to something. */
  readonly mayHoldSecrets: boolean
  /** Name and value of each header of the request. */
  requestHeaders(): Iterable<readonly [string, string]>
  readonly requestBody: string
  readonly replyHeaders: Readonly<Record<string, string | readonly string[]>>
  readonly replyBody: string
  /** The elements of a reply that is a list, in place of the body. */
  readonly replyElements?: readonly string[] | undefined
  /** In which form refusals of its path are told. */
  readonly dialect: Dialect
  /** Why it was refused, where it was. */
  readonly refusal?: Refusal | undefined
  /** Why an authorization server refused it, where one did. */
  readonly explanation?: Explanation | undefined
  /** What the request changed. */
  readonly cause: Cause
  /** Milliseconds of real time. */
  readonly duration: number
}

/** An entry as it is kept. A thousand of them outlive their requests, so each is as little as can be. */
export class KeptEntry {
  readonly number: number
  readonly at: number
  readonly exchanged: Exchanged
  /** About how many bytes it keeps. */
  readonly size: number
  readonly #entry: TrafficEntry | undefined

  /** @param entry What is listed of it, where that is not what the exchange itself says. */
  constructor(number: number, at: number, exchanged: Exchanged, size: number, entry?: TrafficEntry) {
    this.number = number
    this.at = at
    this.exchanged = exchanged
    this.size = size
    this.#entry = entry
  }

  get entry(): TrafficEntry {
    return this.#entry ?? this.exchanged.entry
  }
}

/** Which entries of a journal are wanted; all that is given must hold. */
export interface JournalQuery {
  readonly operation?: string | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly status?: number | undefined
  /** Id of a user in the path, or on whose behalf the call was made. */
  readonly user?: string | undefined
  /** Text that the body of the request or of the reply holds. */
  readonly text?: string | undefined
  /** Only those answered at this time or later: milliseconds since 1970. */
  readonly since?: number | undefined
  /** Only those with a greater number. */
  readonly after?: number | undefined
  /** At most so many, the first that match. */
  readonly limit?: number | undefined
}

/** How much a journal keeps. */
export interface JournalLimits {
  /** How many entries. Default 1,000. */
  readonly entries?: number | undefined
  /** About how many bytes, bodies included. Default 64 MiB. */
  readonly bytes?: number | undefined
}

/** How much of a hint is kept, in UTF-16 units. */
const hintMax = 2000

/** How much of a body is kept, in UTF-16 units. */
const bodyMax = 65_536

/** What an entry takes beside its bodies, in bytes. */
const entrySize = 1000

/**
 * What came to the organisation's door. It is no part of the organisation's state: snapshots leave it alone.
 *
 * The oldest entries are forgotten beyond a number of entries or of bytes.
 */
export class Journal {
  readonly #clock: Clock
  readonly #strike: (entry: TrafficEntry) => TrafficEntry
  readonly #listeners = new Set<(entry: JournalEntry, kept: KeptEntry) => void>()
  readonly #entriesMax: number
  readonly #bytesMax: number
  #kept: (KeptEntry | undefined)[] = []
  /** Index of the oldest entry that is kept. */
  #first = 0
  #bytes = 0
  #count = 0
  readonly #rows = new SingleRow(() => this.#count)
  /** How many requests there were: what is kept of them is no state. */
  readonly position: Stateful<number> = {
    snapshot: () => this.#count,
    restore: (count) => void (this.#count = count),
    rows: this.#rows,
  }

  /** @param strike Strikes out what nobody may read of an entry. */
  constructor(clock: Clock, strike: (entry: TrafficEntry) => TrafficEntry, limits: JournalLimits = {}) {
    this.#clock = clock
    this.#strike = strike
    this.#entriesMax = limits.entries ?? 1000
    this.#bytesMax = limits.bytes ?? 64 * 1024 * 1024
  }

  /** How many entries are kept. */
  get size(): number {
    return this.#kept.length - this.#first
  }

  /** Notes a request that was answered. Secrets in its address are struck out at once: later they may be none. */
  note(exchanged: Exchanged): void {
    this.#count += 1
    this.#rows.touch(true)
    const listed = exchanged.mayHoldSecrets ? this.#listed(exchanged.entry) : undefined
    const bounded = boundedBodies(exchanged)
    const size = entrySize + 2 * (requestLength(bounded) + replyLength(bounded))
    const kept = new KeptEntry(this.#count, this.#clock.now(), bounded, size, listed)
    this.#kept.push(kept)
    this.#bytes += size
    while (this.size > this.#entriesMax || (this.#bytes > this.#bytesMax && this.size > 1))
      this.#forgetOldest()
    if (this.#listeners.size === 0) return
    const told = entryOf(kept)
    for (const listener of this.#listeners) listener(told, kept)
  }

  /** The entries that are wanted, oldest first, with what was exchanged. */
  find({ after, limit = Number.POSITIVE_INFINITY, ...wanted }: JournalQuery = {}): readonly KeptEntry[] {
    const found: KeptEntry[] = []
    for (let index = this.#first; index < this.#kept.length && found.length < limit; index += 1) {
      const kept = this.#kept[index]!
      if ((after === undefined || kept.number > after) && matches(kept, wanted)) found.push(kept)
    }
    return found
  }

  /** Forgets every entry; numbers go on. */
  clear(): void {
    this.#kept = []
    this.#first = 0
    this.#bytes = 0
  }

  /** Calls back for each request that is answered from now on; returns what stops that. */
  onEntry(listener: (entry: JournalEntry, kept: KeptEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What is listed of an entry, where that is another than it is itself. */
  #listed(entry: TrafficEntry): TrafficEntry | undefined {
    const listed = this.#strike(boundedHint(entry))
    return listed === entry ? undefined : listed
  }

  #forgetOldest(): void {
    this.#bytes -= this.#kept[this.#first]!.size
    this.#kept[this.#first] = undefined
    this.#first += 1
    // Now and then, so that each entry moves once at most on average.
    if (this.#first > 1000 && this.#first * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#first)
      this.#first = 0
    }
  }
}

/** An entry as a list of the journal shows it. */
export function entryOf({ number, at, entry, exchanged }: KeptEntry): JournalEntry {
  return { number, time: isoOf(at), ...entry, duration: Math.round(exchanged.duration * 1000) / 1000 }
}

/** Whether what is wanted holds of an entry. */
export function matches(kept: KeptEntry, wanted: Omit<JournalQuery, 'after' | 'limit'>): boolean {
  const { operation, method, path, status, user, text, since } = wanted
  const { entry, exchanged, at } = kept
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

/** A thousand hints are kept, and what was sent may be quoted in them. */
function boundedHint(entry: TrafficEntry): TrafficEntry {
  const { hint } = entry
  if (hint === undefined || hint.length <= hintMax) return entry
  return { ...entry, hint: `${copyOf(hint.slice(0, hintMax))}…` }
}

/**
 * Bodies are kept by reference as long as they are of a common length. Of an exchange with a longer one all is copied:
 * whatever else is told of it may be a part of the body, which would keep the whole alive.
 */
function boundedBodies(exchanged: Exchanged): Exchanged {
  const { requestBody, replyBody } = exchanged
  if (requestBody.length <= bodyMax && replyBody.length <= bodyMax) return exchanged
  const {
    entry,
    mayHoldSecrets,
    replyHeaders,
    replyElements,
    dialect,
    refusal,
    explanation,
    cause,
    duration,
  } = exchanged
  const headers = copied([...exchanged.requestHeaders()])
  return {
    entry: copied(entry),
    mayHoldSecrets,
    requestHeaders: () => headers,
    requestBody: boundedText(requestBody),
    replyHeaders,
    replyBody: boundedText(replyBody),
    replyElements,
    dialect,
    refusal: refusal && new Refusal(refusal.refusal, copied(refusal.details)),
    explanation: explanation && copied(explanation),
    cause,
    duration,
  }
}

/** What JSON can carry, in texts of its own, each as long as a hint at most. */
function copied<Value>(value: Value): Value {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && part.length > hintMax ? `${part.slice(0, hintMax)}…` : part,
  )
  return JSON.parse(text) as Value
}

function boundedText(text: string): string {
  return text.length > bodyMax ? `${copyOf(text.slice(0, bodyMax))}…` : text
}

/** Letter by letter: a slice would keep the whole text alive. */
function copyOf(text: string): string {
  return Array.from(text).join('')
}

function requestLength({ entry: { path, query = '' }, requestBody }: Exchanged): number {
  return path.length + query.length + requestBody.length
}

/** The address of a redirect repeats what was sent. */
function replyLength({ replyBody, replyElements, replyHeaders: { Location = '' } }: Exchanged): number {
  if (!replyElements) return replyBody.length + Location.length
  // Elements are shared with what makes replies; about as long as the first.
  return replyElements.length * (replyElements[0]?.length ?? 0)
}
