import type { Collection } from '@msw/data'
import { InvalidRecordError, type RecordIssue } from './errors.ts'
import { isPromise } from '../kernel/is-promise.ts'

/** Any Standard Schema, such as a zod schema, as @msw/data takes it. */
export type AnySchema = ConstructorParameters<typeof Collection>[0]['schema']

/** What a schema makes of its input. */
export type Output<Schema extends AnySchema> = NonNullable<Schema['~standard']['types']>['output']

/** What a schema takes. */
export type Input<Schema extends AnySchema> = NonNullable<Schema['~standard']['types']>['input']

interface Outcome {
  value?: unknown
  issues?: readonly RecordIssue[] | undefined
}

/** Where a record comes from, for messages. */
export interface ParseContext {
  collection: string
  /** What cannot be done when the record is invalid: `create a record`. */
  action: string
}

/**
 * Validates a value with a schema. The result is a promise only where the schema's own is, so that nothing
 * comes between reading and writing a record as long as the schema does not wait.
 * @throws InvalidRecordError (or rejects with it) when the value does not match or is no object.
 */
export function parse<T extends object>(
  schema: AnySchema,
  value: unknown,
  context: ParseContext,
): T | Promise<T> {
  const outcome = schema['~standard'].validate(value)
  return isPromise(outcome)
    ? outcome.then((settled) => accept(settled, context) as T)
    : (accept(outcome, context) as T)
}

/**
 * As {@link parse}, for schemas that do not wait.
 * @throws TypeError when the schema validates asynchronously.
 */
export function parseNow(schema: AnySchema, value: unknown, context: ParseContext): object {
  const parsed = parse(schema, value, context)
  if (!isPromise(parsed)) return parsed
  parsed.catch(() => {})
  throw new TypeError(`${context.collection}: the schema validates asynchronously, use create() instead`)
}

function accept(outcome: Outcome, { collection, action }: ParseContext): object {
  if (outcome.issues) throw new InvalidRecordError(collection, action, outcome.issues)
  if (typeof outcome.value === 'object' && outcome.value !== null) return outcome.value
  throw new InvalidRecordError(collection, action, [{ message: 'expected an object' }])
}
