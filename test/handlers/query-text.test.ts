import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onlyParameters, withParameter } from '../../src/handlers/query-text.ts'

const piece = fc.oneof(
  fc.constantFrom('limit', 'after', 'q', 'a', 'b'),
  fc.string({
    maxLength: 4,
    unit: fc.constantFrom('a', '1', '.', '*', '%', '+', '=', '&', ' ', 'é', ':', '-'),
  }),
)
const query = fc
  .array(fc.tuple(piece, fc.constantFrom('=', '=', '=', '', '=='), piece), { maxLength: 6 })
  .map((pairs) => pairs.map((parts) => parts.join('')).join('&'))

test('sets a parameter as URLSearchParams does, whatever the query, with a blank as %20', () => {
  fc.assert(
    fc.property(query, piece, (text, value) => {
      const expected = new URLSearchParams(text)
      expected.set('limit', value)
      expect(withParameter(text, 'limit', value)).toBe(expected.toString().replaceAll('+', '%20'))
    }),
  )
})

test('takes some parameters and sorts them as URLSearchParams does, whatever the query', () => {
  fc.assert(
    fc.property(query, (text) => {
      const expected = new URLSearchParams(text)
      for (const name of new URLSearchParams(text).keys()) {
        if (!['q', 'a', ' '].includes(name)) expected.delete(name)
      }
      expected.sort()
      expect(onlyParameters(text, new Set(['q', 'a', ' ']))).toBe(expected.toString().replaceAll('+', '%20'))
    }),
  )
})
