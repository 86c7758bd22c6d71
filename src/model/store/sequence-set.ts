import type { Sequence } from './rows.ts'

/** A set of sequences in ascending order. Most come at its end, where an addition costs least. */
export class SequenceSet {
  #all: Sequence[] = []

  get size(): number {
    return this.#all.length
  }

  /** Adds a sequence, once. */
  add(sequence: Sequence): void {
    const place = this.#placeOf(sequence)
    if (place === this.#all.length) this.#all.push(sequence)
    else if (this.#all[place] !== sequence) this.#all.splice(place, 0, sequence)
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
