import { expect, test } from 'vitest'
import { isShort, writeList } from '../../src/server/list-buffers.ts'

const list = (count: number, first = 'é'): readonly string[] =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ id: index, name: index === 0 ? first : 'n' }))

/** As a server does it: the bytes are read, and the buffer given back for the next list. */
function sent(elements: readonly string[]): string {
  const { bytes, giveBack } = writeList(elements)!
  const text = bytes.toString()
  giveBack?.()
  return text
}

test('a list of sixteen elements is written like any other', () => {
  const elements = list(16)
  expect(sent(elements)).toBe(`[${elements.join(',')}]`)
})

test('a list is one JSON text, the first time and each time after that', () => {
  const elements = list(200)
  for (let time = 0; time < 4; time++) expect(sent(elements)).toBe(`[${elements.join(',')}]`)
  expect(writeList(elements)!.bytes).toBe(writeList([...elements])!.bytes)
})

test('a list that differs in one element, or in length, has its own bytes', () => {
  const elements = list(200, 'before')
  sent(elements)
  sent(elements)
  const changed = elements.with(150, '{"id":150,"name":"another"}')
  for (let time = 0; time < 3; time++) {
    expect(sent(changed)).toBe(`[${changed.join(',')}]`)
    expect(sent(elements)).toBe(`[${elements.join(',')}]`)
    expect(sent(elements.slice(0, 199))).toBe(`[${elements.slice(0, 199).join(',')}]`)
  }
})

test('a list that is longer than another one has its own bytes', () => {
  const elements = list(200, 'longer')
  const beginning = elements.slice(0, 199)
  for (let time = 0; time < 3; time++) expect(sent(beginning)).toBe(`[${beginning.join(',')}]`)
  for (let time = 0; time < 3; time++) expect(sent(elements)).toBe(`[${elements.join(',')}]`)
})

test('many alternating lists each have their own bytes', () => {
  const lists = Array.from({ length: 20 }, (_, number) => list(50, `list ${number}`))
  for (let round = 0; round < 3; round++) {
    for (const elements of lists) {
      expect(sent(elements)).toBe(`[${elements.join(',')}]`)
      expect(sent(elements)).toBe(`[${elements.join(',')}]`)
    }
  }
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
