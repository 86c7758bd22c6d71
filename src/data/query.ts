import type { DataQuery } from './types.ts'

type Test<T> = (record: T) => unknown

/**
 * Conditions that are put together, with the words of @msw/data. It remembers its id when it can match one record at
 * most, as `q.where({ id })` does. The collection then looks that record up instead of trying all of them.
 */
export class Query<T> {
  readonly #test: Test<T> | undefined
  /** The only id that can match, when the query says so. */
  readonly id: string | undefined

  constructor(test?: Test<T>, id?: string) {
    this.#test = test
    this.id = id
  }

  test(record: T): boolean {
    return Boolean(this.#test?.(record))
  }

  where(condition: unknown): Query<T> {
    return this.and(condition)
  }

  and(...conditions: readonly unknown[]): Query<T> {
    const tests = this.#with(conditions)
    const ids = [this, ...conditions].map((each) => (each as { id?: unknown } | null)?.id)
    return new Query<T>(
      (record) => tests.every((test) => test(record)),
      ids.find((id) => typeof id === 'string'),
    )
  }

  or(...conditions: readonly unknown[]): Query<T> {
    const tests = this.#with(conditions)
    return new Query<T>((record) => tests.some((test) => test(record)))
  }

  #with(conditions: readonly unknown[]): Test<T>[] {
    return [...(this.#test ? [this.#test] : []), ...conditions.map((each) => testOf<T>(each))]
  }
}

/** Whether a value is a query: ours, or one of another copy of @msw/data. */
export function isQuery<T>(value: unknown): value is DataQuery<T> {
  const { test, where } = (value ?? {}) as Partial<DataQuery<T>>
  return typeof test === 'function' && typeof where === 'function'
}

function testOf<T>(condition: unknown): Test<T> {
  if (isQuery<T>(condition)) return (record) => condition.test(record)
  if (typeof condition === 'function' || isObject(condition)) return (record) => isLike(record, condition)
  throw new TypeError(`expected a condition such as { status: 'ACTIVE' }, got ${String(condition)}`)
}

/** A list is like what each of its items is like. A missing member is like nothing. */
function isLike(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'function') return Boolean((wanted as Test<unknown>)(value))
  if (Array.isArray(value)) return value.every((item) => isLike(item, wanted))
  if (!isObject(value) || !isObject(wanted)) return value === wanted
  return Object.entries(wanted).every(([name, each]) => {
    const member = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    return member !== undefined && isLike(member, each)
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * Turns an `orderBy` of @msw/data, one object or a list of them, into a comparison. Missing values (`undefined` or
 * `null`) come last when ascending, so that the order is a total one.
 */
export function comparison(order: unknown, place = 'orderBy'): (left: unknown, right: unknown) => number {
  if (order === 'asc') return compareValues
  if (order === 'desc') return (left, right) => compareValues(right, left)
  if (!isObject(order))
    throw new TypeError(`${place}: expected 'asc' or 'desc', got ${JSON.stringify(order)}`)
  const parts = Object.entries(order)
    .filter(([, each]) => each !== undefined)
    .map(([name, each]) => {
      if (Array.isArray(order)) return comparison(each, place)
      const compare = comparison(each, `${place}.${name}`)
      return (left: unknown, right: unknown) => compare(memberOf(left, name), memberOf(right, name))
    })
  return (left, right) => parts.reduce((found, compare) => found || compare(left, right), 0)
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? (value as Record<string, unknown>)[name] : undefined
}

function compareValues(left: unknown, right: unknown): number {
  const missing = Number(left === undefined || left === null) - Number(right === undefined || right === null)
  if (missing !== 0) return missing
  const [first, second] = [left as string, right as string]
  if (first < second) return -1
  return first > second ? 1 : 0
}
