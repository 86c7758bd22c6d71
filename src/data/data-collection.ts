import { Collection } from '@msw/data'
import { z } from 'zod'
import { checkTypes } from '../model/kernel/check-options.ts'
import type { Changes } from '../model/kernel/changes.ts'
import type { DataFindOptions, DataHooks, DataPredicate } from './data-query.ts'
import { findMany } from './find-many.ts'
import { HookEvent } from './hook-event.ts'

type Row = { readonly id: string }
type Predicate<Shown> = Parameters<Collection<z.ZodType<Shown>>['findMany']>[0]
type FindOptions<Shown> = Parameters<Collection<z.ZodType<Shown>>['findMany']>[1]

/** A draft that can be written to. */
type Draft<Value> = Value extends readonly (infer Item)[]
  ? Draft<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Draft<Value[Name]> }
    : Value

/** Records of one kind, as a collection of @msw/data. */
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
  update(
    predicate: DataPredicate<Shown> | Shown,
    options: { readonly data: (draft: Draft<Shown>) => void },
  ): Promise<Shown | undefined>
  /** Changes all records that match. */
  updateMany(
    predicate: DataPredicate<Shown>,
    options: { readonly data: (draft: Draft<Shown>) => void },
  ): Promise<Shown[]>
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
  readonly changes: Changes
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
 * A collection of @msw/data over an organisation's records. It reads what the model keeps, and writes through the
 * model: rules run, mails are sent, sessions end. Records are copies that nobody can change by accident.
 */
export class DataCollection<Stored extends Row, Shown extends Row, New> extends Collection<z.ZodType<Shown>> {
  readonly #source: DataSource<Stored, Shown, New>
  readonly #shown = new WeakMap<Stored, Shown>()
  #isListening = false

  constructor(source: DataSource<Stored, Shown, New>) {
    super({ schema: z.custom<Shown>() })
    this.#source = source
    const persist = { persist: true }
    this.hooks.hooks.on(
      'newListener',
      (type) => {
        // As for an option, the message names the nearest event.
        checkTypes({ [type]: type }, { create: 'any', update: 'any', delete: 'any' })
        this.#listen()
      },
      persist,
    )
    this.hooks.hooks.on('beforeEmit', (event) => !(event instanceof HookEvent && event.isStopped), persist)
  }

  override all(): never {
    return this.#source.rows.values().map((row) => this.#show(row)) as never
  }

  override count(): number {
    return this.#source.rows.size
  }

  override findFirst(predicate?: Predicate<Shown>, options?: { strict?: boolean }): never {
    const found: readonly Shown[] = this.findMany(predicate, { ...options, take: 1 })
    return found[0] as never
  }

  override findMany(predicate?: Predicate<Shown>, options?: FindOptions<Shown>): never {
    if (options !== undefined)
      checkTypes(options, {
        orderBy: ['object', 'array'],
        // The check below reports a number that is not whole.
        take: 'any',
        skip: 'any',
        cursor: 'object',
        strict: 'boolean',
      })
    return this.#rows(predicate, options).map((row) => this.#show(row)) as never
  }

  /** Makes a record as the model does. */
  override async create(values: never): Promise<never> {
    return this.#show(this.#source.create(values)) as never
  }

  override async createMany(count: number, values: (index: number) => never): Promise<never> {
    const made: Shown[] = []
    for (let index = 0; index < count; index++) made.push(await this.create(values(index)))
    return made as never
  }

  override async update(predicate: never, options: never): Promise<never> {
    const [row] = this.#rows(queryOf(predicate), undefined)
    return (row && this.#change(row, options)) as never
  }

  override async updateMany(predicate: never, options: never): Promise<never> {
    return this.#rows(queryOf(predicate), undefined).map((row) => this.#change(row, options)) as never
  }

  override delete(predicate: never): never {
    const [row] = this.#rows(queryOf(predicate), undefined)
    if (row) this.#source.remove(row)
    return (row && this.#show(row)) as never
  }

  override deleteMany(predicate: never): never {
    const rows = this.#rows(queryOf(predicate), undefined)
    for (const row of rows) this.#source.remove(row)
    return rows.map((row) => this.#show(row)) as never
  }

  override clear(): never {
    throw new TypeError(`${this.#source.name}: cannot be emptied; use org.control.clear() or org.reset()`)
  }

  override defineRelations(): never {
    throw new TypeError(`${this.#source.name}: relations are the model's; use the ids in the records`)
  }

  #rows(predicate: unknown, options: unknown): Stored[] {
    return findMany(this.#source, predicate as never, (options ?? {}) as never)
  }

  #change(row: Stored, { data }: { data: (draft: Shown) => Shown | void }): Shown {
    const draft = structuredClone(this.#show(row))
    return this.#show(this.#source.update(row, data(draft) ?? draft))
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
    this.#source.changes.listen((part, _key, before, after) => {
      if (part !== this.#source.name) return
      const [prevRecord, nextRecord] = [before, after].map((row) => row && this.#show(row as Stored))
      if (!before) this.#emit('create', { record: nextRecord, initialValues: nextRecord })
      else if (!after) this.#emit('delete', { deletedRecord: prevRecord })
      else
        this.#emit('update', {
          prevRecord,
          nextRecord,
          path: [],
          prevValue: prevRecord,
          nextValue: nextRecord,
        })
    })
  }

  #emit(type: 'create' | 'update' | 'delete', data: object): void {
    this.hooks.emit(new HookEvent(type, data) as never)
  }
}

/** A record stands for itself, by its id. */
function queryOf(predicate: unknown): unknown {
  const { id } = predicate as Partial<Row>
  if (!id) return predicate
  return (q: { where(condition: object): unknown }) => q.where({ id })
}
