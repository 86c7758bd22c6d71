import { type ConformOptions, checkOptions, setUp } from '../plan/conform-options.ts'
import { preflight, withPrefix } from '../plan/preflight.ts'
import { httpSender, fetchSender } from '../wire/http-sender.ts'
import { Run } from './run.ts'
import { withSession, openSuite, type InProcessParts } from '../plan/suite-setup.ts'

/** How checks run inside your own Vitest run. */
export type RegisterOptions = Pick<
  ConformOptions,
  | 'baseUrl'
  | 'token'
  | 'session'
  | 'profile'
  | 'prefix'
  | 'adapter'
  | 'features'
  | 'requirementSet'
  | 'only'
  | 'level'
  | 'shard'
  | 'allow'
  | 'rps'
  | 'concurrency'
  | 'lag'
  | 'checkTimeout'
  | 'requestTimeout'
  | 'headers'
  | 'insecure'
  | 'fetch'
  | 'ledger'
  | 'baseline'
> & {
  /** Requirements that may be blocked or inconclusive without failing their test. Default false. */
  readonly tolerateIncomplete?: boolean
}

/** Milliseconds that a test may take over the time of its check, for waiting out the target's rate limits. */
const longestWait = 600_000

/**
 * Adds the checks of the suite to your own Vitest run (3, 4 or 5). Await it at the top level of a test file. Each check
 * is one test. It fails when a requirement fails (unless the baseline knows it), or could not be shown. It is skipped, with
 * the reason, when all its requirements do not apply.
 *
 * ```ts
 * import { registerChecks } from 'identikit/conformance'
 * await registerChecks({ baseUrl: 'http://127.0.0.1:8080', token: 'test-token', only: ['groups'] })
 * ```
 */
export async function registerChecks(options: RegisterOptions): Promise<void> {
  await registerWith(await import('vitest'), options)
}

/**
 * Adds the checks to a test runner; `parts` replace those of the suite.
 *
 * @internal
 */
export async function registerWith(
  { afterAll, test }: Pick<typeof import('vitest'), 'afterAll' | 'test'>,
  options: RegisterOptions,
  parts: Pick<InProcessParts, 'checks' | 'requirements'> = {},
): Promise<void> {
  checkOptions(options)
  const plain = setUp(options)
  const sender = options.fetch ? fetchSender(options.fetch) : httpSender(plain)
  const found = await preflight(plain, sender)
  if (found.stop !== undefined) throw new Error([found.stop, found.advice].join('. '))
  const setup = await withSession(withPrefix(plain, found), options.session, sender)
  const suite = await openSuite(setup, { ...parts, sender, adapter: options.adapter })
  const run = new Run(suite.options)
  const known = new Set((options.baseline ?? []).map(({ requirement }) => requirement))
  await run.prepare(suite.checks)
  for (const definition of suite.checks) {
    const declare = definition.plan.alone === true ? test : test.concurrent
    const timeout = (definition.plan.timeout ?? setup.checkTimeout) * 4 + longestWait
    declare(`${definition.file}: ${definition.title}`, { timeout, retry: 0 }, async ({ signal, skip }) => {
      // Vitest before 3.2 passes no signal, so a test does not learn of an interruption.
      const stop = (): void => run.stop('the test run was interrupted')
      ;(signal as AbortSignal | undefined)?.addEventListener('abort', stop, { once: true })
      const { outcomes } = await run.check(definition)
      const bad = outcomes.filter(
        ({ requirement, verdict }) =>
          !known.has(requirement) &&
          (verdict === 'fail' ||
            verdict === 'error' ||
            (!options.tolerateIncomplete && (verdict === 'blocked' || verdict === 'inconclusive'))),
      )
      if (bad.length > 0)
        throw new Error(
          bad
            .map(
              ({ requirement, verdict, why, hint }) =>
                `${requirement}: ${verdict}: ${why ?? ''}${hint ? `. ${hint}` : ''}`,
            )
            .join('\n'),
        )
      const shown = outcomes.some(({ verdict }) => verdict === 'pass' || verdict === 'observed')
      if (!shown) skip(outcomes.map(({ requirement, why }) => `${requirement}: ${why ?? ''}`).join('; '))
    })
  }
  afterAll(async () => {
    const { orphans } = await run.finish()
    sender.close()
    if (orphans.length > 0)
      throw new Error(
        `left behind: ${orphans.map(({ kind, name, id }) => `${kind} ${name} (${id ?? 'no id'})`).join(', ')}`,
      )
  }, 120_000)
}
