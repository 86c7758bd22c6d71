import { fileURLToPath } from 'node:url'
import type { RunOutcome } from './run-checks.ts'
import type { SuiteSetup } from './suite-setup.ts'
import type { CheckNews } from './vitest-tests.ts'

/** How a Vitest run of the suite is watched and stopped. */
export interface VitestWatch {
  readonly onCheck?: (news: CheckNews, total: number) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs the suite in Vitest: one worker, the checks of it several at a time, no configuration file of the
 * place it is called from, and from inside `node_modules` as well.
 *
 * @returns undefined when the worker was lost before it could tell what it found.
 * @throws Error when the suite could not be loaded.
 */
export async function runInVitest(
  setup: SuiteSetup,
  { onCheck, signal }: VitestWatch = {},
): Promise<RunOutcome | undefined> {
  const { createVitest } = await import('vitest/node')
  // Built, this file is JavaScript, and so is the suite's.
  const suiteFile = new URL(`./suite-file${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const folder = fileURLToPath(new URL('.', import.meta.url))
  let outcome: RunOutcome | undefined
  const problems: string[] = []
  const handlers = ownHandlers()
  const vitest = await createVitest(
    {
      config: false,
      root: folder,
      dir: folder,
      include: [fileURLToPath(suiteFile)],
      exclude: [],
      watch: false,
      pool: 'threads',
      maxWorkers: 1,
      isolate: false,
      fileParallelism: false,
      maxConcurrency: setup.concurrency,
      // Next to the suite there may be nowhere to write: it is in somebody's node_modules.
      cache: false,
      retry: 0,
      passWithNoTests: true,
      teardownTimeout: 60_000,
      provide: { identikit: setup },
      reporters: [
        {
          onTestCaseResult: (testCase) => {
            const { identikitCheck, identikitTotal } = testCase.meta()
            if (identikitCheck) onCheck?.(identikitCheck, identikitTotal ?? 0)
          },
          onTestModuleEnd: (testModule) => {
            outcome = testModule.meta().identikitOutcome
            problems.push(...testModule.errors().map(({ message }) => message))
          },
        },
      ],
    },
    { envDir: false, server: { watch: null }, clearScreen: false, logLevel: 'silent' },
  )
  handlers.restore()
  const cancel = (): void => void vitest.cancelCurrentRun('keyboard-input')
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const { unhandledErrors } = await vitest.start()
    problems.push(...unhandledErrors.map(messageOf))
  } finally {
    signal?.removeEventListener('abort', cancel)
    await vitest.close()
  }
  if (outcome === undefined && problems.length > 0 && signal?.aborted !== true)
    throw new Error(problems.join('; '))
  return outcome
}

/** What an error says; one that comes from another thread is a plain object. */
function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : 'an error that says nothing'
}

const handled = ['SIGINT', 'SIGTERM', 'unhandledRejection'] as const

/**
 * Vitest takes the process's signals for itself and exits on them at once, which would leave records behind
 * on the target. `restore` takes away the handlers that were added since.
 */
function ownHandlers(): { restore(): void } {
  const before = new Map(handled.map((name) => [name, new Set(process.rawListeners(name))] as const))
  return {
    restore: () => {
      for (const name of handled) {
        for (const listener of process.rawListeners(name)) {
          if (before.get(name)?.has(listener) !== true) process.removeListener(name, listener as () => void)
        }
      }
    },
  }
}
