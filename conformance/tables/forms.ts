/** The forms of values: the words in a statement, and the demand of a check. */
import { a, Expectation, sameValue } from '../engine/judge/expectation.ts'

/** A demand for a string, which may be empty. */
export const anyText = new Expectation('a string', (value) => typeof value === 'string')

/** A demand for an existing property: a string, or null. */
export const textOrNull = new Expectation(
  'a string or null',
  (value) => value === null || typeof value === 'string',
)

/** A demand for a string, if there is a value: a server may leave out null. */
const textOrNothing = new Expectation(
  'a string or nothing',
  (value) => value === undefined || value === null || typeof value === 'string',
)

/** A demand for any value, or none, except this one: for a value that the server must not accept. */
export function anythingBut(value: unknown): Expectation {
  return new Expectation(`anything but ${JSON.stringify(value)}`, (each) => !sameValue(each, value))
}

const objectOrNull = new Expectation('an object or null', (value) => typeof value === 'object')

/** A demand for hints that allow at least these methods. */
function allowing(methods: readonly string[]): object {
  if (methods.length === 0) return { allow: a.array }
  return {
    allow: new Expectation(
      `a list with ${methods.join(' and ')}`,
      (value) => Array.isArray(value) && methods.every((method) => value.includes(method)),
    ),
  }
}

/** A demand for a link, and for hints that allow these methods, if any are given. */
export function linkThatAllows(methods?: readonly string[]): object {
  return { href: a.string, ...(methods === undefined ? {} : { hints: allowing(methods) }) }
}

/** A date with a time, in whatever form: the convention of timestamps states the form. */
const moment = new Expectation(
  'a date with a time',
  (value) => typeof value === 'string' && /\dT\d/.test(value) && !Number.isNaN(Date.parse(value)),
)

export const forms = {
  string: ['a string', a.string],
  text: ['a string', anyText],
  base64: ['a string in base 64', a.text(/^[A-Za-z0-9+/]+={0,2}$/)],
  url: ['a full URL', a.url],
  timestamp: ['a timestamp', moment],
  boolean: ['a Boolean', a.boolean],
  number: ['a number', a.number],
  array: ['an array', a.array],
  strings: [
    'an array of strings',
    new Expectation(
      'an array of strings',
      (value) => Array.isArray(value) && value.length > 0 && value.every(a.string.holds),
    ),
  ],
  object: ['an object', a.object],
  withId: [
    'an object with a string id',
    new Expectation('an object with a string id', (value) => a.string.holds(Object(value).id)),
  ],
  textOrNull: ['a string or null', textOrNull],
  textOrNothing: ['a string or null', textOrNothing],
  objectOrNull: ['an object or null', objectOrNull],
} as const satisfies Readonly<Record<string, readonly [words: string, demand: Expectation]>>

/** The name of a form. */
export type Form = keyof typeof forms
