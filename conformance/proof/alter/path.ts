import type { Json } from '../../engine/wire/reply.ts'
import type { Plain } from './wire.ts'

/** Whether a value is a JSON object (no array, not null). */
export function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path like `profile.login`; `undefined` without a value. */
export function at(json: Json, path: string): Json {
  let value = json
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Whether a path has a value, `null` included. */
export function has(json: Json, path: string): boolean {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.length === 0 ? json : at(json, keys.join('.'))
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, last)
}

/**
 * A copy whose value at a path is `change(old)`; `undefined` removes it. `*` in a path stands for every key or element.
 * Missing objects on the way are created unless the change returns nothing. In a list every element changes.
 */
export function changed(json: Json, path: string, change: (old: Json) => Json): Json {
  const copy: Json = structuredClone(json)
  for (const each of Array.isArray(copy) && !/^(\d+|\*)(\.|$)/.test(path) ? copy : [copy])
    changeIn(each, path.split('.'), change)
  return copy
}

function changeIn(json: Json, [key = '', ...rest]: readonly string[], change: (old: Json) => Json): void {
  if (typeof json !== 'object' || json === null) return
  const keys = key === '*' ? Object.keys(json) : [key]
  for (const each of keys) {
    if (rest.length > 0) {
      if (!Object.hasOwn(json, each)) {
        const made = {}
        changeIn(made, rest, change)
        if (Object.keys(made).length === 0) continue
        json[each] = made
      } else changeIn(json[each], rest, change)
      continue
    }
    const value = change(json[each])
    if (value !== undefined) json[each] = value
    else if (Array.isArray(json)) json.splice(Number(each), 1)
    else delete json[each]
  }
}

/** A copy of an object with a patch merged into it; `undefined` in the patch removes a key. */
export function merged(json: Json, patch: Json): Json {
  if (!isObject(json) || !isObject(patch)) return patch
  const copy = { ...json }
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) delete copy[key]
    else copy[key] = isObject(value) ? merged(isObject(copy[key]) ? copy[key] : {}, value) : value
  }
  return copy
}

/** Tests a value. */
export type Fits = (value: Json) => boolean

/** This value. */
export function is(value: Plain): Fits {
  const wanted = JSON.stringify(value)
  return (sent) => JSON.stringify(sent) === wanted
}

/** This value, or a list that contains it. */
export function holds(value: Plain): Fits {
  const isIt = is(value)
  return (sent) => isIt(sent) || (Array.isArray(sent) && sent.some(isIt))
}

/** A text of this form. */
export function like(form: RegExp): Fits {
  return (value) => typeof value === 'string' && form.test(value)
}

/** A text or list of this length, or this number. */
export function ofSize(size: number): Fits {
  return (value) => sizeOf(value) === size
}

/** A text or list that is longer, or a larger number. */
export function above(size: number): Fits {
  return (value) => sizeOf(value) > size
}

/** A text or list that is shorter, or a smaller number. */
export function below(size: number): Fits {
  return (value) => sizeOf(value) < size
}

/** The number of characters of a text or elements of a list, or the number itself. */
function sizeOf(value: Json): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' || Array.isArray(value) ? Array.from(value).length : Number.NaN
}
