import type { Recorder } from '../model/access/recorder.ts'
import { checkTypes } from '../model/kernel/check-options.ts'
import { Hooks } from './hooks.ts'
import { comparison, isQuery, Query } from './query.ts'
import type { DataChange, DataFace, DataFindOptions, DataHooks, DataPredicate, Draft } from './types.ts'

type Row = { readonly id: string }

/** The parts from which a collection is built. */
export interface DataSource<Stored extends Row, Shown extends Row, New> {
  /** The collection's name in messages and changes: `users`. */
  readonly name: string
  /** The rows as the model keeps them, in the order of creation. */
  readonly rows: {
    readonly size: number
    get(id: string): Stored | undefined
    values(): readonly Stored[]
  }
  /** A row without the values that no reply shows. */
  readonly show: (row: Stored) => Shown
  readonly changes: Pick<Recorder, 'onChange'>
  /** How the model makes, changes and removes one; without it a TypeError says what to use instead. */
  readonly create: (values: New) => Stored
  readonly update: (before: Stored, next: Shown) => Stored
  readonly remove: (row: Stored) => void
}

/** As @msw/data refuses a strict query without results. */
class OperationError extends Error {
  readonly code = 'STRICT_QUERY_WITHOUT_RESULTS'
}

/**
 * A collection over an organisation's records, with the words of @msw/data. It reads what the model keeps, and writes through the
 * model: rules run, mails are sent, sessions end. Records are copies that nobody can change by accident.
 */
export class DataCollection<Stored extends Row, Shown extends Row, New> implements DataFace<Shown, New> {
  readonly #source: DataSource<Stored, Shown, New>
  readonly #shown = new WeakMap<Stored, Shown>()
  #isListening = false

