import { expect, test } from 'vitest'
import { assemble } from '../../../conformance/engine/judge/assemble.ts'
import { baselineFor, parseBaseline } from '../../../conformance/engine/judge/baseline.ts'
import type { CheckResult } from '../../../conformance/engine/judge/check-result.ts'
import type { RunRecord } from '../../../conformance/engine/judge/result.ts'
import type { Verdict } from '../../../conformance/engine/judge/verdict.ts'
import { clause } from './suite-of.ts'

const run: RunRecord = {
  id: 'abc123',
  startedAt: '2026-01-01T00:00:00.000Z',
  milliseconds: 1,
  baseUrl: 'http://x.test',
  suiteVersion: '1',
  registry: 'r',
  filtered: false,
  whole: true,
  flags: [],
  features: {},
  allowed: [],
  requests: 0,
  rateLimited: { times: 0, milliseconds: 0 },
  created: {},
  leftovers: [],
  interrupted: false,
}

function said(
  verdicts: Readonly<Record<string, Verdict>>,
  got: unknown = 'wrong',
  title = 'checks',
): CheckResult {
  return {
    key: `toy: ${title}`,
    title,
    file: 'toy',
    outcomes: Object.entries(verdicts).map(([id, verdict]) => ({
      clause: id,
      verdict,
      asserted: 1,
      assertions:
        verdict === 'fail'
          ? [
              {
                held: false,
                what: 'equals',
                expected: 'right',
                got,
                differences: [{ path: '', expected: 'right', got }],
                exchange: 1,
              },
            ]
          : [],
    })),
    observations: [],
    exchanges: [],
    exchanged: 1,
    milliseconds: 1,
  }
}

function resultOf(
  verdicts: Readonly<Record<string, Verdict>>,
  more: {
    baseline?: unknown
    run?: Partial<RunRecord>
    got?: unknown
    checks?: CheckResult[]
    today?: string
  } = {},
) {
  const checks = more.checks ?? [said(verdicts, more.got)]
  const ids = new Set([
    ...Object.keys(verdicts),
    ...checks.flatMap(({ outcomes }) => outcomes.map((each) => each.clause)),
  ])
  return assemble({
    clauses: [...ids].map((id) => clause(id)),
    selected: () => true,
    checks,
    run: { ...run, ...more.run },
    baseline: parseBaseline(more.baseline),
    warnings: [],
    today: more.today ?? '2026-06-01',
  })
}

test.each<[Record<string, Verdict>, string, number]>([
  [{ a: 'pass' }, 'Conforms', 0],
  [{ a: 'pass', b: 'fail' }, 'Does not conform', 1],
  [{ a: 'pass', b: 'blocked' }, 'Conforms as far as shown', 3],
  [{ a: 'pass', b: 'inconclusive' }, 'Conforms as far as shown', 3],
  [{ a: 'pass', b: 'not-applicable' }, 'Conforms as far as shown', 0],
  [{ a: 'pass', b: 'not-run' }, 'Conforms as far as shown', 0],
  [{ a: 'pass', b: 'error' }, 'Conforms as far as shown', 4],
  [{ a: 'fail', b: 'error' }, 'Does not conform', 1],
  [{ a: 'blocked' }, 'No verdict', 3],
  [{ a: 'not-applicable' }, 'No verdict', 3],
  [{}, 'No verdict', 3],
])('%j reads: %s, exit %s', (verdicts, sentence, exitCode) => {
  expect(resultOf(verdicts)).toMatchObject({ sentence, exitCode })
})

test('leftovers exit with 5 and an interruption with 130', () => {
  const leftovers = [{ kind: 'user' as const, name: 'x', why: 'y' }]
  expect(resultOf({ a: 'pass' }, { run: { leftovers } }).exitCode).toBe(5)
  expect(resultOf({ a: 'fail' }, { run: { leftovers } }).exitCode).toBe(1)
  expect(resultOf({ a: 'pass' }, { run: { interrupted: true } })).toMatchObject({
    exitCode: 130,
    sentence: 'No verdict',
  })
})

