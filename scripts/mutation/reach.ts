import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { loadedWith } from './import-graph.ts'
import { sourceFiles } from './mutants.ts'
import { isMadeOnce } from './switches.ts'
import { VitestRuns } from './vitest-runs.ts'

/**
 * A part of a file that runs as a whole or not at all: a function body, a branch. If it is made once for all runs, only
 * the first test shows it.
 */
type Region = [start: number, end: number, what: 'statements' | 'expression', isMadeOnce: boolean]

type Reach = {
  /** By source file: its last text, and its parts. The first part is the file itself. */
  sources: Record<
    string,
    {
      hash: string
      regions: Region[]
      first: number
      /** The places of the parts in its earlier texts. */
      before?: (readonly [first: number, count: number])[]
    }
  >
  /** By test file: its last text, its time, the parts that it ran, and whether it fails without a change. */
  tests: Record<string, { hash: string; milliseconds: number; ran: number[]; broken?: true }>
  /** The parts that run when their file is loaded, once for all tests. */
  loaded: number[]
}

const kept = 'node_modules/.cache/identikit-mutate/reach-2.json'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * Records which test files run which parts of the sources. The record stays from run to run; a changed test file is
 * measured again.
 */
export class ReachMap {
  readonly #reach: Reach

  private constructor(reach: Reach) {
    this.#reach = reach
  }

  static async open(tell: (line: string) => void): Promise<ReachMap> {
    const reach = readKept()
    const sources = ['src', 'conformance'].flatMap(sourceFiles)
    let first = Math.max(
      0,
      ...Object.values(reach.sources).map(({ first, regions }) => first + regions.length),
    )
    const marked = new Map<string, string>()
    for (const file of sources) {
      const text = readFileSync(file, 'utf8')
      const known = reach.sources[file]
      const regions = regionsOf(file, text)
      if (known?.hash !== hashOf(text)) {
        // Tests that are not measured again know the former parts of the file.
        const before =
          known === undefined ? [] : [...(known.before ?? []), [known.first, known.regions.length] as const]
        reach.sources[file] = { hash: hashOf(text), regions, first, before }
        first += regions.length
      }
      marked.set(resolve(file), withMarks(text, reach.sources[file] ?? { regions, first }))
    }
    const folder = mkdtempSync(join(tmpdir(), 'mutate-reach-'))
    process.env['MUTATE_REACH'] = folder
    const runs = await VitestRuns.start({
      textOf: (file) => marked.get(file),
      setupFiles: ['scripts/mutation/reach-setup.ts'],
    })
    for (const test of Object.keys(reach.tests)) if (!runs.testFiles.includes(test)) delete reach.tests[test]
    const stale = runs.testFiles.filter(
      (test) => reach.tests[test]?.hash !== hashOf(readFileSync(test, 'utf8')),
    )
    if (stale.length > 0) {
      tell(`looking at what ${stale.length} test files run`)
      for (let from = 0; from < stale.length; from += 20) {
        const result = await runs.run(stale.slice(from, from + 20), { cpuSeconds: 600, bail: false })
        const recorded = new Map(
          readdirSync(folder).map((name) => [decodeURIComponent(name), join(folder, name)]),
        )
        for (const test of stale.slice(from, from + 20)) {
          const path = recorded.get(resolve(test))
          if (path === undefined) {
            tell(`nothing known of ${test}`)
            continue
          }
          const { loaded, ran } = JSON.parse(readFileSync(path, 'utf8')) as {
            loaded: number[]
            ran: number[]
          }
          const milliseconds = Math.round(result.durations.get(test) ?? 1000)
          reach.tests[test] = { hash: hashOf(readFileSync(test, 'utf8')), milliseconds, ran }
          reach.loaded = [...new Set([...reach.loaded, ...loaded])]
        }
        // A test that fails without a change would notice everything.
        for (const test of result.failed) {
          tell(`left out, for it fails as it is: ${test}`)
          const known = reach.tests[test]
          if (known !== undefined) reach.tests[test] = { ...known, ran: [], broken: true }
        }
        mkdirSync(dirname(kept), { recursive: true })
        writeFileSync(kept, JSON.stringify(reach))
        tell(`looked at ${Math.min(stale.length, from + 20)}`)
      }
    }
    await runs.close()
    rmSync(folder, { recursive: true, force: true })
    return new ReachMap(reach)
  }

