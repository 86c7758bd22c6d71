/** The counts of recordings that docs/reference/decisions.md shows. */
import { expect, test } from 'vitest'
import recorded from '../../generated/recorded-evidence.json' with { type: 'json' }
import { decisions } from '../../src/contract/decisions/index.ts'
import { decisionsOn } from '../../src/exchange/alternatives.ts'

test('the evidence names known interpretations, and counts no more calls than were compared', () => {
  const ids = new Set(decisions.map(({ id }) => id))
  for (const { compared, evidence } of Object.values(recorded)) {
    for (const { decision, calls, otherwise } of evidence) {
      expect(ids).toContain(decision)
      expect(calls, decision).toBeLessThanOrEqual(compared)
      expect(otherwise, decision).toBeLessThanOrEqual(calls)
    }
  }
})

test('each other answer of a service explains a difference, or is a reply that pacts are tried with', () => {
  const all = decisions.flatMap(({ id, alternatives = [] }) => alternatives.map((each) => ({ id, ...each })))
  expect(all.length).toBeGreaterThan(30)
  for (const { id, stand, says, reply } of all) {
    expect([stand === undefined, says === undefined], id).toEqual([says === undefined, stand === undefined])
    expect(says ?? reply?.what, id).toBeDefined()
  }
})

test('compare names a known interpretation for each subject of a reply', () => {
  const ids = new Set(decisions.map(({ id }) => id))
  for (const subject of [
    'users',
    'groups in lists',
    'rules',
    'errors of getUser',
    'successes of getUser',
    'listUsers',
  ])
    expect(ids, subject).toContain(decisionsOn(subject)[0])
})
