import { expect, test } from 'vitest'
import { conform } from '../../conformance/index.ts'
import { alteredFetch } from '../../conformance/proof/alter/sender.ts'
import { cell } from '../../conformance/proof/operators/operators.ts'
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
  expect(run.quick?.requirements).toBe(counts.pass)
  expect(terminalSummary(result, { colour: false, columns: 80 })).toMatch(
    /This was a quick run: 3\d\d of 1\d{3} graded requirements\. For the whole, run it again without --quick\./,
  )
})

test.each([
  ['suspendUser', /^users\.suspend\./],
  ['deactivateUser', /^users\.deactivate\./],
  ['addUserToGroup', /^membership\.add\./],
] as const)(
  'a quick run on a server whose %s does nothing begins with that call, and the read after it',
  async (operation, about) => {
    const through = cell('memory/forgotten', operation)
    const { baseUrl, token, fetch } = await createConformTarget()
    const result = await conform({
      baseUrl,
      token,
      fetch: alteredFetch(fetch!, baseUrl, through),
      quick: true,
      explore: false,
      ledger: false,
      lag: 300,
    })
    const [first = ''] = terminalSummary(result, { colour: false, columns: 100 }).split('\n\n')
    expect(/✗ (\S+)/.exec(first)?.[1]).toMatch(about)
    expect(first).toMatch(/sent {6}(POST|PUT).*\n {2}answer {4}2.*\n {2}sent {6}GET/)
  },
)
