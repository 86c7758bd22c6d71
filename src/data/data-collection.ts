import { checkTypes } from '../model/kernel/check-options.ts'
import type { Recorder } from '../model/access/recorder.ts'
import type { DataFindOptions, DataHooks, DataPredicate } from './data-query.ts'
import { findMany } from './find-many.ts'
import { Hooks } from './hooks.ts'
import { isQuery, Query } from './query.ts'

type Row = { readonly id: string }

/** A draft that can be written to. */
type Draft<Value> = Value extends readonly (infer Item)[]
  ? Draft<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Draft<Value[Name]> }
    : Value

/** How records are changed. */
interface DataChange<Shown> {
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

/** The parts from which a collection is built. */
export interface DataSource<Stored extends Row, Shown extends Row, New> {
  /** The collection's name in messages and changes: `users`. */
  readonly name: string
  /** The rows as the model keeps them. */
  readonly rows: {
    readonly size: number
    get(id: string): Stored | undefined
    values(): readonly Stored[]
  }
  /** A row as the author of a test sees it, without the values that no reply shows. */
  readonly show: (row: Stored) => Shown
  readonly changes: Pick<Recorder, 'onChange'>
  /** How the model makes one; with all its effects. */
  readonly create: (values: New) => Stored
  /**
   * How the model changes one.
   *
   * @throws TypeError that names what to use instead, where a write is not the model's.
   */
  readonly update: (before: Stored, next: Shown) => Stored
  /** How the model removes one. */
  readonly remove: (row: Stored) => void
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

  findMany(predicate?: DataPredicate<Shown>, options?: DataFindOptions<Shown>): Shown[] {
    if (options !== undefined)
      checkTypes(options, {
        orderBy: ['object', 'array'],
        // The check below reports a number that is not whole.
        take: 'any',
        skip: 'any',
        cursor: 'object',
        strict: 'boolean',
      })
    return this.#rows(predicate, options).map((row) => this.#show(row))
  }

  /** Makes a record as the model does. */
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
    const [row] = this.#meant(predicate)
    if (row) this.#source.remove(row)
    return row && this.#show(row)
  }

  deleteMany(predicate: DataPredicate<Shown>): Shown[] {
    const rows = this.#meant(predicate)
    for (const row of rows) this.#source.remove(row)
    return rows.map((row) => this.#show(row))
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

  #rows(predicate: unknown, options: object = {}): Stored[] {
    return findMany(this.#source, predicate as never, options)
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
      if (!before) this.#hooks.emit('create', { record: nextRecord, initialValues: nextRecord })
      else if (!after) this.#hooks.emit('delete', { deletedRecord: prevRecord })
      else
        this.#hooks.emit('update', {
          prevRecord,
          nextRecord,
          path: [],
          prevValue: prevRecord,
          nextValue: nextRecord,
        })
    })
  }
}
