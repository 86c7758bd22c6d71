import type { Refusal } from './errors.ts'

/** Why something was refused, for whoever is not a client: what an OAuth-style answer says counts, too. */
export function reasonsOf(refusal: Refusal): readonly string[] {
  if (refusal.causes.length > 0) return refusal.causes
  const { field, message } = refusal.details.values ?? {}
  if (message === undefined) return [refusal.summary]
  return [field === undefined || message.startsWith(`${field}:`) ? message : `${field}: ${message}`]
}

/** What was found, for people who ask why a call was refused: more than the reply says, where there is more. */
export function foundBy(refusal: Refusal): readonly string[] {
  return refusal.details.found ?? reasonsOf(refusal)
}

/** Causes that ask for a value of another form, and do not say yet what came. */
const asksForForm = /: (?:Must (?:be|have)|Expected(?!.*, found)|Does not match|The field|Invalid option)/

/** Fields whose values are nobody's business. */
const secretField = /secret|password|answer|jwks|hash|hook/i

/**
 * A cause with what came in the place of what it asks for.
 *
 * @param cause `"<field>: <message>"`
 * @param value What came; undefined where nothing did.
 */
export function withGot(cause: string, value: unknown): string {
  if (!asksForForm.test(cause)) return cause
  return `${cause}, got ${shown(value, secretField.test(cause.split(': ', 1)[0]!))}`
}

function shown(value: unknown, isSecret: boolean): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object') return 'an object'
  if (value === '') return "''"
  if (isSecret) return `a ${typeof value}`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const cut = text.length > 40 ? `${text.slice(0, 40)}… (${text.length} characters)` : text
  return typeof value === 'string' ? `'${cut}'` : cut
}

/** What a body holds at a path, where it holds anything. */
export function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
