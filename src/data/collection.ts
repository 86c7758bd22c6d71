import type { Recorder } from '../model/access/recorder.ts'
import { checkTypes } from '../model/kernel/check-options.ts'
import { comparison, type DataOrder, type DataQuery, isQuery, queryOf } from './query.ts'

type Row = { readonly id: string }

/** The parts from which a collection is built. `Stored` is a record as the model keeps it. */
export interface DataSource<Stored extends Row, Shown, New> {
  /** The collection's name in messages and changes: `users`. */
  readonly name: string
  /** The records, in the order of creation. */
  readonly rows: {
    readonly size: number
    get(id: string): Stored | undefined
    values(): readonly Stored[]
  }
  readonly changes: Pick<Recorder, 'onChange'>
  /** A record without the values that no reply shows. Default: a copy. */
  readonly show?: (row: Stored) => Shown
  /** How the model makes, changes and removes one; where it does not, a TypeError says what to use instead. */
  create(values: New): Stored
  update(before: Stored, next: Shown): Stored
  remove(row: Stored): void
}

/** Which records are meant: `(q) => q.where({ status: 'ACTIVE' })`, or a query. */
export type DataPredicate<Shown> = DataQuery<Shown> | ((query: DataQuery<Shown>) => DataQuery<Shown>)

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

/** A draft that can be written to. */
export type Draft<Value> = Value extends readonly (infer Item)[]
  ? Draft<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Draft<Value[Name]> }
    : Value

/** How records are changed. */
export interface DataChange<Shown> {
  /** Writes to a draft of the record. A value that it returns replaces the draft. */
  readonly data: (draft: Draft<Shown>) => unknown
}

/** The data that hooks receive about a record that was made, has changed, or is gone. */
export interface DataHookEvents<Shown> {
  readonly create: { readonly record: Shown }
  readonly update: { readonly prevRecord: Shown; readonly nextRecord: Shown }
  readonly delete: { readonly deletedRecord: Shown }
}

type Type = keyof DataHookEvents<never>
type Listener<Shown, Of extends Type> = (event: {
  readonly type: Of
  readonly data: DataHookEvents<Shown>[Of]
}) => void

/** Listens to changes: `hooks.on('update', ({ data }) => …)`. */
export interface DataHooks<Shown> {
  /** Calls back right after each such change, whoever makes it. */
  on<Of extends Type>(type: Of, listener: Listener<Shown, Of>): unknown
  /** Calls back after the next such change. */
  once<Of extends Type>(type: Of, listener: Listener<Shown, Of>): unknown
  /** Removes a listener of `on` or `once`. */
  removeListener<Of extends Type>(type: Of, listener: Listener<Shown, Of>): unknown
  /** Removes all listeners of a type, or all listeners. */
  removeAllListeners(type?: Type): unknown
}

/** As @msw/data refuses a strict query without results. */
class OperationError extends Error {
  readonly code = 'STRICT_QUERY_WITHOUT_RESULTS'
}

/**
 * Records of one kind: a collection with the words of @msw/data. It reads what the model keeps, and writes through the
 * model: rules run, mails are sent, sessions end. Records are copies that nobody can change by accident.
 */
export class DataCollection<Shown extends Row, New> {
  readonly #source: DataSource<Row, Shown, New>
  readonly #shown = new WeakMap<Row, Shown>()
  /** Listens to each change, whoever makes it: `hooks.on('update', ({ data }) => …)`. */
  readonly hooks: DataHooks<Shown>

