import { Columns } from './columns.ts'
import { DuplicateKeyError } from './errors.ts'
import { freezeDeeply } from './freeze.ts'
import { lastRow, type Mark } from '../kernel/state.ts'
import { collectPage, Rows, type Page, type PageOptions, type RowsSnapshot, type Sequence } from './rows.ts'
import { SecondaryIndex, type IndexValues } from './secondary-index.ts'
import { UniqueIndex, type UniqueValue } from './unique-index.ts'

/** A record that replaces another one. */
export interface Revision<T> {
  sequence: Sequence
  past: T
  next: T
}

/** A record, by its id. The id is unique and never changes. */
export interface Keyed {
  readonly id: string
}

/** Options of a {@link Table}. */
export interface TableOptions<T> {
  name: string
  unique: Record<string, UniqueValue<T>>
  indexes: Record<string, IndexValues<T>>
}

const NONE: readonly never[] = []

/** The name of the key in errors. */
const KEY = 'id'

/** Rows and their indexes. Every change is complete, or it fails before anything is written. */
export class Table<T extends Keyed> {
  readonly name: string
  readonly rows = new Rows<T>()
  readonly columns = new Columns<T>(this.rows)
  readonly #key: UniqueIndex<T>
  /** The index of the key comes first. */
  readonly #uniques: readonly UniqueIndex<T>[]
  readonly #indexes: Readonly<Record<string, IndexValues<T>>>
  /**
   * The secondary indexes in use. Unused ones take no memory, and writes do not update them. All of them from the start
   * take 282 bytes more for a user, whose bar is 600 bytes.
   */
  #secondaries: readonly SecondaryIndex<T>[] = NONE
  /** Called for each record that is added, changed or removed, except by `restore`. */
  onChange: ((key: string, before: T | undefined, after: T | undefined) => void) | undefined
  /** Called for each sequence whose record changed, also by `restore`. */
  onRow: Mark | undefined

  constructor({ name, unique, indexes }: TableOptions<T>) {
    this.name = name
    this.#key = new UniqueIndex(KEY, idOf)
    this.#uniques = [
      this.#key,
      ...Object.entries(unique).map(([index, valueOf]) => new UniqueIndex(index, valueOf)),
    ]
    this.#indexes = indexes
  }

  get(id: string): T | undefined {
    const sequence = this.#key.find(id)
    return sequence === undefined ? undefined : this.rows.at(sequence)
  }

  sequenceOf(id: string): Sequence | undefined {
    return this.#key.find(id)
  }

  /** @throws TypeError when the table has no such index. */
  unique(index: string): UniqueIndex<T> {
    for (const unique of this.#uniques) if (unique.name === index && unique !== this.#key) return unique
    const others = this.#uniques.filter((unique) => unique !== this.#key)
    return this.#refuseIndex(
      'unique index',
      index,
      others.map(({ name }) => name),
    )
  }

  /** @throws TypeError when the table has no such index. */
  secondary(index: string): SecondaryIndex<T> {
    for (const secondary of this.#secondaries) if (secondary.name === index) return secondary
    if (!Object.hasOwn(this.#indexes, index))
      return this.#refuseIndex('index', index, Object.keys(this.#indexes))
    const made = new SecondaryIndex(index, this.#indexes[index]!, this.rows)
    this.#secondaries = [...this.#secondaries, made]
    return made
  }

  /**
   * Adds a record at the end and freezes it.
   * @throws DuplicateKeyError when a unique value is taken.
   */
  insert(record: T): void {
    this.#assertFree(record)
    freezeDeeply(record)
    const values = this.#secondaries.map((index) => index.values(record))
    const sequence = this.rows.append(record)
    for (const index of this.#uniques) index.add(record, sequence)
    for (const [position, index] of this.#secondaries.entries()) index.add(values[position] ?? [], sequence)
    this.#wrote(sequence)
    this.onRow?.(lastRow)
    this.onChange?.(record.id, undefined, record)
  }

  /**
   * Replaces a record and freezes the new one.
   * @throws DuplicateKeyError when a third record has one of its unique values.
   */
  replace({ sequence, past, next }: Revision<T>): void {
    this.#assertFree(next, past)
    freezeDeeply(next)
    const values = this.#secondaries.map((index) => [index.values(past), index.values(next)] as const)
    for (const index of this.#uniques) index.replace(past, next, sequence)
    for (const [position, index] of this.#secondaries.entries()) {
      const [before, after] = values[position] ?? [[], []]
      index.replace(before, after, sequence)
    }
    this.rows.replaceAt(sequence, next)
    this.#wrote(sequence)
    this.onChange?.(next.id, past, next)
  }

  /** Removes the record of a sequence, which must exist, and returns it. */
  removeAt(sequence: Sequence): T {
    const record = this.rows.at(sequence)!
    this.#forget(record, sequence)
    this.rows.removeAt(sequence)
    this.#wrote(sequence)
    this.onChange?.(record.id, record, undefined)
    return record
  }

  /** A page of the records that have a value of a secondary index. */
  pageBy(index: string, value: string, options: PageOptions<T>): Page<T> {
    const found = this.secondary(index)
    return collectPage<T>(
      (visit) =>
        found.forEach(value, (sequence) => visit(this.rows.at(sequence) as T, sequence), options.after),
      options,
    )
  }

  /** Goes back to earlier rows. The cost grows with the number of differences. */
  restore(snapshot: RowsSnapshot<T>): void {
    this.rows.forEachDifference(snapshot, (sequence, present) => {
      if (present !== undefined) this.#forget(present, sequence)
      this.#wrote(sequence)
    })
    this.rows.forEachDifference(snapshot, (sequence, _present, past) => {
      if (past === undefined) return
      this.#addUnique(past, sequence)
      for (const index of this.#secondaries) index.add(index.values(past), sequence)
    })
    this.rows.restore(snapshot)
    this.onRow?.(lastRow)
  }

  #wrote(sequence: Sequence): void {
    this.columns.touch(sequence)
    this.onRow?.(sequence)
  }

  #assertFree(record: T, past?: T): void {
    const key: unknown = record.id
    if (typeof key !== 'string' || key === '') {
      throw new TypeError(
        `${this.name}: a record needs a key, a text that is not empty, got ${JSON.stringify(key)}`,
      )
    }
    for (const index of this.#uniques) {
      const value = index.clash(record, past)
      if (value !== undefined) throw new DuplicateKeyError(this.name, index.name, value)
    }
  }

  #forget(record: T, sequence: Sequence): void {
    this.#removeUnique(record, sequence)
    for (const index of this.#secondaries) index.remove(index.values(record), sequence)
  }

  #addUnique(record: T, sequence: Sequence): void {
    for (const index of this.#uniques) index.add(record, sequence)
  }

  #removeUnique(record: T, sequence: Sequence): void {
    for (const index of this.#uniques) index.remove(record, sequence)
  }

  #refuseIndex(kind: string, index: string, known: readonly string[]): never {
    const names = known.join(', ') || 'none'
    throw new TypeError(`${this.name}: there is no ${kind} '${index}' (there are: ${names})`)
  }
}

function idOf({ id }: Keyed): string {
  return id
}
