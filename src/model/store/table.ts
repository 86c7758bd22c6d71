import { Columns } from './columns.ts'
import type { Changes, Declared } from '../kernel/changes.ts'
import { type Coding, lastRow, type RowKey, type Stored } from '../kernel/stored.ts'
import {
  collectPage,
  freezeDeeply,
  type Page,
  type PageOptions,
  Rows,
  type RowsSnapshot,
  type Sequence,
  stateOfRows,
} from './rows.ts'
import { type IndexValues, SecondaryIndex, UniqueIndex, type UniqueValue } from './indexes.ts'

/** A table as it is declared. `T` is a record, `Unique` and `Index` the indexes' names. */
export interface TableDeclaration<
  T extends object,
  Unique extends string = string,
  Index extends string = string,
> extends Declared {
  /** The property that is the key of a record: unique, and never changed. Default `id`. */
  readonly key?: keyof T & string
  /** Records have no key, only a place: that of a record of another table. */
  readonly isKeyless?: boolean
  /** Values that no two records share, by index; folded for comparison. Must be pure. */
  readonly unique?: Readonly<Record<Unique, UniqueValue<T>>>
  /** Values by which records are found, by index; a record may have several. Must be pure. */
  readonly indexes?: Readonly<Record<Index, IndexValues<T>>>
}

/**
 * Records of one kind with indexes, for 100,000 of them and more.
 *
 * - Records are immutable: deeply frozen when they are added, and replaced as a whole when they change. You can cache
 *   results by the identity of a record.
 * - The key and the unique indexes reject duplicates. Searches by them, and by secondary indexes, need no scan.
 * - The order is that of insertion. A page begins after a sequence, even if its record was removed.
 * - Everything is synchronous: nothing runs between a read and a write. Each change is complete, or it fails before
 *   anything is written.
 *
 * Rows and indexes are made when they are first needed: most tables of most organisations stay empty.
 */
export class Table<
  T extends object,
  Unique extends string = string,
  Index extends string = string,
