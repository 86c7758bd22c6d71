import { type Key, keyOf } from './comparison-key.ts'
import type { Dialect } from './dialect.ts'
import { propertyReader } from './property-reader.ts'
import { ruleOf } from './property-rule.ts'

export type SortOrder = 'asc' | 'desc'

/** A record with what it is ordered by. */
export interface Row<R> {
  readonly record: R
  readonly key: Key | undefined
  readonly id: Key | undefined
}

/** Which records `firstSorted` is to answer. */
export interface FirstSorted {
  readonly count: number
  /** Only those after this one, which need not be among the records. */
  readonly beyond?: object | undefined
}

/**
 * The first records in the order of one property (Users, sortBy and sortOrder). Strings go by their characters' codes
 * without regard to case, timestamps by time, ties by id ascending in either order. Records without the value come last
 * in either order; an array counts by its first element. It keeps only records that may be among the first. For a page
 * of a long list it takes a fraction of the time that sorting all takes.
 *
 * @throws {QuerySyntaxError} of kind `property` when the dialect does not know the property
 */
export function firstSorted<R extends object>(
  records: Iterable<R>,
  property: string,
  order: SortOrder,
  dialect: Dialect,
  { count, beyond }: FirstSorted,
): R[] {
  const keyOfRecord = recordKey(property, dialect)
  const first = new FirstRows<R>(order, count, beyond && rowOf(beyond, keyOfRecord(beyond)))
  for (const record of records) {
    const key = keyOfRecord(record)
    if (!first.isFull(key)) first.offer(record, key)
  }
  return first.records()
}

/** Collects the first records in an order, whatever the order in which they are offered. */
export class FirstRows<R extends object> {
  readonly #count: number
  readonly #room: number
  readonly #start: Row<object> | undefined
  readonly #comesAfter: (a: Key | undefined, b: Key | undefined) => boolean
  readonly #compare: (a: Row<object>, b: Row<object>) => number
  #kept: Row<R>[] = []
  #last: Row<R> | undefined

  /** @param start Only rows after this one are taken. */
  constructor(order: SortOrder, count: number, start?: Row<object>) {
    this.#count = count
    this.#room = Math.max(2 * count, 64)
    this.#start = start
    this.#comesAfter = keyComesAfter(order)
    this.#compare = compareRows(order)
  }

  /** Whether no record of this key can be among the first, as is true of most of a long list. */
  isFull(key: Key | undefined): boolean {
    return this.#last !== undefined && this.#last.key !== key && this.#comesAfter(key, this.#last.key)
  }

  offer(record: R, key: Key | undefined): void {
    const candidate = rowOf(record, key)
    if (this.#start && this.#compare(candidate, this.#start) <= 0) return
    if (this.#last && this.#compare(candidate, this.#last) >= 0) return
    this.#kept.push(candidate)
    if (this.#kept.length >= this.#room) this.#prune()
  }

  /** The first ones, in order. */
  records(): R[] {
    this.#prune()
    return this.#kept.map(({ record }) => record)
  }

  #prune(): void {
    this.#kept = this.#kept.sort(this.#compare).slice(0, this.#count)
    this.#last = this.#kept.length === this.#count ? this.#kept.at(-1) : undefined
  }
}

/** The keys that order records. */
export interface SortKey {
  /** Identifies a way to make keys: the same name makes the same keys. */
  readonly name: string
  /** The key of a property's value, as a record has it. */
  readonly of: (value: unknown) => Key | undefined
}

/**
 * The keys by which a property orders records.
 *
 * @throws {QuerySyntaxError} of kind `property` when the dialect does not know the property
 */
export function sortKey(property: string, dialect: Dialect): SortKey {
  const { type } = ruleOf(property, dialect)
  const key = keyOf(type, false)
  return { name: type, of: (value) => key(Array.isArray(value) ? value[0] : value) }
}

function recordKey(property: string, dialect: Dialect): (record: object) => Key | undefined {
  const key = sortKey(property, dialect)
  const read = propertyReader(property)
  return (record) => key.of(read(record))
}

const readId = propertyReader('id')
const exact = keyOf('string', true)

/** A record with its key. */
export function rowOf<R extends object>(record: R, key: Key | undefined): Row<R> {
  return { record, key, id: exact(readId(record)) }
}

function compareRows(order: SortOrder): (a: Row<object>, b: Row<object>) => number {
  const comesAfter = keyComesAfter(order)
  return (a, b) => {
    if (a.key === b.key) return ascending(a.id, b.id)
    return comesAfter(a.key, b.key) ? 1 : -1
  }
}

/** Makes a test of two different keys: whether the first comes after the second. */
function keyComesAfter(order: SortOrder): (a: Key | undefined, b: Key | undefined) => boolean {
  const isDescending = order === 'desc'
  return (a, b) => {
    if (a === undefined) return true
    if (b === undefined) return false
    return isBefore(a, b) === isDescending
  }
}

/** Numbers come before texts, which only an array can hold together. */
function isBefore(a: Key, b: Key): boolean {
  return typeof a === typeof b ? a < b : typeof a === 'number'
}

function ascending(a: Key | undefined, b: Key | undefined): number {
  if (a === b || a === undefined || b === undefined) return 0
  return a < b ? -1 : 1
}
