import type { Rows, Sequence } from './rows.ts'

/** The code of a slot without a record. */
const nothing = 0

/**
 * The values of one property of all records. Each distinct value is stored once. So a computation on a value runs
 * once, and not for each record that has it.
 */
export class Column<T extends object> {
  readonly #rows: Rows<T>
  readonly #read: (record: T) => unknown
  /** The code of each record's value, by sequence. */
  #codes = new Int32Array(0)
  /** The values by their codes. */
  #values: unknown[] = [undefined]
  #codeOf = new Map<unknown, number>()
  /** The last sequence that the column includes. */
  #upTo: Sequence = 0
  readonly #stale = new Set<Sequence>()
  readonly #derived = new Map<string, unknown[]>()

  constructor(rows: Rows<T>, read: (record: T) => unknown) {
    this.#rows = rows
    this.#read = read
  }

  /** The value's code for each sequence; 0 for a sequence without a record. */
  get codes(): Int32Array {
    return this.#codes
  }

  /** The number of codes; every code is smaller than this. */
  get size(): number {
    return this.#values.length
  }

  /** The value of a code. */
  value(code: number): unknown {
    return this.#values[code]
  }

  /** Notes that the record of a sequence has changed. */
  touch(sequence: Sequence): void {
    if (sequence <= this.#upTo) this.#stale.add(sequence)
  }

  /** Whether a new column costs less than an update of this one. */
  get needsRebuild(): boolean {
    return this.#stale.size * 4 > this.#upTo || this.#values.length > 2 * this.#upTo + min
  }

  /** Adds all changes since the last call. */
  catchUp(): void {
    for (const sequence of this.#stale) this.#codes[sequence] = this.#codeAt(sequence)
    this.#stale.clear()
    const { last } = this.#rows
    if (last === this.#upTo) return
    this.#reserve(last + 1)
    this.#rows.forEach((record, sequence) => void (this.#codes[sequence] = this.#code(record)), this.#upTo)
    this.#upTo = last
  }

  /** A result for each value, by code, under a name; computed once for each value. */
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

/** The number of unused values that a small column may keep. */
const min = 1000
