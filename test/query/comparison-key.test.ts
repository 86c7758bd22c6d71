import { expect, test } from 'vitest'
import { keyOf } from '../../src/query/comparison-key.ts'
import { QuerySyntaxError } from '../../src/query/query-syntax-error.ts'

const values = ['A', '2026-01-31T09:30:00.000Z', 5, true, null, undefined, ['A']]

test.for([
  ['string', false, ['a', '2026-01-31t09:30:00.000z', undefined, undefined]],
  ['string', true, ['A', '2026-01-31T09:30:00.000Z', undefined, undefined]],
  ['timestamp', true, [undefined, '2026-01-31T09:30:00.000Z', undefined, undefined]],
  ['number', false, [undefined, undefined, 5, undefined]],
  ['boolean', false, [undefined, undefined, undefined, true]],
  ['string-or-number', false, ['a', '2026-01-31t09:30:00.000z', 5, undefined]],
] as const)(
  'values of the type %s, with their case: %j, are compared by keys',
  ([type, caseSensitive, keys]) => {
    const key = keyOf(type, caseSensitive)
    expect(values.map((value) => key(value))).toEqual([...keys, undefined, undefined, undefined])
  },
)

test('an error of a query says what was expected and found, where, and what to write', () => {
  const error = (found: string, hint?: string) =>
    new QuerySyntaxError({ kind: 'syntax', position: 7, expected: 'a number', found, hint })
  expect(error('x').message).toBe('Expected a number, found x at position 7')
  expect(error('x', 'write 1').message).toBe('Expected a number, found x at position 7: write 1')
  expect(error('x'.repeat(40)).found).toBe('x'.repeat(40))
  expect(error('x'.repeat(41)).found).toBe(`${'x'.repeat(39)}…`)
  const { name, kind, position, expected, hint } = error('x', 'write 1')
  expect([name, kind, position, expected, hint]).toEqual([
    'QuerySyntaxError',
    'syntax',
    7,
    'a number',
    'write 1',
  ])
})
