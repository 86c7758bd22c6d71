import { builtin } from '../../server/builtin.ts'
import type { TestPlace } from '../test-header.ts'

/** Where runners keep what `expect` knows about the running test: Vitest and Jest. */
interface Expecting {
  readonly state?: { readonly currentTestName?: string; readonly testPath?: string }
  getState?(): { readonly currentTestName?: string; readonly testPath?: string }
}

const expectKeys = [Symbol.for('expect-global'), Symbol.for('$$jest-matchers-object')]

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
  const all = (globalThis as unknown as Known)[known]?.() ?? []
  return all.filter(({ name }) => !all.some((other) => other.name?.startsWith(`${name} > `)))
}

/** The running test of this process, by hooks, by what `expect` knows, and by the places in the stack. */
export function currentTest(stack: string = stackNow()): TestPlace | undefined {
  const byStack = placeIn(stack)
  const [noted, ...others] = notedTests()
  if (noted && others.length > 0) return atOnce([noted, ...others], byStack)
  if (noted) return { ...noted, ...(byStack?.file === noted.file ? { line: byStack?.line } : {}) }
  for (const key of expectKeys) {
    const found = (globalThis as unknown as Record<symbol, Expecting | undefined>)[key]
    const state = found?.getState?.() ?? found?.state
    if (state?.currentTestName !== undefined) {
      const name = state.currentTestName
      return { name, file: state.testPath ?? byStack?.file, line: byStack?.line }
    }
  }
  return byStack
}

/** The test of a stack among tests that run at once. */
function atOnce(running: readonly TestPlace[], byStack: TestPlace | undefined): TestPlace | undefined {
  if (!byStack) return undefined
  // The title as the source has it, perhaps with expressions.
  const parts = byStack.name!.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/\W+/g, '.+'))
  const form = new RegExp(`(?:^| > )${parts.join('.*')}$`)
  const found = running.find(({ name = '', file }) => file === byStack.file && form.test(name))
  return found && { ...found, line: byStack.line }
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
const title = /\b(?:test|it|specify)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/

/** The title of the test in whose lines a place is. */
function titleAbove(file: string, line: number): string | undefined {
  let lines = sources.get(file)
  if (!lines) {
    try {
      lines = builtin('node:fs').readFileSync(file, 'utf8').split('\n')
    } catch {
      lines = []
    }
    sources.set(file, lines)
  }
  for (let at = Math.min(line, lines.length) - 1; at >= 0; at--) {
    const found = title.exec(lines[at] ?? '')
    if (found) return found[2]
  }
  return undefined
}
