import { finite } from '../values.ts'
import { defineFunction, type ExpressionFunction } from './define.ts'

const value = { name: 'value', type: 'string or number' } as const

/** An Integer of the service has 32 bits. */
const maxInteger = 2 ** 31 - 1
const minInteger = -(2 ** 31)

const integer = /^[+-]?\d+$/
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

export const convertFunctions: readonly ExpressionFunction[] = [
  defineFunction({
    name: 'Convert.toInt',
    parameters: [value],
    returns: 'number',
    summary:
      'The integer that a string of digits stands for, or a number rounded to the nearest integer, halves upwards. Null for anything else and for what does not fit in 32 bits.',
    example: { call: 'Convert.toInt("1234")', result: 1234 },
    run: ([value]) => {
      if (value === null) return null
      const whole = typeof value === 'number' ? Math.round(value) : parse(integer, value)
      return whole !== null && whole >= minInteger && whole <= maxInteger ? whole : null
    },
  }),
  defineFunction({
    name: 'Convert.toNum',
    parameters: [value],
    returns: 'number',
    summary: 'The number that a string stands for; a number stays itself. Null for anything else.',
    example: { call: 'Convert.toNum("12.5")', result: 12.5 },
    run: ([value]) => (typeof value === 'string' ? parse(decimal, value) : value),
  }),
]

function parse(form: RegExp, text: string): number | null {
  return form.test(text) ? finite(Number(text)) : null
}
