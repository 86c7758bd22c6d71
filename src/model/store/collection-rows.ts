import { lastOf, numberedRows } from '../kernel/numbered-map.ts'
import { type Coding, lastRow, type Mark, type PartRows, type RowKey } from '../kernel/state.ts'
import { freezeDeeply, isForAll } from './freeze.ts'
import { Rows, type RowsSnapshot } from './rows.ts'
import type { Keyed, Table } from './table.ts'

/** The records of a collection at one moment. Opaque; records are shared, not copied. */
export interface CollectionSnapshot<T> {
  /** The name of its collection. */
  readonly name: string
  readonly rows: RowsSnapshot<T>
}

/** The records of a collection as rows. The key is the sequence: the place in the order and in cursors. */
export class CollectionRows<T extends Keyed> implements PartRows<CollectionSnapshot<T>> {
  readonly #name: string
  readonly #table: Table<T>
  readonly #coding: Coding<T> | undefined

  constructor(name: string, table: Table<T>, coding?: Coding<T>) {
    this.#name = name
    this.#table = table
    this.#coding = coding
  }

  track(mark: Mark): void {
    this.#table.onRow = mark
  }

  *keys(state?: CollectionSnapshot<T>): Iterable<RowKey> {
    yield lastRow
    const { chunks } = state?.rows ?? this.#table.rows
    for (const [index, chunk] of chunks.entries()) {
      if (!chunk) continue
      for (const [slot, record] of chunk.entries()) if (record) yield Rows.sequenceAt(index, slot)
    }
  }

  read(key: RowKey, state?: CollectionSnapshot<T>): unknown {
    const { rows } = this.#table
    if (typeof key === 'string') return state ? state.rows.last : rows.last
    const record = state ? Rows.recordIn(state.rows, key) : rows.at(key)
    return record && this.#coding ? this.#coding.encode(record) : record
  }

  stateOf(rows: ReadonlyMap<string, unknown>, base?: CollectionSnapshot<T>): CollectionSnapshot<T> {
    const last = lastOf(rows, base?.rows.last)
    const made = new Rows<T>()
    if (base) {
      made.restore(base.rows)
      made.forEach((_record, sequence) => made.removeAt(sequence), last)
    }
    for (const [sequence, row] of numberedRows(rows)) {
      if (made.at(sequence)) made.removeAt(sequence)
      if (row !== null) made.restoreAt(sequence, this.#record(row))
    }
    return { name: this.#name, rows: { ...made.snapshot(), last } }
  }

  #record(row: unknown): T {
    if (isForAll(row as object)) return row as T
    const record = this.#coding ? this.#coding.decode(row) : (row as T)
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      throw new TypeError(`expected a record, got ${JSON.stringify(row).slice(0, 80)}`)
    }
    freezeDeeply(record)
    return record
  }
}
