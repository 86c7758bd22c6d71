import { Expectation, sameValue } from '../../engine/judge/expectation.ts'

/** A demand for any value, or none, except this one: for a value that the server must not accept. */
export function anythingBut(value: unknown): Expectation {
  return new Expectation(`anything but ${JSON.stringify(value)}`, (each) => !sameValue(each, value))
}
