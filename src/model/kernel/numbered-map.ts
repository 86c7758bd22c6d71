import { emptyMap } from './empty-map.ts'
import type { Mark, PartRows, Stateful } from './state.ts'
import { lastOf, lastRow, numberedRows, type RowKey } from './stored.ts'

type Entry<Value> = readonly [key: string, value: Value]

/** The entries of a map by their numbers, and the number given last. */
export interface NumberedEntries<Value> {
  readonly last: number
  readonly entries: ReadonlyMap<number, Entry<Value>>
}

/**
 * A map that is a part of the organisation's state; its values must be immutable, and JSON. Each key has a number, by
 * which the order of entries outlives the process.
 */
export class NumberedMap<Value>
  implements Stateful<NumberedEntries<Value>>, PartRows<NumberedEntries<Value>>
{
  #byKey: Map<string, Value> = emptyMap
  /**
   * Created by the first snapshot, save of rows, or deletion; they stay from then on. Numbers from the start take 48
   * bytes more for each activated user, whose bar is 650 bytes.
   */
  #numbers: Map<string, number> | undefined
  /** The keys by their numbers; only a save of single rows needs them. */
  #keys: Map<number, string> | undefined
  readonly #onRestore: (() => void) | undefined
  readonly #isMinor: boolean
  #last = 0
  #mark: Mark | undefined

  /**
   * @param options.onRestore Called when all entries may have changed.
   * @param options.isMinor Whether changes need not be stored before a reply is sent.
   */
  constructor({
    onRestore,
    isMinor = false,
  }: { readonly onRestore?: () => void; readonly isMinor?: boolean } = {}) {
    this.#onRestore = onRestore
    this.#isMinor = isMinor
  }

  /** The number that was given last. */
  get last(): number {
    return this.#last
  }

  get size(): number {
    return this.#byKey.size
  }

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  get(key: string): Value | undefined {
    return this.#byKey.get(key)
  }

  /** Sets a value: replaces the one with its key, or adds it at the end. */
  set(key: string, value: Value): void {
    if (this.#byKey.has(key)) {
      this.#byKey.set(key, value)
      this.#mark?.(this.#numberOf(key))
      return
    }
    this.#last += 1
    this.#add(this.#last, key, value)
    this.#mark?.(lastRow)
  }

  /** Returns whether it existed. */
  delete(key: string): boolean {
    if (!this.#byKey.has(key)) return false
    // Numbers are counted before the first key is deleted: a later count could differ in a copy.
    const number = this.#numberOf(key)
    this.#byKey.delete(key)
    this.#numbers?.delete(key)
    this.#keys?.delete(number)
    this.#mark?.(number)
    return true
  }

  clear(): void {
    if (this.#mark) for (const number of this.#numbered().keys()) this.#mark(number)
    this.#byKey.clear()
    this.#keys = undefined
    this.#numbers = this.#mark && new Map()
  }

  /** The values, in the order in which their keys came. */
  values(): IterableIterator<Value> {
    return this.#byKey.values()
  }

  [Symbol.iterator](): IterableIterator<Entry<Value>> {
    return this.#byKey.entries()
  }

  snapshot(): NumberedEntries<Value> {
    if (this.#last === 0 && this.#byKey.size === 0) return noEntries
    const entries = new Map<number, Entry<Value>>()
    for (const entry of this.#byKey) entries.set(this.#numberOf(entry[0]), entry)
    return { last: this.#last, entries }
  }

  restore({ last, entries }: NumberedEntries<Value>): void {
    this.clear()
    this.#last = last
    this.#mark?.(lastRow)
    if (entries.size > 0) this.#numbers ??= new Map()
    for (const [number, [key, value]] of entries) this.#add(number, key, value)
    this.#onRestore?.()
  }

  /** The map reads and writes its rows itself. */
  get rows(): PartRows<NumberedEntries<Value>> {
    return this
  }

  track(mark: Mark): void {
    this.#numbers ??= this.#counted()
    this.#mark = this.#isMinor ? (key) => mark(key, true) : mark
  }

  keys(state?: NumberedEntries<Value>): Iterable<RowKey> {
    return [lastRow, ...(state ? state.entries : this.#numbered()).keys()]
  }

  read(number: RowKey, state?: NumberedEntries<Value>): unknown {
    if (typeof number === 'string') return state ? state.last : this.#last
    if (state) return state.entries.get(number)
    const key = this.#numbered().get(number)
    return key === undefined ? undefined : [key, this.#byKey.get(key)!]
  }

  stateOf(rows: ReadonlyMap<string, unknown>, base?: NumberedEntries<Value>): NumberedEntries<Value> {
    const last = lastOf(rows, base?.last)
    const entries = new Map(base && [...base.entries].filter(([number]) => number <= last))
    for (const [number, row] of numberedRows(rows)) {
      if (row === null) entries.delete(number)
      else entries.set(number, row as Entry<Value>)
    }
    const isInOrder = !base || rows.size === 0
    return { last, entries: isInOrder ? entries : new Map([...entries].sort(([a], [b]) => a - b)) }
  }

  #numbered(): Map<number, string> {
    // Also before the first key exists: new keys must go into both maps.
    const numbers = (this.#numbers ??= this.#counted())
    return (this.#keys ??= new Map([...numbers].map(([key, number]) => [number, key])))
  }

  #numberOf(key: string): number {
    return (this.#numbers ??= this.#counted()).get(key)!
  }

  /** The keys by their numbers, before the first deletion: the numbers are consecutive up to the last one. */
  #counted(): Map<string, number> {
    let number = this.#last - this.#byKey.size
    return new Map([...this.#byKey.keys()].map((key) => [key, ++number]))
  }

  #add(number: number, key: string, value: Value): void {
    if (this.#byKey === emptyMap) this.#byKey = new Map()
    this.#byKey.set(key, value)
    this.#numbers?.set(key, number)
    this.#keys?.set(number, key)
    this.#mark?.(number)
  }
}

/** The entries of a map that was never changed. */
const noEntries: NumberedEntries<never> = { last: 0, entries: emptyMap }
