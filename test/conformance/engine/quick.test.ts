import { expect, test } from 'vitest'
import { emptyProfile } from '../../../conformance/engine/plan/target-profile.ts'
import { quickChoice } from '../../../conformance/engine/plan/selection.ts'
import { checkOf, requirement } from './suite-of.ts'

const nothing = async (): Promise<void> => {}
const supplies = { allowed: new Set<never>(), features: {}, profile: emptyProfile, adapter: undefined }
const requirements = new Map(
  [
    requirement('cheap'),
    requirement('dear'),
    requirement('open', { level: 'open' }),
    requirement('early', { needs: ['early-access'] }),
    requirement('apps', { needs: ['application'] }),
  ].map((each) => [each.id, each]),
)
const checks = [
  checkOf('dear', { judges: ['dear'] }, nothing),
  checkOf('cheap', { judges: ['cheap', 'open', 'early', 'apps'], quick: true }, nothing),
  checkOf('only open', { judges: ['open'], quick: true }, nothing),
  checkOf('early', { judges: ['early'], quick: true }, nothing),
  checkOf('apps', { judges: ['cheap'], needs: ['application'], quick: true }, nothing),
]

test('a quick run takes the checks that are declared as quick and can show something', () => {
  const { checks: taken, requirements: shown } = quickChoice(checks, requirements, supplies)
  expect(taken.map(({ title }) => title)).toEqual(['cheap'])
  expect(shown).toEqual(['cheap'])
})

test('it takes in what the target is said to have', () => {
  const features = { 'early-access': { state: 'yes', evidence: '' } } as const
  const profile = { features: {}, things: { application: { userId: 'u1' } } }
  const { checks: taken } = quickChoice(checks, requirements, { ...supplies, features, profile })
  expect(taken.map(({ title }) => title)).toEqual(['cheap', 'early', 'apps'])
})
