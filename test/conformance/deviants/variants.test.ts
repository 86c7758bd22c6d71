import { expect, test } from 'vitest'
import { tryVariants, variants } from '../../../conformance/deviants/variants.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'

test.each(variants)('a server that $summary fails nothing', { timeout: 900_000 }, async (variant) => {
  const [result] = await tryVariants({ createTarget: createConformTarget, variants: [variant] })
  expect(result?.failed).toEqual([])
})
