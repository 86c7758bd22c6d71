/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>

/** A value as an object; undefined for another value. */
export function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

/** A member of a possible object, or of an object below it; undefined if it is missing. */
export function member(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => objectOf(found)?.[name], value)
}

/** A value as text; empty for another value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The JSON value of a text; undefined if it is empty or not JSON. */
export function jsonOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A value as a list; empty for another value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The texts of a list; empty for another value. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string')
}

/** The objects in a value: a single one, or those of a list. */
export function objectsOf(value: unknown): readonly Json[] {
  return [value]
    .flat()
    .map(objectOf)
    .filter((each) => each !== undefined)
}
