/** Tests of a value in a body. */
import type { Json } from '../../engine/wire/reply.ts'
import type { Plain } from './wire.ts'

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
