import { expect, test } from 'vitest'
import { assemble, registryDigest } from '../../../conformance/engine/judge/assemble.ts'
import type { CheckResult, ClauseOutcome } from '../../../conformance/engine/judge/check-result.ts'
import { mergeResults } from '../../../conformance/engine/judge/merge.ts'
import type { RunRecord } from '../../../conformance/engine/judge/result.ts'
import { verdictOrder, worst } from '../../../conformance/engine/judge/verdict.ts'
import { clause } from './suite-of.ts'

const run: RunRecord = {
  id: 'aaaaaa',
  startedAt: '2026-01-02T03:04:05.000Z',
  milliseconds: 1000,
  baseUrl: 'https://id.example.com',
  suiteVersion: '0.0.0',
  registry: 'r1',
  filtered: false,
  whole: true,
  flags: [],
  features: {},
  allowed: [],
  requests: 10,
  rateLimited: { times: 1, milliseconds: 100 },
  created: { user: 1 },
  leftovers: [],
  interrupted: false,
}
const clauses = [clause('a'), clause('b'), clause('c')]

function check(title: string, outcomes: Partial<ClauseOutcome>[]): CheckResult {
  return {
    key: `toy: ${title}`,
    title,
    file: 'toy',
    outcomes: outcomes.map((each) => ({
      clause: 'a',
      verdict: 'pass',
      assertions: [],
      asserted: 1,
      ...each,
    })),
    observations: [],
    exchanges: [],
    exchanged: 1,
    milliseconds: 1,
  }
}

function resultOf(
  checks: CheckResult[],
  facts: Partial<RunRecord> = {},
  more: {
    selected?: string[]
    warnings?: string[]
    baseline?: { clause: string; verdict?: 'fail'; reason: string }[]
  } = {},
) {
  return assemble({
    clauses,
    selected: ({ id }) => more.selected?.includes(id) ?? true,
    checks,
    run: { ...run, ...facts },
    baseline: (more.baseline ?? []).map((each) => ({ verdict: 'fail' as const, ...each })),
    warnings: more.warnings ?? [],
  })
}

const shard = (index: number, of: number, facts: Partial<RunRecord> = {}, title = `check ${index}`) =>
  resultOf([check(title, [{ clause: 'a' }, { clause: index === 1 ? 'b' : 'c' }])], {
    shard: { index, of },
    whole: false,
    ...facts,
  })

