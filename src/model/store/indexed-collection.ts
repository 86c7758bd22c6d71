import { CollectionRows, type CollectionSnapshot } from './collection-rows.ts'
import type { Columns } from './columns.ts'
import { UnknownRecordError } from './errors.ts'
import type { Coding } from '../kernel/state.ts'
import type { Page, PageOptions, RowsSnapshot, Sequence } from './rows.ts'
import type { IndexValues } from './secondary-index.ts'
import { type Keyed, Table } from './table.ts'
import type { UniqueValue } from './unique-index.ts'

/** Options of an {@link IndexedCollection}. `T` is a record, `Unique` and `Index` the indexes' names. */
export interface IndexedCollectionOptions<
  T extends Keyed,
  Unique extends string = string,
  Index extends string = string,
> {
  /** The name of the collection in messages: `users`. */
  name: string
  /** Values that no two records share, by index; folded for comparison. Must be pure. */
  unique?: Record<Unique, UniqueValue<T>>
  /** Values by which records are found, by index; a record may have several. Must be pure. */
  indexes?: Record<Index, IndexValues<T>>
  /** Converts a record to a row, and back. Default: the record itself. */
  coding?: Coding<T> | undefined
}

/**
 * Records of one kind with indexes, for 100,000 of them and more.
 *
 * - Records are immutable: deeply frozen when they are added, and replaced as a whole when they change. You can cache
 *   results by the identity of a record.
 * - The id and the unique indexes reject duplicates. Searches by them, and by secondary indexes, need no scan.
 * - The order is that of insertion. A page begins after a sequence, even if its record was removed.
 * - Everything is synchronous: nothing runs between a read and a write.
 */
export class IndexedCollection<
  T extends Keyed,
  Unique extends string = string,
  Index extends string = string,
