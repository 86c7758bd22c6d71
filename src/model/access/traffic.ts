import type { OperationName } from '../../contract/operation-names.ts'
import type { Clock } from '../kernel/clock.ts'
import { Faults } from './faults.ts'
import type { Random } from '../kernel/random.ts'

/** What is known of a request once it is answered: no bodies, no headers, and secrets struck out. */
export interface TrafficEntry {
  /** The value of the reply's request id header. */
  readonly requestId: string
  readonly method: string
  /** As it came, without the query. */
  readonly path: string
  /** As it came, without the question mark; left out when there was none. */
  readonly query?: string
  readonly status: number
  /** The operation, where path and method lead to one. */
  readonly operation?: OperationName
  /** The name of the refusal, where it was one. */
  readonly refusal?: string
  /** What a person should know: what was wrong, or the nearest known path. */
  readonly hint?: string
  /** Who called, by kind and id. */
  readonly caller?: { readonly kind: string; readonly id: string }
}

/** An entry of the journal: when it was answered by the organisation's clock, and how many came before. */
export interface JournalEntry extends TrafficEntry {
  /** 1 for the first request of an organisation. */
  readonly number: number
  readonly time: string
}

/** An entry as it is kept: what is only read now and then is worked out then. */
interface Noted {
  readonly number: number
  readonly at: number
  readonly entry: TrafficEntry
}

/** What may be shown of an entry. */
type Showing = (entry: TrafficEntry) => TrafficEntry

/** Which entries of a journal are wanted; all that is given must hold. */
export interface JournalQuery {
  readonly operation?: string
  readonly method?: string
  readonly path?: string
  readonly status?: number
  /** Only those with a greater number. */
  readonly after?: number
}

/** How many entries are kept unless said otherwise. */
const capacity = 1000

/** How much of a hint is kept, in UTF-16 units. */
const hintMax = 2000

/**
 * What came to the organisation's door, and what is to go wrong there. It is no part of the organisation's
 * state: snapshots leave it alone.
 */
export class Traffic {
  readonly faults: Faults
  readonly #clock: Clock
  readonly #shown: Showing
  readonly #listeners = new Set<(entry: JournalEntry) => void>()
  #entries: Noted[] = []
  #oldest = 0
  #count = 0

  /** @param shown Strikes out what nobody may read of an entry. */
  constructor(clock: Clock, random: Random, shown: Showing = (entry) => entry) {
    this.#clock = clock
    this.#shown = shown
    this.faults = new Faults(random)
  }

  /** Notes a request that was answered. The oldest entry beyond a thousand is forgotten. */
  note(entry: TrafficEntry): void {
    this.#count += 1
    const noted: Noted = { number: this.#count, at: this.#clock.now(), entry: bounded(entry) }
    if (this.#entries.length < capacity) {
      this.#entries.push(noted)
    } else {
      this.#entries[this.#oldest] = noted
      this.#oldest = (this.#oldest + 1) % capacity
    }
    if (this.#listeners.size === 0) return
    const told = this.#journalEntry(noted)
    for (const listener of this.#listeners) listener(told)
  }

  /** The entries that are wanted, oldest first. */
  journal(wanted: JournalQuery = {}): readonly JournalEntry[] {
    const { after, ...exact } = wanted
    const properties = Object.entries(exact).filter(([, value]) => value !== undefined)
    return [...this.#entries.slice(this.#oldest), ...this.#entries.slice(0, this.#oldest)]
      .filter(
        ({ number, entry }) =>
          (after === undefined || number > after) &&
          properties.every(([name, value]) => entry[name as keyof TrafficEntry] === value),
      )
      .map((noted) => this.#journalEntry(noted))
  }

  /** Forgets every entry; numbers go on. */
  clearJournal(): void {
    this.#entries = []
    this.#oldest = 0
  }

  /** Empties the journal and ends every fault. */
  clear(): void {
    this.clearJournal()
    this.faults.clear()
  }

  /** Calls back for each request that is answered from now on; returns what stops that. */
  onEntry(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #journalEntry({ number, at, entry }: Noted): JournalEntry {
    return { number, time: new Date(at).toISOString(), ...this.#shown(entry) }
  }
}

/** A thousand hints are kept, and what was sent may be quoted in them. */
function bounded(entry: TrafficEntry): TrafficEntry {
  const { hint } = entry
  if (hint === undefined || hint.length <= hintMax) return entry
  // Letter by letter: a slice would keep the whole text alive.
  return { ...entry, hint: `${Array.from(hint.slice(0, hintMax)).join('')}…` }
}
