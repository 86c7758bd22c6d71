import { counted } from './formats/counted.ts'
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

/** Messages that ask for a value of another form, and do not say yet what came. */
const asksForForm =
  /(?:^|: )(?:Must (?:be|have)|expected(?!.*\b(?:got|received)\b)|Does not match|The field|Invalid option)/

/** Fields whose values are nobody's business. */
const secretField = /secret|password|answer|token|cookie|jwks|hash|hook/i

/**
 * A message with what came in the place of what it asks for, before its advice.
 *
 * @param cause `"<field>: <message>"`
 * @param value What came; undefined where nothing did.
 * @param path Where it came. Default: the field that the message names.
 */
export function withGot(
  cause: string,
  value: unknown,
  path: readonly PropertyKey[] = [cause.split(': ', 1)[0]!],
): string {
  if (!asksForForm.test(cause)) return cause
  // A number below `passwordPolicy` is a limit.
  const place = typeof value === 'string' ? path.join('.') : String(path.at(-1))
  return beforeAdvice(cause, `, got ${shown(value, secretField.test(place))}`)
}

/** A message with more in it, before its advice, which begins after a semicolon. */
export function beforeAdvice(message: string, more: string): string {
  return message.replace(/(?=; |$)/, () => more)
}

function shown(value: unknown, isSecret: boolean): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'object') return 'an object'
  if (value === '') return "''"
  if (isSecret)
    return typeof value === 'string' ? `a text of ${counted(value.length, 'character')}` : `a ${typeof value}`
  const text = typeof value === 'string' ? value : `${value as number | boolean}`
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
