import type { DataQuery } from './data-query.ts'

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
    const id = this.id ?? conditions.map(idOf).find((each) => each !== undefined)
    return new Query<T>((record) => tests.every((test) => test(record)), id)
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
  if (typeof condition === 'function') return condition as Test<T>
  if (isQuery<T>(condition)) return (record) => condition.test(record)
  if (isObject(condition)) return (record) => isLike(record, condition)
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

function idOf(condition: unknown): string | undefined {
  const { id } = (condition ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}
