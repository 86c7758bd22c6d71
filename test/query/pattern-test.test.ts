import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { patternTest } from '../../src/query/index.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { runs } from '../support/runs.ts'

const atoms = [
  'a',
  'b',
  '.',
  '^',
  '$',
  '\\d',
  '\\W',
  '\\s',
  '\\S',
  '[ab]',
  '[^a\\s]',
  '[0-9_-]',
  '\\.',
  '\\p{L}',
  '\\P{Lu}',
  '\\p{Script=Greek}',
  '\\u{1F600}',
  '\\u0061',
  '\\x62',
  '[\\u{1F600}-\\u{1F602}]',
  '[\\p{Nd}x]',
  '\\b',
  '(?=a)',
  '\\ud83d\\ude00',
]
const isAssertion = /^(?:\^|\$|\\b|\(\?=a\))$/

const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...atoms),
    fc
      .tuple(fc.constantFrom(...atoms), fc.constantFrom('', '*', '+', '?', '+?', '{2}', '{1,}', '{0,2}'))
      .map(([atom, quantifier]) => (isAssertion.test(atom) ? atom : atom + quantifier)),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('|')),
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), fc.constantFrom('', '*', '?', '{2}'))
      .map(([open, inside, quantifier]) => `${open}${inside})${quantifier}`),
  ),
}))

const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    'A',
    '1',
    ' ',
    '\u00a0',
    '\n',
    '\u0085',
    '\u2028',
    'é',
    'Ω',
    '😀',
    '\ud800',
    '.',
    '-',
    'x',
  ),
  maxLength: 6,
})

test('a pattern says of a text what the platform says', () => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 8 }), (source, texts) => {
      const expression = new RegExp(source, 'u')
      const matches = patternTest(source)
      for (const each of texts)
        expect([source, each, matches(each)]).toEqual([source, each, expression.test(each)])
    }),
    { numRuns: runs(5000) },
  )
})

test.each([
  ['^(a+)+$', 'a'],
  ['^(a|a?)+$', 'a'],
  ['^(\\p{L}+\\s?)+$', 'a'],
  ['a*a*a*a*a*b', 'a'],
  [
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
    'a',
  ],
  ['^(a{1,100}){1,9}$', 'a'],
])('the pattern %s holds up nothing', (source, letter) => {
  const matches = patternTest(source)
  for (const length of [30, 3000, 200_000]) {
    expect(cpuTime(() => expect(matches(`${letter.repeat(length)}!`)).toBe(false))).toBeLessThan(1000)
  }
})
