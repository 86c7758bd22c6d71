import { type Coding, lastOf, numberedRows } from '../kernel/stored.ts'

/** A record's place in the order of insertion: a whole number from 1, which is never used again. */
export type Sequence = number

/** A page of a collection. `next` is the sequence of the last item, present when more matches follow. */
export interface Page<T> {
  items: readonly T[]
  next?: Sequence
}

/** Position and size of a page. */
export interface PagePlace {
  /** Only records after this sequence; it need not belong to a record that still exists. */
  readonly after?: Sequence | undefined
  /** The maximum number of records: a whole number of 1 or more, or `Infinity`. */
  readonly limit: number
}

/** The same, with a filter. */
export interface PageOptions<T> extends PagePlace {
  /** Only records that pass this test. Must give the same result for the same record. */
  where?: ((record: T) => boolean) | undefined
}

/** The rows of one moment. They share all chunks with the original rows. */
export interface RowsSnapshot<T> {
  readonly chunks: readonly (Chunk<T> | undefined)[]
  readonly counts: readonly number[]
  readonly last: Sequence
  readonly size: number
}

/**
 * Collects a page.
 *
 * @param visitAll Visits the records after the cursor, ascending, until the callback returns `false`.
 */
export function collectPage<T>(
  visitAll: (visit: (record: T, sequence: Sequence) => boolean) => void,
  { after = 0, limit, where }: PageOptions<T>,
): Page<T> {
  const items: T[] = []
  let reached = after
  let hasMore = false
  visitAll((record, sequence) => {
    if (where !== undefined && !where(record)) return true
    hasMore = items.length >= limit
    if (hasMore) return false
    items.push(record)
    reached = sequence
    return true
  })
  return hasMore ? { items, next: reached } : { items }
}

type Chunk<T> = (T | undefined)[]

const CHUNK_BITS = 8
const CHUNK_SIZE = 1 << CHUNK_BITS
const SLOT_MASK = CHUNK_SIZE - 1

/**
 * Records in the order of insertion, found by sequence without a search.
 *
 * The sequence is the address: its upper bits name a chunk of 256 slots, its lower bits the slot. A removed record
 * leaves an empty slot. A completely empty chunk is freed, so that removed old records take no memory. A snapshot
 * shares the chunks, and the first write after it copies a chunk.
 */
export class Rows<T extends object> {
  #chunks: (Chunk<T> | undefined)[] = []
  /** The number of records in each chunk. */
  #counts: number[] = []
  /** The chunks that no snapshot shares. */
  #owned: boolean[] = []
  #last: Sequence = 0
  #size = 0
  /** The chunks before this one are empty. */
  #first = 0
  #list: readonly T[] | undefined

  /** The sequence of a slot of a chunk. */
  static sequenceAt(index: number, slot: number): Sequence {
    return (index << CHUNK_BITS) | slot
  }

  /** The record with a sequence in a snapshot. */
  static recordIn<T>({ chunks }: RowsSnapshot<T>, sequence: Sequence): T | undefined {
    return chunks[sequence >>> CHUNK_BITS]?.[sequence & SLOT_MASK]
  }

  get size(): number {
    return this.#size
  }

  /** The slots, 256 to a chunk; undefined for a completely empty chunk. */
  get chunks(): readonly (readonly (T | undefined)[] | undefined)[] {
    return this.#chunks
  }

  /** The last sequence that was given, or 0. */
  get last(): Sequence {
    return this.#last
  }

