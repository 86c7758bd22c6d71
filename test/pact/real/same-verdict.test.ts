import { expect, test } from 'vitest'
import { checkPacts, verifyPacts } from '../../../src/pact.ts'
import { randomPact } from '../random-pacts.ts'
import { writePact } from '../sample.ts'

const runs = 200
const seed = 20_260_101

test.each([2, 3, 4] as const)('check and verify agree on rules of version %s', async (version) => {
  const pacts = [await writePact(randomPact(version, runs, seed))]
  const [checked, verified] = [await checkPacts({ pacts }), await verifyPacts({ pacts })]
  const verdicts = verified.interactions.map(({ verdict }) => verdict)
  expect(checked.interactions.map(({ verdict }) => verdict)).toEqual(verdicts)
  expect(new Set(verdicts)).toEqual(new Set(['match', 'mismatch', 'unspecified']))
})
