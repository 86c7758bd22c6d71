import { Collection, Query } from '@msw/data'
import { CollectionRows } from './collection-rows.ts'
import { diff, revert, type Change } from './changes.ts'
import { failedCreateMany, noResults, UnknownRecordError } from './errors.ts'
import { findMany } from './find-many.ts'
import { thaw } from './freeze.ts'
import { HookEvent } from './hook-event.ts'
import { KeyedQuery } from './keyed-query.ts'
import { compileOrderBy } from './order-by.ts'
import type { Coding } from '../kernel/state.ts'
import type { Page, PageOptions, RowsSnapshot, Sequence } from './rows.ts'
import { parse, parseNow, type AnySchema, type Input, type Output } from './schema.ts'
import type { IndexValues } from './secondary-index.ts'
import { Table, type Revision } from './table.ts'
import type { UniqueValue } from './unique-index.ts'
import { isPromise } from '../kernel/is-promise.ts'

/** What an {@link IndexedCollection} is made with. `T` is a record, `Unique` and `Index` the indexes' names. */
export interface IndexedCollectionOptions<
  Schema extends AnySchema,
  T extends object,
  Unique extends string = string,
  Index extends string = string,
> {
  /**
   * What a record looks like: a zod schema, or any other Standard Schema. `create` and `update` validate;
   * `insert` and `put` take records that were parsed where they came in.
   */
  schema: Schema
  /** What messages call the collection: `users`. */
  name: string
  /** The text that tells a record from all others and never changes. Default: its `id`. */
  key?: (record: T) => string
  /** Values that no two records share, by index; folded as they are to be compared. Must be pure. */
  unique?: Record<Unique, UniqueValue<T>>
  /** Values by which records are found, by index; a record may have several. Must be pure. */
  indexes?: Record<Index, IndexValues<T>>
  /** How a record is kept as a row. Default: as it is. */
  coding?: Coding<T> | undefined
}

/** The records of a collection at one moment. Opaque; records are shared, not copied. */
export interface CollectionSnapshot<T> {
  /** The name of the collection that it was taken from. */
  readonly name: string
  readonly rows: RowsSnapshot<T>
}

type RecordOf<Schema extends AnySchema> = Awaited<ReturnType<Collection<Schema>['create']>>
type FindOptions<Schema extends AnySchema> = NonNullable<Parameters<Collection<Schema>['findMany']>[1]>
type OrderBy<Schema extends AnySchema> = Pick<FindOptions<Schema>, 'orderBy'>
type Predicate<Schema extends AnySchema> = NonNullable<Parameters<Collection<Schema>['findMany']>[0]>
type Updater<Schema extends AnySchema> = Parameters<Collection<Schema>['update']>[1]['data']
type Found<Strict, Record> = Strict extends true ? Record : Record | undefined
type HookName = 'create' | 'update' | 'delete'

/** How often an update starts over because its record changed under it. */
const MOST_ATTEMPTS = 10_000

/**
 * A collection of @msw/data over rows of its own, made for 100,000 records.
 *
 * - Records are immutable: deeply frozen when they come in, replaced as a whole when they change. A record in
 *   hand never changes, and what was made of it may be cached under its identity.
 * - The key and the unique indexes hold; records are found by them, and by secondary indexes, without a scan.
 * - The order is that of insertion. A page begins after a sequence, and the record that had it may be gone.
 * - `get`, `by`, `insert`, `put` and `remove` are synchronous: nothing comes between reading and writing. The
 *   methods of @msw/data are just as whole: an update whose record changed meanwhile starts over.
 * - Hooks hear of changes that are made, whichever method makes them. `restore` alone is silent.
 *
 * Relations are not supported.
 */
export class IndexedCollection<
  Schema extends AnySchema,
  T extends object = Output<Schema> & object,
  Unique extends string = string,
  Index extends string = string,
