/**
 * Adds up what CI ran, names what failed, and closes with one plain line: `N passed, N failed`. A log is often read
 * from its end alone.
 *
 *   tsx scripts/ci-summary.ts <folder with Vitest's results, `*.json`, the conformance suite's report, and `tried`>
 *
 * Each line of `tried` is an exit code and the script that ended with it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JsonTestResults } from 'vitest/node'
import type { ConformanceResult } from '../conformance/index.ts'

interface Count {
  readonly what: string
  readonly passed: number
  readonly failed: number
  readonly other: string
  /** The names of failures, with the first lines of the reason. */
  readonly failures: readonly string[]
}

function testsOf(folder: string): Count {
  const reports = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => read(path.join(folder, name)) as JsonTestResults)
  const sum = (count: (report: JsonTestResults) => number): number =>
    reports.reduce((total, report) => total + count(report), 0)
  const results = reports.flatMap(({ testResults }) => testResults)
  const failures = results.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative('.', name)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${file}: ${fullName}\n${firstLines(failureMessages?.join('\n') ?? '')}`,
      )
    // A file that does not load has no tests that could fail.
    return status === 'failed' && tests.length === 0 ? [`${file}\n${firstLines(message)}`] : tests
  })
  return {
    what: 'tests',
    passed: sum(({ numPassedTests }) => numPassedTests),
    failed: Math.max(
      sum(({ numFailedTests }) => numFailedTests),
      failures.length,
    ),
    other: `${sum(({ numPendingTests }) => numPendingTests)} skipped`,
    failures,
  }
}

function requirementsOf(file: string): Count {
  const report = read(file) as ConformanceResult | undefined
  if (!report) {
    return { what: 'requirements', passed: 0, failed: 1, other: 'no report was written', failures: [] }
  }
  const passed = report.requirements.filter(({ verdict }) => verdict === 'pass').length
  const failures = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
  const failed = failures.length
  return {
    what: 'requirements',
    passed,
    failed,
    other: `${report.requirements.length - passed - failed} not graded or not shown`,
    failures: failures.map(({ id, verdict, why = '' }) =>
      [`${id}: ${verdict}`, why, ...storiesOf(report, id)].join('\n  '),
    ),
  }
}

/** The calls with which an exploration found a failed requirement: nothing else shows it. */
function storiesOf({ exploration }: ConformanceResult, id: string): string[] {
  return (exploration?.differences ?? []).flatMap(({ requirement, sentence, sequence }) =>
    requirement === id
      ? [
          `${sentence} (--seed ${exploration?.seed})`,
          ...sequence.map(({ sent, model, target }) => `${sent} -> ${target}; the mock: ${model}`),
        ]
      : [],
  )
}

/** Enough of a message to know where to look. */
function firstLines(message: string): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n')
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const [folder = ''] = process.argv.slice(2)
const tried = readFileSync(`${folder}/tried`, 'utf8').trim().split('\n')
const broken = tried.filter((line) => !line.startsWith('0 '))
const checks: Count = {
  what: 'checks',
  passed: tried.length - broken.length,
  failed: broken.length,
  other: 'scripts of package.json, each with its exit code',
  failures: broken.map((line) => line.replace(/^\d+ /, '')),
}
const counts = [checks, testsOf(folder), requirementsOf(`${folder}/conformance/report.json`)]
for (const { what, passed, failed, other } of counts) {
  console.log(`${what}: ${passed} passed, ${failed} failed, ${other}`)
}
for (const { what, failures } of counts)
  for (const failure of failures) console.log(`FAILED  ${what}: ${failure}`)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
if (failed > 0 || passed === 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed`)
