import { SequenceSet } from './sequence-set.ts'
import type { Rows, Sequence } from './rows.ts'

/** The values under which a record is found. */
export type IndexValues<T> = (record: T) => string | readonly string[] | undefined

/** Finds the records that share a value, in the order of insertion. A value of only one record costs just a map entry. */
export class SecondaryIndex<T extends object> {
  readonly name: string
  readonly #valuesOf: IndexValues<T>
  readonly #entries = new Map<string, Sequence | SequenceSet>()

  /** @param rows The records so far. */
  constructor(name: string, valuesOf: IndexValues<T>, rows: Rows<T>) {
    this.name = name
    this.#valuesOf = valuesOf
    rows.forEach((record, sequence) => this.replace(NONE, this.values(record), sequence))
  }

  count(value: string): number {
    const entry = this.#entries.get(value)
    if (entry === undefined) return 0
    return typeof entry === 'number' ? 1 : entry.size
  }

  /** Calls back for each sequence after the given one, ascending, until the callback returns `false`. */
  forEach(value: string, visit: (sequence: Sequence) => unknown, after: Sequence = 0): void {
    const entry = this.#entries.get(value)
    if (entry === undefined) return
    if (typeof entry !== 'number') entry.forEach(visit, after)
    else if (entry > after) visit(entry)
  }

  /** The values under which a record is indexed; of no record, none. */
  values(record: T | undefined): readonly string[] {
    const values = record && this.#valuesOf(record)
    if (values === undefined) return NONE
    return typeof values === 'string' ? [values] : values
  }

  /** Notes that the record of a place is now found under other values. */
  replace(past: readonly string[], next: readonly string[], sequence: Sequence): void {
    // Most changes are at the end of a list.
    let same = 0
    while (same < past.length && past[same] === next[same]) same += 1
    for (let at = same; at < past.length; at += 1)
      if (!next.includes(past[at]!, same)) this.#removeFrom(past[at]!, sequence)
    for (let at = same; at < next.length; at += 1)
      if (!past.includes(next[at]!, same)) this.#addTo(next[at]!, sequence)
  }

  #addTo(value: string, sequence: Sequence): void {
    const entry = this.#entries.get(value)
    if (entry === undefined || entry === sequence) {
      this.#entries.set(value, sequence)
    } else if (typeof entry === 'number') {
      const set = new SequenceSet()
      set.add(entry)
      set.add(sequence)
      this.#entries.set(value, set)
    } else {
      entry.add(sequence)
    }
  }

  #removeFrom(value: string, sequence: Sequence): void {
    const entry = this.#entries.get(value)
    if (typeof entry === 'object') {
      entry.delete(sequence)
      if (entry.size === 0) this.#entries.delete(value)
    } else if (entry === sequence) this.#entries.delete(value)
  }
}

const NONE: readonly string[] = []
