import type { CheckResult, ClauseOutcome } from '../engine/judge/check-result.ts'
import type { ConformanceResult } from '../engine/judge/result.ts'
import { escapeXml } from './escape.ts'
import { sentences } from './words.ts'

/**
 * JUnit XML: one case for each check and clause. A clause that could not be shown is an error, never skipped, so that
 * no gap looks green. A clause that does not apply, or was left out, is skipped with its reason.
 */
export function junitOf(result: ConformanceResult): string {
  const known = new Set(
    result.clauses.filter(({ baseline }) => baseline?.state === 'known').map(({ id }) => id),
  )
  const suites = byFile(result.checks)
  let all = { tests: 0, failures: 0, errors: 0, skipped: 0 }
  const bodies: string[] = []
  for (const [file, checks] of suites) {
    const counts = { tests: 0, failures: 0, errors: 0, skipped: 0 }
    const cases: string[] = []
    for (const { title, outcomes, milliseconds } of checks) {
      for (const outcome of outcomes) {
        counts.tests++
        const inner = innerOf(outcome, known.has(outcome.clause))
        if (inner.startsWith('<failure')) counts.failures++
        else if (inner.startsWith('<error')) counts.errors++
        else if (inner.startsWith('<skipped')) counts.skipped++
        const seconds = (milliseconds / 1000 / outcomes.length).toFixed(3)
        const open = `    <testcase classname="${escapeXml(outcome.clause)}" name="${escapeXml(title)}" time="${seconds}"`
        cases.push(inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`)
      }
    }
    all = {
      tests: all.tests + counts.tests,
      failures: all.failures + counts.failures,
      errors: all.errors + counts.errors,
      skipped: all.skipped + counts.skipped,
    }
    bodies.push(
      `  <testsuite name="${escapeXml(file)}" ${attributes(counts)} timestamp="${result.run.startedAt}">\n${cases.join('\n')}\n  </testsuite>`,
    )
  }
  const time = (result.run.milliseconds / 1000).toFixed(3)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="identikit conform" ${attributes(all)} time="${time}">\n${bodies.join('\n')}\n</testsuites>\n`
}

function byFile(checks: readonly CheckResult[]): Map<string, CheckResult[]> {
  const files = new Map<string, CheckResult[]>()
  for (const check of checks) files.set(check.file, [...(files.get(check.file) ?? []), check])
  return files
}

function attributes(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}="${count}"`)
    .join(' ')
}

function innerOf({ verdict, why = '', hint, assertions }: ClauseOutcome, known: boolean): string {
  const message = escapeXml(sentences(why, hint))
  if (verdict === 'fail') {
    const details = assertions
      .filter(({ held }) => !held)
      .map(
        ({ what, expected, got }) =>
          `${what}\nexpected ${JSON.stringify(expected)}\ngot      ${JSON.stringify(got)}`,
      )
    return `<failure message="${message}" type="${known ? 'known' : 'fail'}">${escapeXml(details.join('\n\n'))}</failure>`
  }
  if (verdict === 'error' || verdict === 'blocked' || verdict === 'inconclusive')
    return `<error message="${message}" type="${verdict}"/>`
  if (verdict === 'not-applicable' || verdict === 'not-run')
    return `<skipped message="${escapeXml(`${verdict}: ${why}`)}"/>`
  return ''
}
