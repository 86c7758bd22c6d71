/** Whether a value is one that is looked for. */
export type DataTest<Value> = (value: Value) => unknown

/**
 * The wanted values of a record: values, functions that test them, or the same for nested members. For a list, those of
 * each item. Properties of profiles have unknown types.
 */
export type DataCondition<Value> = unknown extends Value
  ? unknown
  : NonNullable<Value> extends readonly (infer Item)[]
    ? DataCondition<Item> | DataTest<Value> | Extract<Value, null | undefined>
    : NonNullable<Value> extends object
      ? { readonly [Name in keyof Value]?: DataCondition<Value[Name]> } | Extract<Value, null | undefined>
      : Value | DataTest<Value>

/** An order of records: `{ profile: { lastName: 'asc' } }`. */
export type DataOrder<Value> =
  NonNullable<Value> extends readonly (infer Item)[]
    ? DataOrder<Item>
    : NonNullable<Value> extends object
      ? { readonly [Name in keyof Value]?: DataOrder<Value[Name]> }
      : 'asc' | 'desc'

/** Conditions that are put together, with the words of @msw/data. A query of @msw/data itself will do, too. */
export interface DataQuery<Shown> {
  /** Whether a record matches. */
  test(record: Shown): boolean
  /** Also requires this: values or tests by property, or a test of the record. */
  where(condition: DataCondition<Shown> | DataTest<Shown>): DataQuery<Shown>
  /** Also requires all of these. */
  and(...conditions: (DataQuery<Shown> | DataCondition<Shown> | DataTest<Shown>)[]): DataQuery<Shown>
  /** Matches also where one of these does. */
  or(...conditions: (DataQuery<Shown> | DataCondition<Shown> | DataTest<Shown>)[]): DataQuery<Shown>
  /** The only id that can match, if the query names one. Then the record is looked up. */
  readonly id?: string | undefined
}

/** A query. Without a test, it matches no record. */
export function queryOf<Shown>(test?: DataTest<Shown>, id?: string): DataQuery<Shown> {
  const withAll = (conditions: readonly unknown[]): readonly DataTest<Shown>[] => [
    ...(test ? [test] : []),
    ...conditions.map(testOf),
  ]
  const query: DataQuery<Shown> = {
    id,
    test: (record) => Boolean(test?.(record)),
    where: (condition) => query.and(condition),
    and(...conditions) {
      const tests = withAll(conditions)
      const ids = [query, ...conditions].map((each) => (each as { id?: unknown } | null)?.id)
      return queryOf((record) => tests.every((each) => each(record)), ids.find(isText))
    },
    or(...conditions) {
      const tests = withAll(conditions)
      return queryOf((record) => tests.some((each) => each(record)))
    },
  }
  return query
}

/** Whether a value is a query. */
export function isQuery<Shown>(value: unknown): value is DataQuery<Shown> {
  const { test, where } = (value ?? {}) as Partial<DataQuery<Shown>>
  return typeof test === 'function' && typeof where === 'function'
}

function testOf(condition: unknown): DataTest<unknown> {
  if (isQuery<unknown>(condition)) return (record) => condition.test(record)
  if (typeof condition === 'function' || isObject(condition)) return (record) => isLike(record, condition)
  throw new TypeError(`expected a condition such as { status: 'ACTIVE' }, got ${String(condition)}`)
}

/** A list is like what each of its items is like. A missing member is like nothing. */
function isLike(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'function') return Boolean((wanted as DataTest<unknown>)(value))
  if (Array.isArray(value)) return value.every((item) => isLike(item, wanted))
  if (!isObject(value) || !isObject(wanted)) return value === wanted
  return Object.entries(wanted).every(([name, each]) => {
    const member = Object.hasOwn(value, name) ? memberOf(value, name) : undefined
    return member !== undefined && isLike(member, each)
  })
}

/**
 * Turns an order, one object or a list of them, into a comparison. Missing values (`undefined` or `null`) come last when
 * ascending, so that the order is a total one.
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

function compareValues(left: unknown, right: unknown): number {
  const missing = Number(left === undefined || left === null) - Number(right === undefined || right === null)
  if (missing !== 0) return missing
  const [first, second] = [left as string, right as string]
  if (first < second) return -1
  return first > second ? 1 : 0
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? (value as Record<string, unknown>)[name] : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
