/** A place where two values of JSON differ. */
export interface Found {
  /** A member of one side only, another type or length, or another value. */
  readonly kind: 'there' | 'here' | 'type' | 'length' | 'value'
  /** Names of members, and indexes of items of lists. */
  readonly path: readonly string[]
  readonly there: unknown
  readonly here: unknown
}

/** How two values are compared. */
export interface Ways {
  /** Whether two values are the same; undefined where their types and members decide. */
  readonly isSame?: (there: unknown, here: unknown, path: readonly string[]) => boolean | undefined
  /** How deep members are compared one by one. Below it, values are compared as JSON texts. Default: all. */
  readonly depth?: number
  /**
   * Whether lists of another length are one difference, rather than one for each item that only one has. `true`: that of
   * their lengths only. `common`: that, and those of the items that both have. Default false.
   */
  readonly hasWholeLists?: boolean | 'common'
}

/** Where two values of JSON differ, in the order of their members. */
export function differencesBetween(
  there: unknown,
  here: unknown,
  ways: Ways = {},
  path: readonly string[] = [],
): readonly Found[] {
  const { isSame, depth = Number.POSITIVE_INFINITY, hasWholeLists = false } = ways
  const found = (kind: Found['kind']): readonly Found[] => [{ kind, path, there, here }]
  if (path.length >= depth) return JSON.stringify(there) === JSON.stringify(here) ? [] : found('value')
  const decided = isSame?.(there, here, path)
  if (decided !== undefined) return decided ? [] : found('value')
  if (typeOf(there) !== typeOf(here)) return found('type')
  if (typeof there !== 'object' || there === null) return Object.is(there, here) ? [] : found('value')
  const [one, other] = [there as Readonly<Record<string, unknown>>, here as Readonly<Record<string, unknown>>]
  const isOther = Array.isArray(there) && there.length !== (here as readonly unknown[]).length
  const length = isOther && hasWholeLists !== false ? found('length') : []
  if (length.length > 0 && hasWholeLists === true) return length
  const below = [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap(
    (name): readonly Found[] => {
      const [value, its] = [one[name], other[name]]
      const place = [...path, name]
      if (Object.hasOwn(one, name) && Object.hasOwn(other, name))
        return differencesBetween(value, its, ways, place)
      if (length.length > 0 || (value === undefined && its === undefined)) return []
      return [{ kind: Object.hasOwn(one, name) ? 'there' : 'here', path: place, there: value, here: its }]
    },
  )
  return [...length, ...below]
}

/** The type of a value of JSON, in words. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
