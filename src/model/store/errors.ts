/** Two records of a table would have the same value in a unique index. */
export class DuplicateKeyError extends Error {
  /** The table's name. */
  readonly table: string
  /** The unique index with the conflict; `id` for the key itself. */
  readonly index: string
  /** The value that is taken, as the index spells it. */
  readonly value: string

  constructor(table: string, index: string, value: string) {
    super(`${table}: another record has the ${index} ${JSON.stringify(value)}`)
    this.name = 'DuplicateKeyError'
    this.table = table
    this.index = index
    this.value = value
  }
}

/** The record to replace is not in the table. */
export class UnknownRecordError extends Error {
  readonly table: string
  readonly id: string

  constructor(table: string, id: string) {
    super(`${table}: there is no record with the id ${JSON.stringify(id)}`)
    this.name = 'UnknownRecordError'
    this.table = table
    this.id = id
  }
}
