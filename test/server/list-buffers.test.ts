import { expect, test } from 'vitest'
import { isShort, writeList } from '../../src/server/list-buffers.ts'

const list = (count: number, first = 'é'): readonly string[] =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ id: index, name: index === 0 ? first : 'n' }))

/** As a server does it: the bytes are read, and the buffer given back for the next list. */
function sent(elements: readonly string[]): string {
  const { bytes, giveBack } = writeList(elements)!
  const text = bytes.toString()
  giveBack()
  return text
}

test('lists that alternate, alike but for one element or their length, have their own bytes each time', () => {
  const one = list(200)
  const lists = [
    one,
    one.with(150, '{"id":150,"name":"another"}'),
    one.slice(0, 199),
    list(16),
    ...Array.from({ length: 20 }, (_, number) => list(50, `list ${number}`)),
  ]
  for (const elements of [...lists, ...lists]) expect(sent(elements)).toBe(`[${elements.join(',')}]`)
})

test('a list fits as long as three bytes for each character, and what stands between them, do', () => {
  const fits = ['x'.repeat(349_523), 'x']
  expect(sent(fits)).toBe(`[${fits.join(',')}]`)
  expect(writeList(['x'.repeat(349_523), 'xx'])).toBeUndefined()
  expect(writeList(['x'.repeat(349_523), 'x', ''])).toBeUndefined()
})

test('a list that may not fit is left to be joined, and one of 16,384 characters goes out as text', () => {
  expect(writeList(['x'.repeat(400_000)])).toBeUndefined()
  expect([isShort(['x'.repeat(16_384)]), isShort(['x'.repeat(16_384), 'x'])]).toEqual([true, false])
})
