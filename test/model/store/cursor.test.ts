import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from '../../../src/model/store/cursor.ts'

const key = 'seed'
const list = '/api/v1/users?filter=status eq "ACTIVE"'
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test.each([0, 1, 200, 123_456_789, Number.MAX_SAFE_INTEGER])('carries the sequence %s', (position) => {
  expect(decodeCursor(encodeCursor({ list, position }, key), list, key)).toBe(position)
})

test('carries the place of a row in a sorted list, in any script', () => {
  const place = fc.array(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null)),
  )
  fc.assert(
    fc.property(place, (position) => {
      expect(decodeCursor(encodeCursor({ list, position }, key), list, key)).toEqual(position)
    }),
  )
})

test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses to write %s as a sequence',
  (position) => {
    expect(() => encodeCursor({ list, position }, key)).toThrow(/cursor: expected a sequence/)
  },
)

test('contains only characters that a URL needs not encode', () => {
  for (const position of [7, ['Ünïcödé & more?', 3]]) {
    const cursor = encodeCursor({ list, position }, key)
    expect(encodeURIComponent(cursor)).toBe(cursor)
    expect(cursor.length).toBeGreaterThan(22)
  }
})

test('is read again after a restart with the same seed, and not with another', () => {
  const cursor = encodeCursor({ list, position: 7 }, 'a')
  expect(decodeCursor(cursor, list, 'a')).toBe(7)
  expect(decodeCursor(cursor, list, 'b')).toBeUndefined()
  expect(encodeCursor({ list, position: 7 }, 'a')).toBe(cursor)
})

test('a seed may be a number, which counts as its text', () => {
  const cursor = encodeCursor({ list, position: 7 }, 42)
  expect(decodeCursor(cursor, list, '42')).toBe(7)
})

test('belongs to its list: another path, filter or sorting does not take it', () => {
  const cursor = encodeCursor({ list, position: 7 }, key)
  for (const other of ['/api/v1/users', '/api/v1/groups?filter=status eq "ACTIVE"', `${list} `, '']) {
    expect(decodeCursor(cursor, other, key)).toBeUndefined()
  }
})

test('a list whose name ends as a cursor begins cannot be used to pass one off', () => {
  const cursor = encodeCursor({ list: 'users\u0000', position: 7 }, key)
  const forged = `${cursor.slice(0, 22)}\u0000${cursor.slice(22)}`
  expect(decodeCursor(forged, 'users', key)).toBeUndefined()
})

test.each([
  ['a sequence', 123_456],
  ['a sorted place', ['ada', 7]],
])('no change of one character of %s goes through', (_name, position) => {
  const cursor = encodeCursor({ list, position }, key)
  for (let index = 0; index < cursor.length; index++) {
    for (const letter of alphabet) {
      if (letter === cursor[index]) continue
      const changed = cursor.slice(0, index) + letter + cursor.slice(index + 1)
      expect(decodeCursor(changed, list, key)).toBeUndefined()
    }
  }
})

test('nothing cut off, added or built goes through', () => {
  const cursor = encodeCursor({ list, position: 123_456 }, key)
  const bad = [
    '',
    '7',
    '00u1',
    cursor.slice(0, -1),
    cursor.slice(1),
    `${cursor}0`,
    `${cursor}=`,
    ` ${cursor}`,
  ]
  bad.push(
    cursor.toUpperCase(),
    cursor.slice(0, 22),
    'A'.repeat(100_000),
    `${'A'.repeat(22)}-`,
    '\u0000',
    '💥',
  )
  for (const text of bad) expect(decodeCursor(text, list, key)).toBeUndefined()
})

test('never throws, with any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (cursor, anyList) => {
      expect(decodeCursor(cursor, anyList, key)).toBeUndefined()
    }),
  )
})
