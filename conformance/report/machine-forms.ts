import type { CheckResult, RequirementOutcome } from '../engine/judge/check-result.ts'
import type { ConformanceResult, RequirementResult, Sentence } from '../engine/judge/result.ts'
import { escapeXml } from './html-page.ts'
import { type JunitCase, type JunitOutcome, junitXml } from './junit-xml.ts'
import { failedIn, inColumns, told, waysOf } from './failures.ts'
import { countsInWords, headlineOf, quickInWords, sentences } from './words.ts'
import type { Verdict } from '../engine/judge/verdict.ts'

type FailureOf = (outcome: RequirementOutcome, key: string) => JunitOutcome

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
  const failureOf: FailureOf = ({ requirement: id, why = '' }, key) => {
    const requirement = byId.get(id)
    const cause = causes.get(id)
    const { headline, lines } =
      requirement === undefined ? { headline: why, lines: [] } : told(requirement, result, key)
    return {
      kind: 'failure',
      message: headline,
      type: requirement?.baseline?.state === 'known' ? 'known' : 'fail',
      text: cause === undefined ? inColumns(lines).join('\n') : `Fix ${cause} first: this one depends on it.`,
    }
  }
  const suites = [...Map.groupBy(result.checks, ({ file }) => file)].map(([name, checks]) => ({
    name,
    cases: checks.flatMap((check) => check.outcomes.map((outcome) => caseOf(check, outcome, failureOf))),
    more: { timestamp: result.run.startedAt },
  }))
  return junitXml('identikit conform', suites, { time: (result.run.milliseconds / 1000).toFixed(3) })
}

function caseOf(
  { key, title, milliseconds, outcomes }: CheckResult,
  outcome: RequirementOutcome,
  failureOf: FailureOf,
): JunitCase {
  return {
    classname: outcome.requirement,
    name: title,
    more: { time: (milliseconds / 1000 / outcomes.length).toFixed(3) },
    outcome: outcome.verdict === 'fail' ? failureOf(outcome, key) : outcomeOf(outcome),
  }
}

function outcomeOf({ verdict, why = '', hint }: RequirementOutcome): JunitOutcome | undefined {
  if (verdict === 'error' || verdict === 'blocked' || verdict === 'inconclusive')
    return { kind: 'error', message: sentences(why, hint), type: verdict }
  if (verdict === 'not-applicable' || verdict === 'not-run')
    return { kind: 'skipped', message: `${verdict}: ${why}` }
  return undefined
}

const statuses: Readonly<Record<Verdict, 'passed' | 'failed' | 'skipped' | 'pending' | 'other'>> = {
  pass: 'passed',
  fail: 'failed',
  error: 'failed',
  blocked: 'other',
  inconclusive: 'other',
  'not-applicable': 'skipped',
  'not-run': 'pending',
  observed: 'other',
}

/** A CTRF report (https://ctrf.io): one test for each check and requirement. */
export function ctrfOf(result: ConformanceResult): string {
  const begun = Date.parse(result.run.startedAt)
  const tests = result.checks.flatMap(({ title, file, outcomes, milliseconds }) =>
    outcomes.map(({ requirement, verdict, why, hint }) => ({
      name: `${requirement}: ${title}`,
      status: statuses[verdict],
      rawStatus: verdict,
      duration: Math.round(milliseconds / outcomes.length),
      suite: [file],
      filePath: `conformance/checks/${file}.check.ts`,
      ...(why === undefined ? {} : { message: sentences(why, hint) }),
      extra: { requirement },
    })),
  )
  const count = (status: string): number => tests.filter((each) => each.status === status).length
  return `${JSON.stringify(
    {
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      generatedBy: 'identikit conform',
      results: {
        tool: { name: 'identikit conform', version: result.run.suiteVersion },
        summary: {
          tests: tests.length,
          passed: count('passed'),
          failed: count('failed'),
          pending: count('pending'),
          skipped: count('skipped'),
          other: count('other'),
          start: begun,
          stop: begun + result.run.milliseconds,
          extra: {
            sentence: result.sentence,
            exitCode: result.exitCode,
            requirementSet: result.run.requirementSet,
          },
        },
        tests,
        environment: { testEnvironment: result.run.baseUrl },
      },
    },
    null,
    2,
  )}\n`
}

