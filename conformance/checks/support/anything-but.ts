import { Expectation, sameValue } from '../../engine/judge/expectation.ts'

/** A demand for any value, or none, save this one: for what must not be taken over. */
export function anythingBut(value: unknown): Expectation {
  return new Expectation(`anything but ${JSON.stringify(value)}`, (each) => !sameValue(each, value))
}

/** A demand for a string, be it empty. */
export const anyText = new Expectation('a string', (value) => typeof value === 'string')
