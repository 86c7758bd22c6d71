/** The result of a run: its sentence, its exit code, its baseline, and the result of several shards. */
import { expect, test } from 'vitest'
import { registryDigest } from '../../../conformance/engine/judge/assemble.ts'
import { baselineFor, parseBaseline } from '../../../conformance/engine/judge/baseline.ts'
import { mergeResults } from '../../../conformance/engine/judge/merge.ts'
import type { ConformanceResult } from '../../../conformance/engine/judge/result.ts'
import type { Verdict } from '../../../conformance/engine/judge/verdict.ts'
import type { CheckContext, CheckDefinition } from '../../../conformance/engine/run/check.ts'
import { Inconclusive, NotAllowed, NotApplicable } from '../../../conformance/engine/run/interruption.ts'
import type { ConformOptions } from '../../../conformance/engine/plan/conform-options.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { mockRun } from './mock-run.ts'
import { checkOf, requirement } from './suite-of.ts'

type Ending = Exclude<Verdict, 'observed'>

const endings: Record<Ending, (context: CheckContext<string>, id: string, got: unknown) => void> = {
  pass: ({ judge }, id) => judge(id).pass(),
  fail: ({ judge }, id, got) => void judge(id).equal(got, 'right'),
  error: () => {
    throw new Error('boom')
  },
  blocked: ({ assume }) => assume('z', false, 'it is so'),
  inconclusive: () => {
    throw new Inconclusive('too slow')
  },
  'not-applicable': () => {
    throw new NotApplicable('has none')
  },
  'not-run': () => {
    throw new NotAllowed('mail', 'sends mail')
  },
}

const checkThat = (
  id: string,
  verdict: Ending,
  { got = 'wrong', title = id }: { got?: unknown; title?: string } = {},
): CheckDefinition => checkOf(title, { judges: [id] }, async (context) => endings[verdict](context, id, got))

/** The result of a run in which each requirement came out so, in one check or in several. */
async function resultOf(
  verdicts: Readonly<Record<string, Ending | readonly Ending[]>>,
  {
    got,
    baseline,
    ...options
  }: Partial<Omit<ConformOptions, 'baseline'>> & { got?: unknown; baseline?: object[] } = {},
): Promise<ConformanceResult> {
  const checks = Object.entries(verdicts).flatMap(([id, list]) =>
    [list].flat().map((verdict, at) => checkThat(id, verdict, { got, title: `${id}${at}` })),
  )
  const known = baseline === undefined ? {} : { baseline: parseBaseline(baseline) }
  return (await mockRun(checks, { ...known, ...options })).result
}

test.each<[Record<string, Ending | Ending[]>, string, number, object?]>([
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
  [{ a: ['pass', 'not-run'] }, 'Conforms as far as shown', 0],
  [{ a: 'pass', b: 'blocked' }, 'Conforms as far as shown', 0, { tolerateIncomplete: true }],
  [{ a: 'blocked' }, 'No verdict', 3, { tolerateIncomplete: true }],
  [{ a: 'fail', b: 'blocked' }, 'Does not conform', 1, { tolerateIncomplete: true }],
  [{ a: 'error', b: 'blocked' }, 'No verdict', 4, { tolerateIncomplete: true }],
])('%j reads: %s, exit %i', async (verdicts, sentence, exitCode, options = {}) => {
  expect(await resultOf(verdicts, options)).toMatchObject({ sentence, exitCode })
})

test.each<[Ending[], Verdict]>([
  [['pass', 'fail', 'error'], 'fail'],
  [['pass', 'error', 'inconclusive'], 'error'],
  [['pass', 'inconclusive', 'blocked'], 'inconclusive'],
  [['pass', 'blocked'], 'blocked'],
  [['pass', 'not-applicable'], 'pass'],
  [['not-applicable', 'not-run'], 'not-applicable'],
])('a requirement that is %j in several checks is %s', async (verdicts, worst) => {
  const { requirements } = await resultOf({ a: verdicts })
  expect(requirements[0]?.verdict).toBe(worst)
  expect(requirements[0]?.checks.map(({ verdict }) => verdict)).toEqual(verdicts)
  expect(requirements[0]?.fingerprint !== undefined).toBe(['fail', 'inconclusive', 'blocked'].includes(worst))
  const isPartly = worst === 'pass'
  expect(requirements[0]?.partly).toEqual(isPartly ? ['has none'] : [])
})

const print = async (got: unknown) => (await resultOf({ b: 'fail' }, { got })).requirements[0]?.fingerprint
const agreed = (more: object = {}) => [{ requirement: 'b', reason: 'agreed', ...more }]