  // oxlint-disable-next-line typescript/no-explicit-any -- only the source itself knows what the model keeps
  constructor(source: DataSource<any, Shown, New>) {
    this.#source = source
    this.hooks = hooksOf(source, (row) => (row ? this.#show(row as Row) : undefined))
  }

  /** Every record. */
  all(): Shown[] {
    return this.#source.rows.values().map((row) => this.#show(row))
  }

  /** How many records there are. */
  count(): number {
    return this.#source.rows.size
  }

  /** The first record that matches, in the order of creation: `findFirst((q) => q.where({ status: 'ACTIVE' }))`. */
  findFirst(predicate?: DataPredicate<Shown>, options?: { readonly strict?: boolean }): Shown | undefined {
    return this.findMany(predicate, { ...options, take: 1 })[0]
  }

  /**
   * The records that match. Orders first, then cuts: `cursor`, `skip` and `take` apply to the ordered list. Without
   * `orderBy`, a negative `take` gives the last record first, as @msw/data does.
   *
   * @throws RangeError when `take` or `skip` is not a whole number, or `skip` is negative.
   * @throws OperationError when `strict` and nothing matches.
   */
  findMany(predicate?: DataPredicate<Shown>, options: DataFindOptions<Shown> = {}): Shown[] {
    // The checks below report a number that is not whole.
    const numbers = { take: 'any', skip: 'any' } as const
    checkTypes(options, { ...numbers, orderBy: ['object', 'array'], cursor: 'object', strict: 'boolean' })
    return this.#rows(predicate, options).map((row) => this.#show(row))
  }

  /**
   * Makes a record as the API does.
   *
   * @throws `Refusal` where the API refuses.
   * @throws TypeError that names what to use instead, where records are not made here.
   */
  async create(values: New): Promise<Shown> {
    return this.#show(this.#source.create(values))
  }

  /** Makes that many records. */
  async createMany(count: number, values: (index: number) => New): Promise<Shown[]> {
    const made: Shown[] = []
    for (let index = 0; index < count; index++) made.push(await this.create(values(index)))
    return made
  }

  /**
   * Changes the first record that matches, or the record given, on a draft, with all effects of the change.
   *
   * @throws `Refusal` where the API refuses.
   * @throws TypeError that names what to use instead, for a property that is not written here.
   */
  async update(
    predicate: DataPredicate<Shown> | Shown,
    { data }: DataChange<Shown>,
  ): Promise<Shown | undefined> {
    const [row] = this.#meant(predicate)
    return row && this.#change(row, data)
  }

  /** Changes all records that match. */
  async updateMany(predicate: DataPredicate<Shown>, { data }: DataChange<Shown>): Promise<Shown[]> {
    return this.#meant(predicate).map((row) => this.#change(row, data))
  }

  /** Removes the first record that matches, or the record given, with everything that goes with it. */
  delete(predicate: DataPredicate<Shown> | Shown): Shown | undefined {
    return this.#remove(this.#meant(predicate).slice(0, 1))[0]
  }

  /** Removes all records that match. */
  deleteMany(predicate: DataPredicate<Shown>): Shown[] {
    return this.#remove(this.#meant(predicate))
  }

  /** @throws `TypeError`: `control.clear()` empties an organisation, with everything that goes with it. */
  clear(): never {
    throw new TypeError(`${this.#source.name}: cannot be emptied; use org.control.clear() or org.reset()`)
  }

  /** @throws `TypeError`: records name each other by their ids. */
  defineRelations(): never {
    throw new TypeError(`${this.#source.name}: relations are the model's; use the ids in the records`)
  }

  /** The rows that a query means. A record stands for itself, by its id. */
  #meant(predicate: DataPredicate<Shown> | Shown): Row[] {
    const isOne = typeof predicate !== 'function' && !isQuery<Shown>(predicate)
    return this.#rows(isOne ? queryOf(({ id }) => id === predicate.id, predicate.id) : predicate)
  }

  #rows(predicate: DataPredicate<Shown> | undefined, options: DataFindOptions<Shown> = {}): Row[] {
    const { name, rows } = this.#source
    const { take = Number.POSITIVE_INFINITY, skip = 0, cursor, orderBy, strict } = options
    assertWhole(name, 'take', take, Number.NEGATIVE_INFINITY)
    assertWhole(name, 'skip', skip, 0)
    const query = typeof predicate === 'function' ? predicate(queryOf()) : predicate
    const all = query?.id === undefined || cursor ? rows.values() : [rows.get(query.id)!].filter(Boolean)
    const ordered = orderBy === undefined ? all : all.toSorted(comparison(orderBy))
    const at = cursor ? ordered.findIndex(({ id }) => id === cursor.id) : undefined
    const isForward = take > 0
    const enough = isForward ? skip + take : Number.POSITIVE_INFINITY
    const found: Row[] = []
    for (const row of at === -1 ? [] : isForward ? ordered.slice(at) : ordered.slice(0, at && at + 1)) {
      if (found.length >= enough) break
      if (query?.test(row as Shown) ?? true) found.push(row)
    }
    const end = Math.max(found.length - skip, 0)
    const cut = isForward ? found.slice(skip) : found.slice(Math.max(end + take, 0), end)
    if (cut.length === 0 && strict === true)
      throw new OperationError(
        `Failed to execute "findMany" on collection "${name}": no records found matching the query`,
      )
    return isForward || orderBy !== undefined ? cut : cut.toReversed()
  }

