import { expect, expectTypeOf, test } from 'vitest'
import {
  type RequirementResult,
  type ConformanceResult,
  type ConformOptions,
  conform,
  UsageError,
} from '../../conformance/index.ts'
import type { Verdict } from '../../conformance/engine/judge/verdict.ts'
import { createOrg } from '../../src/index.ts'
import { expectGolden } from '../support/golden-cases.ts'

test('a program gets a verdict for each requirement it asks about', async () => {
  const { baseUrl, apiToken: token, fetch } = createOrg()
  const seen: string[] = []
  const result = await conform({
    baseUrl,
    token,
    fetch,
    ledger: false,
    only: ['users.suspend.not-active'],
    features: { 'early-access': 'no' },
    environment: process.env,
    signal: new AbortController().signal,
    onProgress: ({ check, done, total }) => seen.push(`${done}/${total} ${check}`),
  })
  expectTypeOf(result).toEqualTypeOf<ConformanceResult>()
  expectTypeOf(result.sentence).toEqualTypeOf<
    'Conforms' | 'Conforms as far as shown' | 'Does not conform' | 'No verdict'
  >()
  expectTypeOf(result.exitCode).toEqualTypeOf<0 | 1 | 3 | 4 | 5 | 6 | 130>()
  expectTypeOf(result.counts).toEqualTypeOf<Readonly<Record<Verdict, number>>>()
  expectTypeOf(result.requirements).toEqualTypeOf<readonly RequirementResult[]>()

  const requirement = result.requirements.find(({ id }) => id === 'users.suspend.not-active')
  expect(requirement).toMatchObject({
    area: 'lifecycle',
    document: 3,
    level: 'must',
    graded: true,
    verdict: 'pass',
  })
  expect(result.counts).toMatchObject({ pass: 1, fail: 0, error: 0, blocked: 0 })
  expect(result.run).toMatchObject({ baseUrl, filtered: true, whole: false, orphans: [] })
  expect(seen.at(-1)).toMatch(new RegExp(`^${seen.length}/${seen.length} \\w`))
})

test('a target that accepts wrong input does not conform, and the result says where', async () => {
  const { baseUrl, apiToken: token, fetch } = createOrg()
  const result = await conform({
    baseUrl,
    token,
    ledger: false,
    only: ['users.suspend.not-active'],
    lag: 200,
    fetch: (request) => (request.url.endsWith('/suspend') ? Response.json({}) : fetch(request)),
  })
  expect(result).toMatchObject({ sentence: 'Does not conform', exitCode: 1, unexpected: 2 })
  // The suspension that checks rest on was accepted and not carried out: that comes first, selected or not.
  expect(result.failures?.map(({ requirement }) => requirement)).toEqual([
    'users.suspend.active',
    'users.suspend.not-active',
  ])
  const requirement = result.requirements.find(({ id }) => id === 'users.suspend.not-active')
  expect(requirement?.fingerprint).toMatch(/^\w+$/)
  const culprit = result.checks.find(({ key }) => requirement?.checks.some((each) => each.key === key))
  expect(culprit?.exchanges.some(({ path }) => path.endsWith('/suspend'))).toBe(true)
})

test('options that cannot be are refused by name', async () => {
  await expectGolden(new URL('wrong-options.txt', import.meta.url), async (line) => {
    const refusal = conform(line === 'undefined' ? undefined! : (JSON.parse(line) as ConformOptions))
    const error = await refusal.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  })
})