> implements Stored<RowsSnapshot<T>> {
  readonly declared: TableDeclaration<T, Unique, Index>
  /** Converts a record to a row, and back. Default: the record itself. */
  coding: Coding<T> | undefined
  readonly #changes: Pick<Changes, 'emit'> | undefined
  #rows: Rows<T> = noRows
  #columns: Columns<T> | undefined
  /** The index of the key comes first. */
  #uniques: readonly UniqueIndex<T>[] = none
  /**
   * The secondary indexes in use. Unused ones take no memory, and writes do not update them. All of them from the start
   * take 282 bytes more for a user, whose bar is 600 bytes.
   */
  #secondaries: readonly SecondaryIndex<T>[] = none

  constructor(declared: TableDeclaration<T, Unique, Index>, changes?: Pick<Changes, 'emit'>) {
    this.declared = declared
    this.#changes = changes
  }

  get name(): string {
    return this.declared.name
  }

  get size(): number {
    return this.#rows.size
  }

  /** The greatest place that was given. */
  get last(): Sequence {
    return this.#rows.last
  }

  /** Searches over all records by properties without an index. */
  get columns(): Columns<T> {
    return (this.#columns ??= new Columns(this.#opened()))
  }

  /** The record with this key. */
  get(key: string): T | undefined {
    const sequence = this.sequenceOf(key)
    return sequence === undefined ? undefined : this.#rows.at(sequence)
  }

  has(key: string): boolean {
    return this.sequenceOf(key) !== undefined
  }

  /** The record with this value of a unique index. */
  by(index: Unique, value: string): T | undefined {
    for (const unique of this.#uniques) {
      if (unique.name !== index) continue
      const sequence = unique.find(value)
      return sequence === undefined ? undefined : this.#rows.at(sequence)
    }
    return undefined
  }

  /**
   * The records with this value of a secondary index, in the order of insertion. Later changes of the table do not
   * affect the list.
   */
  allBy(index: Index, value: string): T[] {
    const found: T[] = []
    this.forEachBy(index, value, (at) => void found.push(this.#rows.at(at)!))
    return found
  }

  /** How many records have this value of a secondary index, without visiting them. */
  countBy(index: Index, value: string): number {
    return this.#secondary(index).count(value)
  }

  /**
   * Adds a record at the end. Stores the record itself, not a copy, and freezes it deeply.
   * @throws Error when its key or a unique value is taken; then nothing changes.
   */
  insert(record: T): T {
    const rows = this.#opened()
    this.#assertFree(record)
    freezeDeeply(record)
    this.#write(rows.last + 1, undefined, record)
    return record
  }

  /**
   * Replaces the record with the same key, and freezes the new one. The place in the order stays.
   * @throws Error for an unknown key, and when another record has one of its unique values; then nothing changes.
   */
  put(record: T): T {
    const key = this.#keyOf(record)
    const sequence = this.sequenceOf(key)
    if (sequence === undefined) throw new Error(`${this.name}: there is no record with the key ${key}`)
    const past = this.#rows.at(sequence)!
    if (past === record) return record
    this.#assertFree(record, past)
    freezeDeeply(record)
    this.#write(sequence, past, record)
    return record
  }

  /** Sets the record of a place in a table without a key; undefined removes it. It must be frozen deeply. */
  putAt(sequence: Sequence, record: T | undefined): void {
    this.#write(sequence, this.#opened().at(sequence), record)
  }

  /** Replaces the record with the same key, or adds the record at the end. */
  set(record: T): T {
    return this.has(this.#keyOf(record)) ? this.put(record) : this.insert(record)
  }

  /** Removes the record with this key and returns it; `undefined` for an unknown key. */
  remove(key: string): T | undefined {
    const sequence = this.sequenceOf(key)
    if (sequence === undefined) return undefined
    const record = this.#rows.at(sequence)!
    this.#write(sequence, record, undefined)
    return record
  }

  /** Removes the records that a test picks; all by default. */
  removeWhere(picked: (record: T) => boolean = () => true): void {
    for (const record of this.values()) if (picked(record)) this.remove(this.#keyOf(record))
  }

  /**
   * Calls back for each record in the order of insertion, until the callback returns `false`. You may put and remove
   * records meanwhile. It does not visit records that are inserted meanwhile.
   */
  forEach(visit: (record: T, sequence: Sequence) => unknown): void {
    this.#rows.forEach(visit)
  }

  /** All records as a list, the same one until the table changes. Do not write to it. */
  values(): readonly T[] {
    return this.#rows.list()
  }

  /** A page in the order of insertion. It begins after the sequence `after`, even if its record was removed. */
  page(options: PageOptions<T>): Page<T> {
    return this.#opened().page(options)
  }

  /** Like `page`, over the records with this value of a secondary index. */
  pageBy(index: Index, value: string, options: PageOptions<T>): Page<T> {
    return collectPage<T>(
      (visit) => this.forEachBy(index, value, (at) => visit(this.#rows.at(at)!, at), options.after),
      options,
    )
  }

  /** Calls back for the place of each of these records, ascending, until it returns `false`. */
  forEachBy(index: Index, value: string, visit: (sequence: Sequence) => unknown, after?: Sequence): void {
    this.#secondary(index).forEach(value, visit, after)
  }

  /** The place of a record in the order of insertion. */
  sequenceOf(key: string): Sequence | undefined {
    return this.#uniques[0]?.find(key)
  }

  /** The record with this place in the order of insertion, as long as it exists. */
  at(sequence: Sequence): T | undefined {
    return this.#rows.at(sequence)
  }

  /** The present records, shared. */
  snapshot(): RowsSnapshot<T> {
    return this.#rows === noRows ? noState : this.#rows.snapshot()
  }

  /** Goes back to a state, including sequences. The cost grows with the number of changes since. */
  restore(state: RowsSnapshot<T>): void {
    if (this.#rows === noRows && state.last === 0) return
    const rows = this.#opened()
    if (rows.isAt(state)) return
    const before = rows.snapshot()
    let differences = 0
    rows.forEachDifference(state, () => void (differences += 1))
    // New indexes cost less than many changes of them. They are made when they are next needed.
    if (differences * 4 > rows.size) this.#secondaries = none
    // Records that go come first: others may have their values.
    rows.forEachDifference(state, (sequence, present) => this.#index(sequence, present, undefined))
    rows.forEachDifference(state, (sequence, _present, past) => this.#index(sequence, undefined, past))
    rows.restore(state)
    this.#changes?.emit({
      table: this.declared,
      key: undefined,
      place: 0,
      before,
      after: state,
      cause: undefined,
    })
  }

  *rowKeys(state?: RowsSnapshot<T>): Iterable<RowKey> {
    yield lastRow
    const { chunks } = state ?? this.#rows
    for (const [index, chunk] of chunks.entries()) {
      if (!chunk) continue
      for (const [slot, record] of chunk.entries()) if (record) yield Rows.sequenceAt(index, slot)
    }
  }

  row(key: RowKey, state?: RowsSnapshot<T>): unknown {
    if (typeof key === 'string') return (state ?? this.#rows).last
    const record = state ? Rows.recordIn(state, key) : this.#rows.at(key)
    return record && this.coding ? this.coding.encode(record) : record
  }

  differing(state: RowsSnapshot<T>): Iterable<RowKey> {
    const keys: RowKey[] = state.last === this.last ? [] : [lastRow]
    this.#rows.forEachDifference(state, (sequence) => void keys.push(sequence))
    return keys
  }

  stateOf(rows: ReadonlyMap<string, unknown>, base?: RowsSnapshot<T>): RowsSnapshot<T> {
    return stateOfRows(rows, { base, key: this.declared.key ?? 'id', coding: this.coding })
  }

  #opened(): Rows<T> {
    if (this.#rows !== noRows) return this.#rows
    const { unique = nothing, isKeyless } = this.declared
    this.#rows = new Rows<T>()
    if (isKeyless) return this.#rows
    this.#uniques = [
      new UniqueIndex<T>(this.declared.key ?? 'id', (record) => this.#keyOf(record)),
      ...Object.entries<UniqueValue<T>>(unique).map(([name, valueOf]) => new UniqueIndex(name, valueOf)),
    ]
    return this.#rows
  }

  #secondary(index: string): SecondaryIndex<T> {
    for (const secondary of this.#secondaries) if (secondary.name === index) return secondary
    const { indexes } = this.declared as TableDeclaration<T>
    const made = new SecondaryIndex(index, indexes![index]!, this.#opened())
    this.#secondaries = [...this.#secondaries, made]
    return made
  }

  /** Numbers are keys too. */
  #keyOf(record: T): string {
    const key: unknown = record[(this.declared.key ?? 'id') as keyof T]
    return typeof key === 'number' ? String(key) : (key as string)
  }

  #write(sequence: Sequence, before: T | undefined, after: T | undefined): void {
    this.#index(sequence, before, after)
    this.#rows.putAt(sequence, after)
    const key = this.declared.isKeyless ? String(sequence) : this.#keyOf((after ?? before)!)
    this.#changes?.emit({ table: this.declared, key, place: sequence, before, after, cause: undefined })
  }

  #index(sequence: Sequence, before: T | undefined, after: T | undefined): void {
    const secondaries = this.#secondaries
    // First the values, in which an index may fail.
    const values = secondaries.length === 0 ? none : secondaries.map((index) => index.values(after))
    for (const index of this.#uniques) index.replace(before, after, sequence)
    for (let at = 0; at < values.length; at++)
      secondaries[at]!.replace(secondaries[at]!.values(before), values[at]!, sequence)
    this.#columns?.touch(sequence)
  }

  #assertFree(record: T, past?: T): void {
    for (const index of this.#uniques)
      if (index.clashes(record, past))
        throw new Error(`${this.name}: another record has the same ${index.name}`)
  }
}

const none: readonly never[] = []

const nothing: Readonly<Record<string, never>> = {}

/** The rows of every table that was never used: nobody writes to them. */
// oxlint-disable-next-line typescript/no-explicit-any -- it has no records of any kind
const noRows = new Rows<any>()

const noState: RowsSnapshot<never> = { chunks: [], counts: [], last: 0, size: 0 }
