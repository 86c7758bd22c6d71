/** Conforming variants, several at once; `npm run selftest` tries each separately, in another lane in CI. */
import { expect, test } from 'vitest'
import { composition, tryVariants } from '../../../conformance/proof/variants/try-variants.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'
import { isThorough } from '../../support/runs.ts'

/** `COMPOSITIONS=200` tries as many; `FIRST=41` begins with the forty-first. */
const { COMPOSITIONS: count = isThorough ? '3' : '1', FIRST: first = '1' } = process.env
const seeds = Array.from({ length: Number(count) }, (_, at) => Number(first) + at)

const compositions = seeds.map((seed) => ({ ...composition(seed), seed }))

test.each(compositions)('$id fails nothing: $summary', { timeout: 900_000 }, async ({ seed, ...variant }) => {
  const [result] = await tryVariants({ createTarget: createConformTarget, variants: [variant], seed })
  expect(result?.failed).toEqual([])
})
