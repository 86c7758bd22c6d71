import type { Sequence } from './rows.ts'

/** A set of sequences in ascending order. Most come at its end, where an addition costs least. */
export class SequenceSet {
  #all: Sequence[] = []

  get size(): number {
    return this.#all.length
  }

  has(sequence: Sequence): boolean {
    return this.#all[this.#placeOf(sequence)] === sequence
  }

  /** All sequences, ascending. */
  toArray(): Sequence[] {
    return this.#all.slice()
  }

  /** A copy with the same sequences. */
  copy(): SequenceSet {
    const copy = new SequenceSet()
    copy.#all = this.#all.slice()
    return copy
  }

  /** The sequence must not be in the set. */
  add(sequence: Sequence): void {
    this.#all.splice(this.#placeOf(sequence), 0, sequence)
  }

  /** Returns whether the set contained it. */
  delete(sequence: Sequence): boolean {
    const place = this.#placeOf(sequence)
    if (this.#all[place] !== sequence) return false
    this.#all.splice(place, 1)
    return true
  }

  /**
   * Calls back for each sequence after the given one, ascending, until the callback returns `false`.
   * The set must not change meanwhile.
   */
  forEach(visit: (sequence: Sequence) => unknown, after: Sequence = 0): void {
    for (let place = this.#placeOf(after + 1); place < this.#all.length; place++) {
      if (visit(this.#all[place]!) === false) return
    }
  }

  /** The place of the first sequence at or after the given one. */
  #placeOf(sequence: Sequence): number {
    let low = 0
    let high = this.#all.length
    if (high > 0 && this.#all[high - 1]! < sequence) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#all[middle]! < sequence) low = middle + 1
      else high = middle
    }
    return low
  }
}