test('a judgement before a target stopped answering is not a verdict, but a failure stays one', () => {
  const stopped = 'the target stopped answering'
  expect(resultOf({ a: 'pass' }, { run: { stopped } })).toMatchObject({ exitCode: 6, sentence: 'No verdict' })
  expect(resultOf({ a: 'fail' }, { run: { stopped } })).toMatchObject({
    exitCode: 1,
    sentence: 'Does not conform',
  })
})

test('tolerating clauses that were not shown tolerates nothing else', () => {
  const run = { tolerateIncomplete: true }
  expect(resultOf({ a: 'pass', b: 'blocked' }, { run }).exitCode).toBe(0)
  expect(resultOf({ a: 'blocked' }, { run }).exitCode).toBe(3)
  expect(resultOf({ a: 'fail', b: 'blocked' }, { run }).exitCode).toBe(1)
  expect(resultOf({ a: 'error', b: 'blocked' }, { run }).exitCode).toBe(4)
})

test.each<[Verdict[], Verdict]>([
  [['pass', 'fail', 'error'], 'fail'],
  [['pass', 'error', 'inconclusive'], 'error'],
  [['pass', 'inconclusive', 'blocked'], 'inconclusive'],
  [['pass', 'blocked'], 'blocked'],
  [['pass', 'not-applicable'], 'pass'],
  [['not-applicable', 'not-run'], 'not-applicable'],
])('a clause that is %j in several checks is %s', (verdicts, worst) => {
  const result = resultOf(
    {},
    { checks: verdicts.map((verdict, at) => said({ a: verdict }, 'wrong', `check ${at}`)) },
  )
  expect(result.clauses[0]?.verdict).toBe(worst)
})

test('a clause that passed in part keeps the run from reading Conforms', () => {
  const result = resultOf({}, { checks: [said({ a: 'pass' }, '', 'one'), said({ a: 'not-run' }, '', 'two')] })
  expect(result).toMatchObject({ sentence: 'Conforms as far as shown', exitCode: 0 })
})

test('a known failure exits with 0, and still does not conform', () => {
  const known = [{ clause: 'b', reason: 'agreed' }]
  expect(resultOf({ a: 'pass', b: 'fail' }, { baseline: known })).toMatchObject({
    sentence: 'Does not conform',
    exitCode: 0,
    known: 1,
    unexpected: 0,
  })
})

test('a clause that fails in another way is a new failure', () => {
  const { fingerprint } = resultOf({ b: 'fail' }).clauses[0] ?? {}
  const known = [{ clause: 'b', reason: 'agreed', fingerprint }]
  expect(resultOf({ a: 'pass', b: 'fail' }, { baseline: known }).exitCode).toBe(0)
  expect(resultOf({ a: 'pass', b: 'fail' }, { baseline: known, got: 404 }).exitCode).toBe(1)
})

test('values that differ from run to run do not change the fingerprint', () => {
  const print = (got: unknown) => resultOf({ b: 'fail' }, { got }).clauses[0]?.fingerprint
  expect(print('cf-abc123-1@example.com')).toBe(print('cf-xyz789-44@example.com'))
  expect(print('00u1ab2cd3ef4gh5ij6')).toBe(print('00u9zz8yy7xx6ww5vv4'))
  expect(print('ACTIVE')).not.toBe(print('STAGED'))
  expect(print(400)).not.toBe(print(403))
})

test('an entry whose clause passes, or that no clause has, is out of date', () => {
  expect(resultOf({ a: 'pass' }, { baseline: [{ clause: 'a', reason: 'agreed' }] })).toMatchObject({
    exitCode: 1,
    baselineProblems: [{ clause: 'a', problem: expect.stringContaining('passes') }],
  })
  expect(resultOf({ a: 'pass' }, { baseline: [{ clause: 'zz', reason: 'agreed' }] }).exitCode).toBe(1)
})

