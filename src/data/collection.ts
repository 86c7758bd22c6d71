import { isSame } from '../model/kernel/same.ts'
import type { Table } from '../model/store/table.ts'
import { type DataQuery, isQuery, queryOf } from './query.ts'

/** A record, as the model keeps it. */
export type Row = { readonly id: string }

/** A collection, and what the model does with its records. A text says what to use instead. */
export interface DataSource<Stored extends Row, Shown, New> {
  /** The collection's name in messages: `users`. */
  readonly name: string
  /** The records, in the order of creation. */
  readonly rows: Pick<Table<Stored>, 'size' | 'get' | 'values'>
  /** The member that no reply shows. */
  readonly secret?: string
  readonly create: ((values: New) => Stored) | string
  readonly update: ((before: Stored, next: Shown) => Stored) | string
  /** The members that `update` writes, and what writes some others. */
  readonly members?: { readonly [Name in keyof Shown]?: true | string }
  readonly delete: ((row: Stored) => void) | string
}

/** Which records are meant: `(q) => q.where({ status: 'ACTIVE' })`, or a query. */
export type DataPredicate<Shown> = DataQuery<Shown> | ((query: DataQuery<Shown>) => DataQuery<Shown>)

/** A draft that can be written to. */
export type Draft<Value> = Value extends readonly (infer Item)[]
  ? Draft<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: Draft<Value[Name]> }
    : Value

/** How records are changed: `data` writes to a draft of each. A value that it returns replaces the draft. */
export type DataChange<Shown> = { readonly data: (draft: Draft<Shown>) => unknown }

/**
 * Records of one kind: a collection with the words of @msw/data. It reads what the model keeps, and writes through the
 * model: rules run, mails are sent, sessions end. Records are copies that nobody can change by accident.
 */
export class DataCollection<Shown extends Row, New> {
  readonly #source: DataSource<Row, Shown, New>
  // oxlint-disable-next-line typescript/no-explicit-any -- only the source itself knows what the model keeps
  constructor(source: DataSource<any, Shown, New>) {
    this.#source = source
  }

  /** Every record. */
  all(): Shown[] {
    return this.#source.rows.values().map(this.#show)
  }

  /** How many records there are. */
  count(): number {
    return this.#source.rows.size
  }

  /** The first record that matches, in the order of creation: `findFirst((q) => q.where({ status: 'ACTIVE' }))`. */
  findFirst(predicate?: DataPredicate<Shown>): Shown | undefined {
    return this.#rows(predicate, true).map(this.#show)[0]
  }

  /** The records that match, in the order of creation. The functions of arrays sort and cut the result. */
  findMany(predicate?: DataPredicate<Shown>, ...options: never[]): Shown[] {
    if (options.length > 0) throw new TypeError('findMany: sort and cut the result instead')
    return this.#rows(predicate).map(this.#show)
  }

  /**
   * Makes a record as the API does.
   *
   * @throws `Refusal` where the API refuses.
   * @throws TypeError that names what to use instead, where records are not made here.
   */
  async create(values: New): Promise<Shown> {
    return this.#show(this.#does('create')(values))
  }

  /**
   * Changes the first record that matches, or the record given, on a draft, with all effects of the change.
   *
   * @throws `Refusal` where the API refuses.
   * @throws TypeError that names what to use instead, for a property that is not written here.
   */
  async update(
    predicate: DataPredicate<Shown> | Shown,
    change: DataChange<Shown>,
  ): Promise<Shown | undefined> {
    return this.#meant(predicate, true).map((row) => this.#change(row, change))[0]
  }

  /** Changes all records that match. */
  async updateMany(predicate: DataPredicate<Shown>, change: DataChange<Shown>): Promise<Shown[]> {
    return this.#meant(predicate).map((row) => this.#change(row, change))
  }

  /** Removes the first record that matches, or the record given, with everything that goes with it. */
  delete(predicate: DataPredicate<Shown> | Shown): Shown | undefined {
    return this.#meant(predicate, true).map(this.#delete)[0]
  }

  /** Removes all records that match. */
  deleteMany(predicate: DataPredicate<Shown>): Shown[] {
    return this.#meant(predicate).map(this.#delete)
  }

  /** The rows that a query means. A record stands for itself, by its id. */
  #meant(predicate: DataPredicate<Shown> | Shown, isFirst = false): Row[] {
    const isOne = typeof predicate !== 'function' && !isQuery<Shown>(predicate)
    return this.#rows(isOne ? queryOf([() => true], predicate.id) : predicate, isFirst)
  }

  #rows(predicate?: DataPredicate<Shown>, isFirst = false): Row[] {
    const { rows } = this.#source
    const query = typeof predicate === 'function' ? predicate(queryOf()) : predicate
    const asked = query?.id === undefined ? rows.values() : [rows.get(query.id as string)!].filter(Boolean)
    const isMeant = (row: Row): boolean => query?.test(this.#show(row)) ?? true
    return isFirst ? [asked.find(isMeant)!].filter(Boolean) : asked.filter(isMeant)
  }

  #change(row: Row, { data }: DataChange<Shown>): Shown {
    const update = this.#does('update')
    const before = this.#show(row)
    const draft = structuredClone(before)
    const next = (data(draft as Draft<Shown>) as Shown | undefined) ?? draft
    const { name, members } = this.#source
    for (const field of Object.keys(next) as (keyof Shown & string)[]) {
      const use = members?.[field]
      if (use === true || isSame(next[field], before[field])) continue
      const advice = use === undefined ? ': the organisation sets it' : `; use ${use}`
      throw new TypeError(`${name}: ${field} cannot be written${advice}`)
    }
    return this.#show(update(row, next))
  }

  readonly #delete = (row: Row): Shown => {
    this.#does('delete')(row)
    return this.#show(row)
  }

  #does<Write extends 'create' | 'update' | 'delete'>(write: Write) {
    const { name, [write]: does } = this.#source
    if (typeof does === 'string') throw new TypeError(`${name}.${write}: use ${does} instead`)
    return does as Exclude<typeof does, string>
  }

  readonly #show = (row: Row): Shown => {
    const { [this.#source.secret as never]: _, ...shown } = row
    return Object.freeze(shown) as unknown as Shown
  }
}