const colours: Readonly<Record<Sentence, { name: string; fill: string }>> = {
  Conforms: { name: 'brightgreen', fill: '#1a7f37' },
  'Conforms as far as shown': { name: 'blue', fill: '#0b5cad' },
  'Does not conform': { name: 'red', fill: '#b3261e' },
  'No verdict': { name: 'lightgrey', fill: '#6b7280' },
}

/**
 * A badge, as shields.io endpoint JSON and as SVG. Undefined for a run that was filtered, sharded or stopped: a part of
 * the suite earns no badge.
 */
export function badgeOf({
  sentence,
  run,
  counts,
}: ConformanceResult): { json: string; svg: string } | undefined {
  if (!run.whole || run.interrupted) return undefined
  const { observed: _observed, ...others } = counts
  const graded = Object.values(others).reduce((sum, count) => sum + count, 0)
  const message =
    sentence === 'No verdict' ? 'no verdict' : `${sentence.toLowerCase()} (${counts.pass}/${graded})`
  const { name, fill } = colours[sentence]
  const { requirementSet } = run
  const label = `conformance${requirementSet === undefined ? '' : ` ${requirementSet}`}`
  const json = `${JSON.stringify({ schemaVersion: 1, label, message, color: name })}\n`
  return { json, svg: svgOf(label, message, fill) }
}

function svgOf(label: string, message: string, fill: string): string {
  const left = Math.round(label.length * 6.6 + 12)
  const right = Math.round(message.length * 6.6 + 12)
  const width = left + right
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${escapeXml(`${label}: ${message}`)}"><title>${escapeXml(`${label}: ${message}`)}</title><rect width="${width}" height="20" rx="3" fill="#444"/><path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${fill}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="6" y="14">${escapeXml(label)}</text><text x="${left + 6}" y="14">${escapeXml(message)}</text></g></svg>\n`
}

/** A step of GitHub Actions shows this many errors and no more. */
export const maxErrors = 10

/**
 * Workflow commands of GitHub Actions: an error for each way in which requirements fail, and a notice with the sentence.
 * Texts of the target are escaped, so that they cannot act as commands.
 */
export function githubAnnotations(result: ConformanceResult): string[] {
  const { sentence, run } = result
  const ways = waysOf(failedIn(result, ({ verdict }) => verdict === 'fail').fresh, result)
  const shown = ways.slice(0, ways.length > maxErrors ? maxErrors - 1 : maxErrors)
  const left = ways.slice(shown.length)
  return [
    ...shown.map(({ headline, requirements: own }) => {
      const demand = told(own[0], result).lines.filter(([label]) => label === 'expected' || label === 'got')
      return command('error', titleOf(own), [headline, own[0].statement, ...inColumns(demand)].join('\n'))
    }),
    ...(left.length === 0
      ? []
      : [
          command(
            'error',
            `${left.length} more differences`,
            left.map(({ headline, requirements: [first] }) => `${first.id}: ${headline}`).join('\n'),
          ),
        ]),
    command(
      sentence === 'No verdict' ? 'error' : 'notice',
      `${headlineOf(result)}: ${run.target ?? run.baseUrl}`,
      [`${countsInWords(result)}.`, run.stopped, run.advice, quickInWords(result)].filter(Boolean).join('\n'),
    ),
  ]
}

function titleOf([first, ...others]: readonly RequirementResult[]): string {
  return `${first?.id ?? ''}${others.length === 0 ? '' : ` and ${others.length} more`}`
}

/** A workflow command, at a place of a file if one is known. */
export function command(
  name: 'error' | 'notice',
  title: string,
  message: string,
  place: Readonly<Record<string, string>> = {},
): string {
  const properties = Object.entries({ ...place, title })
    .map(([key, value]) => `${key}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
    .join(',')
  return `::${name} ${properties}::${escaped(message)}`
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
