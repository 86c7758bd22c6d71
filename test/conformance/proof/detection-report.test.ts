import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../../../conformance/proof/mutants/catalogue.ts'
import { holds, renderSummary, type Proof } from '../../../conformance/proof/selftest/proof.ts'

const caught = {
  id: 'users.suspend.ok/refused',
  summary: 'refuses what it should do',
  caught: true,
  tried: true,
  catches: [{ requirement: 'users.suspend.ok', verdict: 'fail' }],
  collateral: [],
} as const

const survivor = {
  id: 'users.suspend.active/ignored',
  summary: 'does a|nothing',
  caught: false,
  tried: true,
  catches: [{ requirement: 'users.suspend.active', verdict: 'blocked', why: 'it could not be arranged' }],
  collateral: ['users.get.ok'],
} as const

const proof: Proof = {
  mutants: { mutants: [caught, survivor], unaltered: {}, orphans: [], milliseconds: 99 },
  emptyServers: [{ id: 'empty', summary: 'answers 200 {}', passed: [] }],
  variants: [{ id: 'ids', summary: 'has other ids', failed: [], unshown: [] }],
  gaps: { withoutCheck: [], withoutMutant: ['users.delete.no-content'] },
}

test('the summary counts by area, and names survivors and gaps', () => {
  const page = renderSummary(proof)
  expect(page).toContain('**The suite catches 1 of 2 broken servers.**')
  expect(page).toMatch(/\| lifecycle \| \d+ \| 2 \| 2 \| 1 \|/)
  expect(page).toContain(
    '- `users.suspend.active/ignored` (does a|nothing): `users.suspend.active` was blocked: it could not be arranged',
  )
  expect(page).toContain('- `users.delete.no-content`')
})

test('the summary says the same of another run that came to the same', () => {
  const slower: Proof = { ...proof, mutants: { ...proof.mutants, milliseconds: 1234 } }
  expect(renderSummary(slower)).toBe(renderSummary(proof))
})

test('the summary in the repository is of the catalogue as it is', () => {
  const page = readFileSync('docs/contributing/detection-report.md', 'utf8')
  const caught = catalogue.map((each) => ({
    ...each,
    caught: true,
    tried: true,
    catches: each.breaks.map((requirement) => ({ requirement, verdict: 'fail' as const })),
    collateral: [],
  }))
  const whole = renderSummary({ ...proof, mutants: { ...proof.mutants, mutants: caught } })
  const rows = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('| '))
  expect(rows(page)).toEqual(rows(whole))
})

test('a proof holds when all is caught, no empty server passes and nothing that conforms fails', () => {
  const whole: Proof = { ...proof, mutants: { ...proof.mutants, mutants: [caught] } }
  expect(holds(whole)).toBe(true)
  expect(holds(proof)).toBe(false)
  expect(holds({ ...whole, emptyServers: [{ id: '', summary: '', passed: ['users.get.ok'] }] })).toBe(false)
  const failed = [{ requirement: 'users.get.ok', check: 'a check', why: 'so' }]
  expect(holds({ ...whole, variants: [{ id: '', summary: '', failed, unshown: [] }] })).toBe(false)
})
