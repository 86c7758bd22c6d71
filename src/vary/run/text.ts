import { relative } from 'node:path'
import { counted } from '../../../conformance/engine/words/text.ts'
import type { Finding, ReplyDifference, VaryReport } from './report.ts'

/** The report in one sentence. */
export function sentenceOf(report: VaryReport): string {
  const { broken } = report
  const fresh = freshOf(report)
  const tests = new Set(fresh.map(({ test }) => test.name)).size
  const variants = new Set(fresh.map(({ variant }) => variant)).size
  const further = report.findings.length > 0 ? 'further ' : ''
  const verb = report.leftOut.length > 0 ? 'is known to rely' : 'relies'
  const relies =
    fresh.length === 0
      ? `No ${further}test ${verb} on what the API description leaves open`
      : `${counted(tests, 'test')} ${tests === 1 ? 'relies' : 'rely'} on what the API description leaves open, in ${counted(variants, 'way')}`
  if (!broken) return `${relies}.`
  const { noticed, tried } = totalOf(broken.score)
  return `${relies}; the tests notice ${noticed} of ${tried} mistakes of a broken service.`
}

export function totalOf(scores: readonly { readonly noticed: number; readonly tried: number }[]): {
  noticed: number
  tried: number
} {
  return scores.reduce(
    (sum, each) => ({ noticed: sum.noticed + each.noticed, tried: sum.tried + each.tried }),
    { noticed: 0, tried: 0 },
  )
}

/** The findings that the file of known findings does not have. */
export function freshOf({ findings }: VaryReport): readonly Finding[] {
  return findings.filter(({ isKnown }) => !isKnown)
}

/** How much was done: `12 runs in 3.4 s; 3 tests, 2 operations, 9 variants`. */
export function countsLine({ runs, cached, seconds, tests, operations, variants }: VaryReport): string {
  return `${counted(runs, 'run')} in ${seconds} s; ${tests > 0 ? `${counted(tests, 'test')}, ` : ''}${counted(operations.length, 'operation')}, ${counted(variants.length, 'variant')}${cached > 0 ? `; ${counted(cached, 'result')} from the cache` : ''}`
}

/** The name of the test of a finding. */
export function titleOf({ test: { name } }: Finding): string {
  return name ?? 'the command'
}

/** A call as one line: `GET /api/v1/users?limit=200 → 200`. */
export function callLine({ call }: Finding): string {
  if (!call) return 'no call differs'
  const { method, path, query, reply } = call
  return `${method} ${path}${query === '' ? '' : `?${query}`} → ${reply.isBroken ? 'connection reset' : reply.status}`
}

/** The place of a test: `test/members.test.js:12`. */
export function placeOf(finding: Finding): string {
  const file = fileOf(finding)
  const { line } = finding.test
  return file === undefined || line === undefined ? (file ?? '') : `${file}:${line}`
}

/** The file of a test, from here where it is below. */
export function fileOf({ test: { file } }: Finding): string | undefined {
  if (file === undefined) return undefined
  const near = relative(process.cwd(), file)
  return near.startsWith('..') ? file : near
}

/** How many differences of a reply the texts show. */
export const maxShown = 6

export function differenceLine({ at, plain, varied }: ReplyDifference): string {
  const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 89)}…` : text)
  return `${at}: ${short(plain)} → ${short(varied)}`
}

/** The report for a terminal. */
export function textOf(report: VaryReport): string {
  const { findings, broken, flaky, unclear, leftOut, stale } = report
  const fresh = freshOf(report)
  const groups = Map.groupBy(fresh, ({ variant }) => variant)
  const known = findings.length - fresh.length
  return [
    ...[...groups.values()].flatMap((group) => [...variantLines(group), '']),
    ...(broken ? [...brokenLines(broken), ''] : []),
    ...list('Flaky without variants, and left out', flaky),
    ...list('Unclear', unclear),
    ...list('Not tried, for lack of time', leftOut),
    ...list('Known, but no longer found: remove it from the file', stale),
    sentenceOf(report),
    `${countsLine(report)}${known > 0 ? `; ${known} known` : ''}.`,
  ].join('\n')
}

/** How the call of a test is known, unless the test itself says so. */
export function howKnown(by: Finding['by']): string {
  if (by === 'test') return ''
  return by === 'time' ? '  (by the times of the tests)' : '  (by the order of calls)'
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((each) => `  ${each}`), '']
}

function variantLines(group: readonly Finding[]): string[] {
  const { variant, severity, summary, open, interpretation, advice } = group[0]!
  // Tests that fail by the same call of the client: one of them shows it.
  const byCall = [...Map.groupBy(group, ({ call }) => call?.operation).values()]
  const full = byCall.length === 1 ? group.slice(0, 3) : byCall.map(([first]) => first!)
  const others = group.filter((finding) => !full.includes(finding))
  return [
    `${variant} (${severity}): the service ${summary}`,
    ...full.flatMap((finding) => {
      const { test, by, isHanging, differences } = finding
      return [
        `  Test   ${titleOf(finding)}  ${placeOf(finding)}`.trimEnd(),
        ...(test.message === undefined ? [] : [`  Error  ${test.message}`]),
        `  Call   ${callLine(finding)}${howKnown(by)}${isHanging ? '  (then the test hung)' : ''}`,
        ...differences
          .slice(0, maxShown)
          .map((each, at) => `  ${at === 0 ? 'Reply ' : '      '} ${differenceLine(each)}`),
        ...(differences.length > maxShown ? [`         and ${differences.length - maxShown} more`] : []),
      ]
    }),
    ...others.map((finding) => `  Also   ${titleOf(finding)}  ${placeOf(finding)}`.trimEnd()),
    `  Open   ${open}${interpretation === undefined ? '' : ` (${interpretation})`}`,
    `  Do     ${advice}`,
  ]
}

function brokenLines({ score, unnoticed, isTracked }: NonNullable<VaryReport['broken']>): string[] {
  return [
    'Mistakes of a broken service that the tests notice, by operation:',
    ...score.map(({ operation, noticed, tried }) => `  ${operation.padEnd(28)} ${noticed} of ${tried}`),
    ...(unnoticed.length === 0 ? [] : ['', 'No test notices that the service']),
    ...unnoticed.map(
      ({ summary, operation, call }) =>
        `  ${summary} (${operation}${call ? `, such as ${call.method} ${call.path}` : ''})`,
    ),
    ...(isTracked
      ? []
      : [
          '',
          'The run left out no member of a reply: only in Node does it see which members the client reads.',
        ]),
  ]
}
