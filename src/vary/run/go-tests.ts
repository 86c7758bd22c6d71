import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { goEnding, goLogs, type TestEnd } from './log-line.ts'
import type { Only } from './only.ts'

/**
 * The program that starts each binary of tests. The binary then writes into a file when tests begin and end. The output
 * has that only if the user asked for it. Programs that `go run` starts run as they are.
 */
const starterOf = (only: Only | undefined): string => `#!/bin/sh
case "$1" in *.test) ;; *) exec "$@" ;; esac
log="$(dirname "$0")/$$${goEnding}"
program=$1
shift
${only ? `case "$*" in *-test.run=*) ;; *) set -- '-test.run=${topLevel(only)}' "$@" ;; esac` : ''}
printf '%s\\n%s\\n' "$PWD" "$*" > "$log"
"$program" -test.v=true "$@" >> "$log" 2>&1
code=$?
case "$*" in
*-test.v=*) tail -n +3 "$log" ;;
*) tail -n +3 "$log" | grep -Ev '^=== [A-Z]+ +[^ ]+$|^ *--- (PASS|SKIP): ' ;;
esac
exit $code
`

/** A test runs with all its subtests. */
const topLevel = ({ names }: Only): string => `^(${names.map((name) => name.split('/')[0]).join('|')})$`

/**
 * Environment variables with which go test starts binaries of tests by a program of ours, one test at a time. Flags of
 * the user win. There are none on Windows, or where Go cannot be told the place of the program.
 */
export function goEnvironment(folder: string, only?: Only): Record<string, string> {
  if (process.platform === 'win32' || /\s/.test(folder)) return {}
  const program = join(folder, 'identikit-go')
  writeFileSync(program, starterOf(only))
  chmodSync(program, 0o700)
  // Go does not know that a result depends on the server, where a package reads the environment as it starts.
  const flags = `-exec=${program} -p=1 -parallel=1 -count=1`
  return { GOFLAGS: `${flags} ${process.env['GOFLAGS'] ?? ''}`.trim() }
}

/** The tests in what binaries of Go tests wrote. Their times are numbers of bytes in the file. */
export function testsOfGo(folder: string): TestEnd[] {
  return goLogs(folder).flatMap((name) =>
    testsOfText(readFileSync(join(folder, name), 'utf8')).map((test) => ({ ...test, log: name })),
  )
}

/** A test of Go while its output is read. */
interface GoTest {
  from?: number | undefined
  to?: number | undefined
  state?: 'passed' | 'failed' | 'paused' | undefined
  isParallel?: true
  message?: string | undefined
  told?: string
  line?: number
  file?: string
}

const isInside = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`)

const parentOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')))

/** One line, with the number of bytes up to its end. */
interface GoLine {
  readonly text: string
  readonly at: number
  /** The folder of the package. */
  readonly folder: string
  /** Whether tests run one after the other. */
  readonly isSerial: boolean
}

function testsOfText(whole: string): TestEnd[] {
  const [folder = '', words = '', ...texts] = whole.split('\n')
  const isSerial = words.split(' ').includes('-test.parallel=1')
  let at = Buffer.byteLength(`${folder}\n${words}\n`)
  const tests = new Map<string, GoTest>()
  let current: string | undefined
  for (const text of texts) {
    at += Buffer.byteLength(text) + 1
    const line = { text, at, folder, isSerial }
    // A test may have written before, without the end of a line.
    const [, begun, name = ''] = /=== (RUN|PAUSE|CONT|NAME) +(\S+)$/.exec(text) ?? []
    const [, ended, last = ''] = /--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/.exec(text) ?? []
    if (begun !== undefined) {
      current = name
      begin(tests, name, begun, line)
    } else if (ended !== undefined) {
      const test = tests.get(last)
      if (test) Object.assign(test, { to: test.to ?? at, state: ended === 'FAIL' ? 'failed' : 'passed' })
      current = last
    } else if (current !== undefined) noteMessage(tests.get(current), line)
  }
  return [...tests].flatMap(([name, test]) => testOf(name, test, tests))
}

/** Notes that a test runs, waits for others, or goes on. Then those that cannot run at the same time have ended. */
function begin(tests: Map<string, GoTest>, name: string, begun: string, { at, isSerial }: GoLine): void {
  const test = tests.get(name) ?? {}
  tests.set(name, test)
  if (begun === 'NAME') return
  if (begun === 'PAUSE') {
    Object.assign(test, { from: undefined, state: 'paused', isParallel: true })
    return
  }
  // Not for a test that only writes its name again before its output.
  if (begun === 'CONT' && test.state !== 'paused') return
  Object.assign(test, { from: at, state: undefined })
  for (const [other, its] of tests) {
    if (its === test || its.from === undefined || its.to !== undefined) continue
    const isSibling = parentOf(other) === parentOf(name)
    const isOver = isSerial || (isSibling && !its.isParallel && !test.isParallel)
    if (isOver || isInside(name, other)) its.to = at
  }
}

function noteMessage(test: GoTest | undefined, { folder, text }: GoLine): void {
  if (!test) return
  test.told = `${test.told ?? ''}${text}\n`.slice(-4000)
  const [, file, line, said] = /^\s*([^\s:]+_test\.go):(\d+)(?:: ?(.*)| \+0x\w+)$/.exec(text) ?? []
  if (file === undefined) {
    // Libraries of assertions begin with an empty line.
    test.message ||= /^panic: (.*)|^\s+Error:\s+(.*)/.exec(text)?.slice(1).find(Boolean)
    return
  }
  // The stack of a panic begins at its inmost place.
  if (said === undefined && test.file !== undefined) return
  Object.assign(test, {
    file: resolve(folder, file),
    line: Number(line),
    ...(said !== undefined && { message: said }),
  })
}

function testOf(name: string, test: GoTest, all: ReadonlyMap<string, GoTest>): TestEnd[] {
  const { from, to = Infinity, state = 'failed', file, line, message, told = '' } = test
  if (from === undefined || state === 'paused') return []
  const isByInner =
    state === 'failed' &&
    [...all].some(([inner, its]) => isInside(inner, name) && (its.state ?? 'failed') === 'failed')
  const where = state === 'failed' ? { ...(file && { file, line }), ...(message && { message }), told } : {}
  return [{ name, from, to, state: isByInner ? 'passed' : state, ...where }]
}
