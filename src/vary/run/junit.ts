import { readFileSync } from 'node:fs'
import type { LoggedCall, TestEnd } from './log-line.ts'

/**
 * The tests of a JUnit file, which many runners write. Of a test its name, file, error and time are read.
 *
 * @throws the error of the file system for a file that is not there.
 */
export function testsOfJunit(file: string): TestEnd[] {
  // A suite without an inner one: the file may nest them.
  return readFileSync(file, 'utf8')
    .split(/(?=<testsuite\b)/)
    .flatMap(testsOfSuite)
}

function testsOfSuite(text: string): TestEnd[] {
  const head = /^<testsuite\b([^>]*)>/.exec(text)?.[1] ?? ''
  const cases = [...text.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)]
  const times = cases.map(([, own = '']) => 1000 * Number(attribute(own, 'time')))
  let at = startOf(head, times)
  return cases.map(([, own = '', inner = ''], place) => {
    const from = at
    at += times[place]!
    return { ...testOf(own, inner), ...(Number.isNaN(at) ? {} : { from, to: at }) }
  })
}

/**
 * When the first test of a suite began. Runners collect tests before: the last one ends with the suite. Not a number
 * where the file does not say it, or where tests ran at the same time.
 */
function startOf(head: string, times: readonly number[]): number {
  const began = Date.parse(attribute(head, 'timestamp') ?? '')
  const sum = times.reduce((all, each) => all + each, 0)
  const whole = attribute(head, 'time')
  const before = whole === undefined ? 0 : 1000 * Number(whole) - sum
  // Times are rounded.
  return before < -1 - times.length ? Number.NaN : began + Math.max(0, before)
}

function testOf(head: string, inner: string): TestEnd {
  const failure = /<(?:failure|error)\b(?:[^>]*?\bmessage="([^"]*)")?/.exec(inner)
  const place = attribute(head, 'classname')
  const name = attribute(head, 'name')
  const line = Number(attribute(head, 'line'))
  return {
    name: place === undefined || place === name || name?.startsWith(place) ? name : `${place} ${name}`,
    file: attribute(head, 'file'),
    ...(line > 0 ? { line } : {}),
    state: failure ? 'failed' : 'passed',
    ...(failure?.[1] && { message: decoded(failure[1]) }),
    ...(failure && { told: decoded(inner) }),
  }
}

function attribute(head: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1]
  return found === undefined ? undefined : decoded(found)
}

function decoded(text: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
  )
}

/** Calls with the tests in whose time they were made, where no test is known otherwise and only one ran. */
export function placedByTime(calls: readonly LoggedCall[], tests: readonly TestEnd[]): LoggedCall[] {
  return calls.map((call) => {
    if (call.test) return call
    const running = tests.filter(({ from = Infinity, to = -Infinity, log }) => {
      const at = log === undefined ? call.at : (call.written?.[log] ?? Infinity)
      return from <= at && at < to
    })
    const [found] = running
    if (!found || running.some(({ name: other }) => other !== found.name)) return call
    const { name, file } = found
    return { ...call, test: { name, file }, isByTime: true }
  })
}
