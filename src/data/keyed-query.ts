import { Query, type Condition, type PredicateFunction } from '@msw/data'

/**
 * A query that remembers its id when it can match one at most, as `q.where({ id })` does. The collection then looks
 * that record up instead of trying all of them.
 */
export class KeyedQuery<T> extends Query<T> {
  /** The only id that can match, when the query says so. */
  readonly id: string | undefined

  constructor(predicate?: PredicateFunction<T>, id?: string) {
    super(predicate)
    this.id = id
  }

  override where(condition: Condition<T> | PredicateFunction<T>): KeyedQuery<T> {
    const query = super.where(condition)
    return new KeyedQuery<T>((record) => query.test(record), this.id ?? idOf(condition))
  }

  override and(...conditions: (Query<T> | Condition<T> | PredicateFunction<T>)[]): KeyedQuery<T> {
    const query = super.and(...conditions)
    const id = conditions.map(idOf).find((each) => each !== undefined)
    return new KeyedQuery<T>((record) => query.test(record), this.id ?? id)
  }
}

function idOf(condition: unknown): string | undefined {
  const { id } = condition as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}
