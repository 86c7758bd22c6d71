import { refuse } from '../../contract/errors.ts'
import { type Dialect, QuerySyntaxError } from '../../query/index.ts'

/** Runs what reads a query and turns its error into the refusal for it. */
export function refuseQuery<Result>(read: () => Result, dialect: Dialect): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error
    const { message } = error
    if (error.kind === 'date') return refuse('invalid-date', { message })
    const isFilter = dialect.caseSensitiveValues
    if (!isFilter) return refuse('invalid-search', { message })
    const unsupported = error.kind === 'property' || error.kind === 'operator'
    return refuse(unsupported ? 'unsupported-filter' : 'invalid-filter', { message })
  }
}
