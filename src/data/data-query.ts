/** Whether a value is one that is looked for. */
export type DataTest<Value> = (value: Value) => unknown

/** What a record is to be like: values, functions that test them, or the same of what is in it. */
export type DataCondition<Value> =
  NonNullable<Value> extends readonly (infer Item)[]
    ? DataCondition<Item> | DataTest<Value> | Extract<Item, null | undefined>
    : Value extends object
      ? { readonly [Name in keyof Value]?: DataOf<Value[Name]> }
      : never

type DataOf<Value> =
  NonNullable<Value> extends readonly (infer Item)[]
    ? DataCondition<Item> | DataTest<Value> | Extract<Value, null | undefined>
    : NonNullable<Value> extends object
      ? DataCondition<Value> | Extract<Value, null | undefined>
      : Value | DataTest<Value>

/** A query as @msw/data makes it: conditions that are put together. */
export interface DataQuery<Shown> {
  /** Tells whether a record matches. */
  test(record: Shown): boolean
  /** Holds where what there was and this hold: values or tests by property, or a test of the record. */
  where(condition: DataCondition<Shown> | DataTest<Shown>): DataQuery<Shown>
  /** Holds where all of these hold, too. */
  and(...conditions: (DataQuery<Shown> | DataCondition<Shown> | DataTest<Shown>)[]): DataQuery<Shown>
  /** Holds where one of these holds, or what there was. */
  or(...conditions: (DataQuery<Shown> | DataCondition<Shown> | DataTest<Shown>)[]): DataQuery<Shown>
}

/** Which records are meant: `(q) => q.where({ status: 'ACTIVE' })`, or a query. */
export type DataPredicate<Shown> = DataQuery<Shown> | ((query: DataQuery<Shown>) => DataQuery<Shown>)

/** An order of records: `{ profile: { lastName: 'asc' } }`. */
export type DataOrder<Value> =
  NonNullable<Value> extends readonly (infer Item)[]
    ? DataOrder<Item>
    : NonNullable<Value> extends object
      ? { readonly [Name in keyof Value]?: DataOrder<Value[Name]> }
      : 'asc' | 'desc'

/** How records are found: their order, and which of them are wanted. */
export interface DataFindOptions<Shown> {
  /** Default: the order of creation. */
  readonly orderBy?: DataOrder<Shown> | DataOrder<Shown>[]
  /** How many are wanted; a negative number counts from the end. */
  readonly take?: number
  /** How many are passed over. */
  readonly skip?: number
  /** The record after which to begin. */
  readonly cursor?: Shown
  /** Whether finding none is a mistake. Default false. */
  readonly strict?: boolean
}

/** What hooks are told of a change. */
export interface DataHookEvents<Shown> {
  /** A record was made. */
  readonly create: { readonly record: Shown }
  /** A record changed. */
  readonly update: { readonly prevRecord: Shown; readonly nextRecord: Shown }
  /** A record is gone. */
  readonly delete: { readonly deletedRecord: Shown }
}

/** Hears of changes: `hooks.on('update', ({ data }) => …)`. */
export interface DataHooks<Shown> {
  /** Calls back right after each such change, by whomever. */
  on<Type extends keyof DataHookEvents<Shown>>(
    type: Type,
    listener: (event: { readonly type: Type; readonly data: DataHookEvents<Shown>[Type] }) => void,
  ): unknown
  /** Calls back after the next such change. */
  once<Type extends keyof DataHookEvents<Shown>>(
    type: Type,
    listener: (event: { readonly type: Type; readonly data: DataHookEvents<Shown>[Type] }) => void,
  ): unknown
  /** Ends what `on` or `once` began. */
  removeListener<Type extends keyof DataHookEvents<Shown>>(
    type: Type,
    listener: (event: { readonly type: Type; readonly data: DataHookEvents<Shown>[Type] }) => void,
  ): unknown
  /** Ends all of a type, or all. */
  removeAllListeners(type?: keyof DataHookEvents<Shown>): unknown
}
