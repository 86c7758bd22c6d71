import type { Cause, Change } from '../kernel/changes.ts'
import { OrgService } from '../kernel/org-service.ts'

/** A cause, with the changes that it made. */
export interface RecordedCause extends Cause {
  /** Its changes, oldest first; left out while there is no change. */
  changes?: RecordedChange[] | undefined
  /** How many changes are not in `changes`, because it is full. */
  left?: number
}

/** A change of the state, with its number and its source. */
export interface RecordedChange {
  /** The key of the record. */
  readonly key: string
  /** The record before; undefined for a new one. */
  readonly before: unknown
  /** The record now; undefined for one that is gone. */
  readonly after: unknown
  /** The part's name: `users`, `sessions`. */
  readonly part: string
  /** 1 for the first change of an organisation. */
  readonly number: number
  /** Milliseconds since 1970, by the organisation's clock. */
  readonly at: number
  readonly cause?: RecordedCause
}

/** How many changes are stored with their cause: a rule may move a hundred thousand people. */
const keptWithCause = 100

/** How many changes are kept without it. */
const keptRecent = 10_000

/** Keeps the last changes of the state, and which request or control action made them. */
export class Recorder extends OrgService {
  readonly #listeners = new Set<(change: RecordedChange) => void>()
  readonly #recent = new RecentList<RecordedChange>()
  /** The number of changes so far. The state includes it, but not the changes. */
  readonly #count = this.org.tables.events

  constructor(org: Recorder['org']) {
    super(org)
    org.changes.listen((change) => {
      if (change.key === undefined) return
      const part = change.table.toldAs?.(change.before, change.after)
      if (part !== undefined) this.#record(part, change.key, change)
    })
  }

  /** Whether somebody listens to changes. */
  get isHeard(): boolean {
    return this.#listeners.size > 0
  }

  /** Number of the newest change; 0 before the first one. */
  get last(): number {
    return this.#count.value
  }

  /** Changes with a greater number, oldest first. Only the last 10,000 are kept. */
  after(number = 0): readonly RecordedChange[] {
    return this.#recent.find((change) => change.number > number)
  }

  /** Calls back for each change from now on; returns a function that ends that. */
  onChange(listener: (change: RecordedChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls back for a replacement of the whole state. This is not a change of a record, and is not kept. */
  tellReplaced(): void {
    if (!this.isHeard) return
    const change = { part: 'organisation', key: 'organisation', before: undefined, after: {} }
    const cause = this.org.changes.causeOf(undefined)
    this.#tell({
      ...change,
      number: this.#count.value,
      at: this.org.clock.now(),
      ...(cause ? { cause } : {}),
    })
  }

  /** Forgets every change; numbers continue. */
  clear(): void {
    this.#recent.clear()
  }

  #record(part: string, key: string, { before, after, cause }: Change): void {
    const number = (this.#count.value += 1)
    const at = this.org.clock.now()
    const recorded: RecordedChange = cause
      ? { number, at, part, key, before, after, cause }
      : { number, at, part, key, before, after }
    if (cause) keepWith(cause, recorded)
    this.#recent.add(recorded)
    if (this.#recent.size > keptRecent) this.#recent.takeOldest()
    this.#tell(recorded)
  }

  #tell(change: RecordedChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}

function keepWith(cause: RecordedCause, change: RecordedChange): void {
  const { changes } = cause
  // Most causes change one thing; a list that grows by `push` reserves room for many.
  if (!changes) cause.changes = [change]
  else if (changes.length < keptWithCause) changes.push(change)
  else cause.left = (cause.left ?? 0) + 1
}

/** The fewest empty places at the start for which the list moves up. */
const minGaps = 1000

/** A list that gives up its oldest items. However long the list is, that costs as little as an addition. */
export class RecentList<Item> {
  /** Oldest first; the places before `#first` are empty. */
  #items: (Item | undefined)[] = []
  #first = 0

  get size(): number {
    return this.#items.length - this.#first
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  /** Removes the oldest item, which must exist. */
  takeOldest(): Item {
    const oldest = this.#items[this.#first]!
    this.#items[this.#first] = undefined
    this.#first += 1
    // Only sometimes, so that each item moves at most once on average.
    if (this.#first > minGaps && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first)
      this.#first = 0
    }
    return oldest
  }

  /** The first items that a test picks, oldest first. */
  find(picked: (item: Item) => boolean, limit = Number.POSITIVE_INFINITY): Item[] {
    const found: Item[] = []
    for (let index = this.#first; index < this.#items.length && found.length < limit; index += 1) {
      const item = this.#items[index]!
      if (picked(item)) found.push(item)
    }
    return found
  }

  clear(): void {
    this.#items = []
    this.#first = 0
  }
}
