import type { Operator } from './syntax-tree.ts'

/** The type of a property, or of the elements of an array property, which may be of two types. */
export type PropertyType = 'string' | 'timestamp' | 'number' | 'boolean' | 'string-or-number'

export interface PropertyRule {
  readonly type: PropertyType
  /** The operators allowed on this property. */
  readonly operators: readonly Operator[]
  /** A closed list of values; any other is refused. Left out: every value of the type. */
  readonly values?: readonly string[]
}

/**
 * The rules of one query parameter within the one grammar. Property names are case sensitive and operators are not, in
 * every dialect.
 */
export interface Dialect {
  /** Names the dialect in messages, such as `user search`. */
  readonly name: string
  /** The rule of a path such as `profile.login`, asked on every use since custom properties come and go. */
  readonly property: (path: string) => PropertyRule | undefined
  /** The paths to choose a suggestion from when one is unknown. */
  readonly known?: () => readonly string[]
  /** Whether `"Eng"` and `"eng"` differ. Diacritical marks are significant either way. */
  readonly caseSensitiveValues: boolean
}
