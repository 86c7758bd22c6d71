/**
 * Measures for `conform --quick` which check catches which deviant, and how many requests a check takes, and writes
 * `conformance/engine/quick-table.ts`.
 *
 *   npm run quick-table
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { catalogue } from '../conformance/deviants/catalogue.ts'
import { judging, runAltered } from '../conformance/deviants/selftest.ts'
import type { CheckResult } from '../conformance/engine/check-result.ts'
import { loadChecks } from '../conformance/engine/load-checks.ts'
import type { QuickTable } from '../conformance/engine/quick.ts'
import { createConformTarget } from '../src/server/conform-target.ts'

const file = join(resolve(import.meta.dirname, '..'), 'conformance', 'engine', 'quick-table.ts')
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
const caught = new Map<string, number[]>()
let done = 0
const queue = catalogue.entries()
const work = async (): Promise<void> => {
  for (const [number, deviant] of queue) {
    const outcome = await runAltered(options, judging(checks, new Set(deviant.breaks)), deviant)
    for (const { key, outcomes } of outcome.checks)
      if (
        outcomes.some(
          ({ clause, verdict }) => verdict === 'fail' && (deviant.breaks as string[]).includes(clause),
        )
      )
        caught.set(key, [...(caught.get(key) ?? []), number])
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
const rows = Object.entries(table.checks).map(
  ([key, row]) => `${JSON.stringify(key)}: ${JSON.stringify(row)},`,
)
writeFileSync(
  file,
  `import type { QuickTable } from './quick.ts'

/** Made by \`npm run quick-table\`; do not edit. */
export const quickTable: QuickTable = {
  deviants: ${table.deviants},
  checks: {
${rows.join('\n')}
  },
}
`,
)
spawnSync('npx', ['oxfmt', file], { stdio: 'inherit' })

/** What a check sends, and what removes its records again. */
function requestsOf({ exchanges, exchanged }: CheckResult): number {
  const made = exchanges.filter(({ method, status }) => method === 'POST' && status >= 200 && status < 300)
  return made.reduce((sum, { path }) => sum + (removal.get(path.split('?')[0] ?? '') ?? 0), exchanged)
}
