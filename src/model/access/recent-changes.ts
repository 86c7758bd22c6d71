import type { ManyListener } from '../kernel/changes.ts'
import type { Cause, RecordedChange } from './recorded-change.ts'

/** Changes that were made at once. Readers look at few of them, so each change is created on demand. */
export interface ChangeBatch {
  readonly part: string
  readonly count: number
  /** The change with an index; the same one for every call. */
  readonly change: Parameters<ManyListener>[1]
  /** The number of the first change. */
  readonly number: number
  /** When the changes were made: milliseconds since 1970, by the organisation's clock. */
  readonly at: number
  readonly cause: Cause | undefined
}

const capacity = 10_000

/** How many empty places may collect at the start before the list is moved up. */
const mostGaps = 1000

/** The last 10,000 changes. */
export class RecentChanges {
  /** Oldest first; the places before `#first` are empty. */
  #entries: (RecordedChange | ChangeBatch | undefined)[] = []
  #first = 0
  /** The number of changes from `#first` on. */
  #count = 0

  /** Adds a change, or changes that were made at once. */
  add(entry: RecordedChange | ChangeBatch): void {
    this.#entries.push(entry)
    this.#count += sizeOf(entry)
    this.#leave()
  }

  /** Those with a greater number, oldest first. */
  after(number: number): readonly RecordedChange[] {
    const found: RecordedChange[] = []
    // The oldest entry may be a batch whose first changes are beyond the capacity.
    let index = Math.max(0, this.#count - capacity)
    for (let place = this.#first; place < this.#entries.length; place++, index = 0) {
      const entry = this.#entries[place]!
      index = Math.max(index, number + 1 - entry.number)
      for (; index < sizeOf(entry); index++) found.push(isBatch(entry) ? changeOf(entry, index) : entry)
    }
    return found
  }

  clear(): void {
    this.#entries = []
    this.#first = 0
    this.#count = 0
  }

  /** Drops the oldest entries that are beyond the capacity. */
  #leave(): void {
    for (;;) {
      const count = sizeOf(this.#entries[this.#first]!)
      if (this.#count - count < capacity) return
      this.#count -= count
      this.#entries[this.#first++] = undefined
      if (this.#first < mostGaps) continue
      this.#entries.splice(0, this.#first)
      this.#first = 0
    }
  }
}

/** One change of a batch, as if it had been made alone. */
export function changeOf(batch: ChangeBatch, index: number): RecordedChange {
  const { part, at, cause } = batch
  const change = { number: batch.number + index, at, part, ...batch.change(index) }
  return cause ? { ...change, cause } : change
}

function isBatch(entry: RecordedChange | ChangeBatch): entry is ChangeBatch {
  return 'count' in entry
}

function sizeOf(entry: RecordedChange | ChangeBatch): number {
  return isBatch(entry) ? entry.count : 1
}
