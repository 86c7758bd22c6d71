import { expect, test } from 'vitest'
import { emptyProfile } from '../../../conformance/engine/plan/target-profile.ts'
import { loadChecks } from '../../../conformance/engine/plan/load-checks.ts'
import { quickChoice } from '../../../conformance/engine/plan/quick.ts'
import type { QuickTable } from '../../../conformance/engine/plan/quick.ts'
import measured from '../../../generated/quick-table.json' with { type: 'json' }
import { checkOf, clause } from './suite-of.ts'

const nothing = async (): Promise<void> => {}
const supplies = { allowed: new Set<never>(), features: {}, profile: emptyProfile, adapter: undefined }
const clauses = new Map(
  [
    clause('cheap'),
    clause('dear'),
    clause('alike'),
    clause('open', { level: 'open' }),
    clause('early', { needs: ['early-access'] }),
    clause('apps', { needs: ['application'] }),
  ].map((each) => [each.id, each]),
)
const checks = [
  checkOf('dear', { judges: ['dear'] }, nothing),
  checkOf('cheap', { judges: ['cheap', 'open', 'early', 'apps'] }, nothing),
  checkOf('alike', { judges: ['alike'] }, nothing),
  checkOf('only open', { judges: ['open'] }, nothing),
  checkOf('early', { judges: ['early'] }, nothing),
  checkOf('apps', { judges: ['cheap'], needs: ['application'] }, nothing),
]
const table = {
  deviants: 10,
  checks: {
    'toy: dear': { requests: 30, catches: [0, 1, 2, 3, 4, 5] },
    'toy: cheap': { requests: 4, catches: [0, 1] },
    'toy: alike': { requests: 5, catches: [0, 1] },
    'toy: only open': { requests: 1, catches: [6] },
    'toy: early': { requests: 1, catches: [7] },
    'toy: apps': { requests: 1, catches: [8] },
  },
}

test('a quick run takes what finds most for each request, and nothing that finds only what was found', () => {
  const {
    checks: taken,
    clauses: shown,
    catches,
    deviants,
  } = quickChoice(checks, table, clauses, supplies, 100)
  expect(taken.map(({ title }) => title)).toEqual(['dear', 'cheap'])
  expect(shown).toEqual(['dear', 'cheap'])
  expect([catches, deviants]).toEqual([6, 10])
})

test.each([
  [34, ['dear', 'cheap'], 6],
  [33, ['cheap'], 2],
  [3, [], 0],
])('with %i requests it takes %j', (requests, titles, catches) => {
  const choice = quickChoice(checks, table, clauses, supplies, requests)
  expect(choice.checks.map(({ title }) => title)).toEqual(titles)
  expect(choice.catches).toBe(catches)
})

test('it takes in what the target is said to have', () => {
  const features = { 'early-access': { state: 'yes', evidence: '' } } as const
  const profile = { features: {}, things: { application: { userId: 'u1' } } }
  const { checks: taken } = quickChoice(checks, table, clauses, { ...supplies, features, profile }, 100)
  expect(taken.map(({ title }) => title)).toEqual(['dear', 'cheap', 'early', 'apps'])
})

const quickTable: QuickTable = measured

test('the table knows the checks of the suite', async () => {
  const keys = (await loadChecks()).map(({ file, title }) => `${file}: ${title}`)
  const unknown = keys.filter((key) => quickTable.checks[key] === undefined)
  // Quick runs leave out checks that are newer than the table: `npm run quick-table` makes it again.
  expect(unknown.length).toBeLessThan(keys.length / 10)
  expect(quickTable.deviants).toBeGreaterThan(2000)
})
