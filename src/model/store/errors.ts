import { OperationError } from '@msw/data'

/** One thing that is wrong with a record, as a schema reports it. */
export interface RecordIssue {
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
}

type OperationErrorCode = ConstructorParameters<typeof OperationError>[1]

/** The codes that are used here: @msw/data exports their type alone. */
const codes = {
  invalid: 'INVALID_INITIAL_VALUES',
  noResults: 'STRICT_QUERY_WITHOUT_RESULTS',
  unexpected: 'UNEXPECTED_ERROR',
} as unknown as Readonly<Record<'invalid' | 'noResults' | 'unexpected', OperationErrorCode>>

/** Two records of a collection would have the same value where each must have its own. */
export class DuplicateKeyError extends Error {
  /** The collection's name. */
  readonly collection: string
  /** The unique index that refused; `id` for the key itself. */
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

/** A record was to be replaced that is not in the collection. */
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

/**
 * A record does not match the collection's schema. It is an `OperationError` of @msw/data, so that code
 * written for that library catches it; unlike there, nothing is printed.
 */
export class InvalidRecordError extends OperationError {
  readonly collection: string
  readonly issues: readonly RecordIssue[]

  constructor(collection: string, action: string, issues: readonly RecordIssue[]) {
    const reasons = issues.map(describeIssue).join('; ')
    super(
      `${collection}: cannot ${action}, the record does not match the schema: ${reasons}`,
      codes.invalid,
      issues,
    )
    this.name = 'InvalidRecordError'
    this.collection = collection
    this.issues = issues
  }
}

/** What a query marked `strict` throws when it finds nothing. */
export function noResults(collection: string, method: string): OperationError {
  return new OperationError(
    `Failed to execute "${method}" on collection "${collection}": no records found matching the query`,
    codes.noResults,
  )
}

/** What `createMany` throws, whatever the cause, so as to be caught as with @msw/data. */
export function failedCreateMany(collection: string, cause: unknown): OperationError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new OperationError(
    `Failed to execute "createMany" on collection "${collection}", nothing was created: ${reason}`,
    codes.unexpected,
    cause,
  )
}

function describeIssue({ message, path = [] }: RecordIssue): string {
  const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  return place === '' ? message : `${place}: ${message}`
}
