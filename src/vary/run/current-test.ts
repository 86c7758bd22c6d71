import { builtin } from '../../server/builtin.ts'
import type { TestPlace } from '../test-header.ts'

/** A test or suite of Vitest; a file is the outermost suite. */
interface VitestTask {
  readonly type: 'test' | 'suite'
  readonly name: string
  readonly suite?: VitestTask
  readonly file: VitestTask & { readonly filepath: string }
  readonly tasks?: readonly VitestTask[]
  readonly result?: { readonly state?: string }
}

/** The state of a worker of Vitest, and that of Jest's `expect`. */
interface RunnerGlobals {
  readonly [vitestWorker]?: { readonly current?: VitestTask }
  readonly [jestMatchers]?: {
    readonly state?: { readonly currentTestName?: string; readonly testPath?: string }
  }
}

const vitestWorker = '__vitest_worker__'
const jestMatchers: unique symbol = Symbol.for('$$jest-matchers-object') as never

/** Who knows the running tests: for all copies of this module, as the preload and the package have their own. */
const known = Symbol.for('identikit.running-tests')
type Running = () => readonly TestPlace[]
type Known = Record<symbol, Running | undefined>

/** Notes who knows the running tests, for runners that say so. */
export function noteTests(running: Running): void {
  ;(globalThis as unknown as Known)[known] = running
}

/** The tests that run, for runners that say so, without those around them. */
export function notedTests(): readonly TestPlace[] {
  const all = (globalThis as unknown as Known)[known]?.() ?? testsOfVitest()
  return all.filter(({ name }) => !all.some((other) => other.name?.startsWith(`${name} > `)))
}

/** The tests of Vitest that run in this worker. */
function testsOfVitest(): TestPlace[] {
  const file = (globalThis as RunnerGlobals)[vitestWorker]?.current?.file
  const namesIn = (task: VitestTask): string[] => {
    if (task.type === 'test') return task.result?.state === 'run' ? [task.name] : []
    const inner = (task.tasks ?? []).flatMap(namesIn)
    return task === file ? inner : inner.map((name) => `${task.name} > ${name}`)
  }
  return file ? namesIn(file).map((name) => ({ name, file: file.filepath })) : []
}

/** The running test of this process, by its runner, and by the places in the stack. */
export function currentTest(stack: string = stackNow()): TestPlace | undefined {
  const byStack = placeIn(stack)
  const [noted, ...others] = notedTests()
  if (noted && others.length > 0) return atOnce([noted, ...others], byStack)
  if (noted) return { ...noted, ...(byStack?.file === noted.file ? { line: byStack?.line } : {}) }
  const { currentTestName: name, testPath: file = byStack?.file } =
    (globalThis as RunnerGlobals)[jestMatchers]?.state ?? {}
  // Jest has one name for all tests that run at once.
  const isAlone = name !== undefined && !sourceOf(file ?? '').some((text) => /\.concurrent\b/.test(text))
  return isAlone ? { name, file, line: byStack?.line } : byStack
}

/** The test of a stack among tests that run at once. */
function atOnce(running: readonly TestPlace[], byStack: TestPlace | undefined): TestPlace | undefined {
  if (!byStack) return undefined
  // The title as the source has it, perhaps with expressions.
  const parts = byStack.name!.split(/\$\{[^}]*\}|%\w|\$[\w.]+/).map((part) => part.replaceAll(/\W+/g, '.+'))
  const form = new RegExp(`(?:^| > )${parts.join('.*')}$`)
  const [found, another] = running.filter(({ name = '', file }) => file === byStack.file && form.test(name))
  // A loop makes several tests with one title.
  return found && !another ? { ...found, line: byStack.line } : undefined
}

function stackNow(): string {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 100
  const { stack = '' } = new Error('where')
  Error.stackTraceLimit = before
  return stack
}

const frame = /^\s*at .*?\(?((?:file:\/\/)?\/[^():]+|file:\/\/\/[A-Z]:[^():]+):(\d+):\d+\)?$/

/** The outermost place of a stack in a file of tests. */
function placeIn(stack: string): TestPlace | undefined {
  const places = stack.split('\n').flatMap((text) => {
    const [, at = '', line = ''] = frame.exec(text) ?? []
    if (at === '' || /node_modules|identikit\/dist\//.test(at)) return []
    const file = at.startsWith('file:') ? decodeURIComponent(new URL(at).pathname) : at
    return [{ file, line: Number(line) }]
  })
  for (const { file, line } of places.toReversed()) {
    const name = titleAbove(file, line)
    if (name !== undefined) return { name, file, line }
  }
  return undefined
}

const sources = new Map<string, readonly string[]>()

/** The lines of a file; none if it cannot be read. */
function sourceOf(file: string): readonly string[] {
  const known = sources.get(file)
  if (known) return known
  let lines: string[] = []
  try {
    lines = builtin('node:fs').readFileSync(file, 'utf8').split('\n')
  } catch {
    // There is nothing to read.
  }
  sources.set(file, lines)
  return lines
}

/** The beginning of a test, also of one with a table of values. */
const title = /(?:\b(?:test|it|specify)(?:\.\w+)*|\]\)|`)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/

/** The title of the test in whose lines a place is, by their indents. */
function titleAbove(file: string, line: number): string | undefined {
  const lines = sourceOf(file)
  let inner = Infinity
  for (let at = Math.min(line, lines.length) - 1; at >= 0; at--) {
    const text = lines[at] ?? ''
    const indent = text.search(/\S/)
    if (indent === -1 || indent >= inner) continue
    inner = indent
    // A title that is too long for its line stands in the next one.
    const found = title.exec(`${text}\n${lines[at + 1] ?? ''}`)
    if (found && found.index < text.length) return found[2]
  }
  return undefined
}