  /** The test files that run a place of a source file, with their times in milliseconds. */
  testsOf(file: string, start: number, end: number): { test: string; milliseconds: number }[] {
    const source = this.#reach.sources[file]
    if (source === undefined) return []
    const wanted = new Set<number>()
    for (const [from, count] of source.before ?? [])
      for (let index = 0; index < count; index++) wanted.add(from + index)
    let narrowest = Number.POSITIVE_INFINITY
    let inner = source.first
    for (const [index, [from, to]] of source.regions.entries()) {
      if (from > start || to < end || to - from >= narrowest) continue
      narrowest = to - from
      inner = source.first + index
    }
    wanted.add(inner)
    // Tests that load the file, or run any part of it, see the code that runs at loading. This also counts the file
    // itself, which may have been loaded first in the middle of a test.
    const isLoaded =
      inner === source.first ||
      source.regions[inner - source.first]?.[3] === true ||
      this.#reach.loaded.some((region) => wanted.has(region))
    const last = source.first + source.regions.length
    return Object.entries(this.#reach.tests).flatMap(([test, { milliseconds, ran, broken = false }]) =>
      (isLoaded && !broken && loadedWith(test).has(file)) ||
      ran.some((region) => wanted.has(region) || (isLoaded && region >= source.first && region < last))
        ? [{ test, milliseconds }]
        : [],
    )
  }
}

function readKept(): Reach {
  try {
    return JSON.parse(readFileSync(kept, 'utf8')) as Reach
  } catch {
    return { sources: {}, tests: {}, loaded: [] }
  }
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** The whole file, and each block, body, branch and right-hand side in it. */
function regionsOf(file: string, text: string): Region[] {
  const regions: Region[] = [[0, text.length, 'statements', false]]
  walk(parseSync(file, text).program as unknown as Node, false, (node, isInside) => {
    const add = (part: unknown) => {
      const { type, start, end } = part as Node
      regions.push([start, end, type === 'BlockStatement' ? 'statements' : 'expression', isInside])
    }
    if (node.type === 'BlockStatement') add(node)
    if (node.type === 'ArrowFunctionExpression' && (node['body'] as Node).type !== 'BlockStatement')
      add(node['body'])
    if (node.type === 'LogicalExpression') add(node['right'])
    if (node.type !== 'ConditionalExpression') return
    add(node['consequent'])
    add(node['alternate'])
  })
  return regions
}

function walk(node: Node, isInside: boolean, visit: (node: Node, isInside: boolean) => void): void {
  visit(node, isInside)
  const inside = isInside || isMadeOnce(node)
  for (const child of Object.values(node)) {
    for (const part of Array.isArray(child) ? child : [child]) {
      if (part !== null && typeof part === 'object' && 'type' in part) walk(part as Node, inside, visit)
    }
  }
}

/** The same program, which records each part that it runs. */
function withMarks(text: string, { regions, first }: { regions: Region[]; first: number }): string {
  const marks = regions.flatMap(([start, end, what], index) => {
    const call = `globalThis.mutationReach?.(${first + index})`
    if (index === 0) return [{ at: 0, order: 0, text: `${call};` }]
    if (what === 'statements') return [{ at: start + 1, order: 1, text: `${call};` }]
    return [
      { at: start, order: 1, text: `(${call},` },
      { at: end, order: 0, text: ')' },
    ]
  })
  marks.sort((one, other) => one.at - other.at || one.order - other.order)
  let result = ''
  let from = 0
  for (const mark of marks) {
    result += text.slice(from, mark.at) + mark.text
    from = mark.at
  }
  return result + text.slice(from)
}
