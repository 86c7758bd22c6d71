/** No record of the service nests as deeply; what does is circular. */
const DEEPEST = 64

/**
 * Freezes a record with all plain objects and arrays in it, in place. Parts that are frozen already are
 * looked into all the same, since a frozen object may hold one that is not. What has a class of its own is
 * left alone.
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

/**
 * A copy that may be written to. Plain objects and arrays are copied, dates, maps and sets are cloned, and
 * what has a class of its own is kept as it is.
 * @throws TypeError when the value is circular.
 */
export function thaw<T>(value: T, depth?: number): T
export function thaw(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  assertShallow(depth)
  if (Array.isArray(value)) return value.map((item) => thaw(item, depth + 1))
  if (isPlainObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, thaw(item, depth + 1)]))
  }
  if (value instanceof Date || value instanceof Map || value instanceof Set) return structuredClone(value)
  return value
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