  /** The first sequence after the given one in a chunk that is not empty. Its own slot may be empty. */
  skipEmpty(sequence: Sequence): Sequence {
    let next = Math.max(sequence + 1, this.#first << CHUNK_BITS)
    while (next <= this.#last && this.#chunks[next >>> CHUNK_BITS] === undefined)
      next = (next | SLOT_MASK) + 1
    return next
  }

  at(sequence: Sequence): T | undefined {
    const chunk = this.#chunks[sequence >>> CHUNK_BITS]
    return chunk === undefined ? undefined : chunk[sequence & SLOT_MASK]
  }

  /** Sets the record of a place; undefined empties it. */
  putAt(sequence: Sequence, record: T | undefined): void {
    const index = sequence >>> CHUNK_BITS
    const chunk = this.#writable(index)
    const slot = sequence & SLOT_MASK
    while (chunk.length < slot) chunk.push(undefined)
    const added = Number(record !== undefined) - Number(chunk[slot] !== undefined)
    const count = (this.#counts[index] ?? 0) + added
    chunk[slot] = record
    this.#counts[index] = count
    this.#size += added
    this.#list = undefined
    if (sequence > this.#last) this.#last = sequence
    if (count === 0) this.#drop(index)
    else if (index < this.#first) this.#first = index
  }

  /**
   * Calls back for each record in order. You may put and remove records meanwhile. It leaves out records that are
   * inserted meanwhile. Stops when the callback returns `false`.
   */
  forEach(visit: (record: T, sequence: Sequence) => unknown, after: Sequence = 0): void {
    const end = this.#last
    for (let sequence = this.skipEmpty(after); sequence <= end; sequence = this.skipEmpty(sequence)) {
      const index = sequence >>> CHUNK_BITS
      const stop = Math.min(end, sequence | SLOT_MASK)
      for (; sequence <= stop; sequence++) {
        const record = this.#chunks[index]?.[sequence & SLOT_MASK]
        if (record !== undefined && visit(record, sequence) === false) return
      }
      sequence = stop
    }
  }

  /** The records in order as a list. It is cached until the rows change, so do not write to it. */
  list(): readonly T[] {
    if (this.#list !== undefined) return this.#list
    const list: T[] = []
    for (let index = this.#first; index < this.#chunks.length; index++) {
      const chunk = this.#chunks[index]
      if (chunk === undefined) continue
      for (let slot = 0; slot < chunk.length; slot++) {
        const record = chunk[slot]
        if (record !== undefined) list.push(record)
      }
    }
    this.#list = list
    return list
  }

  page(options: PageOptions<T>): Page<T> {
    return collectPage<T>((visit) => this.forEach(visit, options.after), options)
  }

  snapshot(): RowsSnapshot<T> {
    this.#owned.fill(false)
    return { chunks: this.#chunks.slice(), counts: this.#counts.slice(), last: this.#last, size: this.#size }
  }

  /** Whether nothing changed since a snapshot. */
  isAt({ chunks, last }: RowsSnapshot<T>): boolean {
    return (
      last === this.#last &&
      chunks.length === this.#chunks.length &&
      chunks.every((chunk, index) => chunk === this.#chunks[index])
    )
  }

  /** Calls back for each slot in which these rows and a snapshot differ. Shared chunks cost nothing. */
  forEachDifference(
    snapshot: RowsSnapshot<T>,
    visit: (sequence: Sequence, present: T | undefined, past: T | undefined) => void,
  ): void {
    const chunkCount = Math.max(this.#chunks.length, snapshot.chunks.length)
    for (let index = 0; index < chunkCount; index++) {
      const present = this.#chunks[index]
      const past = snapshot.chunks[index]
      if (present === past) continue
      for (let slot = 0; slot < CHUNK_SIZE; slot++) {
        if (present?.[slot] !== past?.[slot]) {
          visit((index << CHUNK_BITS) | slot, present?.[slot], past?.[slot])
        }
      }
    }
  }

  /** Goes back to the rows of a snapshot. */
  restore(snapshot: RowsSnapshot<T>): void {
    this.#chunks = snapshot.chunks.slice()
    this.#counts = snapshot.counts.slice()
    this.#owned = snapshot.chunks.map(() => false)
    this.#last = snapshot.last
    this.#size = snapshot.size
    this.#first = 0
    this.#list = undefined
  }

  #writable(index: number): Chunk<T> {
    const chunk = this.#chunks[index]
    if (chunk !== undefined && this.#owned[index] === true) return chunk
    while (this.#chunks.length < index) this.#addEmpty()
    const copy = chunk === undefined ? [] : chunk.slice()
    this.#chunks[index] = copy
    this.#owned[index] = true
    return copy
  }

  #addEmpty(): void {
    this.#chunks.push(undefined)
    this.#counts.push(0)
    this.#owned.push(false)
  }

  #drop(index: number): void {
    this.#chunks[index] = undefined
    this.#owned[index] = false
    while (this.#first < this.#chunks.length && this.#chunks[this.#first] === undefined) this.#first++
  }
}

/** The table that rows belong to. */
interface Reading<T> {
  /** The state that the rows change. */
  readonly base: RowsSnapshot<T> | undefined
  /** The property that is the key of a record. */
  readonly key: string
  readonly coding: Coding<T> | undefined
}

/**
 * The state of a table from its rows.
 *
 * @throws TypeError for a row that is no record.
 */
export function stateOfRows<T extends object>(
  rows: ReadonlyMap<string, unknown>,
  { base, key, coding }: Reading<T>,
): RowsSnapshot<T> {
  const last = lastOf(rows, base?.last)
  const made = new Rows<T>()
  if (base) {
    made.restore(base)
    made.forEach((_record, sequence) => made.putAt(sequence, undefined), last)
  }
  for (const [sequence, row] of numberedRows(rows)) {
    made.putAt(sequence, row === null ? undefined : recordOf(row, key, coding))
  }
  return { ...made.snapshot(), last }
}

function recordOf<T extends object>(row: unknown, key: string, coding: Coding<T> | undefined): T {
  // A list is never a record itself.
  if (!Array.isArray(row) && isForAll(row as object)) return row as T
  // Rows of 0.1.0 were pairs in some tables: the key, and the record without it.
  const whole = isPair(row) ? { [key]: row[0], ...row[1] } : row
  const record = coding ? coding.decode(whole) : (whole as T)
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new TypeError(`expected a record, got ${JSON.stringify(row).slice(0, 80)}`)
  }
  freezeDeeply(record)
  return record
}

function isPair(row: unknown): row is readonly [key: string, record: object] {
  return Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'object'
}

/** No record of the service has more levels; a deeper one is circular. */
const DEEPEST = 64

/**
 * Freezes a record with all plain objects and arrays in it, in place. Also looks into frozen parts, since they may
 * contain unfrozen ones. Leaves instances of other classes alone.
 * @throws TypeError when the record is circular.
 */
export function freezeDeeply(record: object, depth = 0): void {
  assertShallow(depth)
  if (Array.isArray(record)) {
    for (const item of record) if (typeof item === 'object' && item !== null) freezeDeeply(item, depth + 1)
  } else {
    if (depth > 0 && !isPlainObject(record)) return
    for (const name in record) {
      const item: unknown = record[name as keyof typeof record]
      if (typeof item === 'object' && item !== null) freezeDeeply(item, depth + 1)
    }
  }
  Object.freeze(record)
}

const shared = new WeakSet<object>()

/** Freezes a record that several organisations share: their collections store it without another pass. */
export function freezeForAll(record: object): void {
  freezeDeeply(record)
  shared.add(record)
}

/** Whether a record was frozen for several organisations. */
export function isForAll(record: object): boolean {
  return shared.has(record)
}

function assertShallow(depth: number): void {
  if (depth > DEEPEST) throw new TypeError('a record must not be circular, nor nest deeper than 64 levels')
}

/** Whether a value is an object literal, or one without a prototype. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
