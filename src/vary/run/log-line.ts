import type { OperationName } from '../../contract/operation-names.ts'
import { builtin } from '../../server/builtin.ts'
import { testIn, type TestPlace } from '../test-header.ts'
import type { Runner } from './only.ts'

/** One call, as the run of `identikit vary` reads it. */
export interface LoggedCall {
  readonly at: number
  /** How many bytes binaries of Go tests had written, by the names of their logs. */
  readonly written?: Readonly<Record<string, number>>
  readonly test?: TestPlace
  /** Whether the test is known by times only. */
  readonly isByTime?: true
  readonly operation: OperationName
  readonly method: string
  readonly path: string
  readonly query: string
  readonly text?: string
  readonly isAltered: boolean
  readonly reply: LoggedReply
}

/** A reply as its caller got it. */
export interface LoggedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Whether the connection was reset instead. */
  readonly isBroken?: true
}

/** The end of a test. */
export interface TestEnd extends TestPlace {
  /** When it ran, in milliseconds since 1970, where calls do not say who makes them. */
  readonly from?: number
  readonly to?: number
  /** The log of a binary of Go tests: instead of milliseconds, its bytes count. */
  readonly log?: string
  readonly state: 'passed' | 'failed'
  readonly message?: string
  /** The whole text of the failure: it may tell of a call. No report has it. */
  readonly told?: string
}

/** The members that the client read of a reply: by the id of its request, or by its text. */
interface Reads {
  readonly id: string
  readonly paths: readonly string[]
}

/** One line of a log. */
export interface LogLine {
  readonly call?: LoggedCall
  readonly test?: TestEnd
  readonly reads?: Reads
  /** The runner of the tests, if it can be asked for some of them. */
  readonly runner?: Runner
}

/** The function by which a page hands lines to the process of its test. */
export const pageLog = 'identikitVaryLog'

/** Adds a line to the log of this process. Without an import: bundlers of pages follow it to here. */
export function writeLine(folder: string, line: LogLine): void {
  const { [pageLog]: tell } = globalThis as { readonly [pageLog]?: (text: string) => unknown }
  if (tell) {
    tell(JSON.stringify(line))
    return
  }
  const file = builtin('node:path').join(folder, `${process.pid}.jsonl`)
  builtin('node:fs').appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** How the names of files with the running test of Python end. They are empty between tests. */
export const runningEnding = '.running.txt'

/** The test of pytest or unittest that runs; undefined if several run at once. */
export function runningOfPython(folder: string): TestPlace | undefined {
  const [path, fs] = [builtin('node:path'), builtin('node:fs')]
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(runningEnding))
  const [text, another] = files
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
    .filter((each) => each !== '')
  return another === undefined ? testIn(text) : undefined
}

/** How the names of the logs of binaries of Go tests end. */
export const goEnding = '.go.txt'

/** The logs of binaries of Go tests. */
export function goLogs(folder: string): string[] {
  return builtin('node:fs')
    .readdirSync(folder)
    .filter((name) => name.endsWith(goEnding))
}

/** How many bytes each binary of Go tests has written: that says which of its tests run. */
export function goWritten(folder: string): LoggedCall['written'] {
  const [path, fs] = [builtin('node:path'), builtin('node:fs')]
  const sizes = goLogs(folder).map((name) => [name, fs.statSync(path.join(folder, name)).size] as const)
  return sizes.length === 0 ? undefined : Object.fromEntries(sizes)
}
