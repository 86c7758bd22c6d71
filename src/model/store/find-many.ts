import type { Rows, Sequence } from './rows.ts'
import { compileOrderBy, type Compare } from './order-by.ts'

/** Which of the matching records are wanted, as @msw/data spells it. */
export interface Selection {
  /** How many at most; a negative number counts from the end. */
  take?: number | undefined
  /** How many to pass over first. */
  skip?: number | undefined
  orderBy?: unknown
}

/** Where the records come from. */
export interface Source<T extends object> {
  name: string
  rows: Rows<T>
  matches: (record: T) => boolean
  sequenceOf: (record: T) => Sequence | undefined
  /** The record to begin at, that one included. */
  cursor?: T | undefined
}

/**
 * The records that match, ordered first, then cut: `cursor`, `skip` and `take` apply to the ordered list.
 * Without `orderBy` a negative `take` walks backward and gives the last record first, as @msw/data does;
 * with it, the last ones come in the order asked for.
 * @throws RangeError when `take` or `skip` is not a whole number, or `skip` is negative.
 */
export function findMany<T extends object>(source: Source<T>, selection: Selection): T[] {
  const { take = Number.POSITIVE_INFINITY, skip = 0, orderBy } = selection
  assertWhole(source.name, 'take', take, Number.NEGATIVE_INFINITY)
  assertWhole(source.name, 'skip', skip, 0)
  const start = source.cursor === undefined ? undefined : source.sequenceOf(source.cursor)
  if (source.cursor !== undefined && start === undefined) return []
  if (orderBy !== undefined) return takeOrdered(source, compileOrderBy<T>(orderBy), start, take, skip)
  return take > 0 ? takeForward(source, start, take, skip) : takeBackward(source, start, -take, skip)
}

function takeForward<T extends object>(
  { rows, matches }: Source<T>,
  start: Sequence = 1,
  take: number,
  skip: number,
): T[] {
  const taken: T[] = []
  let toSkip = skip
  rows.forEach((record) => {
    if (!matches(record)) return true
    if (toSkip > 0) toSkip--
    else taken.push(record)
    return taken.length < take
  }, start - 1)
  return taken
}

function takeBackward<T extends object>(
  { rows, matches }: Source<T>,
  start: Sequence = rows.last,
  take: number,
  skip: number,
): T[] {
  const found: T[] = []
  rows.forEach((record, sequence) => {
    if (sequence > start) return false
    if (matches(record)) found.push(record)
    return true
  })
  return found.toReversed().slice(skip, skip + take)
}

function takeOrdered<T extends object>(
  { rows, matches, sequenceOf, cursor }: Source<T>,
  compare: Compare<T>,
  start: Sequence | undefined,
  take: number,
  skip: number,
): T[] {
  const found: T[] = []
  rows.forEach((record) => {
    if (matches(record)) found.push(record)
  })
  found.sort(compare)
  const place = (record: T): number =>
    compare(record, cursor as T) || (sequenceOf(record) as Sequence) - (start as Sequence)
  const isWanted = (record: T): boolean => (take > 0 ? place(record) >= 0 : place(record) <= 0)
  const wanted = start === undefined ? found : found.filter(isWanted)
  if (take > 0) return wanted.slice(skip, skip + take)
  const end = Math.max(wanted.length - skip, 0)
  return wanted.slice(Math.max(end + take, 0), end)
}

function assertWhole(collection: string, option: string, value: number, least: number): void {
  const isWhole = Number.isInteger(value) || Math.abs(value) === Number.POSITIVE_INFINITY
  if (isWhole && value >= least) return
  const expected = least === 0 ? 'a whole number of 0 or more' : 'a whole number'
  throw new RangeError(`${collection}: expected "${option}" to be ${expected}, got ${String(value)}`)
}
