/** Whether a value is one that is looked for. */
export type DataTest<Value> = (value: Value) => unknown

/** The wanted values of a record: values, functions that test them, or the same for nested members. */
export type DataCondition<Value> =
  NonNullable<Value> extends readonly (infer Item)[]
    ? DataCondition<Item> | DataTest<Value> | Extract<Item, null | undefined>
    : Value extends object
      ? { readonly [Name in keyof Value]?: DataOf<Value[Name]> }
      : never

// Properties of profiles have unknown types.
type DataOf<Value> = unknown extends Value
  ? unknown
  : NonNullable<Value> extends readonly (infer Item)[]
    ? DataCondition<Item> | DataTest<Value> | Extract<Value, null | undefined>
    : NonNullable<Value> extends object
      ? DataCondition<Value> | Extract<Value, null | undefined>
      : Value | DataTest<Value>

/** A query as @msw/data makes it: conditions that are put together. */
export interface DataQuery<Shown> {
  /** Whether a record matches. */
  test(record: Shown): boolean
  /** Also requires this: values or tests by property, or a test of the record. */
  where(condition: DataCondition<Shown> | DataTest<Shown>): DataQuery<Shown>
  /** Also requires all of these. */
  and(...conditions: (DataQuery<Shown> | DataCondition<Shown> | DataTest<Shown>)[]): DataQuery<Shown>
  /** Matches also where one of these does. */
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

/** The data that hooks receive about a change. */
export interface DataHookEvents<Shown> {
  /** A record was made. */
  readonly create: { readonly record: Shown }
  /** A record changed. */
  readonly update: { readonly prevRecord: Shown; readonly nextRecord: Shown }
  /** A record is gone. */
  readonly delete: { readonly deletedRecord: Shown }
}

type Listener<Shown, Type extends keyof DataHookEvents<Shown>> = (event: {
  readonly type: Type
  readonly data: DataHookEvents<Shown>[Type]
}) => void

/** Listens to changes: `hooks.on('update', ({ data }) => …)`. */
export interface DataHooks<Shown> {
  /** Calls back right after each such change, whoever makes it. */
  on<Type extends keyof DataHookEvents<Shown>>(type: Type, listener: Listener<Shown, Type>): unknown
  /** Calls back after the next such change. */
  once<Type extends keyof DataHookEvents<Shown>>(type: Type, listener: Listener<Shown, Type>): unknown
  /** Removes a listener of `on` or `once`. */
  removeListener<Type extends keyof DataHookEvents<Shown>>(
    type: Type,
    listener: Listener<Shown, Type>,
  ): unknown
  /** Removes all listeners of a type, or all listeners. */
  removeAllListeners(type?: keyof DataHookEvents<Shown>): unknown
}

/** A draft that can be written to. */
export type Draft<Value> = Value extends readonly (infer Item)[]
  ? Draft<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Draft<Value[Name]> }
    : Value

/** How records are changed. */
export interface DataChange<Shown> {
  /** Writes to a draft of the record. */
  readonly data: (draft: Draft<Shown>) => void
}

/** Records of one kind: a collection with the words of @msw/data. */
export interface DataFace<Shown extends object, New> {
  /** The first record that matches, in the order of creation: `findFirst((q) => q.where({ status: 'ACTIVE' }))`. */
  findFirst(predicate?: DataPredicate<Shown>, options?: { readonly strict?: boolean }): Shown | undefined
  /** The records that match, in the order of creation unless `orderBy` says another; cut by `skip` and `take`. */
  findMany(predicate?: DataPredicate<Shown>, options?: DataFindOptions<Shown>): Shown[]
  /** Every record. */
  all(): Shown[]
  /** How many records there are. */
  count(): number
  /**
   * Makes a record as the API does.
   *
   * @throws `Refusal` where the API refuses.
   * @throws TypeError that names what to use instead, where records are not made here.
   */
  create(values: New): Promise<Shown>
  /** Makes that many records. */
  createMany(count: number, values: (index: number) => New): Promise<Shown[]>
  /**
   * Changes the first record that matches, or the record given, on a draft, with all effects of the change.
   *
   * @throws `Refusal` where the API refuses.
   * @throws TypeError that names what to use instead, for a property that is not written here.
   */
  update(predicate: DataPredicate<Shown> | Shown, options: DataChange<Shown>): Promise<Shown | undefined>
  /** Changes all records that match. */
  updateMany(predicate: DataPredicate<Shown>, options: DataChange<Shown>): Promise<Shown[]>
  /** Removes the first record that matches, or the record given, with everything that goes with it. */
  delete(predicate: DataPredicate<Shown> | Shown): Shown | undefined
  /** Removes all records that match. */
  deleteMany(predicate: DataPredicate<Shown>): Shown[]
  /** Listens to each change, whoever makes it: `hooks.on('update', ({ data }) => …)`. */
  readonly hooks: DataHooks<Shown>
}
