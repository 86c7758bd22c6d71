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
    rows.forEach((record, sequence) => this.add(this.values(record), sequence))
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

  /** The values under which a record is indexed, each once. */
  values(record: T): readonly string[] {
    const values = this.#valuesOf(record)
    if (values === undefined) return NONE
    if (typeof values === 'string') return [values]
    return values.length < 2 ? values : [...new Set(values)]
  }

  add(values: readonly string[], sequence: Sequence): void {
    for (const value of values) this.#addTo(value, sequence)
  }

  remove(values: readonly string[], sequence: Sequence): void {
    for (const value of values) this.#removeFrom(value, sequence)
  }

  replace(past: readonly string[], next: readonly string[], sequence: Sequence): void {
    for (const value of past) if (!next.includes(value)) this.#removeFrom(value, sequence)
    for (const value of next) if (!past.includes(value)) this.#addTo(value, sequence)
  }

  #addTo(value: string, sequence: Sequence): void {
    const entry = this.#entries.get(value)
    if (entry === undefined) {
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
