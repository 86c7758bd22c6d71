import { expect, test } from 'vitest'
import { checkPacts, verifyPacts } from '../../../src/pact.ts'
import { randomPact } from '../random-pacts.ts'
import { writePact } from '../sample.ts'
import { isThorough } from '../../support/runs.ts'

const runs = isThorough ? 200 : 60
const seed = 20_260_101

test.each([2, 3, 4] as const)('check and verify agree on rules of version %s', async (version) => {
  const pacts = [await writePact(randomPact(version, runs, seed))]
  const [checked, verified] = [await checkPacts({ pacts }), await verifyPacts({ pacts })]
  const verdicts = verified.interactions.map(({ verdict }) => verdict)
  expect(checked.interactions.map(({ verdict }) => verdict)).toEqual(verdicts)
  // The third verdict is seldom.
  const met = isThorough ? ['match', 'mismatch', 'unspecified'] : ['match', 'mismatch']
  expect(new Set(verdicts)).toEqual(new Set(met))
})
