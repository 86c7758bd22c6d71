import { afterAll, test } from 'vitest'
import type { CheckResult } from './check-result.ts'
import type { RunOutcome } from './run-checks.ts'
import { Run } from './run.ts'
import type { SuiteSetup } from './suite-setup.ts'
import { openSuite } from './suite-setup.ts'

/** What a test tells the reporter as it ends: enough to show progress. */
export interface CheckNews {
  readonly key: string
  readonly verdicts: readonly { readonly clause: string; readonly verdict: string }[]
  readonly milliseconds: number
}

declare module 'vitest' {
  interface TaskMeta {
    identikitCheck?: CheckNews
    identikitTotal?: number
    identikitOutcome?: RunOutcome
  }
}

/** The engine bounds the time of a check itself, waiting for rate limits not counted; this only ends a test that is lost. */
const testTimeout = 24 * 60 * 60 * 1000

/** Declares the tests of the suite's own Vitest run: verdicts travel as metadata, and no test ever fails. */
export async function declareSuite(setup: SuiteSetup): Promise<void> {
  const suite = await openSuite(setup)
  const run = new Run(suite.options)
  const results = new Map<string, CheckResult>()
  const under = new Set<Promise<CheckResult>>()
  await run.prepare()

  for (const definition of suite.checks) {
    const declare = definition.plan.alone === true ? test : test.concurrent
    const key = `${definition.file}: ${definition.title}`
    declare(key, { timeout: testTimeout, retry: 0 }, async ({ task, signal }) => {
      signal.addEventListener('abort', () => run.stop('the run was interrupted'), { once: true })
      const running = run.check(definition)
      under.add(running)
      const result = await running
      results.set(key, result)
      task.meta.identikitTotal = suite.checks.length
      task.meta.identikitCheck = {
        key,
        verdicts: result.outcomes.map(({ clause, verdict }) => ({ clause, verdict })),
        milliseconds: result.milliseconds,
      }
    })
  }
  // Vitest refuses a file without tests.
  if (suite.checks.length === 0) test('no check is selected', () => {})

  // Vitest reads the pattern: it takes no other first argument than a destructured one.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(async ({}, file) => {
    // A run that is cancelled comes here at once: its checks still clean up, and others never started.
    const isWhole = suite.checks.every(({ file: name, title }) => results.has(`${name}: ${title}`))
    if (!isWhole) run.stop('the run was interrupted')
    for (const result of await Promise.all(under)) results.set(result.key, result)
    for (const definition of suite.checks) {
      const key = `${definition.file}: ${definition.title}`
      if (!results.has(key)) results.set(key, await run.check(definition))
    }
    const facts = await run.finish()
    suite.close()
    const checks = suite.checks.flatMap(({ file: name, title }) => results.get(`${name}: ${title}`) ?? [])
    file.meta.identikitOutcome = run.redactor.value({ checks, facts }) as RunOutcome
  }, testTimeout)
}
