import { firstSorted } from '../../src/query/index.ts'
import type { Dialect, SortOrder } from '../../src/query/index.ts'

/** All records in an order, in a new array. */
export function sortRecords<R extends object>(
  records: readonly R[],
  property: string,
  order: SortOrder,
  dialect: Dialect,
): R[] {
  return firstSorted(records, property, order, dialect, { count: Number.POSITIVE_INFINITY })
}