> extends Collection<Schema> {
  /** What messages call the collection. */
  readonly name: string
  readonly #schema: Schema
  readonly #table: Table<T>
  /** Its state as rows: each record by its sequence. */
  readonly rows: CollectionRows<T>
  /** Whether `q.where({ id })` names the key. */
  readonly #isKeyedById: boolean
  /** Whether anyone ever listened: most collections have no hooks and need not ask. */
  #wasHeard = false

  constructor(options: IndexedCollectionOptions<Schema, T, Unique, Index>) {
    super({ schema: options.schema })
    const { name, schema, key = (record) => (record as { id: string }).id } = options
    this.name = name
    this.#schema = schema
    this.#isKeyedById = options.key === undefined
    this.#table = new Table<T>({ name, key, unique: options.unique ?? {}, indexes: options.indexes ?? {} })
    this.rows = new CollectionRows(name, this.#table, options.coding)
    const persist = { persist: true }
    this.hooks.hooks.on('newListener', () => void (this.#wasHeard = true), persist)
    this.hooks.hooks.on('beforeEmit', (event) => !(event instanceof HookEvent && event.isStopped), persist)
  }

  /** How many records there are. */
  get size(): number {
    return this.#table.rows.size
  }

  /** The record with this key. */
  get(id: string): T | undefined {
    return this.#table.get(id)
  }

  /** Whether there is a record with this key. */
  has(id: string): boolean {
    return this.#table.sequenceOf(id) !== undefined
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
   * The records with this value of a secondary index, in the order of insertion. The list stays as it is
   * whatever happens to the collection.
   * @throws TypeError when the collection has no such index.
   */
  allBy(index: Index, value: string): T[] {
    return this.pageBy(index, value, { limit: Number.POSITIVE_INFINITY }).items
  }

  /** How many records have this value of a secondary index, without visiting them. */
  countBy(index: Index, value: string): number {
    return this.#table.secondary(index).count(value)
  }

  /**
   * Adds a record at the end. The record itself is taken, not a copy, and is frozen with all it holds.
   * @param options `validate`: whether it goes through the schema first, which then makes a copy. Default false.
   * @throws DuplicateKeyError when its key or a unique value is taken; nothing has changed then.
   * @throws InvalidRecordError with `validate`, when it does not match the schema.
   */
  insert(record: T, { validate = false }: { validate?: boolean } = {}): T {
    const row = validate
      ? (parseNow(this.#schema, thaw(record), this.#doing('insert a record')) as T)
      : record
    if (this.#hears('create')) this.#announceInsert(row)
    this.#table.insert(row)
    return row
  }

  /**
   * Puts a record in the place of the one with the same key. It keeps that one's place in the order, and is
   * frozen.
   * @returns The record as it is stored: the one given, less what `update` hooks took back.
   * @throws UnknownRecordError when there is none with this key.
   * @throws DuplicateKeyError when another record has one of its unique values; nothing has changed then.
   */
  put(record: T): T {
    const id = this.#table.keyOf(record)
    const sequence = this.#table.sequenceOf(id)
    if (sequence === undefined) throw new UnknownRecordError(this.name, id)
    const past = this.#table.rows.at(sequence) as T
    if (past === record) return record
    for (const { changes } of this.#commit([{ sequence, past, next: record }])) {
      this.#table.replace({ sequence, past, next: this.#takeBack({ sequence, past }, changes) })
    }
    return this.#table.rows.at(sequence) as T
  }

  /** Removes the record with this key and returns it; `undefined` when there is none, or a hook kept it. */
  remove(id: string): T | undefined {
    const sequence = this.#table.sequenceOf(id)
    if (sequence === undefined) return undefined
    const record = this.#table.rows.at(sequence) as T
    if (this.#hears('delete') && !this.#emit('delete', { deletedRecord: record })) return undefined
    this.#table.removeAt(sequence)
    return record
  }

  /**
   * Iterates over the records in the order of insertion. Records may be put and removed meanwhile; those
   * inserted meanwhile are not visited.
   */
  scan(): IterableIterator<T> {
    return this.#table.rows.scan()
  }

  /** Calls back for each record, as `scan` goes, until the callback returns `false`. The fastest way. */
  forEach(visit: (record: T, sequence: Sequence) => unknown): void {
    this.#table.rows.forEach(visit)
  }

  /** All records as a list, the same one until the collection changes. It must not be written to. */
  values(): readonly T[] {
    return this.#table.rows.list()
  }

  /**
   * A page in the order of insertion. It begins after the sequence `after`, whether or not the record that
   * had it still exists.
   * @throws RangeError when `limit` or `after` is not a whole number in its range.
   */
  page(options: PageOptions<T>): Page<T> {
    this.#assertPage(options)
    return this.#table.rows.page(options)
  }

  /** As `page`, over the records with this value of a secondary index. */
  pageBy(index: Index, value: string, options: PageOptions<T>): Page<T> {
    this.#assertPage(options)
    return this.#table.pageBy(index, value, options)
  }

  /** The place of a record in the order of insertion, which a page can begin after. */
  sequenceOf(id: string): Sequence | undefined {
    return this.#table.sequenceOf(id)
  }

  /** The record with this place in the order of insertion, as long as it exists. */
  at(sequence: Sequence): T | undefined {
    return this.#table.rows.at(sequence)
  }

  /** Calls back for each record that comes, changes or goes from now on, `restore` left out. */
  watch(listener: (key: string, before: T | undefined, after: T | undefined) => void): void {
    this.#table.onChange = listener
  }

  /** The records as they are now. Shares them and costs next to nothing. */
  snapshot(): CollectionSnapshot<T> {
    return { name: this.name, rows: this.#table.rows.snapshot() }
  }

  /**
   * Goes back to a snapshot, sequences included. It costs as much as has changed since. Hooks hear nothing.
   * A snapshot of another collection of the same name will do.
   * @throws TypeError when the snapshot is of a collection of another name.
   */
  restore(snapshot: CollectionSnapshot<T>): void {
    if (snapshot.name !== this.name) {
      throw new TypeError(`${this.name}: cannot restore a snapshot of the collection '${snapshot.name}'`)
    }
    this.#table.restore(snapshot.rows)
  }

  /**
   * Validates values and adds a record at the end. `create` hooks are waited for; one that throws keeps the
   * record out. Its unique values are taken meanwhile.
   * @throws InvalidRecordError when the values do not match the schema.
   * @throws DuplicateKeyError when the key or a unique value is taken.
   */
  override async create(initialValues: Input<Schema>): Promise<RecordOf<Schema>> {
    const [record] = await this.#createAll([initialValues])
    return record as T as RecordOf<Schema>
  }

  /**
   * Creates that many records, in the order of the factory's index, or none when one cannot be created.
   * @throws OperationError with the reason as its `cause`.
   */
  override async createMany(
    count: number,
    initialValuesFactory: (index: number) => Input<Schema>,
  ): Promise<RecordOf<Schema>[]> {
    try {
      const values = Array.from({ length: count }, (_, index) => initialValuesFactory(index))
      return (await this.#createAll(values)) as RecordOf<Schema>[]
    } catch (error) {
      throw failedCreateMany(this.name, error)
    }
  }

  /** The first record that matches, in the order of insertion. `q.where({ id })` is looked up, not searched. */
  override findFirst<Strict extends boolean>(
    predicate?: Predicate<Schema>,
    options?: { strict?: Strict },
  ): Found<Strict, RecordOf<Schema>> {
    const [found] = this.#select(predicate, { take: 1 })
    if (found === undefined && options?.strict === true) throw noResults(this.name, 'findFirst')
    return found as Found<Strict, RecordOf<Schema>>
  }

  /**
   * The records that match, ordered first and then cut by `cursor`, `skip` and `take`. With `orderBy`, records
   * that compare as equal keep the order of insertion, and missing values come last when ascending.
   * @throws OperationError when `strict` and nothing matches.
   */
  override findMany(predicate?: Predicate<Schema>, options: FindOptions<Schema> = {}): RecordOf<Schema>[] {
    const found = this.#select(predicate, options)
    if (found.length === 0 && options.strict === true) throw noResults(this.name, 'findMany')
    return found as RecordOf<Schema>[]
  }

  /**
   * Changes the first record that matches, or the record given, on a draft. The change is validated, checked
   * against the unique indexes and written, and then `update` hooks hear of it, one event for each difference;
   * a hook that prevents the default has its difference taken back.
   *
   * When the record changed while `data` or the schema waited, `data` is called again on the present record,
   * so that no update is lost.
   */
  override async update<Strict extends boolean>(
    predicate: Predicate<Schema> | RecordOf<Schema>,
    options: { data: Updater<Schema>; strict?: Strict },
  ): Promise<Found<Strict, RecordOf<Schema>>> {
    const record = this.#resolve(predicate)
    const [updated] = record === undefined ? [] : await this.#updateAll([record], options.data)
    if (updated === undefined && options.strict === true) throw noResults(this.name, 'update')
    return updated as Found<Strict, RecordOf<Schema>>
  }

  /**
   * Changes all records that match, as `update` does. Either all changes are valid and free of clashes, or
   * none is made.
   */
  override async updateMany(
    predicate: Predicate<Schema>,
    options: { data: Updater<Schema>; strict?: boolean } & OrderBy<Schema>,
  ): Promise<RecordOf<Schema>[]> {
    const updated = await this.#updateAll(this.#select(predicate), options.data)
    if (updated.length === 0 && options.strict === true) throw noResults(this.name, 'updateMany')
    return this.#ordered(updated, options) as RecordOf<Schema>[]
  }

  /** Removes the first record that matches, or the record given, and returns it. A `delete` hook may keep it. */
  override delete<Strict extends boolean>(
    predicate: Predicate<Schema> | RecordOf<Schema>,
    options?: { strict?: Strict },
  ): Found<Strict, RecordOf<Schema>> {
    const record = this.#resolve(predicate)
    if (record === undefined && options?.strict === true) throw noResults(this.name, 'delete')
    if (record !== undefined) this.remove(this.#table.keyOf(record))
    return record as Found<Strict, RecordOf<Schema>>
  }

  /** Removes the records that match, last first, and returns them. A `delete` hook may keep some. */
  override deleteMany(
    predicate: Predicate<Schema>,
    options: { strict?: boolean } & OrderBy<Schema> = {},
  ): RecordOf<Schema>[] {
    const records = this.#select(predicate)
    if (records.length === 0 && options.strict === true) throw noResults(this.name, 'deleteMany')
    for (const record of records.toReversed()) this.remove(this.#table.keyOf(record))
    return this.#ordered(records, options) as RecordOf<Schema>[]
  }

  /** How many records there are. */
  override count(): number {
    return this.size
  }

  /** All records in the order of insertion, in a list of the caller's own. */
  override all(): RecordOf<Schema>[] {
    return this.values().slice() as RecordOf<Schema>[]
  }

  /** Removes all records. `delete` hooks hear of each and may keep it. Sequences go on where they were. */
  override clear(): void {
    if (this.#hears('delete')) for (const record of this.values()) this.remove(this.#table.keyOf(record))
    else this.#table.clear()
  }

  /**
   * Not supported: a relation writes into records, and these are immutable.
   * @throws TypeError always.
   */
  override defineRelations(): never {
    throw new TypeError(
      `${this.name}: an IndexedCollection has no relations, for its records are immutable; ` +
        'store the other record’s id and declare an index for it',
    )
  }

  async #createAll(values: Input<Schema>[]): Promise<T[]> {
    const records: T[] = []
    for (const value of values) {
      const parsed = parse<T>(this.#schema, thaw(value), this.#doing('create a record'))
      records.push(isPromise(parsed) ? await parsed : parsed)
    }
    if (this.#hears('create')) await this.#announceCreation(records, values)
    this.#table.insertAll(records)
    return records
  }

  async #announceCreation(records: readonly T[], values: readonly Input<Schema>[]): Promise<void> {
    const reserved: T[] = []
    try {
      for (const record of records) {
        this.#table.reserve(record)
        reserved.push(record)
      }
      for (const [index, record] of records.entries()) {
        const event = new HookEvent('create', { record, initialValues: values[index] })
        await this.hooks.emitAsPromise(event as never)
      }
    } finally {
      for (const record of reserved) this.#table.release(record)
    }
  }

  #announceInsert(record: T): void {
    this.#table.reserve(record)
    try {
      this.#emit('create', { record, initialValues: record })
    } finally {
      this.#table.release(record)
    }
  }

  async #updateAll(records: readonly T[], data: Updater<Schema>): Promise<T[]> {
    const sequences = records.map((record) => this.#table.sequenceOf(this.#table.keyOf(record)) as Sequence)
    const revisions = new Map<Sequence, Revision<T>>()
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      for (const sequence of sequences) {
        const past = this.#table.rows.at(sequence)
        if (past === undefined) revisions.delete(sequence)
        if (past === undefined || revisions.get(sequence)?.past === past) continue
        const next = this.#revise(past, data)
        revisions.set(sequence, { sequence, past, next: isPromise(next) ? await next : next })
      }
      if (this.#areCurrent(revisions)) return await this.#settle([...revisions.values()])
    }
    throw new Error(
      `${this.name}: an update was given up after starting over ${MOST_ATTEMPTS} times, because its record ` +
        'changed each time; does the update function itself change the record?',
    )
  }

  #areCurrent(revisions: ReadonlyMap<Sequence, Revision<T>>): boolean {
    for (const { sequence, past } of revisions.values()) {
      if (this.#table.rows.at(sequence) !== past) return false
    }
    return true
  }

  #revise(past: T, data: Updater<Schema>): T | Promise<T> {
    const draft = thaw(past)
    const done: unknown = data(draft as Parameters<Updater<Schema>>[0])
    const validate = (): T | Promise<T> => parse<T>(this.#schema, draft, this.#doing('update a record'))
    return isPromise(done) ? done.then(validate) : validate()
  }

  /** Writes revisions, then applies the vetoes of hooks: each cut-back record is validated once more. */
  async #settle(revisions: readonly Revision<T>[]): Promise<T[]> {
    for (const { sequence, past, changes } of this.#commit(revisions)) {
      const kept = this.#takeBack({ sequence, past }, changes)
      const parsed = parse<T>(this.#schema, kept, this.#doing('update a record as its hooks left it'))
      const next = isPromise(parsed) ? await parsed : parsed
      if (this.#table.rows.at(sequence) !== past) {
        throw new Error(
          `${this.name}: a record changed while what its hooks left was validated; update again`,
        )
      }
      this.#table.replace({ sequence, past, next })
    }
    return revisions.map(({ sequence, next }) => this.#table.rows.at(sequence) ?? next)
  }

  /** Puts the past record back, and returns what the present one is without the changes that were vetoed. */
  #takeBack({ sequence, past }: Pick<Revision<T>, 'sequence' | 'past'>, changes: readonly Change[]): T {
    const present = this.#table.rows.at(sequence) as T
    this.#table.replace({ sequence, past: present, next: past })
    return revert(present, past, changes)
  }

  /**
   * Writes revisions and tells the hooks, which hear only of what is written. A hook that throws has all of
   * it taken back. Returns what hooks vetoed.
   */
  #commit(revisions: readonly Revision<T>[]): (Revision<T> & { changes: Change[] })[] {
    this.#table.replaceAll(revisions)
    if (!this.#hears('update')) return []
    try {
      return revisions.flatMap((revision) => {
        const changes = this.#announceUpdate(revision)
        return changes.length > 0 ? [{ ...revision, changes }] : []
      })
    } catch (error) {
      this.#table.replaceAll(
        revisions.flatMap(({ sequence, past }) => {
          const present = this.#table.rows.at(sequence)
          return present === undefined ? [] : [{ sequence, past: present, next: past }]
        }),
      )
      throw error
    }
  }

  #announceUpdate({ past, next }: Revision<T>): Change[] {
    return diff(past, next).filter((change) => {
      return !this.#emit('update', { prevRecord: past, nextRecord: next, ...change })
    })
  }

  /** Returns false when a listener vetoed. */
  #emit(type: HookName, data: object): boolean {
    const event = new HookEvent(type, data)
    this.hooks.emit(event as never)
    return !event.defaultPrevented
  }

  #hears(type: HookName): boolean {
    return this.#wasHeard && (this.hooks.listenerCount(type) > 0 || this.hooks.listenerCount('*') > 0)
  }

  #select(predicate?: Predicate<Schema>, options: FindOptions<Schema> = {}): T[] {
    const query = this.#toQuery(predicate)
    const { take = 1, skip = 0, cursor } = options
    if (query?.id !== undefined && this.#isKeyedById && take > 0 && skip === 0 && cursor === undefined) {
      const record = this.get(query.id)
      return record !== undefined && query.test(record) ? [record] : []
    }
    const source = {
      name: this.name,
      rows: this.#table.rows,
      matches: query === undefined ? () => true : (record: T) => query.test(record),
      sequenceOf: (record: T) => this.#table.sequenceOf(this.#table.keyOf(record)),
      cursor: options.cursor as T | undefined,
    }
    return findMany(source, options)
  }

  #toQuery(predicate?: Predicate<Schema>): KeyedQuery<T> | undefined {
    if (predicate === undefined || predicate === null) return undefined
    const query: Query<never> =
      predicate instanceof Query ? predicate : predicate(new KeyedQuery<never>() as never)
    if (query instanceof KeyedQuery) return query as KeyedQuery<T>
    return new KeyedQuery<T>((record) => query.test(record as never))
  }

  /** The present version of a record given, or the first match of a query. */
  #resolve(predicate: Predicate<Schema> | RecordOf<Schema>): T | undefined {
    if (typeof predicate === 'function' || predicate instanceof Query) {
      return this.#select(predicate as Predicate<Schema>, { take: 1 })[0]
    }
    return this.get(this.#table.keyOf(predicate as unknown as T))
  }

  #ordered(records: T[], { orderBy }: OrderBy<Schema>): T[] {
    return orderBy === undefined ? records : records.toSorted(compileOrderBy<T>(orderBy))
  }

  #doing(action: string): { collection: string; action: string } {
    return { collection: this.name, action }
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
