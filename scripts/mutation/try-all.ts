import {
  appendFileSync,
  globSync,
  mkdtempDisposableSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { configDefaults } from 'vitest/config'
import { createVitest } from 'vitest/node'
import { Journal, type Plan } from './journal.ts'

/** Tests that mutants do not run: those that start programs or a browser, and those that measure time. */
const left = [
  'test/{console,packaging,browser,foreign,released}/**',
  'test/*/{real,whole,cluster}/**',
  'test/{architecture,docs-*,readme}.test.ts',
  'test/cli/{serve,interrupt}.test.ts',
  'test/server/{stopping,standard-output,pages-chromium}.test.ts',
  'test/conformance/{whole-runs,quick-run,faces,examples}.test.ts',
  'test/conformance/report/whole-suite-secrets.test.ts',
  'test/testing/conform.test.ts',
  'test/conformance/engine/endings.test.ts',
  'test/conformance/proof/{catalogue,hollow,variants,operators}.test.ts',
  'test/**/{*performance*,safe-regex-oracle,constant-time,linear-time,isolation,pattern-test,fuzz}.test.ts',
]

/** The test files that changes may meet. */
export function testFiles(pattern: string): string[] {
  return globSync(pattern, { exclude: left }).toSorted()
}

/** Milliseconds without progress after which a process counts as hung. */
const patience = 600_000

/** Runs a plan in a separate process, and continues in another one when a change hangs it or ends it. */
export async function tryAll(
  plan: Plan,
  textOf: (file: string) => string | undefined,
  tell: (line: string) => void,
): Promise<Journal> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'mutate-'))
  const path = join(folder.path, 'plan.json')
  const journal = `${path}.journal`
  process.env['MUTATE_PLAN'] = path
  writeFileSync(path, JSON.stringify(plan))
  appendFileSync(journal, '')
  const started = Date.now()
  const watch = setInterval(() => {
    const { killed, done } = new Journal(path)
    const seconds = Math.round((Date.now() - started) / 1000)
    tell(`${seconds} s: ${done.size} of ${2 * plan.tests.length} runs of test files, ${killed.size} noticed`)
    if (Date.now() - statSync(journal).mtimeMs > patience) endWorkers()
  }, 15_000)
  // A busy worker would outlive this process.
  process.once('exit', endWorkers)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  try {
    for (;;) {
      const before = readFileSync(journal, 'utf8')
      await runOnce(textOf)
      const found = new Journal(path)
      if (found.done.has('everything')) break
      if (readFileSync(journal, 'utf8') === before) throw new Error('the tests could not be run')
      const { open } = found
      if (open === undefined) continue
      tell(`ended within ${open.begun.join(', ')} with ${open.test}`)
      // Of several changes nobody knows which it was, and without any the test is slow: it is left out.
      found.write(open.begun.length === 1 ? { killed: open.begun[0]! } : { done: open.test })
    }
  } finally {
    clearInterval(watch)
  }
  const found = new Journal(path)
  for (const [test, failure] of found.broken) tell(`left out, for it fails as it is: ${test}: ${failure}`)
  return found
}

/** A process of Vitest with any text for the sources; its runner does everything before the first test file. */
async function runOnce(textOf: (file: string) => string | undefined): Promise<void> {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
  const vitest = await createVitest(
    {
      config: false,
      watch: false,
      // The cache on the disk follows the file, not the text that is loaded instead.
      fsModuleCache: false,
      include: ['test/query/fold.test.ts'],
      exclude: configDefaults.exclude,
      setupFiles: ['test/support/setup.ts'],
      testTimeout: 30_000,
      hookTimeout: 30_000,
      pool: 'forks',
      runner: 'scripts/mutation/session.ts',
      isolate: false,
      maxWorkers: 1,
      execArgv: ['--max-old-space-size=3000'],
      reporters: [{}],
      silent: true,
    },
    {
      logLevel: 'silent',
      plugins: [
        {
          name: 'mutated-sources',
          enforce: 'pre',
          load: (id) => textOf(id.split('?')[0] ?? id) ?? null,
        },
      ],
    },
    // The output of a mutant or its tests is of no use.
    { stdout: nowhere(), stderr: nowhere() },
  )
  // Any test file is right: the session runs before it.
  await vitest.runTestSpecifications(await vitest.globTestSpecifications()).catch(() => {})
  await vitest.close()
}

/** Ends the processes that this one started, where the system names them. */
function endWorkers(): void {
  for (const file of globSync('/proc/self/task/*/children'))
    for (const pid of readFileSync(file, 'utf8').trim().split(' ').filter(Boolean))
      process.kill(Number(pid), 'SIGKILL')
}
