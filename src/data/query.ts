type Test<Value> = (value: Value) => unknown

/**
 * The wanted values of a record: values, functions that test them, or the same for nested members. For a list, those of
 * each item. Properties of profiles have unknown types.
 */
export type DataCondition<Value> = unknown extends Value
  ? unknown
  : NonNullable<Value> extends readonly (infer Item)[]
    ? DataCondition<Item> | Test<Value> | Extract<Value, null | undefined>
    : NonNullable<Value> extends object
      ? { readonly [Name in keyof Value]?: DataCondition<Value[Name]> } | Extract<Value, null | undefined>
      : Value | Test<Value>

type Condition<Shown> = DataQuery<Shown> | DataCondition<Shown> | Test<Shown>

/** Conditions that are put together, with the words of @msw/data. A query of @msw/data itself will do, too. */
export interface DataQuery<Shown> {
  /** Whether a record matches. */
  test(record: Shown): boolean
  /** Also requires all of these: values or tests by property, tests of the record, or queries. */
  where(...conditions: Condition<Shown>[]): DataQuery<Shown>
  /** Matches also where one of these does. */
  or(...conditions: Condition<Shown>[]): DataQuery<Shown>
  /** The only id that can match, if the query names one. Then the record is looked up. */
  readonly id?: unknown
}

/** A query of the given tests. Without one, it matches no record. */
export function queryOf<Shown>(tests: readonly Test<Shown>[] = [], id?: unknown): DataQuery<Shown> {
  const test = (record: Shown): boolean => tests.length > 0 && tests.every((each) => each(record))
  return {
    id,
    test,
    where(...conditions) {
      const ids = [id, ...conditions.map((each) => memberOf(each, 'id'))]
      const only = ids.find((each) => typeof each === 'string')
      return queryOf([...tests, ...conditions.map(testOf)], only)
    },
    or: (...conditions) =>
      queryOf([(record) => [test, ...conditions.map(testOf)].some((each) => each(record))]),
  }
}

/** Whether a value is a query. */
export function isQuery<Shown>(value: unknown): value is DataQuery<Shown> {
  return typeof memberOf(value, 'test') === 'function' && typeof memberOf(value, 'where') === 'function'
}

function testOf(condition: unknown): Test<unknown> {
  if (isQuery<unknown>(condition)) return (record) => condition.test(record)
  if (Object(condition) === condition) return (record) => isLike(record, condition)
  throw new TypeError(`expected a condition such as { status: 'ACTIVE' }, got ${String(condition)}`)
}

/** A list is like what each of its items is like. A missing member is like nothing. */
function isLike(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'function') return Boolean(wanted(value))
  if (Array.isArray(value)) return value.every((item) => isLike(item, wanted))
  if (Object(value) !== value || Object(wanted) !== wanted) return value === wanted
  return Object.entries(wanted as object).every(([name, each]) => {
    const member = Object.hasOwn(value as object, name) ? memberOf(value, name) : undefined
    return member !== undefined && isLike(member, each)
  })
}

function memberOf(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null)?.[name]
}
