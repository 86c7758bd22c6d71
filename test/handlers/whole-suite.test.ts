/** Every requirement of `docs/reference/requirements.md` that can be graded, on the mock: the tests next to this one add to them. */
import { expect, test } from 'vitest'
import { conformFetch, notShown } from '../support/conform-faces.ts'

test('the mock conforms, shows every graded requirement whole, and keeps no record of the run', async () => {
  const result = await conformFetch({}, { seed: 1 })
  expect(notShown(result)).toEqual([])
  expect(result.counts.pass).toBeGreaterThan(1000)
  expect(result.run.orphans).toEqual([])
  expect(result.sentence).toBe('Conforms')
})
