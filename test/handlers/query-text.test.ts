import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainQuery, onlyParameters, withParameter } from '../../src/handlers/query-text.ts'

const encoded = [
  '%20',
  '%22',
  '%2A',
  '%2B',
  '%26',
  '%3D',
  '%40',
  '%5F',
  '%7E',
  '%7e',
  '%C3%A9',
  '%FF',
] as const
const piece = fc.oneof(
  fc.constantFrom('limit', 'after', 'q', 'a', 'b'),
  fc.string({
    maxLength: 4,
    unit: fc.constantFrom('a', '1', '.', '*', '%', '+', '=', '&', ' ', 'é', ':', '-', '~', ...encoded),
  }),
)
const query = fc
  .array(fc.tuple(piece, fc.constantFrom('=', '=', '=', '', '=='), piece), { maxLength: 6 })
  .map((pairs) => pairs.map((parts) => parts.join('')).join('&'))

test('sets a parameter as URLSearchParams does, in any query, with a blank as %20', () => {
  fc.assert(
    fc.property(query, piece, (text, value) => {
      const expected = new URLSearchParams(text)
      expected.set('limit', value)
      expect(withParameter(text, 'limit', value)).toBe(expected.toString().replaceAll('+', '%20'))
    }),
  )
})

test('takes some parameters and sorts them as URLSearchParams does, in any query', () => {
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

test('reads a plain query part by part as URLSearchParams does', () => {
  fc.assert(
    fc.property(query, (text) => {
      fc.pre(isPlainQuery(text))
      const pairs = text.split('&').filter((pair) => pair !== '')
      const read = pairs.map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
      })
      expect(read).toEqual([...new URLSearchParams(text)])
    }),
  )
})
