import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Writable } from 'node:stream'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { configDefaults } from 'vitest/config'

/** Tests that mutants do not run: those that start programs or a browser, and those that measure time. */
const left = [
  'test/{console,packaging,browser,foreign}/**',
  'test/*/{real,whole,cluster}/**',
  'test/{architecture,docs-*,readme}.test.ts',
  'test/cli/{serve,interrupt}.test.ts',
  'test/server/{stopping,standard-output,pages-chromium}.test.ts',
  'test/conformance/{whole-runs,quick-run,faces,examples}.test.ts',
  'test/conformance/report/whole-suite-secrets.test.ts',
  'test/testing/conform.test.ts',
  'test/conformance/proof/{catalogue,hollow,variants,operators}.test.ts',
  'test/**/{*performance*,safe-regex-oracle,constant-time,linear-time,isolation,pattern-test,fuzz}.test.ts',
]

export type RunResult = {
  ok: boolean
  /** The files with a test that failed, or that could not be loaded. */
  failed: string[]
  /** Whether it was ended because it took too much processor time. */
  hung: boolean
  /** By test file, in milliseconds. */
  durations: Map<string, number>
  firstFailure: string
}

/** A Vitest that stays loaded and runs test files one after the other, with any text for the sources. */
export class VitestRuns {
  readonly #vitest: Vitest
  readonly #specifications: Map<string, TestSpecification>
  #watched: { limit: number; base: Map<number, number> } | undefined
  #hung = false

  private constructor(vitest: Vitest, specifications: TestSpecification[]) {
    this.#vitest = vitest
    this.#specifications = new Map(
      specifications.map((specification) => [
        specification.moduleId.slice(resolve('.').length + 1),
        specification,
      ]),
    )
    setInterval(() => this.#watch(), 2000).unref()
    // A busy worker would outlive this process.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        for (const pid of workers()) process.kill(pid, 'SIGKILL')
        process.exit(130)
      })
  }

  static async start(options: {
    /** The text to load instead of a source file; undefined for the file itself. */
    textOf: (file: string) => string | undefined
    setupFiles?: string[]
    /** The runner for the tests instead of Vitest's own. */
    runner?: string
  }): Promise<VitestRuns> {
    class AsGiven {
      sort<T>(files: T): T {
        return files
      }
      shard<T>(files: T): T {
        return files
      }
    }
    const vitest = await createVitest(
      {
        config: false,
        watch: false,
        // The cache on the disk follows the file, not the text that is loaded instead.
        fsModuleCache: false,
        include: ['test/**/*.test.ts'],
        exclude: [...configDefaults.exclude, ...left],
        setupFiles: [...(options.setupFiles ?? []), 'test/support/setup.ts'],
        testTimeout: 300_000,
        hookTimeout: 300_000,
        pool: 'forks',
        ...(options.runner === undefined ? {} : { runner: options.runner }),
        isolate: false,
        maxWorkers: 1,
        fileParallelism: false,
        bail: 1,
        execArgv: ['--max-old-space-size=3000'],
        sequence: { sequencer: AsGiven },
        reporters: [{}],
        silent: true,
        dangerouslyIgnoreUnhandledErrors: false,
      },
      {
        logLevel: 'silent',
        plugins: [
          {
            name: 'mutated-sources',
            enforce: 'pre',
            load(id) {
              return options.textOf(id.split('?')[0] ?? id) ?? null
            },
          },
        ],
      },
      // The output of a mutant or its tests is of no use.
      { stdout: nowhere(), stderr: nowhere() },
    )
    return new VitestRuns(vitest, await vitest.globTestSpecifications())
  }

  get testFiles(): string[] {
    return [...this.#specifications.keys()].sort()
  }

  /** Makes the next run load a source file again. */
  invalidate(file: string): void {
    this.#vitest.invalidateFile(resolve(file))
  }

  /** Runs test files in the order given until one fails, or all with `bail: false`. */
  async run(files: readonly string[], options: { cpuSeconds: number; bail?: boolean }): Promise<RunResult> {
    this.#vitest.config.bail = options.bail === false ? 0 : 1
    for (const project of this.#vitest.projects) project.config.bail = this.#vitest.config.bail
    this.#vitest.state.filesMap.clear()
    this.#hung = false
    this.#watched = { limit: options.cpuSeconds, base: new Map(workers().map((pid) => [pid, cpuOf(pid)])) }
    let modules: Awaited<ReturnType<Vitest['runTestSpecifications']>>['testModules'] = []
    let errors: unknown[] = []
    try {
      const specifications = files.flatMap((file) => this.#specifications.get(file) ?? [])
      const result = await this.#vitest.runTestSpecifications(specifications)
      modules = result.testModules
      errors = result.unhandledErrors
    } catch (error) {
      errors = [error]
    }
    this.#watched = undefined
    const bad = modules.filter((module) => module.state() === 'failed')
    const durations = new Map(
      modules.map((module) => {
        const { duration, collectDuration } = module.diagnostic()
        return [module.relativeModuleId, duration + collectDuration]
      }),
    )
    const message = bad
      .flatMap((module) => [
        ...module.errors(),
        ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
      ])
      .map(({ message }) => message)[0]
    return {
      ok: bad.length === 0 && errors.length === 0,
      failed: bad.map(({ relativeModuleId }) => relativeModuleId),
      hung: this.#hung,
      durations,
      firstFailure: message ?? (errors[0] instanceof Error ? errors[0].message : ''),
    }
  }

  async close(): Promise<void> {
    await this.#vitest.close()
  }

  #watch(): void {
    if (this.#watched === undefined) return
    for (const pid of workers()) {
      if (cpuOf(pid) - (this.#watched.base.get(pid) ?? 0) < this.#watched.limit) continue
      this.#hung = true
      process.kill(pid, 'SIGKILL')
    }
  }
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** The processes that this one started. */
function workers(): number[] {
  try {
    return readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/** Processor time of a process in seconds. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}
