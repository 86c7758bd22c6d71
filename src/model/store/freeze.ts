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
