/**
 * Adds up what CI ran and closes with one plain line: `N passed, N failed`.
 *
 *   tsx scripts/ci-summary.ts <folder with Vitest's and the conformance suite's JSON reports> [<checks tried> <checks broken>]
 */
import { readFileSync } from 'node:fs'

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly name: string
    readonly message?: string
  }[]
}

interface ConformanceReport {
  readonly clauses: readonly { readonly verdict: string }[]
}

interface Count {
  readonly what: string
  readonly passed: number
  readonly failed: number
  readonly other: string
}

function testsOf(what: string, file: string): Count {
  const report = read(file) as VitestReport | undefined
  if (!report) return { what, passed: 0, failed: 1, other: 'no report was written' }
  // A file that does not even load has no tests to fail.
  const broken = report.testResults.filter(({ status, message }) => status === 'failed' && message).length
  return {
    what,
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, broken),
    other: `${report.numPendingTests} skipped`,
  }
}

function clausesOf(file: string): Count {
  const report = read(file) as ConformanceReport | undefined
  if (!report) return { what: 'clauses', passed: 0, failed: 1, other: 'no report was written' }
  const count = (...verdicts: string[]): number =>
    report.clauses.filter(({ verdict }) => verdicts.includes(verdict)).length
  const passed = count('pass')
  const failed = count('fail', 'error')
  return {
    what: 'clauses',
    passed,
    failed,
    other: `${report.clauses.length - passed - failed} not graded or not shown`,
  }
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const [folder = '', tried = '0', broken = '0'] = process.argv.slice(2)
const parts = ['test', 'test-suite', 'test-package', 'test-browser']
const checks: Count = {
  what: 'checks',
  passed: Number(tried) - Number(broken),
  failed: Number(broken),
  other: 'format, lint, types, dead code, pages, package',
}
const counts = [
  checks,
  ...parts.map((part) => testsOf(part, `${folder}/${part}.json`)),
  clausesOf(`${folder}/conformance/report.json`),
]
for (const { what, passed, failed, other } of counts) {
  console.log(`${what}: ${passed} passed, ${failed} failed, ${other}`)
}
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
if (failed > 0 || passed === 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed`)