test.each<[string, Record<string, Ending>, object[], number, string | undefined]>([
  ['a known failure', { b: 'fail' }, agreed(), 0, 'known'],
  [
    'a failure of another requirement',
    { b: 'fail' },
    [{ requirement: 'a', verdict: 'blocked', reason: 'x' }],
    1,
    undefined,
  ],
  ['a failure in another way', { b: 'fail' }, agreed({ fingerprint: '000000000000' }), 1, 'changed'],
  ['a failure known for a while', { b: 'fail' }, agreed({ expires: '2999-01-01' }), 0, 'known'],
  ['a failure known for too long', { b: 'fail' }, agreed({ expires: '2000-01-01' }), 1, 'expired'],
  ['a requirement that passes', { b: 'pass' }, agreed(), 1, 'stale'],
  ['a requirement that was not run', { b: 'not-run' }, agreed(), 0, undefined],
  ['a blocked requirement known to fail', { b: 'blocked' }, agreed(), 3, undefined],
  ['a blocked requirement known as that', { b: 'blocked' }, agreed({ verdict: 'blocked' }), 0, 'known'],
  ['a failure known as blocked', { b: 'fail' }, agreed({ verdict: 'blocked' }), 1, 'changed'],
  [
    'a slow requirement known as that',
    { b: 'inconclusive' },
    agreed({ verdict: 'inconclusive' }),
    0,
    'known',
  ],
])('in the baseline, %s', async (_, verdicts, baseline, exitCode, state) => {
  const result = await resultOf({ a: 'pass', ...verdicts }, { baseline })
  expect(result.exitCode).toBe(exitCode)
  expect(result.requirements[1]?.baseline?.state).toBe(state)
  expect(result.known).toBe(state === 'known' ? 1 : 0)
})

test('the baseline problems name entries that are out of date, or of no requirement', async () => {
  const baseline = [
    { requirement: 'a', reason: 'agreed' },
    { requirement: 'zz', reason: 'agreed' },
  ]
  expect(await resultOf({ a: 'pass' }, { baseline })).toMatchObject({
    exitCode: 1,
    baselineProblems: [
      { requirement: 'a', problem: 'it passes now: remove the entry' },
      { requirement: 'zz', problem: expect.any(String) },
    ],
  })
})

test('a fingerprint keeps what differs between deployments, not what differs between runs', async () => {
  expect(await print('cf-abc123-1@example.com')).toBe(await print('cf-xyz789-44@example.com'))
  expect(await print('00u1ab2cd3ef4gh5ij6')).toBe(await print('00u9zz8yy7xx6ww5vv4'))
  expect(await print('ACTIVE')).not.toBe(await print('STAGED'))
  expect(await print(400)).not.toBe(await print(403))
  const fingerprint = await print('wrong')
  expect((await resultOf({ b: 'fail' }, { baseline: agreed({ fingerprint }) })).exitCode).toBe(0)
  expect((await resultOf({ b: 'fail' }, { baseline: agreed({ fingerprint }), got: 404 })).exitCode).toBe(1)
})