test('an entry whose clause was not run or blocked says nothing', () => {
  expect(
    resultOf({ a: 'pass', b: 'not-run' }, { baseline: [{ clause: 'b', reason: 'agreed' }] }).exitCode,
  ).toBe(0)
  expect(
    resultOf({ a: 'pass', b: 'blocked' }, { baseline: [{ clause: 'b', reason: 'agreed' }] }).exitCode,
  ).toBe(3)
  expect(
    resultOf(
      { a: 'pass', b: 'blocked' },
      { baseline: [{ clause: 'b', verdict: 'blocked', reason: 'agreed' }] },
    ).exitCode,
  ).toBe(0)
})

test('an entry ends with its last day', () => {
  const baseline = [{ clause: 'b', reason: 'agreed', expires: '2026-06-01' }]
  expect(resultOf({ a: 'pass', b: 'fail' }, { baseline, today: '2026-06-01' }).exitCode).toBe(0)
  expect(resultOf({ a: 'pass', b: 'fail' }, { baseline, today: '2026-06-02' }).exitCode).toBe(1)
})

test.each([
  [[{ clause: 'a' }], "'a' reason"],
  [[{ clause: 'a', reason: '  ' }], "'a' reason"],
  [[{ clause: 'a', reason: 'TODO' }], 'in place of TODO'],
  [[{ clause: 'a', reason: 'x', until: 'y' }], "'a'"],
  [[{ clause: 'a', reason: 'x', expires: 'soon' }], 'YYYY-MM-DD'],
  [
    [
      { clause: 'a', reason: 'x' },
      { clause: 'a', reason: 'y' },
    ],
    'twice',
  ],
  ['text', 'baseline'],
])('the baseline %j is refused', (content, message) => {
  expect(() => parseBaseline(content)).toThrow(message)
})

test('an empty baseline is fine', () => {
  expect(parseBaseline(null)).toEqual([])
})

test('a written baseline keeps reasons, and leaves new ones to be filled in', () => {
  const { clauses } = resultOf({ a: 'fail', b: 'fail', c: 'pass' })
  const before = parseBaseline([
    { clause: 'a', reason: 'agreed', issue: 'X-1' },
    { clause: 'c', reason: 'old' },
  ])
  expect(baselineFor(clauses, before)).toEqual([
    expect.objectContaining({ clause: 'a', reason: 'agreed', issue: 'X-1' }),
    expect.objectContaining({ clause: 'b', reason: 'TODO' }),
  ])
  expect(() => parseBaseline(baselineFor(clauses, before))).toThrow('TODO')
})

test.each<[unknown, RegExp]>([
  [[{ clause: 'a' }], /^the baseline is not valid: 'a' reason: ./],
  [[{ clause: 'a', reason: 'x' }, { reason: 'x' }], /^the baseline is not valid: entry 1 clause: ./],
  [[null], /^the baseline is not valid: entry 0 : ./],
  [[{ clause: 7, reason: 'x' }], /^the baseline is not valid: entry 0 clause: ./],
  [{ clause: 'a' }, /^the baseline is not valid: entry {2}: ./],
  [
    [{ clause: 'a', reason: 'todo: write' }],
    /^the baseline is not valid: 'a' reason: say why it is accepted, in place of TODO$/,
  ],
  [[{ clause: 'a', reason: 'x', expires: '2026-01-011' }], /expires: a date: YYYY-MM-DD$/],
  [[{ clause: 'a', reason: 'x', expires: 'x2026-01-01' }], /expires: a date: YYYY-MM-DD$/],
])('names the mistake of the baseline %j: %s', (content, message) => {
  expect(() => parseBaseline(content)).toThrow(message)
})

test('a reason that only speaks of what is to be done is one', () => {
  const reason = 'our todo list has it; todos are done on Fridays'
  expect(
    parseBaseline([
      { clause: 'a', reason },
      { clause: 'b', reason: 'todos' },
    ]).map((each) => each.reason),
  ).toEqual([reason, 'todos'])
  expect(parseBaseline(undefined)).toEqual([])
})

test('an entry that says nothing of what came of its clause leaves no mark on it', () => {
  const { clauses } = resultOf({ a: 'not-run' }, { baseline: [{ clause: 'a', reason: 'agreed' }] })
  expect(clauses[0]).not.toHaveProperty('baseline')
})
