import type { Rows, Sequence } from './rows.ts'

/** Stands for a slot without a record. */
const nothing = 0

/**
 * The values of one property of all records, each distinct value once: what is to be found out about a value is
 * found out once, and not for each record that has it.
 */
export class Column<T extends object> {
  readonly #rows: Rows<T>
  readonly #read: (record: T) => unknown
  /** The code of each record's value, by sequence. */
  #codes = new Int32Array(0)
  /** The values by their codes. */
  #values: unknown[] = [undefined]
  #codeOf = new Map<unknown, number>()
  /** Up to which sequence the records are in it. */
  #upTo: Sequence = 0
  readonly #stale = new Set<Sequence>()
  readonly #derived = new Map<string, unknown[]>()

  constructor(rows: Rows<T>, read: (record: T) => unknown) {
    this.#rows = rows
    this.#read = read
  }

  /** The value's code for each sequence; 0 where there is no record. */
  get codes(): Int32Array {
    return this.#codes
  }

  /** How many codes there are; they are smaller than this. */
  get size(): number {
    return this.#values.length
  }

  /** The value of a code. */
  value(code: number): unknown {
    return this.#values[code]
  }

  /** Notes that the record of a sequence is another. */
  touch(sequence: Sequence): void {
    if (sequence <= this.#upTo) this.#stale.add(sequence)
  }

  /** Whether making it anew costs less than what there is to bring up to date. */
  get isWornOut(): boolean {
    return this.#stale.size * 4 > this.#upTo || this.#values.length > 2 * this.#upTo + fewest
  }

  /** Takes in what has changed. */
  catchUp(): void {
    for (const sequence of this.#stale) this.#codes[sequence] = this.#codeAt(sequence)
    this.#stale.clear()
    const { last } = this.#rows
    if (last === this.#upTo) return
    this.#reserve(last + 1)
    this.#rows.forEach((record, sequence) => void (this.#codes[sequence] = this.#code(record)), this.#upTo)
    this.#upTo = last
  }

  /** Something made of each value, by code, under a name; made once for each value. */
  derived<Made>(name: string, make: (value: unknown) => Made): readonly Made[] {
    let made = this.#derived.get(name) as Made[] | undefined
    if (!made) this.#derived.set(name, (made = []))
    for (let code = made.length; code < this.#values.length; code++) made.push(make(this.#values[code]))
    return made
  }

  #codeAt(sequence: Sequence): number {
    const record = this.#rows.at(sequence)
    return record === undefined ? nothing : this.#code(record)
  }

  #code(record: T): number {
    const value = this.#read(record)
    const known = this.#codeOf.get(value)
    if (known !== undefined) return known
    const code = this.#values.push(value) - 1
    this.#codeOf.set(value, code)
    return code
  }

  #reserve(length: number): void {
    if (this.#codes.length >= length) return
    const larger = new Int32Array(Math.max(length, Math.ceil(this.#codes.length * 1.5)))
    larger.set(this.#codes)
    this.#codes = larger
  }
}

/** So many values that no record has any more are no burden. */
const fewest = 1000
