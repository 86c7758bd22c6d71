import { type Coding, lastOf, numberedRows } from '../kernel/stored.ts'
import { freezeDeeply, isForAll } from './freeze.ts'
import { Rows, type RowsSnapshot } from './rows.ts'

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
    made.forEach((_record, sequence) => made.removeAt(sequence), last)
  }
  for (const [sequence, row] of numberedRows(rows)) {
    if (made.at(sequence)) made.removeAt(sequence)
    if (row !== null) made.restoreAt(sequence, recordOf(row, key, coding))
  }
  return { ...made.snapshot(), last }
}

function recordOf<T extends object>(row: unknown, key: string, coding: Coding<T> | undefined): T {
  if (isForAll(row as object)) return row as T
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
