import { maxNesting, maxTextLength } from './limits.ts'

/** The values of an expression. An attribute that is not set is null. */
export type Value = string | number | boolean | null | readonly Value[]

/** Takes a value out of a profile. Unset is null, and so is an object, which the language cannot look into. */
export function valueOf(raw: unknown): Value {
  switch (typeof raw) {
    case 'string':
    case 'number':
    case 'boolean':
      return raw
    case 'object':
      return Array.isArray(raw) ? raw : null
    default:
      return null
  }
}

/** Equality: same kind and same value, case-sensitive, arrays element by element. Null equals only null. */
export function equal(left: Value, right: Value, depth = 0): boolean {
  if (left === right) return true
  if (!isArray(left) || !isArray(right) || left.length !== right.length || depth > maxNesting) return false
  return left.every((item, index) => equal(valueOf(item), valueOf(right[index]), depth + 1))
}

/**
 * Order: numbers by size, strings by code unit; 0 when equal.
 * `NaN` for anything that has no order (null, Booleans, arrays, two kinds), so that every comparison with it is false.
 */
export function compare(left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** A value as text, for joining: null and arrays have none. */
export function textOf(value: Value): string {
  return value === null || isArray(value) ? '' : String(value)
}

/** The text itself, or null when it is longer than an expression may make one. */
export function boundedText(text: string): string | null {
  return text.length > maxTextLength ? null : text
}

/** A number itself, or null for what is none: a division by zero, an overflow. */
export function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null
}

export function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}
