import type { CheckResult, RequirementOutcome } from '../engine/judge/check-result.ts'
import type { ConformanceResult } from '../engine/judge/result.ts'
import { escapeXml } from './escape.ts'
import { inColumns, told } from './failures.ts'
import { sentences } from './words.ts'

/**
 * JUnit XML: one case for each check and requirement. A requirement that could not be shown is an error, never skipped, so that
 * no gap looks green. A requirement that does not apply, or was left out, is skipped with its reason.
 */
export function junitOf(result: ConformanceResult): string {
  const byId = new Map(result.requirements.map((requirement) => [requirement.id, requirement]))
  const causes = new Map(
    result.failures?.flatMap(({ requirement, under }) => under.map((id) => [id, requirement])),
  )
  /** The failure of a requirement in a check; by its cause where it fails because of another. */
  const failureOf = ({ requirement: id, why = '' }: RequirementOutcome, key: string): string => {
    const requirement = byId.get(id)
    const cause = causes.get(id)
    const { headline, lines } =
      requirement === undefined ? { headline: why, lines: [] } : told(requirement, result, key)
    const text =
      cause === undefined ? inColumns(lines).join('\n') : `Fix ${cause} first: this one depends on it.`
    const type = requirement?.baseline?.state === 'known' ? 'known' : 'fail'
    return `<failure message="${escapeXml(headline)}" type="${type}">${escapeXml(text)}</failure>`
  }
  const suites = [...Map.groupBy(result.checks, ({ file }) => file)].map(([file, checks]) => {
    const cases = checks.flatMap((check) =>
      check.outcomes.map((outcome) => caseOf(check, outcome, failureOf)),
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
  /** The element in it, if the requirement did not pass: `failure`. */
  readonly kind: string | undefined
}

function caseOf(
  { key, title, milliseconds, outcomes }: CheckResult,
  outcome: RequirementOutcome,
  failureOf: (outcome: RequirementOutcome, key: string) => string,
): Case {
  const inner = outcome.verdict === 'fail' ? failureOf(outcome, key) : innerOf(outcome)
  const seconds = (milliseconds / 1000 / outcomes.length).toFixed(3)
  const open = `    <testcase classname="${escapeXml(outcome.requirement)}" name="${escapeXml(title)}" time="${seconds}"`
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

function innerOf({ verdict, why = '', hint }: RequirementOutcome): string {
  const message = escapeXml(sentences(why, hint))
  if (verdict === 'error' || verdict === 'blocked' || verdict === 'inconclusive')
    return `<error message="${message}" type="${verdict}"/>`
  if (verdict === 'not-applicable' || verdict === 'not-run')
    return `<skipped message="${escapeXml(`${verdict}: ${why}`)}"/>`
  return ''
}