  #remove(rows: Row[]): Shown[] {
    for (const row of rows) this.#source.remove(row)
    return rows.map((row) => this.#show(row))
  }

  #change(row: Row, data: DataChange<Shown>['data']): Shown {
    const draft = structuredClone(this.#show(row))
    return this.#show(this.#source.update(row, (data(draft as Draft<Shown>) as Shown | undefined) ?? draft))
  }

  #show(row: Row): Shown {
    const { show = (given) => ({ ...given }) as Row as Shown } = this.#source
    const shown = this.#shown.get(row) ?? Object.freeze(show(row))
    this.#shown.set(row, shown)
    return shown
  }
}

function assertWhole(collection: string, option: string, value: number, least: number): void {
  const isWhole = Number.isInteger(value) || Math.abs(value) === Number.POSITIVE_INFINITY
  if (isWhole && value >= least) return
  const expected = least === 0 ? 'a whole number of 0 or more' : 'a whole number'
  throw new RangeError(`${collection}: expected "${option}" to be ${expected}, got ${String(value)}`)
}

/** The hooks of a collection: they hear of each change of its records, whoever made it. */
function hooksOf<Shown>(
  { name, changes }: Pick<DataSource<Row, Shown, never>, 'name' | 'changes'>,
  show: (row: unknown) => Shown | undefined,
): DataHooks<Shown> {
  let heard: readonly { readonly type: Type; readonly listener: unknown; readonly end: () => void }[] = []
  const add = (type: Type, listener: (event: never) => void, isOnce: boolean): DataHooks<Shown> => {
    // As for an option, the message names the nearest event.
    checkTypes({ [type]: type }, { create: 'any', update: 'any', delete: 'any' })
    const end = changes.onChange(({ part, before, after }) => {
      if (part !== name || type !== (before ? (after ? 'update' : 'delete') : 'create')) return
      if (isOnce) hooks.removeListener(type, listener as never)
      const [prevRecord, nextRecord] = [show(before), show(after)]
      const data = {
        create: { record: nextRecord },
        update: { prevRecord, nextRecord },
        delete: { deletedRecord: prevRecord },
      }
      listener({ type, data: data[type] } as never)
    })
    heard = [...heard, { type, listener, end }]
    return hooks
  }
  const remove = (gone: typeof heard): void => {
    for (const { end } of gone) end()
    heard = heard.filter((each) => !gone.includes(each))
  }
  const hooks: DataHooks<Shown> = {
    on: (type, listener) => add(type, listener, false),
    once: (type, listener) => add(type, listener, true),
    removeListener: (type, listener) =>
      remove(heard.filter((each) => each.type === type && each.listener === listener).slice(0, 1)),
    removeAllListeners: (type) => remove(heard.filter((each) => type === undefined || each.type === type)),
  }
  return hooks
}
