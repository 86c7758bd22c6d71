import type { PropertyType } from './dialect.ts'
import { fold } from './fold.ts'
import { storedTimestamp } from './timestamp.ts'

/** The form in which values are compared: `<` and `===` on two keys of one type follow the language. */
export type Key = string | number | boolean

/** The key of a stored value; `undefined` when there is none, or it is not of the type. */
export type KeyOf = (value: unknown) => Key | undefined

const exactString: KeyOf = (value) => (typeof value === 'string' ? value : undefined)
const foldedString: KeyOf = (value) => (typeof value === 'string' ? fold(value) : undefined)

const KEYS: Record<PropertyType, KeyOf> = {
  string: foldedString,
  timestamp: (value) => (typeof value === 'string' ? storedTimestamp(value) : undefined),
  number: (value) => (typeof value === 'number' ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  'string-or-number': (value) => (typeof value === 'number' ? value : foldedString(value)),
}

/** How values of a type become keys, with strings as they are or without their case. */
export function keyOf(type: PropertyType, caseSensitive: boolean): KeyOf {
  return type === 'string' && caseSensitive ? exactString : KEYS[type]
}
