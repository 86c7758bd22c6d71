import type { Rows, Sequence } from './rows.ts'

/** The value that no other record may have, or `undefined` for a record without one. */
export type UniqueValue<T> = (record: T) => string | undefined

/** Finds the one record that has a value. */
export class UniqueIndex<T> {
  readonly name: string
  readonly #valueOf: UniqueValue<T>
  readonly #sequences = new Map<string, Sequence>()

  constructor(name: string, valueOf: UniqueValue<T>) {
    this.name = name
    this.#valueOf = valueOf
  }

  /** The sequence of the record that has the value. */
  find(value: string): Sequence | undefined {
    return this.#sequences.get(value)
  }

  /**
   * Whether another record has the value of a record.
   * @param past The record that it replaces; its value is free.
   */
  clashes(record: T, past?: T): boolean {
    const value = this.#valueOf(record)
    if (value === undefined || (past !== undefined && this.#valueOf(past) === value)) return false
    return this.#sequences.has(value)
  }

  /** Notes that a record took the place of another; undefined for none. */
  replace(past: T | undefined, next: T | undefined, sequence: Sequence): void {
    const before = past && this.#valueOf(past)
    const value = next && this.#valueOf(next)
    if (before === value) return
    if (before !== undefined && this.#sequences.get(before) === sequence) this.#sequences.delete(before)
    if (value !== undefined) this.#sequences.set(value, sequence)
  }
}

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

/**
 * A set of sequences in ascending order, in parts: a change moves the sequences of one part only. In one list, the
 * suspension of one of a million active users takes ten times as long.
 */
export class SequenceSet {
  /** No part is empty, except that of an empty set. */
  readonly #parts: Sequence[][] = [[]]
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds a sequence, once. */
  add(sequence: Sequence): void {
    const at = this.#partOf(sequence)
    const part = this.#parts[at]!
    const place = placeIn(part, sequence)
    if (part[place] === sequence) return
    this.#size += 1
    if (part.length < partMax) part.splice(place, 0, sequence)
    else if (place === partMax) this.#parts.splice(at + 1, 0, [sequence])
    else {
      const upper = part.splice(partMax / 2)
      this.#parts.splice(at + 1, 0, upper)
      const into = place <= part.length ? part : upper
      into.splice(placeIn(into, sequence), 0, sequence)
    }
  }

  /** Returns whether the set contained it. */
  delete(sequence: Sequence): boolean {
    const at = this.#partOf(sequence)
    const part = this.#parts[at]!
    const place = placeIn(part, sequence)
    if (part[place] !== sequence) return false
    this.#size -= 1
    part.splice(place, 1)
    if (part.length === 0 && this.#parts.length > 1) this.#parts.splice(at, 1)
    return true
  }

  /**
   * Calls back for each sequence after the given one, ascending, until the callback returns `false`.
   * The set must not change meanwhile.
   */
  forEach(visit: (sequence: Sequence) => unknown, after: Sequence = 0): void {
    const first = this.#partOf(after)
    for (let at = first; at < this.#parts.length; at++) {
      const part = this.#parts[at]!
      for (let place = at === first ? placeIn(part, after + 1) : 0; place < part.length; place++)
        if (visit(part[place]!) === false) return
    }
  }

  /** The place of the only part that may have a sequence: the last one that begins at or before it. */
  #partOf(sequence: Sequence): number {
    let low = 0
    let high = this.#parts.length - 1
    // Most additions are at the end.
    if (high === 0 || this.#parts[high]![0]! <= sequence) return high
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.#parts[middle]![0]! <= sequence) low = middle
      else high = middle - 1
    }
    return low
  }
}

const partMax = 1024

/** The place of the first of some ascending sequences at or after the given one. */
function placeIn(sequences: readonly Sequence[], sequence: Sequence): number {
  let low = 0
  let high = sequences.length
  if (high > 0 && sequences[high - 1]! < sequence) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sequences[middle]! < sequence) low = middle + 1
    else high = middle
  }
  return low
}