  readonly #hooks = new Hooks((type) => {
    // As for an option, the message names the nearest event.
    checkTypes({ [type]: type }, { create: 'any', update: 'any', delete: 'any' })
    this.#listen()
  })

  constructor(source: DataSource<Stored, Shown, New>) {
    this.#source = source
  }

  get hooks(): DataHooks<Shown> {
    return this.#hooks as unknown as DataHooks<Shown>
  }

  all(): Shown[] {
    return this.#source.rows.values().map((row) => this.#show(row))
  }

  count(): number {
    return this.#source.rows.size
  }

  findFirst(predicate?: DataPredicate<Shown>, options?: { readonly strict?: boolean }): Shown | undefined {
    return this.findMany(predicate, { ...options, take: 1 })[0]
  }

  /**
   * Orders first, then cuts: `cursor`, `skip` and `take` apply to the ordered list. Without `orderBy`, a negative `take`
   * gives the last record first, as @msw/data does.
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

  async create(values: New): Promise<Shown> {
    return this.#show(this.#source.create(values))
  }

  async createMany(count: number, values: (index: number) => New): Promise<Shown[]> {
    const made: Shown[] = []
    for (let index = 0; index < count; index++) made.push(await this.create(values(index)))
    return made
  }

  async update(
    predicate: DataPredicate<Shown> | Shown,
    { data }: DataChange<Shown>,
  ): Promise<Shown | undefined> {
    const [row] = this.#meant(predicate)
    return row && this.#change(row, data)
  }

  async updateMany(predicate: DataPredicate<Shown>, { data }: DataChange<Shown>): Promise<Shown[]> {
    return this.#meant(predicate).map((row) => this.#change(row, data))
  }

  delete(predicate: DataPredicate<Shown> | Shown): Shown | undefined {
    return this.#remove(this.#meant(predicate).slice(0, 1))[0]
  }

  deleteMany(predicate: DataPredicate<Shown>): Shown[] {
    return this.#remove(this.#meant(predicate))
  }

  clear(): never {
    throw new TypeError(`${this.#source.name}: cannot be emptied; use org.control.clear() or org.reset()`)
  }

  defineRelations(): never {
    throw new TypeError(`${this.#source.name}: relations are the model's; use the ids in the records`)
  }

  /** The rows that a query means. A record stands for itself, by its id. */
  #meant(predicate: DataPredicate<Shown> | Shown): Stored[] {
    if (typeof predicate === 'function' || isQuery<Shown>(predicate)) return this.#rows(predicate)
    return this.#rows(new Query<Shown>().where({ id: predicate.id }))
  }

  #rows(predicate: DataPredicate<Shown> | undefined, options: DataFindOptions<Shown> = {}): Stored[] {
    const { name, rows } = this.#source
    const { take = Number.POSITIVE_INFINITY, skip = 0, cursor, orderBy, strict } = options
    assertWhole(name, 'take', take, Number.NEGATIVE_INFINITY)
    assertWhole(name, 'skip', skip, 0)
    const query = typeof predicate === 'function' ? predicate(new Query<Shown>()) : predicate
    const compare = orderBy === undefined ? () => 0 : comparison(orderBy)
    // `q.where({ id })` is looked up, not searched.
    const id = query instanceof Query && cursor === undefined ? query.id : undefined
    const all = id === undefined ? rows.values() : [rows.get(id)].filter((row) => row !== undefined)
    const start = cursor && all.findIndex((row) => row.id === cursor.id)
    const isForward = take > 0
    const enough = isForward && orderBy === undefined ? skip + take : Number.POSITIVE_INFINITY
    const found: Stored[] = []
    for (const [index, row] of start === -1 ? [] : all.entries()) {
      if (found.length >= enough) break
      const place = start === undefined ? 0 : compare(row, cursor) || index - start
      if ((isForward ? place >= 0 : place <= 0) && (query?.test(row as never) ?? true)) found.push(row)
    }
    found.sort(compare)
    const end = Math.max(found.length - skip, 0)
    const cut = isForward ? found.slice(skip, skip + take) : found.slice(Math.max(end + take, 0), end)
    if (cut.length === 0 && strict === true)
      throw new OperationError(
        `Failed to execute "findMany" on collection "${name}": no records found matching the query`,
      )
    return isForward || orderBy !== undefined ? cut : cut.toReversed()
  }

  #remove(rows: Stored[]): Shown[] {
    for (const row of rows) this.#source.remove(row)
    return rows.map((row) => this.#show(row))
  }

  #change(row: Stored, data: DataChange<Shown>['data']): Shown {
    const draft = structuredClone(this.#show(row))
    return this.#show(this.#source.update(row, (data(draft as Draft<Shown>) as Shown | undefined) ?? draft))
  }

  #show(row: Stored): Shown {
    const known = this.#shown.get(row)
    if (known) return known
    const shown = Object.freeze(this.#source.show(row))
    this.#shown.set(row, shown)
    return shown
  }

  /** Once somebody listens, hooks get each change, whoever made it. */
  #listen(): void {
    if (this.#isListening) return
    this.#isListening = true
    this.#source.changes.onChange(({ part, before, after }) => {
      if (part !== this.#source.name) return
      const [prevRecord, nextRecord] = [before, after].map((row) => row && this.#show(row as Stored))
      const values = { path: [], prevValue: prevRecord, nextValue: nextRecord }
      if (!before) this.#hooks.emit('create', { record: nextRecord, initialValues: nextRecord })
      else if (!after) this.#hooks.emit('delete', { deletedRecord: prevRecord })
      else this.#hooks.emit('update', { prevRecord, nextRecord, ...values })
    })
  }
}

function assertWhole(collection: string, option: string, value: number, least: number): void {
  const isWhole = Number.isInteger(value) || Math.abs(value) === Number.POSITIVE_INFINITY
  if (isWhole && value >= least) return
  const expected = least === 0 ? 'a whole number of 0 or more' : 'a whole number'
  throw new RangeError(`${collection}: expected "${option}" to be ${expected}, got ${String(value)}`)
}
