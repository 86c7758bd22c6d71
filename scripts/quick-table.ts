/**
 * Runs for each deviant every check of the clauses that it breaks, and writes two tables. `generated/quick-table.json`,
 * for `conform --quick`: which check catches which deviant, and the number of requests of a check.
 * `generated/beside.json`: which clauses fail in addition to the broken ones.
 *
 *   npm run quick-table
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { catalogue } from '../conformance/proof/deviants/catalogue.ts'
import type { Deviant } from '../conformance/proof/deviants/deviant.ts'
import { judging, runAltered, verdictsOf } from '../conformance/proof/selftest/selftest.ts'
import type { CheckResult } from '../conformance/engine/judge/check-result.ts'
import { loadChecks } from '../conformance/engine/plan/load-checks.ts'
import type { QuickTable } from '../conformance/engine/plan/quick.ts'
import type { Verdict } from '../conformance/engine/judge/verdict.ts'
import { clauses } from '../conformance/registry/clauses.ts'
import { createConformTarget } from '../src/server/conform-target.ts'
import { jsonText } from './json-text.ts'

const folder = join(resolve(import.meta.dirname, '..'), 'generated')
const options = { createTarget: createConformTarget, lag: 800 }

/** Requests that remove a record of each kind. */
const removal = new Map([
  ['/api/v1/users', 2],
  ['/api/v1/groups', 1],
  ['/api/v1/groups/rules', 2],
  ['/oauth2/v1/clients', 1],
])

const checks = await loadChecks()
const unaltered = await runAltered(options, checks, {}, { keepAllEvidence: true })
const verdictsBefore = verdictsOf(unaltered.checks)
const caught = new Map<string, number[]>()
/** The other clauses that fail, by the first clause that a deviant breaks. */
const beside = new Map<string, Set<string>>()
let done = 0
const queue = catalogue.entries()
const work = async (): Promise<void> => {
  for (const [number, deviant] of queue) {
    // One check after the other, as in `selftest`: a deviant may change the neighbour of a record of another check.
    const outcome = await runAltered(options, judging(checks, new Set(deviant.breaks)), deviant, {
      concurrency: 1,
    })
    for (const { key, outcomes } of outcome.checks)
      if (
        outcomes.some(
          ({ clause, verdict }) => verdict === 'fail' && (deviant.breaks as string[]).includes(clause),
        )
      )
        caught.set(key, [...(caught.get(key) ?? []), number])
    noteBeside(deviant, verdictsOf(outcome.checks))
    if (++done % 100 === 0) console.log(`${done} of ${catalogue.length} deviants`)
  }
}
await Promise.all(Array.from({ length: 8 }, work))

const table: QuickTable = {
  deviants: catalogue.length,
  checks: Object.fromEntries(
    unaltered.checks.map((check) => [
      check.key,
      {
        requests: requestsOf(check),
        catches: (caught.get(check.key) ?? []).toSorted((one, other) => one - other),
      },
    ]),
  ),
}
writeFileSync(join(folder, 'quick-table.json'), jsonText(table))
const inOrder = new Map(clauses.map(({ id }, at) => [id as string, at]))
const byPlace = (one: string, other: string): number => (inOrder.get(one) ?? 0) - (inOrder.get(other) ?? 0)
writeFileSync(
  join(folder, 'beside.json'),
  jsonText(
    Object.fromEntries(
      [...beside]
        .toSorted(([one], [other]) => byPlace(one, other))
        .map(([clause, others]) => [clause, [...others].toSorted(byPlace)]),
    ),
  ),
)

function noteBeside({ id, breaks }: Deviant, verdicts: Readonly<Record<string, Verdict>>): void {
  const broken = new Set<string>(breaks)
  for (const clause of breaks) if (verdicts[clause] !== 'fail') console.log(`SURVIVES ${id}: ${clause}`)
  for (const [clause, verdict] of Object.entries(verdicts)) {
    if (verdict !== 'fail' || verdictsBefore[clause] === 'fail' || broken.has(clause)) continue
    const [first = ''] = breaks
    beside.set(first, (beside.get(first) ?? new Set()).add(clause))
  }
}

/** The number of requests of a check, including those that remove its records. */
function requestsOf({ exchanges, exchanged }: CheckResult): number {
  const made = exchanges.filter(({ method, status }) => method === 'POST' && status >= 200 && status < 300)
  return made.reduce((sum, { path }) => sum + (removal.get(path.split('?')[0] ?? '') ?? 0), exchanged)
}
