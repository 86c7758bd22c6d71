/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>

/** A value as an object; undefined where it is none. */
export function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

/** A member of what may be an object, or of an object below it; undefined where there is none. */
export function member(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found, name) => objectOf(found)?.[name], value)
}

/** A value as text; empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** What a text says as JSON; undefined where it is empty or no JSON. */
export function jsonOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** What may be a list; empty where it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The texts of what may be a list. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string')
}

/** The objects of what may be one, or a list of them. */
export function objectsOf(value: unknown): readonly Json[] {
  return [value]
    .flat()
    .map(objectOf)
    .filter((each) => each !== undefined)
}
