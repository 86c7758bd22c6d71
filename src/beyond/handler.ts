import type { BeyondName, beyondSpecs } from '../contract/operations/beyond.ts'
import type { OperationInput } from '../contract/operation.ts'
import type { Call } from '../handlers/call.ts'
import type { Answer, Reply } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { refuseQuery } from '../model/store/searchable-list.ts'
import { compile, type Dialect, parse } from '../query/index.ts'

/** Answers an endpoint that the API description does not have. */
type BeyondHandler<Name extends BeyondName> = (
  input: OperationInput<(typeof beyondSpecs)[Name]>,
  org: Org,
  call: Call,
) => Answer

/** The handlers of these endpoints. */
export type BeyondHandlers = { readonly [Name in BeyondName]: BeyondHandler<Name> }

/** A reply with the page of some rows that a query asks for; its cursors are places among them. */
export function sliced<Row>(
  call: Call,
  query: { readonly limit?: number | undefined; readonly after?: string | undefined },
  rows: readonly Row[],
  view: (row: Row) => unknown,
): Reply {
  const limit = call.limit(query)
  const position = call.position(query.after)
  const end = (typeof position === 'number' ? position : 0) + limit
  const shown = rows.slice(end - limit, end).map(view)
  return call.page(shown, limit, end < rows.length ? end : undefined)
}

/** A test by the `filter` of a list, if it has one. */
export function filterTest(
  filter: string | undefined,
  errorFormat: Dialect,
): ((row: object) => boolean) | undefined {
  if (filter === undefined) return undefined
  return refuseQuery(() => compile(parse(filter, errorFormat), errorFormat), errorFormat)
}

/** The members of an object that have a value; null counts as not sent. */
export function withoutNulls<Value extends object>(
  value: Value,
): { readonly [Name in keyof Value]?: NonNullable<Value[Name]> } {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined && member !== null),
  ) as never
}
