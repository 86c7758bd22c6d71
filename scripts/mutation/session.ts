import { appendFileSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import type { Entry, Plan } from './plan.ts'

type File = Awaited<ReturnType<typeof startTests>>[number]
type Task = File['tasks'][number]
type Test = Extract<Task, { type: 'test' }>
type Suite = Exclude<Task, Test>

type ModuleNode = { promise: unknown; exports: unknown; evaluated: boolean; importers: Set<string> }
type WorkerState = {
  filepath: string | undefined
  current: unknown
  evaluatedModules: { idToModuleMap: Map<string, ModuleNode> }
}
/** Internals of Vitest. */
type Inside = { moduleRunner: { mocker?: { reset(): void } } }
const inside = (runner: TestRunner) => runner as unknown as Inside
const workerState = () => Reflect.get(globalThis, '__vitest_worker__') as WorkerState

const active = new Set<number>()
let hits = new Set<number>()
;(globalThis as { mutantIsOn?: (number: number) => boolean }).mutantIsOn = (number) => {
  hits.add(number)
  return active.has(number)
}

/** Runs one test file within the process, and reports nothing. */
class Silent extends TestRunner {
  /** The only tests to run, by their full name; all if absent. */
  only: ReadonlySet<string> | undefined
  failed: string | undefined
  failure = ''
  /** The changes that each test ran, and those that ran outside of tests. */
  readonly reached = new Map<string, Set<number>>()
  readonly loaded = new Set<number>()
  readonly outside = new Set<number>()

  /** Makes the running test fail, when it waits forever. */
  giveUp: () => void = () => {}

  async runTask(test: Test): Promise<void> {
    const { promise: hangs, reject } = Promise.withResolvers<never>()
    this.giveUp = () => reject(new Error('waits for nothing'))
    await Promise.race([TestRunner.getTestFn(test)(), hangs])
  }

  #take(into: Set<number>): void {
    for (const number of hits) into.add(number)
    hits = new Set()
  }

  onCollected(): void {
    this.#take(this.loaded)
  }

  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    if (this.failed !== undefined || !this.#isWanted(suite)) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    if (this.failed !== undefined || !this.#isWanted(test)) test.mode = 'skip'
    this.#take(this.outside)
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test)
    const here = this.reached.get(nameOf(test)) ?? new Set()
    this.#take(here)
    this.reached.set(nameOf(test), here)
    if (test.result?.state !== 'fail' || this.failed !== undefined) return
    this.failed = nameOf(test)
    this.failure = test.result.errors?.[0]?.message ?? ''
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    if (suite.result?.state === 'fail' && this.failed === undefined) {
      this.failed = nameOf(suite)
      this.failure = suite.result.errors?.[0]?.message ?? ''
    }
    this.#take(this.outside)
    workerState().current = suite.suite ?? suite.file
  }

  #isWanted(task: Task): boolean {
    if (this.only === undefined) return true
    return task.type === 'test'
      ? this.only.has(nameOf(task))
      : task.tasks.length === 0 || task.tasks.some((child) => this.#isWanted(child))
  }
}

function nameOf(task: Task): string {
  const parent = task.suite === undefined ? '' : `${nameOf(task.suite)} > `
  return `${parent}${task.name}`
}

/** The changes that a test file runs while every change is off. */
type Known = {
  byTest: Map<string, Set<number>>
  outside: Set<number>
  loaded: Set<number>
  seconds: number
  ok: boolean
}

/**
 * Runs the plan of `MUTATE_PLAN` before Vitest's first test file. It switches each change on in turn, and runs the
 * tests that reach it, all in one process. It appends results to the journal line by line. If the process is ended,
 * another one can continue there.
 */
