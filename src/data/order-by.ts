interface Criterion {
  path: string[]
  isDescending: boolean
}

/** Compares two records, negative when the first comes first. */
export type Compare<T> = (left: T, right: T) => number

/**
 * Turns an `orderBy` of @msw/data, one object or a list of them, into a comparison. Missing values (`undefined` or
 * `null`) come last when ascending, so that the order is a total one.
 */
export function compileOrderBy<T>(orderBy: unknown): Compare<T> {
  const criteria = (Array.isArray(orderBy) ? orderBy : [orderBy]).flatMap((entry) => collect(entry, []))
  return (left, right) => {
    for (const { path, isDescending } of criteria) {
      const order = compareValues(valueAt(left, path), valueAt(right, path))
      if (order !== 0) return isDescending ? -order : order
    }
    return 0
  }
}

function collect(entry: unknown, path: string[]): Criterion[] {
  if (entry === undefined) return []
  if (entry === 'asc' || entry === 'desc') return [{ path, isDescending: entry === 'desc' }]
  if (typeof entry === 'object' && entry !== null) {
    return Object.entries(entry).flatMap(([name, inner]) => collect(inner, [...path, name]))
  }
  const place = path.length === 0 ? 'orderBy' : `orderBy.${path.join('.')}`
  throw new TypeError(`${place}: expected 'asc' or 'desc', got ${JSON.stringify(entry)}`)
}

function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

function compareValues(left: unknown, right: unknown): number {
  const missing = Number(left === undefined || left === null) - Number(right === undefined || right === null)
  if (missing !== 0) return missing
  const [first, second] = [left as string, right as string]
  if (first < second) return -1
  return first > second ? 1 : 0
}
