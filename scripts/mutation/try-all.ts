import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Found, type Plan, readJournal } from './plan.ts'
import { VitestRuns } from './vitest-runs.ts'

/** Runs a plan in a separate process, and continues in another one when a change hangs it. */
export async function tryAll(options: {
  plan: Plan
  textOf: (file: string) => string | undefined
  tell: (line: string) => void
}): Promise<Found> {
  const { plan, textOf, tell } = options
  const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
  const path = join(folder, 'plan.json')
  const journal = `${path}.journal`
  process.env['MUTATE_PLAN'] = path
  const hung = new Map<number, number>()
  const extra: Found['killed'] = new Map()
  const started = Date.now()
  const told = new Set<number>()
  const progress = setInterval(() => {
    const { broken, killed, stepsDone } = readJournal(journal)
    for (const [number, { by }] of killed) {
      if (!told.has(number)) tell(`${number} noticed by ${by}`)
      told.add(number)
    }
    const seconds = Math.round((Date.now() - started) / 1000)
    const brokenNow = broken.size === 0 ? '' : `, ${broken.size} test files fail as they are`
    tell(
      `${seconds} s: ${stepsDone.size} of ${plan.steps.length} steps, ${killed.size + extra.size} noticed${brokenNow}`,
    )
  }, 15_000)
  let steps = plan.steps
  try {
    for (;;) {
      const before = readJournal(journal)
      const done = [...before.killed.keys(), ...extra.keys()]
      steps = steps.filter(({ index }) => !before.stepsDone.has(index))
      if (steps.length === 0) break
      writeFileSync(path, JSON.stringify({ ...plan, steps, done } satisfies Plan))
      const runs = await VitestRuns.start({ textOf, runner: 'scripts/mutation/session.ts' })
      // Any test file is right: the session runs before it.
      await runs.run(['test/query/fold.test.ts'], { cpuSeconds: Number.POSITIVE_INFINITY })
      await runs.close()
      const after = readJournal(journal)
      const { open } = after
      if (open === undefined) {
        if (after.stepsDone.size > before.stepsDone.size) continue
        throw new Error('the tests could not be run')
      }
      tell(`ended within ${open.number} with ${open.test}`)
      if (open.number === -1) for (const step of steps) step.together &&= step.test !== open.test
      else {
        // Twice, because a busy machine could cause one hang.
        const times = (hung.get(open.number) ?? 0) + 1
        hung.set(open.number, times)
        if (times > 1) extra.set(open.number, { by: `${open.test}: the time it takes`, failure: '' })
      }
      writeFileSync(journal, '{"step":-1}\n', { flag: 'a' })
    }
  } finally {
    clearInterval(progress)
  }
  const found = readJournal(journal)
  for (const [number, kill] of extra) found.killed.set(number, kill)
  for (const [test, failure] of found.broken) tell(`left out, for it fails as it is: ${test}: ${failure}`)
  rmSync(folder, { recursive: true, force: true })
  return found
}
