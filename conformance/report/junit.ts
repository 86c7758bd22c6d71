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
  const suites = [...Map.groupBy(result.checks, ({ file }) => file)].map(([file, checks]) => {
    const cases = checks.flatMap((check) =>
      check.outcomes.map((outcome) => caseOf(check, outcome, known.has(outcome.clause))),
    )
    return { file, cases }
  })
  const bodies = suites.map(
    ({ file, cases }) =>
      `  <testsuite name="${escapeXml(file)}" ${counts(cases)} timestamp="${result.run.startedAt}">\n${cases.map(({ xml }) => xml).join('\n')}\n  </testsuite>`,
  )
  const all = counts(suites.flatMap(({ cases }) => cases))
  const time = (result.run.milliseconds / 1000).toFixed(3)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="identikit conform" ${all} time="${time}">\n${bodies.join('\n')}\n</testsuites>\n`
}

interface Case {
  readonly xml: string
  /** The element in it, if the clause did not pass: `failure`. */
  readonly kind: string | undefined
}

function caseOf(
  { title, milliseconds, outcomes }: CheckResult,
  outcome: ClauseOutcome,
  known: boolean,
): Case {
  const inner = innerOf(outcome, known)
  const seconds = (milliseconds / 1000 / outcomes.length).toFixed(3)
  const open = `    <testcase classname="${escapeXml(outcome.clause)}" name="${escapeXml(title)}" time="${seconds}"`
  return {
    xml: inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`,
    kind: /^<(\w+)/.exec(inner)?.[1],
  }
}

/** How many cases there are, and how many of each kind, as attributes. */
function counts(cases: readonly Case[]): string {
  const count = (kind: string): number => cases.filter((each) => each.kind === kind).length
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
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
