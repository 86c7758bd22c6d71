/** The tests that a run needs, and how runners are asked for them: each by its own filter of names. */
import type { TestPlace } from '../test-header.ts'

/** Tests by their names; a run without it runs all tests. */
export interface Only {
  readonly names: readonly string[]
  readonly files: readonly string[]
}

/** The environment variable that says to the preload which tests a run needs. */
export const onlyVariable = 'IDENTIKIT_VARY_ONLY'

/** Linux passes no longer text in a variable. */
const longest = 100_000

/** Runners that can be asked for some tests: by a filter of names, or by programs of ours. */
export type Runner = 'node:test' | 'vitest' | 'jest' | 'mocha' | 'playwright' | 'pytest' | 'unittest' | 'go'

/** The filter for some tests. There is none if one has no name or file, or if there are too many. Go says no files. */
export function onlyOf(tests: readonly TestPlace[], runner: Runner): Only | undefined {
  const names = [...new Set(tests.map(({ name }) => name ?? ''))].toSorted()
  const files = [...new Set(tests.map(({ file }) => file ?? ''))].toSorted()
  const isUnknown = names.length === 0 || names.includes('') || (runner !== 'go' && files.includes(''))
  return isUnknown || patternOf(names).length > longest ? undefined : { names, files }
}

/** A regular expression for names of tests, with those around them. It may fit further tests. */
function patternOf(names: readonly string[]): string {
  const forms = names.map((name) => name.replaceAll(/\W+/g, '.+'))
  return `(?:${forms.join('|')})(?:.@.+)?$`
}

/** The options for Node: in node:test a test runs with all its subtests, or not at all. */
export function nodeOptionsFor({ names }: Only): string {
  return `--test-name-pattern=${patternOf(names.map((name) => name.split(' > ')[0] ?? name))}`
}

interface RunnerMain {
  /** The file that Node starts. */
  readonly main: RegExp
  /** Arguments with which the filter cannot be combined. */
  readonly own: RegExp
  readonly filter: string
  /** Arguments that are there besides options when the runner runs all files. */
  readonly words: readonly string[]
}

type RunnerInNode = Exclude<Runner, 'node:test' | 'pytest' | 'unittest' | 'go'>

const mains: Readonly<Record<RunnerInNode, RunnerMain>> = {
  vitest: {
    main: /\/vitest\/(?:vitest\.mjs|dist\/cli\.js)$/,
    own: /^(?:-t|--testNamePattern)\b/,
    filter: '--testNamePattern',
    words: ['run'],
  },
  jest: {
    main: /\/jest(?:-cli)?\/bin\/jest\.js$/,
    own: /^(?:-t|--testNamePattern)\b/,
    filter: '--testNamePattern',
    words: [],
  },
  mocha: {
    main: /\/mocha\/(?:bin\/_?mocha(?:\.c?js)?|lib\/cli\/cli\.c?js)$/,
    own: /^(?:-[gf]|--f?grep)\b/,
    filter: '--grep',
    words: [],
  },
  playwright: {
    main: /\/(?:@playwright\/test|playwright)\/cli\.js$/,
    own: /^(?:-g|--grep)\b/,
    filter: '--grep',
    words: ['test'],
  },
}

/** The runner that a process is, if its filter can be set, by the real path of its main file. */
export function runnerOf(main: string, words: readonly string[]): RunnerInNode | undefined {
  const runner = (Object.keys(mains) as RunnerInNode[]).find((each) => isMain(each, main))
  return runner !== undefined && words.some((word) => mains[runner].own.test(word)) ? undefined : runner
}

const isMain = (runner: RunnerInNode, main: string): boolean =>
  mains[runner].main.test(main.replaceAll('\\', '/'))

/** Whether a process is Mocha, by the real path of its main file. */
export const isMocha = (main: string): boolean => isMain('mocha', main)

/** Further arguments for a runner, so that it runs little else than these tests. */
export function argumentsFor(
  runner: RunnerInNode,
  { names, files }: Only,
  words: readonly string[],
): string[] {
  const { filter, words: usual } = mains[runner]
  // With files of the caller, further ones would be run too.
  const isWhole = words.every((word) => word.startsWith('--') || usual.includes(word))
  const quoted =
    runner === 'vitest' || runner === 'mocha' ? files : files.map((file) => file.replaceAll(/[^\w/]/g, '.'))
  return [`${filter}=${patternOf(names)}`, ...(isWhole ? quoted : [])]
}