test('a baseline is read, or refused with the entry that is wrong', async () => {
  await expectGolden(new URL('baselines.txt', import.meta.url), (line) => {
    try {
      return `is read: ${JSON.stringify(parseBaseline(JSON.parse(line)))}`
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(parseBaseline(undefined)).toEqual([])
})

test('a written baseline keeps reasons, and leaves new ones to be filled in', async () => {
  const { requirements } = await resultOf({ a: 'fail', b: 'fail', c: 'pass' })
  const before = parseBaseline([
    { requirement: 'a', reason: 'agreed', issue: 'X-1' },
    { requirement: 'c', reason: 'old' },
  ])
  const written = baselineFor(requirements, before)
  expect(written).toMatchObject([
    { requirement: 'a', reason: 'agreed', issue: 'X-1' },
    { requirement: 'b', reason: 'TODO' },
  ])
  expect(() => parseBaseline(written)).toThrow('TODO')
})

const three = ['users.one', 'users.two', 'groups.one'].map((id) =>
  id === 'groups.one'
    ? requirement(id, { area: 'groups', level: 'default', aliases: ['groups.made'] })
    : requirement(id),
)
const thirds = three.map(({ id }) =>
  checkOf(id, { judges: [id] }, async ({ given, judge }) => {
    await given.user({ activate: false })
    judge(id).pass()
  }),
)
const part = async (options: Partial<ConformOptions>, checks = thirds) =>
  (await mockRun(checks, { requirements: three, concurrency: 1, ...options })).result

test.each<[Partial<ConformOptions>, readonly string[], boolean]>([
  [{ only: ['users.one'] }, ['users.one'], true],
  [{ only: ['users.*'] }, ['users.one', 'users.two'], true],
  [{ only: ['*.one', 'groups'] }, ['users.one', 'groups.one'], true],
  [{ only: ['groups'] }, ['groups.one'], true],
  [{ only: ['groups.made'] }, ['groups.one'], true],
  [{ only: ['*'] }, ['users.one', 'users.two', 'groups.one'], true],
  [{ level: ['default'] }, ['groups.one'], true],
  [{ level: ['must', 'default'] }, ['users.one', 'users.two', 'groups.one'], false],
  [{ level: [] }, ['users.one', 'users.two', 'groups.one'], false],
  [{ shard: { index: 2, of: 2 } }, ['users.two'], false],
])('%j judges %j', async (options, ids, filtered) => {
  const { requirements, run } = await part(options)
  const of = (verdict: Verdict) => requirements.filter((each) => each.verdict === verdict)
  expect(of('pass').map(({ id }) => id)).toEqual(ids)
  expect(run.filtered).toBe(filtered)
  const why = options.shard ? 'another shard holds its checks' : 'the filters leave it out'
  for (const each of of('not-run')) expect(each.why).toBe(why)
})

test.each(['user.one', 'usersXone', 'nothing.*'])(
  '--only %s, which fits nothing, is a mistake',
  async (only) => {
    await expect(part({ only: [only] })).rejects.toThrow(`--only ${only}: no requirement or area matches`)
  },
)

test('a seed orders the checks, and shards share them out, the same way each time', async () => {
  const ten = Array.from({ length: 10 }, (_, at) =>
    checkOf(`${at}`, { judges: ['users.one'] }, async () => {}),
  )
  const order = async (options: Partial<ConformOptions>) =>
    (await part(options, ten)).checks.map(({ title }) => title)
  const shuffled = await order({ shuffle: true, seed: 1 })
  expect(await order({ shuffle: true, seed: 1 })).toEqual(shuffled)
  expect(await order({ shuffle: true, seed: 2 })).not.toEqual(shuffled)
  expect(shuffled.toSorted()).toEqual(await order({}))
  const shards = [1, 2, 3].map((index) => order({ shard: { index, of: 3 } }))
  expect((await Promise.all(shards)).flat().toSorted()).toEqual(await order({}))
})

const shard = (index: number, of = 2, options: Partial<ConformOptions> = {}, checks = thirds) =>
  part({ shard: { index, of }, ...options }, checks)

test('shards make a whole run when all are there', async () => {
  const [one, two] = [await shard(1), await shard(2)]
  const merged = mergeResults([one, two], three, [])
  expect(merged).toMatchObject({ sentence: 'Conforms', warnings: [], counts: { pass: 3 } })
  expect(merged.run).toMatchObject({
    id: `${one.run.id}+${two.run.id}`,
    startedAt: [one, two].map(({ run }) => run.startedAt).toSorted()[0],
    milliseconds: Math.max(one.run.milliseconds, two.run.milliseconds),
    requests: one.run.requests + two.run.requests,
    created: { user: 2 },
    whole: true,
  })
  expect(merged.run).not.toHaveProperty('shard')
  const facts = {
    rateLimited: { times: 1, milliseconds: 100 },
    orphans: [{ kind: 'user', name: 'x', why: 'y' }],
  }
  const other = mergeResults([one, { ...two, run: { ...two.run, ...facts } as never }], three, [])
  expect(other.run).toMatchObject(facts)
  expect(other.exitCode).toBe(5)
})

test('a missing shard, a part that ended early, and filters count for the whole', async () => {
  const [one, three3] = [await shard(1, 3), await shard(3, 3)]
  const missing = mergeResults([one, three3], three, [])
  expect(missing.run.whole).toBe(false)
  expect(missing.warnings).toEqual(['shard 2/3 is missing: its checks are not in this result'])
  expect(mergeResults([await part({})], three, []).run.whole).toBe(false)
  const ended = { stopped: 'it died', advice: 'Start it.', interrupted: true, filtered: true }
  const two = await shard(2)
  const merged = mergeResults([await shard(1), { ...two, run: { ...two.run, ...ended } }], three, [])
  expect(merged.run).toMatchObject({ ...ended, whole: false })
  const only = { only: ['users.*'] }
  const [first, second] = [await shard(1, 2, only), await shard(2, 2, only)]
  const said = [
    { ...first, warnings: ['w'] },
    { ...second, warnings: ['w', 'v'] },
  ]
  const filtered = mergeResults(said, three, [
    { requirement: 'users.one', verdict: 'fail', reason: 'was wrong' },
  ])
  expect(filtered.warnings).toEqual(['w', 'v'])
  expect(filtered.requirements[2]).toMatchObject({ verdict: 'not-run', why: 'the filters leave it out' })
  expect(filtered.baselineProblems).toEqual([
    { requirement: 'users.one', problem: 'it passes now: remove the entry' },
  ])
})

test('results that do not belong together are refused', async () => {
  const [one, two] = [await shard(1), await shard(2)]
  const changed = (run: object): ConformanceResult => ({ ...two, run: { ...two.run, ...run } })
  for (const [results, message] of [
    [[], 'there is nothing to merge'],
    [
      [one, changed({ baseUrl: 'https://other.example.com' })],
      `the results are of two targets: ${one.run.baseUrl} and https://other.example.com`,
    ],
    [[one, changed({ registry: 'r2' })], 'the results measured by different registries of requirements'],
    [[one, one], "two of the results hold the check 'toy: users.one'"],
  ] as [ConformanceResult[], string][])
    expect(() => mergeResults(results, three, [])).toThrow(message)
})

test('the digest of a registry changes with the texts of its requirements', () => {
  const digest = registryDigest(three)
  expect(digest).toMatch(/^[0-9a-f]{16}$/)
  const [first, ...rest] = three
  for (const change of [{ id: 'd' }, { statement: 'else' }, { level: 'open' as const }, { excluded: 'x' }])
    expect(registryDigest([{ ...first!, ...change }, ...rest])).not.toBe(digest)
  expect(registryDigest(three.toReversed())).not.toBe(digest)
})
