/** Two records of a collection would have the same value in a unique index. */
export class DuplicateKeyError extends Error {
  /** The collection's name. */
  readonly collection: string
  /** The unique index with the conflict; `id` for the key itself. */
  readonly index: string
  /** The value that is taken, as the index spells it. */
  readonly value: string

  constructor(collection: string, index: string, value: string) {
    super(`${collection}: another record has the ${index} ${JSON.stringify(value)}`)
    this.name = 'DuplicateKeyError'
    this.collection = collection
    this.index = index
    this.value = value
  }
}

/** The record to replace is not in the collection. */
export class UnknownRecordError extends Error {
  readonly collection: string
  readonly id: string

  constructor(collection: string, id: string) {
    super(`${collection}: there is no record with the id ${JSON.stringify(id)}`)
    this.name = 'UnknownRecordError'
    this.collection = collection
    this.id = id
  }
}
