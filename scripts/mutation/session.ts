import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { type Change, Journal, type Plan } from './journal.ts'

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

/** How often each change was asked for, and the changes that are on. */
let hits = new Map<string, number>()
let active: ReadonlySet<string> = new Set()
let limit = Number.POSITIVE_INFINITY
Object.assign(globalThis, {
  stryCov_9fa48: () => {},
  stryMutAct_9fa48: (id: string) => {
    const count = (hits.get(id) ?? 0) + 1
    hits.set(id, count)
    if (!active.has(id)) return false
    if (count > limit) throw new Error(`asked for ${count} times: a loop without an end`)
    return true
  },
})

/** Runs one test file within the process, and reports nothing. */
class Silent extends TestRunner {
  /** The only tests to run, by their full name; all if absent. */
  only: ReadonlySet<string> | undefined
  failed: string | undefined
  failure = ''
  /** The changes that each test ran, and those that ran outside of tests. */
  readonly reached = new Map<string, Map<string, number>>()
  readonly outside = new Set<string>()

  #leave(): void {
    for (const id of hits.keys()) this.outside.add(id)
    hits = new Map()
  }

  onCollected(): void {
    this.#leave()
  }

  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    if (this.failed !== undefined || !this.#isWanted(suite)) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    if (this.failed !== undefined || !this.#isWanted(test)) test.mode = 'skip'
    this.#leave()
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test)
    this.reached.set(nameOf(test), hits)
    hits = new Map()
    this.#note(test)
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    this.#note(suite)
    this.#leave()
    workerState().current = suite.suite ?? suite.file
  }

  #note(task: Task): void {
    if (task.result?.state !== 'fail' || this.failed !== undefined) return
    this.failed = nameOf(task)
    this.failure = task.result.errors?.[0]?.message ?? ''
  }

  #isWanted(task: Task): boolean {
    if (this.only === undefined) return true
    return task.type === 'test'
      ? this.only.has(nameOf(task))
      : task.tasks.length === 0 || task.tasks.some((child) => this.#isWanted(child))
  }

  /** Every change that was asked for. */
  get everything(): string[] {
    return [...this.outside, ...[...this.reached.values()].flatMap((counts) => [...counts.keys()])]
  }

  /** How often the tests asked for a change. */
  countOf(id: string): number {
    return [...this.reached.values()].reduce((sum, counts) => sum + (counts.get(id) ?? 0), 0)
  }
}

function nameOf(task: Task): string {
  const parent = task.suite === undefined ? '' : `${nameOf(task.suite)} > `
  return `${parent}${task.name}`
}

/**
 * Runs the plan of `MUTATE_PLAN` before Vitest's first test file, all in one process. Each test file first runs without
 * changes. Then every change that it reaches is on: alone if the test is near it, with other changes if not. At the end
 * the changes that run when their file is loaded meet all test files.
 */
export default class Session extends TestRunner {
  readonly #path = process.env['MUTATE_PLAN'] as string
  readonly #plan = JSON.parse(readFileSync(this.#path, 'utf8')) as Plan
  readonly #journal = new Journal(this.#path)
  /** The changes with which the modules were loaded. */
  #loadedWith = ''

