import { refuse } from '../../contract/errors/refusal.ts'
import type { RefusalName } from '../../contract/errors/catalogue.ts'
import { withOperators } from '../../contract/formats/counted.ts'
import { type Dialect, QuerySyntaxError } from '../../query/index.ts'

/**
 * Sorts, and turns an unknown property into a `Refusal` that names `sortBy`.
 *
 * @param example A property that the dialect knows.
 */
export function refuseSorting<Result>(read: () => Result, example: string): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    const { expected, found, hint } = error
    const got = `sortBy: expected ${expected}, got ${found}${hint === undefined ? '' : `: ${hint}`}`
    return refuse('sort-property', { message: got, example })
  }
}

/** Reads a query, and turns its error into a `Refusal`. */
export function refuseQuery<Result>(read: () => Result, dialect: Dialect): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    const { kind, message } = error
    const isFilter = dialect.caseSensitiveValues
    const because = kind === 'operator' || kind === 'value' ? kind : undefined
    const refuseFor = (name: RefusalName, values = {}): never =>
      refuse(name, { message, ...values }, { because })
    if (kind === 'date') return refuseFor('invalid-date', { parameter: isFilter ? 'filter' : 'search' })
    if (!isFilter) return refuseFor('invalid-search')
    if (kind !== 'property' && kind !== 'operator') return refuseFor('invalid-filter')
    const known = dialect.known?.() ?? []
    const filters = withOperators(known.map((path) => [path, dialect.property(path)?.operators ?? []]))
    return refuseFor('unsupported-filter', { filters })
  }
}
