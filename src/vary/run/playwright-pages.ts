/** Pages have no environment: each context of Playwright's browsers gets the variation, and reports calls to here. */
import { createRequire } from 'node:module'
import { notedTests, noteTests } from './current-test.ts'
import { type LogLine, pageLog, writeLine } from './log-line.ts'

/** The used part of a context of Playwright. */
interface Context {
  exposeBinding(name: string, act: (source: unknown, line: string) => void): Promise<void>
  addInitScript(script: (variation: string) => void, variation: string): Promise<void>
}

type Maker = (this: unknown, ...words: unknown[]) => Promise<object>

interface TestModule {
  readonly test: {
    info(): { readonly titlePath: readonly string[]; readonly file: string; readonly line: number }
  }
}

/** Whether a process runs tests of Playwright, by its main file. */
export function isPlaywrightWorker(main: string): boolean {
  return /\/playwright\/lib\/(?:worker|common)\/\w+\.js$/.test(main.replaceAll('\\', '/'))
}

/** Varies the organisations of pages in every context, and says which test runs. */
export function varyPages(main: string, variation: string, log: string): void {
  const load = createRequire(main)
  const { chromium } = load('playwright-core') as { readonly chromium: object }
  afterwards(Object.getPrototypeOf(chromium) as object, ['launch', 'connect'], (browser) =>
    afterwards(Object.getPrototypeOf(browser) as object, ['newContext'], (context) =>
      prepared(context as Context, variation, log),
    ),
  )
  noteTests(() => {
    try {
      const { titlePath, file, line } = (load('playwright/test') as TestModule).test.info()
      return [{ name: titlePath.slice(1).join(' › '), file, line }]
    } catch {
      // No test runs.
      return []
    }
  })
}

async function prepared(context: Context, variation: string, log: string): Promise<void> {
  await context.exposeBinding(pageLog, (_, line) => {
    const { call, ...others } = JSON.parse(line) as LogLine
    const [test] = notedTests()
    writeLine(log, { ...others, ...(call && { call: { ...call, ...(test && { test }) } }) })
  })
  await context.addInitScript((text) => {
    ;(globalThis as { IDENTIKIT_VARY?: string }).IDENTIKIT_VARY = text
  }, variation)
}

const patched = new WeakSet<object>()

/** Has something done with the result of methods, once for all objects of a kind. */
function afterwards(
  prototype: object,
  names: readonly string[],
  act: (made: object) => Promise<void> | void,
): void {
  if (patched.has(prototype)) return
  patched.add(prototype)
  const methods = prototype as Record<string, Maker>
  for (const name of names) {
    const method = methods[name]
    if (!method) continue
    methods[name] = async function (this: unknown, ...words) {
      const made = await method.apply(this, words)
      await act(made)
      return made
    }
  }
}