> {
  /** The name of the collection in messages. */
  readonly name: string
  readonly #options: IndexedCollectionOptions<T, Unique, Index>
  #made: Table<T> | undefined
  #rows: CollectionRows<T> | undefined
  #listener: Table<T>['onChange']

  constructor(options: IndexedCollectionOptions<T, Unique, Index>) {
    this.name = options.name
    this.#options = options
  }

  /**
   * Created when it is first needed: most collections of most organisations stay empty. Made at once, they take 9 kB more
   * for an organisation. The bar is 150 MB for 1,000 of them, with the room for young objects.
   */
  get #table(): Table<T> {
    return this.#made ?? this.#make()
  }

  #make(): Table<T> {
    const { name, unique = nothing, indexes = nothing } = this.#options
    const table = (this.#made = new Table<T>({ name, unique, indexes }))
    table.onChange = this.#listener
    return table
  }

  /** Its state as rows: each record by its sequence. */
  get rows(): CollectionRows<T> {
    return (this.#rows ??= new CollectionRows(this.name, this.#table, this.#options.coding))
  }

  /** Searches over all records by properties without an index. */
  get columns(): Columns<T> {
    return this.#table.columns
  }

  get size(): number {
    return this.#made?.rows.size ?? 0
  }

  /** The record with this id. */
  get(id: string): T | undefined {
    return this.#made?.get(id)
  }

  has(id: string): boolean {
    return this.sequenceOf(id) !== undefined
  }

  /**
   * The record with this value of a unique index.
   * @throws TypeError when the collection has no such index.
   */
  by(index: Unique, value: string): T | undefined {
    const sequence = this.#table.unique(index).find(value)
    return sequence === undefined ? undefined : this.#table.rows.at(sequence)
  }

  /**
   * The records with this value of a secondary index, in the order of insertion. Later changes of the collection do
   * not affect the list.
   * @throws TypeError when the collection has no such index.
   */
  allBy(index: Index, value: string): T[] {
    return this.pageBy(index, value, { limit: Number.POSITIVE_INFINITY }).items as T[]
  }

  /** How many records have this value of a secondary index, without visiting them. */
  countBy(index: Index, value: string): number {
    return this.#table.secondary(index).count(value)
  }

  /**
   * Adds a record at the end. Stores the record itself, not a copy, and freezes it deeply.
   * @throws DuplicateKeyError when its id or a unique value is taken; then nothing changes.
   */
  insert(record: T): T {
    this.#table.insert(record)
    return record
  }

  /**
   * Replaces the record with the same id, and freezes the new one. The place in the order stays.
   * @returns The record.
   * @throws UnknownRecordError for an unknown id.
   * @throws DuplicateKeyError when another record has one of its unique values; then nothing changes.
   */
  put(record: T): T {
    const { id } = record
    const sequence = this.#table.sequenceOf(id)
    if (sequence === undefined) throw new UnknownRecordError(this.name, id)
    const past = this.#table.rows.at(sequence) as T
    if (past !== record) this.#table.replace({ sequence, past, next: record })
    return record
  }

  /** Removes the record with this id and returns it; `undefined` for an unknown id. */
  remove(id: string): T | undefined {
    const sequence = this.#table.sequenceOf(id)
    if (sequence === undefined) return undefined
    return this.#table.removeAt(sequence)
  }

  /**
   * Iterates over the records in the order of insertion. You may put and remove records meanwhile. It does not visit
   * records that are inserted meanwhile.
   */
  scan(): IterableIterator<T> {
    return this.#table.rows.scan()
  }

  /** Calls back for each record, in the order of `scan`, until the callback returns `false`. The fastest way. */
  forEach(visit: (record: T, sequence: Sequence) => unknown): void {
    this.#table.rows.forEach(visit)
  }

  /** All records as a list, the same one until the collection changes. Do not write to it. */
  values(): readonly T[] {
    return this.#table.rows.list()
  }

  /**
   * A page in the order of insertion. It begins after the sequence `after`, even if its record was removed.
   * @throws RangeError when `limit` or `after` is not a whole number in its range.
   */
  page(options: PageOptions<T>): Page<T> {
    this.#assertPage(options)
    return this.#table.rows.page(options)
  }

  /** Like `page`, over the records with this value of a secondary index. */
  pageBy(index: Index, value: string, options: PageOptions<T>): Page<T> {
    this.#assertPage(options)
    return this.#table.pageBy(index, value, options)
  }

  /** The place of a record in the order of insertion. A page can begin after it. */
  sequenceOf(id: string): Sequence | undefined {
    return this.#made?.sequenceOf(id)
  }

  /** The record with this place in the order of insertion, as long as it exists. */
  at(sequence: Sequence): T | undefined {
    return this.#made?.rows.at(sequence)
  }

  /** Calls back for each record that is added, changed or removed from now on, except by `restore`. */
  watch(listener: (key: string, before: T | undefined, after: T | undefined) => void): void {
    this.#listener = listener
    if (this.#made) this.#made.onChange = listener
  }

  /** The present records. Shares them, so it costs very little. */
  snapshot(): CollectionSnapshot<T> {
    return { name: this.name, rows: this.#made?.rows.snapshot() ?? noRows }
  }

  /**
   * Goes back to a snapshot, including sequences. The cost grows with the number of changes since. Does not call
   * watchers. Accepts a snapshot of another collection of the same name.
   * @throws TypeError for a snapshot of a collection with another name.
   */
  restore(snapshot: CollectionSnapshot<T>): void {
    if (snapshot.name !== this.name) {
      throw new TypeError(`${this.name}: cannot restore a snapshot of the collection '${snapshot.name}'`)
    }
    if (this.#made || snapshot.rows.last > 0) this.#table.restore(snapshot.rows)
  }

  #assertPage({ after = 0, limit }: PageOptions<T>): void {
    if (!(limit >= 1) || !(Number.isInteger(limit) || limit === Number.POSITIVE_INFINITY)) {
      throw new RangeError(`${this.name}: expected "limit" to be a whole number of 1 or more, got ${limit}`)
    }
    if (!Number.isInteger(after) || after < 0) {
      throw new RangeError(`${this.name}: expected "after" to be a whole number of 0 or more, got ${after}`)
    }
  }
}

const nothing: Readonly<Record<string, never>> = {}

/** The rows of a collection that was never used. */
const noRows: RowsSnapshot<never> = { chunks: [], counts: [], last: 0, size: 0 }