export default class Session extends TestRunner {
  readonly #plan: Plan
  readonly #journal: string
  readonly #known = new Map<string, Known>()
  readonly #limits = new SharedArrayBuffer(8)
  #isDirty = false
  #inner: Silent | undefined
  /** The changes whose place the last run with changes reached. */
  #hit: ReadonlySet<number> = new Set()

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config)
    const path = process.env['MUTATE_PLAN'] as string
    this.#plan = JSON.parse(readFileSync(path, 'utf8')) as Plan
    this.#journal = `${path}.journal`
  }

  async onBeforeCollect(): Promise<void> {
    const limits = new Int32Array(this.#limits)
    const watch = new Worker(new URL('watch.mjs', `file://${resolve('scripts/mutation')}/`), {
      workerData: { limits },
    })
    watch.on('message', () => this.#inner?.giveUp())
    watch.unref()
    for (const step of this.#plan.steps) {
      const left = step.numbers.filter((number) => !this.#plan.done.includes(number))
      const test = resolve(step.test)
      if (left.length > 0) await this.#step(test, left, step.together)
      this.#write({ step: step.index })
    }
    active.clear()
    await watch.terminate()
  }

  async #step(test: string, numbers: readonly number[], together: boolean): Promise<void> {
    const known = await this.#knownOf(test)
    if (!known.ok) return
    const reached = numbers.filter((number) => !this.#killed.has(number) && this.#isReached(known, number))
    for (const group of together ? this.#apart(reached) : reached.map((number) => [number]))
      await this.#halve(test, known, group)
  }

  /** Finds those of several changes that a test file notices: most remaining changes are not noticed. */
  async #halve(test: string, known: Known, group: readonly number[]): Promise<void> {
    const [only] = group
    if (only === undefined) return
    if (group.length === 1) return this.#try(test, known, only)
    if (await this.#passes(test, known, group)) return
    const middle = Math.ceil(group.length / 2)
    await this.#halve(test, known, group.slice(0, middle))
    await this.#halve(test, known, group.slice(middle))
  }

  readonly #killed = new Set<number>()

  async #try(test: string, known: Known, number: number): Promise<void> {
    this.#write({ begun: number, test: this.#short(test) })
    let failed = await this.#fails(test, known, [number], false)
    // Includes modules that a test loads while it runs, and that earlier tests had loaded already.
    if (failed === undefined && this.#isWarm(known, number))
      failed = await this.#fails(test, known, [number], true)
    if (failed === undefined) this.#write({ passed: number, test: this.#short(test) })
    else {
      this.#killed.add(number)
      this.#write({
        killed: number,
        by: `${this.#short(test)}: ${failed.name}`,
        failure: failed.failure.slice(0, 500),
      })
    }
  }

  async #passes(test: string, known: Known, numbers: readonly number[]): Promise<boolean> {
    this.#write({ begun: -1, test: this.#short(test) })
    if ((await this.#fails(test, known, numbers, false)) !== undefined) return false
    if (!numbers.some((number) => this.#isWarm(known, number))) return true
    return (await this.#fails(test, known, numbers, true)) === undefined
  }

  /** The first test that fails with changes and passes without, if any. */
  async #fails(
    test: string,
    known: Known,
    numbers: readonly number[],
    anew: boolean,
  ): Promise<{ name: string; failure: string } | undefined> {
    let only: Set<string> | undefined = new Set(
      [...known.byTest].flatMap(([name, reached]) => (numbers.some((n) => reached.has(n)) ? [name] : [])),
    )
    if (anew || numbers.some((number) => known.outside.has(number))) only = undefined
    else if (only.size === 0) return undefined
    const seconds = 10 + 5 * known.seconds
    for (const fresh of anew ? [true] : [false, true]) {
      const first = await this.#run(test, { numbers, only, anew: fresh, seconds })
      if (first.failed === undefined) return undefined
      // A test that fails without the change too proves nothing: an earlier change left something behind.
      const again = await this.#run(test, { numbers: [], only, anew: fresh, seconds: 0 })
      if (again.failed === undefined) return { name: first.failed, failure: first.failure }
      if (fresh && only !== undefined) {
        // Tests that need the ones before them.
        only = undefined
        const whole = await this.#run(test, { numbers, only, anew: true, seconds })
        const plain = await this.#run(test, { numbers: [], only, anew: true, seconds: 0 })
        if (whole.failed !== undefined && plain.failed === undefined)
          return { name: whole.failed, failure: whole.failure }
      }
    }
    return undefined
  }

  /** Whether a change is in code that runs once, at loading or first use. The last run may have missed it. */
  #isWarm(known: Known, number: number): boolean {
    return this.#runsAtLoading(number) || known.loaded.has(number) || !this.#hit.has(number)
  }

  #runsAtLoading(number: number): boolean {
    return this.#plan.atLoading.includes(number)
  }

  #isReached(known: Known, number: number): boolean {
    if (this.#runsAtLoading(number)) return true
    if (known.outside.has(number) || known.loaded.has(number)) return true
    // The next test file does not run code again that ran when its file was loaded.
    if (this.#loadedOnce.has(number)) return true
    return [...known.byTest.values()].some((reached) => reached.has(number))
  }

  readonly #loadedOnce = new Set<number>()

  async #knownOf(test: string): Promise<Known> {
    const before = this.#known.get(test)
    if (before !== undefined) return before
    const start = process.cpuUsage()
    let run = await this.#run(test, { numbers: [], only: undefined, anew: this.#isDirty, seconds: 0 })
    if (run.failed !== undefined)
      run = await this.#run(test, { numbers: [], only: undefined, anew: true, seconds: 0 })
    const { user, system } = process.cpuUsage(start)
    for (const number of run.loaded) this.#loadedOnce.add(number)
    const known = {
      byTest: run.reached,
      outside: run.outside,
      loaded: new Set([...run.loaded, ...this.#loadedOnce]),
      seconds: (user + system) / 1e6,
      ok: run.failed === undefined,
    }
    if (!known.ok)
      this.#write({ broken: this.#short(test), failure: `${run.failed}: ${run.failure}`.slice(0, 500) })
    this.#known.set(test, known)
    return known
  }

  async #run(
    test: string,
    options: { numbers: readonly number[]; only: Set<string> | undefined; anew: boolean; seconds: number },
  ): Promise<Silent> {
    const { numbers, only, anew, seconds } = options
    const state = workerState()
    if (anew || this.#isDirty) forget(state.evaluatedModules)
    this.#isDirty = anew && numbers.length > 0
    active.clear()
    for (const number of numbers) active.add(number)
    hits = new Set()
    const inner = new Silent(this.config)
    inner.only = only
    this.#inner = inner
    Object.defineProperty(inner, 'moduleRunner', { value: inside(this).moduleRunner })
    Reflect.set(inner, '_otel', Reflect.get(this, '_otel'))
    const before = state.filepath
    state.filepath = test
    this.#watch(seconds)
    try {
      await startTests([test], inner)
    } catch (error) {
      inner.failed ??= 'its loading'
      inner.failure ||= String(error)
    } finally {
      this.#watch(0)
      active.clear()
      state.filepath = before
      vi.resetConfig()
      vi.restoreAllMocks()
      vi.useRealTimers()
      inside(this).moduleRunner.mocker?.reset()
    }
    if (numbers.length > 0) {
      const seen = [...inner.reached.values(), inner.outside, inner.loaded]
      this.#hit = new Set(numbers.filter((number) => seen.some((set) => set.has(number))))
    }
    return inner
  }

  /** Ends the process when the next run takes more processor time than this, or makes no progress. */
  #watch(seconds: number): void {
    const limits = new Int32Array(this.#limits)
    Atomics.store(limits, 1, Math.ceil(seconds))
    Atomics.add(limits, 0, 1)
  }

  /** Groups of changes without overlaps: a change within another cannot be on at the same time. */
  #apart(numbers: readonly number[]): number[][] {
    const groups: number[][] = []
    for (const number of numbers) {
      const fits = groups.find((group) => group.every((other) => !this.#plan.nested[number]?.includes(other)))
      if (fits === undefined) groups.push([number])
      else fits.push(number)
    }
    return groups
  }

  #short(test: string): string {
    return test.slice(resolve('.').length + 1)
  }

  #write(entry: Entry): void {
    appendFileSync(this.#journal, `${JSON.stringify(entry)}\n`)
  }
}

/** Makes every module except Vitest's own load again at its next import. */
function forget(modules: WorkerState['evaluatedModules']): void {
  modules.idToModuleMap.forEach((node, path) => {
    if (/\/vitest\/dist\/|@vitest\/|\/mutation\/session/.test(path)) return
    node.promise = undefined
    node.exports = undefined
    node.evaluated = false
    node.importers.clear()
  })
}
