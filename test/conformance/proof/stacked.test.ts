import { expect, test } from 'vitest'
import { judgedBy } from '../../../conformance/engine/judge/assemble.ts'
import { failuresOf } from '../../../conformance/engine/judge/blame.ts'
import { loadChecks } from '../../../conformance/engine/plan/load-checks.ts'
import { seeded } from '../../../conformance/engine/supply/random.ts'
import { all } from '../../../conformance/proof/alter/flow.ts'
import { blameTable } from '../../../conformance/proof/blame/blame-table.ts'
import { catalogue } from '../../../conformance/proof/deviants/catalogue.ts'
import { runAltered } from '../../../conformance/proof/selftest/selftest.ts'
import { clauses } from '../../../conformance/registry/clauses.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'

/** `STACKED=40` tries as many; `FIRST=41` begins with the forty-first. */
const { STACKED: count = '3', FIRST: first = '1' } = process.env
const broken = catalogue.filter(({ target }) => target === undefined)

const stacks = Array.from({ length: Number(count) }, (_, at) => {
  const random = seeded((Number(first) + at) * 7919)
  const chosen = new Set<(typeof broken)[number]>()
  const many = random() < 0.5 ? 2 : 3
  while (chosen.size < many) chosen.add(broken[Math.floor(random() * broken.length)]!)
  return { ids: [...chosen].map(({ id }) => id).join(' and '), chosen: [...chosen] }
})

test.each(stacks)('names each of several defects: $ids', { timeout: 900_000 }, async ({ chosen }) => {
  const { checks } = await runAltered(
    { createTarget: createConformTarget },
    await loadChecks(),
    { alter: all(...chosen.map(({ alter }) => alter)) },
    { concurrency: 8, cleanUp: true },
  )
  const results = judgedBy(checks, clauses)
  const named = new Set(failuresOf(results, checks, clauses).map(({ clause }) => clause))
  const failed = new Set(results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id))
  // One defect may keep another from showing: then there is nothing to name.
  const shown = chosen.filter(({ breaks }) => breaks.some((clause) => failed.has(clause)))
  const missed = shown.filter(
    ({ id, breaks }) => ![...breaks, blameTable.misses[id] ?? ''].some((clause) => named.has(clause)),
  )
  expect(missed.map(({ id }) => id)).toEqual([])
})