  async onBeforeCollect(): Promise<void> {
    const { broken, done, once } = this.#journal
    for (const test of this.#plan.tests) {
      if (done.has(test) || this.#alive().length === 0) continue
      const reached = await this.#tryWhereReached(test)
      this.#journal.write({ done: test, once: [...once], reached })
    }
    for (const test of this.#plan.tests) {
      if (broken.has(test) || done.has(`${test} loading`)) continue
      for (const group of apart(this.#alive().filter(({ id }) => once.has(id))))
        await this.#halve(test, undefined, group)
      this.#journal.write({ done: `${test} loading` })
    }
    this.#journal.write({ done: 'everything' })
  }

  #alive(): Change[] {
    return this.#plan.changes.filter(({ id }) => !this.#journal.killed.has(id))
  }

  /** Tries the changes that a test file reaches, and returns their names. */
  async #tryWhereReached(test: string): Promise<string[]> {
    const { once } = this.#journal
    this.#journal.write({ begun: [], test })
    let plain = await this.#run(test, [], undefined)
    if (plain.failed !== undefined) plain = await this.#run(test, [], undefined, true)
    for (const id of plain.outside) once.add(id)
    if (plain.failed === undefined) {
      const reached = this.#alive().filter(({ id }) => !once.has(id) && plain.countOf(id) > 0)
      const { near = [], far = [] } = Object.groupBy(reached, (one) =>
        one.near.includes(test) ? 'near' : 'far',
      )
      for (const group of [...near.map((one) => [one]), ...apart(far)]) await this.#halve(test, plain, group)
    } else this.#journal.write({ broken: test, failure: `${plain.failed}: ${plain.failure}`.slice(0, 500) })
    return plain.everything
  }

  /** Finds those of several changes that a test file notices: most remaining changes are not noticed. */
  async #halve(test: string, plain: Silent | undefined, group: Change[]): Promise<void> {
    const ids = group.map(({ id }) => id)
    if (ids.length === 0) return
    this.#journal.write({ begun: ids, test: plain === undefined ? `${test} loading` : test })
    if (!(await this.#notices(test, plain, ids))) return
    if (ids.length === 1) return this.#journal.write({ killed: ids[0]! })
    const middle = Math.ceil(group.length / 2)
    await this.#halve(test, plain, group.slice(0, middle))
    await this.#halve(test, plain, group.slice(middle))
  }

  /**
   * Whether a test fails that passes without the changes. Without `plain`, the changes are in code that runs at
   * loading.
   */
  async #notices(test: string, plain: Silent | undefined, ids: readonly string[]): Promise<boolean> {
    const reaching = [...(plain?.reached ?? [])].filter(([, counts]) => ids.some((id) => counts.has(id)))
    const expected = ids.reduce((sum, id) => sum + (plain?.countOf(id) ?? 0), 0)
    for (const fresh of [false, true]) {
      // Some tests need the ones before them.
      const only = plain === undefined || fresh ? undefined : new Set(reaching.map(([name]) => name))
      const first = await this.#run(test, ids, only, fresh, 100_000 + 100 * expected)
      // The first use was the only one: the code stores its result.
      if (plain !== undefined) for (const id of ids) if (first.countOf(id) === 0) this.#journal.once.add(id)
      if (first.failed === undefined) return false
      // A test that fails without the change too proves nothing: an earlier change left something behind.
      if ((await this.#run(test, [], only, fresh)).failed === undefined) return true
    }
    return false
  }

  async #run(
    test: string,
    ids: readonly string[],
    only: ReadonlySet<string> | undefined,
    fresh = false,
    most = Number.POSITIVE_INFINITY,
  ): Promise<Silent> {
    const state = workerState()
    const loading = ids.filter((id) => this.#journal.once.has(id)).join()
    if (fresh || loading !== this.#loadedWith) forget(state.evaluatedModules)
    this.#loadedWith = loading
    active = new Set(ids)
    hits = new Map()
    limit = most
    const inner = new Silent(this.config)
    inner.only = only
    Object.defineProperty(inner, 'moduleRunner', { value: inside(this).moduleRunner })
    Reflect.set(inner, '_otel', Reflect.get(this, '_otel'))
    const before = state.filepath
    state.filepath = resolve(test)
    try {
      await startTests([resolve(test)], inner)
    } catch (error) {
      inner.failed ??= 'its loading'
      inner.failure ||= String(error)
    } finally {
      active = new Set()
      state.filepath = before
      vi.resetConfig()
      vi.restoreAllMocks()
      vi.useRealTimers()
      inside(this).moduleRunner.mocker?.reset()
    }
    return inner
  }
}

/** Groups of changes without overlaps: a change within another cannot be on at the same time. */
function apart(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = []
  for (const one of changes) {
    const fits = groups.find((group) =>
      group.every(({ file, start, end }) => file !== one.file || end <= one.start || one.end <= start),
    )
    if (fits === undefined) groups.push([one])
    else fits.push(one)
  }
  return groups
}

/** Makes every module except Vitest's own load again at its next import. */
function forget(modules: WorkerState['evaluatedModules']): void {
  modules.idToModuleMap.forEach((node, path) => {
    if (/\/vitest\/dist\/|@vitest\/|\/mutation\//.test(path)) return
    node.promise = undefined
    node.exports = undefined
    node.evaluated = false
    node.importers.clear()
  })
}
