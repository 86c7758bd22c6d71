import { expect, test } from 'vitest'
import type { Explanation } from '../../src/contract/explanations.ts'
import { headerOf } from '../../src/handlers/exchange.ts'
import type { WireRequest } from '../../src/handlers/wire.ts'

const asking = (explain?: string) =>
  ({ header: (name: string) => (name === 'x-identikit-explain' ? explain : undefined) }) as WireRequest

/** The header for these causes. */
const explaining = (found: readonly string[]) =>
  headerOf(asking('1'), () => ({ found }) as unknown as Explanation)['X-Identikit-Explanation']

test('makes and sends an explanation only if the request asks for it with a 1', () => {
  const made = () => {
    throw new Error('made')
  }
  for (const explain of [undefined, '', '0', 'true']) expect(headerOf(asking(explain), made)).toEqual({})
  expect(() => headerOf(asking('1'), made)).toThrow('made')
  expect(explaining(['a'])).toBe('{"found":["a"]}')
})

test('letters that a header cannot hold are spelled by four digits each', () => {
  expect(explaining(['é\u007F\u{1F98A}~ '])).toBe(String.raw`{"found":["\u00e9\u007f\ud83e\udd8a~ "]}`)
})

test('cuts the causes where the header would be longer than 4000 characters', () => {
  const around = '{"found":[""]}'.length
  const fits = 'x'.repeat(4000 - around)
  expect(explaining([fits])).toHaveLength(4000)
  expect(explaining([`${fits}x`])).toBe(`{"found":["${'x'.repeat(200)}"]}`)
})

test('a long explanation shows two causes and the number of the other ones', () => {
  const long = (letter: string) => letter.repeat(3000)
  const short = (letter: string) => letter.repeat(200)
  const told = (found: readonly string[]) => (JSON.parse(explaining(found)!) as { found: string[] }).found
  expect(told([long('a'), long('b')])).toEqual([short('a'), short('b')])
  expect(told([long('a'), long('b'), 'c'])).toEqual([short('a'), short('b'), 'and 1 more'])
  expect(told([long('a'), 'b', 'c', long('d')])).toEqual([short('a'), 'b', 'and 2 more'])
})
