/** Tests of a value in a body, each with words for it. */
import type { Json } from '../../engine/wire/reply.ts'
import type { Plain } from './wire.ts'

/** Tests a value. */
export interface Fits {
  (value: Json): boolean
  /** Which values pass: `of 72`. */
  readonly words?: string | undefined
}

/** This value. */
export function is(value: Plain): Fits {
  const wanted = JSON.stringify(value)
  return named(wanted ?? 'undefined', (sent) => JSON.stringify(sent) === wanted)
}

/** This value, or a list that contains it. */
export function holds(value: Plain): Fits {
  const isIt = is(value)
  return named(isIt.words, (sent) => isIt(sent) || (Array.isArray(sent) && sent.some(isIt)))
}

/** A text of this form. */
export function like(form: RegExp): Fits {
  return named(`like ${form.source}`, (value) => typeof value === 'string' && form.test(value))
}

/** A text or list of this length, or this number. */
export function ofSize(size: number): Fits {
  return named(`of ${size}`, (value) => sizeOf(value) === size)
}

/** A text or list that is longer, or a larger number. */
export function above(size: number): Fits {
  return named(`above ${size}`, (value) => sizeOf(value) > size)
}

/** A text or list that is shorter, or a smaller number. */
export function below(size: number): Fits {
  return named(`below ${size}`, (value) => sizeOf(value) < size)
}

function named(words: string | undefined, fits: (value: Json) => boolean): Fits {
  return Object.assign((value: Json) => fits(value), { words })
}

/** The number of characters of a text or elements of a list, or the number itself. */
function sizeOf(value: Json): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' || Array.isArray(value) ? Array.from(value).length : Number.NaN
}
