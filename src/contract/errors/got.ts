import { counted } from '../formats/counted.ts'

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
