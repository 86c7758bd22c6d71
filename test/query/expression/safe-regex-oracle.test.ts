import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { compileSafeRegex } from '../../../src/query/expression/safe-regex/index.ts'
import { runs } from '../../support/runs.ts'

/**
 * Our engine against RE2 in JavaScript. The package does not use RE2JS, which is larger than the rest of the query
 * code. It also takes more syntax than the expressions of the API description may promise.
 */

const letter = fc.constantFrom(...Array.from('abcXY09 _-é'))
const escaped = fc.constantFrom('\\d', '\\w', '\\s', '\\D', '\\W', '\\S', '\\.', '\\-', '\\t')
const range = fc.constantFrom('a-c', '0-9', 'X-Z', '_', 'b', '\\d', '\\s', ' ')
const repetition = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '{0,3}', '*?', '+?')

const { pattern } = fc.letrec<{ pattern: string; part: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    letter,
    escaped,
    fc.constantFrom('.', '^', '$'),
    fc
      .tuple(fc.boolean(), fc.array(range, { minLength: 1, maxLength: 3 }))
      .map(([isNegated, ranges]) => `[${isNegated ? '^' : ''}${ranges.join('')}]`),
    fc.tuple(fc.constantFrom('(', '(?:'), tie('pattern')).map(([open, inner]) => `${open}${inner})`),
  ),
  part: fc
    .tuple(tie('piece'), repetition)
    .map(([piece, times]) => (piece === '^' || piece === '$' ? piece : `${piece}${times}`)),
  pattern: fc
    .array(
      fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 2 },
    )
    .map((branches) => branches.join('|')),
}))

const text = fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ019 _-.é\t😀')), maxLength: 8 })

test('patterns match and find as RE2 does', () => {
  fc.assert(
    fc.property(
      pattern,
      fc.boolean(),
      fc.array(text, { minLength: 1, maxLength: 5 }),
      (body, folds, texts) => {
        const source = folds ? `(?i)${body}` : body
        const ours = compileSafeRegex(source, { maxSize: 100_000 })
        const theirs = RE2JS.compile(source)
        for (const each of texts) {
          expect([source, each, ours.test(each)]).toEqual([source, each, theirs.matches(each)])
          expect([source, each, ours.find(each)]).toEqual([source, each, theirs.matcher(each).find()])
        }
      },
    ),
    { numRuns: runs(500) },
  )
})
