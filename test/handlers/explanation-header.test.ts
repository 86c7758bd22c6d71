import { expect, test } from 'vitest'
import * as texts from '../../src/contract/errors/explain.ts'
import { Refusal } from '../../src/contract/errors/refusal.ts'
import { type Exchange, explanation } from '../../src/handlers/exchange.ts'
import type { WireRequest } from '../../src/handlers/wire.ts'

const asking = (explain?: string) =>
  ({
    path: '/',
    header: (name: string) => (name === 'x-identikit-explain' ? explain : undefined),
  }) as WireRequest

const exchange = (
  asked: string | undefined,
  explain: (refusal: unknown, found: readonly string[]) => object = (_, found) => ({ found }),
) => ({ request: asking(asked), texts: { ...texts, explain } }) as unknown as Exchange

/** The header for these causes. */
const explaining = (causes: readonly string[]) =>
  explanation(new Refusal('malformed-json', { causes }), exchange('1'))['X-Identikit-Explanation']

test('makes and sends an explanation only if the request asks for it with a 1', () => {
  const refusal = new Refusal('malformed-json')
  const made = () => {
    throw new Error('made')
  }
  for (const explain of [undefined, '', '0', 'true'])
    expect(explanation(refusal, exchange(explain, made))).toEqual({})
  expect(() => explanation(refusal, exchange('1', made))).toThrow('made')
  expect(explaining(['a'])).toBe('{"found":["a"]}')
})

test('letters that a header cannot hold are spelled by four digits each', () => {
  expect(explaining(['é\u007F\u{1F98A}~ '])).toBe(String.raw`{"found":["\u00e9\u007f\ud83e\udd8a~ "]}`)
})

test('cuts the causes where the header would be longer than 4000 characters', () => {
  const around = JSON.stringify({ found: ['', '', '', ''] }).length
  const causes = (last: number) => [...'xyz'.split('').map((letter) => letter.repeat(1000)), 'x'.repeat(last)]
  expect(explaining(causes(1000 - around))).toHaveLength(4000)
  const short = JSON.stringify(['x'.repeat(200), 'y'.repeat(200), 'and 2 more'])
  expect(explaining(causes(1001 - around))).toBe(`{"found":${short}}`)
})

test('a long explanation shows two causes and the number of the other ones', () => {
  const short = (letter: string) => letter.repeat(200)
  const told = (found: readonly string[]) => (JSON.parse(explaining(found)!) as { found: string[] }).found
  const five = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(900))
  expect(told(five)).toEqual([short('a'), short('b'), 'and 3 more'])
  expect(told(['a', ...five])).toEqual(['a', short('a'), 'and 4 more'])
  const many = Array.from({ length: 25 }, (_, index) => `${index}`.repeat(300))
  expect(told(many)).toEqual([short('0'), short('1'), 'and 23 more'])
})
