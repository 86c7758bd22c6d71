import { expect, test } from 'vitest'
import { conform } from '../../conformance/index.ts'
import { terminalSummary } from '../../conformance/report/terminal.ts'
import { createConformTarget } from '../../src/server/conform-target.ts'

test('a quick run sends 600 requests at most, shows a third of the suite, and says that it was quick', async () => {
  const { baseUrl, token, fetch } = await createConformTarget()
  const result = await conform({ baseUrl, token, fetch: fetch!, quick: true, explore: false, ledger: false })
  const { run, counts, sentence, exitCode } = result
  expect(run.requests).toBeLessThanOrEqual(600)
  expect(counts.pass).toBeGreaterThan(300)
  expect([counts.fail, counts.blocked, counts.error]).toEqual([0, 0, 0])
  expect([sentence, exitCode, run.whole]).toEqual(['Conforms as far as shown', 0, false])
  expect(run.quick?.clauses).toBe(counts.pass)
  expect(terminalSummary(result, { colour: false, columns: 80 })).toMatch(
    /This was a quick run: \d+ of \d+ graded clauses, whose checks notice \d\d % of the broken servers .* run it again without --quick\./,
  )
})
