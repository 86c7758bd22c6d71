/** What a page says where a part of it cannot be made, and what a run comes to in words. */
import { expect, test } from 'vitest'
import type { ConformanceResult } from '../../../conformance/engine/judge/result.ts'
import type { Verdict } from '../../../conformance/engine/judge/verdict.ts'
import { htmlOf } from '../../../conformance/report/html.ts'
import { countsInWords, exitInWords, quickInWords, sentences } from '../../../conformance/report/words.ts'
import { resultOf } from './result-of.ts'

/** A result whose clauses or run hold what no run can come to. */
const broken = (clause: object, run: object = {}, verdict: Verdict = 'pass'): ConformanceResult => {
  const whole = resultOf([
    ['users.a', verdict],
    ['users.b', 'fail', 'it differs'],
  ])
  const [first, ...others] = whole.clauses
  return { ...whole, run: { ...whole.run, ...run }, clauses: [{ ...first, ...clause }, ...others] } as never
}

test.each<[string, ConformanceResult]>([
  ['The failures', broken({ baseline: { state: 'known', reason: 7 } }, {}, 'fail')],
  ['What could not be shown', broken({ hint: 7 }, {}, 'blocked')],
  ['User', broken({ statement: 7 })],
  ['The observations', broken({ observations: null })],
  ['The run', broken({}, { created: null })],
])('%s could not be shown: that is said in its place, and the others are there', (name, result) => {
  const page = htmlOf(result)
  const problems = [...page.matchAll(/<p class="problem">(.*?)<\/p>/g)].map(([, text]) => text)
  expect(problems).toEqual([
    expect.stringMatching(new RegExp(`^${name} could not be shown here: .+\\. The JSON report has it\\.$`)),
  ])
  for (const title of ['Failures', 'All clauses', 'The run'])
    expect(page.includes(`">${title}</h2>`)).toBe(
      name !== { Failures: 'The failures', 'All clauses': '', 'The run': 'The run' }[title],
    )
})

test('a run is counted in words, those that passed first', () => {
  const verdicts = [
    'not-run',
    'observed',
    'fail',
    'pass',
    'pass',
    'error',
    'blocked',
    'inconclusive',
    'not-applicable',
  ] as const
  expect(countsInWords(resultOf(verdicts.map((verdict, at) => [`c${at}`, verdict])))).toBe(
    '2 passed, 1 failed, 1 suite error, 1 blocked, 1 inconclusive, 1 not applicable, 1 not run, 1 observed',
  )
  expect(countsInWords(resultOf([]))).toBe('nothing was judged')
})

test.each([
  [0, 'nothing unexpected'],
  [1, 'unexpected failures, or a baseline that is out of date'],
  [3, 'incomplete: some clauses could not be shown'],
  [4, 'the suite itself is at fault somewhere'],
  [5, 'records were left behind'],
  [6, 'no verdict: the target could not be examined'],
  [130, 'interrupted'],
] as const)('the exit code %i says: %s', (exitCode, words) => {
  const result = { ...resultOf([['a', 'pass']]), exitCode }
  expect(exitInWords(result)).toBe(words)
  expect(exitInWords({ ...result, sentence: 'No verdict' })).toBe(
    exitCode === 3 ? 'nothing could be graded' : words,
  )
})

test('a quick run says what it is worth', () => {
  const quick = (catches: number, deviants: number) =>
    quickInWords(
      resultOf(
        [
          ['a', 'pass'],
          ['b', 'not-run'],
        ],
        { quick: { clauses: 1, catches, deviants } },
      ),
    )
  expect(quick(2, 3)).toBe(
    'This was a quick run: 1 of 2 graded clauses, whose checks notice 67 % of the broken servers that the suite is proved with. For the whole, run it again without --quick.',
  )
  expect(quick(0, 0)).toContain('notice 0 %')
  expect(quickInWords(resultOf([]))).toBeUndefined()
})

test.each([
  [undefined, undefined, ''],
  ['why', undefined, 'why'],
  [undefined, 'hint', 'hint'],
  ['why', 'hint', 'why. hint'],
])('why %j and the hint %j make %j', (why, hint, line) => {
  expect(sentences(why, hint)).toBe(line)
})