test('shards make a whole run when all are there', () => {
  const second = {
    id: 'bbbbbb',
    startedAt: '2026-01-01T00:00:00.000Z',
    milliseconds: 3000,
    created: { user: 2, group: 1 },
    leftovers: [{ kind: 'user' as const, name: 'x', why: 'y' }],
  }
  const merged = mergeResults([shard(1, 2), shard(2, 2, second)], clauses, [])
  expect(merged.sentence).toBe('Conforms')
  expect(merged.clauses.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass'])
  expect(merged.run).toEqual({
    ...run,
    id: 'aaaaaa+bbbbbb',
    startedAt: '2026-01-01T00:00:00.000Z',
    milliseconds: 3000,
    requests: 20,
    rateLimited: { times: 2, milliseconds: 200 },
    created: { user: 3, group: 1 },
    leftovers: second.leftovers,
  })
  expect(merged.warnings).toEqual([])
})

test('reports a missing shard, and the run is not whole', () => {
  const merged = mergeResults([shard(1, 3), shard(3, 3)], clauses, [])
  expect(merged.run.whole).toBe(false)
  expect(merged.warnings).toEqual(['shard 2/3 is missing: its checks are not in this result'])
  expect(mergeResults([shard(1, 2), shard(2, 3)], clauses, []).run.whole).toBe(false)
  expect(mergeResults([resultOf([check('x', [{}])])], clauses, []).run.whole).toBe(false)
})

test('reports an early end of one shard for the whole result', () => {
  const merged = mergeResults(
    [
      shard(1, 2),
      shard(2, 2, { stopped: 'it died', advice: 'Start it.', interrupted: true, filtered: true }),
    ],
    clauses,
    [],
  )
  expect(merged.run).toMatchObject({
    stopped: 'it died',
    advice: 'Start it.',
    interrupted: true,
    filtered: true,
    whole: false,
  })
})

test('warnings are said once, and what the filters left out stays left out', () => {
  const one = resultOf(
    [check('one', [{}])],
    { shard: { index: 1, of: 2 } },
    { selected: ['a'], warnings: ['w'] },
  )
  const two = resultOf(
    [check('two', [{}])],
    { shard: { index: 2, of: 2 } },
    { selected: ['a'], warnings: ['w', 'v'] },
  )
  const merged = mergeResults([one, two], clauses, [{ clause: 'a', verdict: 'fail', reason: 'was wrong' }])
  expect(merged.warnings).toEqual(['w', 'v'])
  expect(merged.clauses[1]).toMatchObject({ verdict: 'not-run', why: 'the filters leave it out' })
  expect(merged.baselineProblems).toEqual([{ clause: 'a', problem: 'it passes now: take the entry out' }])
})

test.each([
  [[], 'there is nothing to merge'],
  [
    [shard(1, 2), shard(2, 2, { baseUrl: 'https://other.example.com' })],
    'the results are of two targets: https://id.example.com and https://other.example.com',
  ],
  [[shard(1, 2), shard(2, 2, { registry: 'r2' })], 'the results measured by different registries of clauses'],
  [[shard(1, 2), shard(2, 2, {}, 'check 1')], "two of the results hold the check 'toy: check 1'"],
])('results that do not belong together are refused', (results, message) => {
  expect(() => mergeResults(results, clauses, [])).toThrow(message)
})

test('the most important of several verdicts counts', () => {
  expect(verdictOrder).toEqual([
    'fail',
    'error',
    'inconclusive',
    'blocked',
    'pass',
    'observed',
    'not-applicable',
    'not-run',
  ])
  expect(worst(['pass', 'blocked', 'not-run'])).toBe('blocked')
  expect(worst([])).toBe('not-run')
})

test.each<[string, Partial<ClauseOutcome>[], Partial<RunRecord>, string, number]>([
  ['all pass', [{}, { clause: 'b' }, { clause: 'c' }], {}, 'Conforms', 0],
  ['one is blocked', [{}, { clause: 'b', verdict: 'blocked' }], {}, 'Conforms as far as shown', 3],
  ['one is inconclusive', [{}, { clause: 'b', verdict: 'inconclusive' }], {}, 'Conforms as far as shown', 3],
  [
    'tolerated',
    [{}, { clause: 'b', verdict: 'blocked' }],
    { tolerateIncomplete: true },
    'Conforms as far as shown',
    0,
  ],
  ['one does not apply', [{}, { clause: 'b', verdict: 'not-applicable' }], {}, 'Conforms as far as shown', 0],
  ['one fails', [{}, { clause: 'b', verdict: 'fail' }], {}, 'Does not conform', 1],
  ['it fails, then stops', [{ verdict: 'fail' }], { stopped: 'it died' }, 'Does not conform', 1],
  ['the suite is at fault', [{}, { clause: 'b', verdict: 'error' }], {}, 'Conforms as far as shown', 4],
  ['it stops', [{}], { stopped: 'it died' }, 'No verdict', 6],
  ['it is interrupted', [{}], { interrupted: true }, 'No verdict', 130],
  [
    'records are left',
    [{}],
    { leftovers: [{ kind: 'user', name: 'x', why: 'y' }] },
    'Conforms as far as shown',
    5,
  ],
  ['nothing was shown', [{ verdict: 'not-applicable' }], { tolerateIncomplete: true }, 'No verdict', 3],
])('where %s, the sentence and the exit code say so', (_name, outcomes, facts, sentence, exitCode) => {
  const result = resultOf([check('x', outcomes)], facts)
  expect([result.sentence, result.exitCode]).toEqual([sentence, exitCode])
})

test('known failures do not count as unexpected, and what they block is accepted where the baseline says so', () => {
  const known = resultOf(
    [check('x', [{ verdict: 'fail' }, { clause: 'b' }, { clause: 'c' }])],
    {},
    {
      baseline: [{ clause: 'a', reason: 'agreed' }],
    },
  )
  expect(known).toMatchObject({ sentence: 'Does not conform', exitCode: 0, unexpected: 0, known: 1 })
  expect(known.counts).toMatchObject({ fail: 1, pass: 2, blocked: 0 })
})

test('a clause says what its checks said, each for itself', () => {
  const result = resultOf([
    check('one', [{ verdict: 'pass' }, { clause: 'b', verdict: 'blocked', why: 'w', owner: 'a', hint: 'h' }]),
    check('two', [
      { verdict: 'blocked', why: 'why not', hint: 'Do it.' },
      { clause: 'b', verdict: 'not-run' },
    ]),
    check('three', [
      { clause: 'c' },
      { clause: 'c', verdict: 'not-applicable', why: 'has none' },
      { clause: 'c', verdict: 'not-run' },
    ]),
  ])
  expect(result.clauses[0]).toMatchObject({ verdict: 'blocked', why: 'why not', hint: 'Do it.', partly: [] })
  expect(result.clauses[0]?.fingerprint).toMatch(/^[0-9a-f]{12}$/)
  expect(result.clauses[0]?.checks).toEqual([
    { key: 'toy: one', verdict: 'pass' },
    { key: 'toy: two', verdict: 'blocked' },
  ])
  expect(result.clauses[1]).toMatchObject({ verdict: 'blocked', why: 'w', owner: 'a', hint: 'h' })
  expect(result.clauses[2]).toMatchObject({ verdict: 'pass', partly: ['has none', 'not-run'] })
  expect(result.clauses[2]).not.toHaveProperty('fingerprint')
  expect(result.clauses[2]).not.toHaveProperty('why')
})

test('the digest of a registry changes with the texts of its clauses', () => {
  const digest = registryDigest(clauses)
  expect(digest).toMatch(/^[0-9a-f]{16}$/)
  for (const change of [{ id: 'd' }, { statement: 'else' }, { level: 'open' as const }, { excluded: 'x' }])
    expect(registryDigest([{ ...clause('a'), ...change }, clause('b'), clause('c')])).not.toBe(digest)
  expect(registryDigest(clauses.toReversed())).not.toBe(digest)
})
