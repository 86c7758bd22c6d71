import type { Sequence } from './rows.ts'

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
   * The value of a record, if another record has it.
   * @param past The record that it replaces; its value is free.
   */
  clash(record: T, past?: T): string | undefined {
    const value = this.#valueOf(record)
    if (value === undefined || (past !== undefined && this.#valueOf(past) === value)) return undefined
    return this.#sequences.has(value) ? value : undefined
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
