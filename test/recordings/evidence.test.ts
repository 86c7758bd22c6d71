/** The counts of recordings that docs/reference/interpretations.md shows. */
import { expect, test } from 'vitest'
import recorded from '../../generated/recorded-evidence.json' with { type: 'json' }
import { interpretations } from '../../src/contract/interpretations/index.ts'
import { interpretationsOn } from '../../src/exchange/alternatives.ts'

test('the evidence names known interpretations, and counts no more calls than were compared', () => {
  const ids = new Set(interpretations.map(({ id }) => id))
  for (const { compared, evidence } of Object.values(recorded)) {
    for (const { interpretation, calls, otherwise } of evidence) {
      expect(ids).toContain(interpretation)
      expect(calls, interpretation).toBeLessThanOrEqual(compared)
      expect(otherwise, interpretation).toBeLessThanOrEqual(calls)
    }
  }
})

test('each other answer of a service explains a difference, or is a reply that pacts are tried with', () => {
  const all = interpretations.flatMap(({ id, alternatives = [] }) =>
    alternatives.map((each) => ({ id, ...each })),
  )
  expect(all.length).toBeGreaterThan(30)
  for (const { id, verdict, says, reply } of all) {
    expect([verdict === undefined, says === undefined], id).toEqual([
      says === undefined,
      verdict === undefined,
    ])
    expect(says ?? reply?.what, id).toBeDefined()
  }
})

test('compare names a known interpretation for each subject of a reply', () => {
  const ids = new Set(interpretations.map(({ id }) => id))
  for (const subject of [
    'users',
    'groups in lists',
    'rules',
    'errors of getUser',
    'successes of getUser',
    'listUsers',
  ])
    expect(ids, subject).toContain(interpretationsOn(subject)[0])
})
