import { counted } from './formats/counted.ts'
import { fill } from './errors/fill.ts'
import { foundOf } from './errors/mistakes.ts'
import { type Refusal, shortened, withMore } from './errors.ts'
import { recordNouns } from './refusals.ts'

/** Why something was refused, for readers other than clients. The description of an OAuth-style reply counts, too. */
export function reasonsOf(refusal: Refusal): readonly string[] {
  if (refusal.causes.length > 0) return refusal.causes
  const { values = {} } = refusal.details
  const { field, message, kind = '' } = values
  const { found, summary } = refusal.row
  if (message === undefined) {
    const noun = recordNouns[kind] ?? kind
    return [fill(found ?? summary, { noun, ...values })]
  }
  return [field === undefined || message.startsWith(`${field}:`) ? message : `${field}: ${message}`]
}

/** The findings for people who ask why a call was refused. They can say more than the reply. */
export function foundBy(refusal: Refusal): readonly string[] {
  const { found, mistakes, more } = refusal.details
  const told = found ?? mistakes?.map((mistake) => shortened(foundOf(mistake)))
  return told ? withMore(told, more) : reasonsOf(refusal)
}

/** Fields whose values must not be shown. */
const secretField = /secret|password|answer|token|cookie|jwks|hash|hook/i

/** A value that came at a path, as people read it. */
export function gotAt(value: unknown, path: readonly PropertyKey[]): string {
  // A number below `passwordPolicy` is a limit.
  const place = typeof value === 'string' ? path.join('.') : String(path.at(-1))
  return shown(value, secretField.test(place))
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

/** The value in a body at a path, if any. */
export function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
