import type { ClauseResult, ConformanceResult } from '../engine/judge/result.ts'
import type { CheckResult } from '../engine/judge/check-result.ts'
import type { Assertion } from '../engine/judge/judge.ts'
import type { Exchange } from '../engine/wire/exchange.ts'
import { inWords } from '../engine/words/in-words.ts'
import { operationOf } from '../engine/wire/routes.ts'
import { clauseLevels } from '../registry/clause.ts'
import { curlOf } from './curl.ts'
import { headlineOf, isSaid } from './headline.ts'
import { markedJson } from './marked-json.ts'
import { short } from './room.ts'

/** A failure with its consequences. */
export interface Blamed {
  readonly clause: ClauseResult
  /** Clauses that failed because of it: their checks go through the call that failed there. */
  readonly fallen: readonly ClauseResult[]
  /** Ids of clauses that could not be shown because of it. */
  readonly blocked: readonly string[]
  /** The operation that was accepted and not carried out, if that is the failure. */
  readonly idle?: string | undefined
}

/**
 * Failed clauses, each with the clauses that failed because of it. Those that bind most come first, then the most
 * basic. Reports of older versions have no such groups.
 */
export function byBlame(failed: readonly ClauseResult[], result: ConformanceResult): Blamed[] {
  const { failures = [], clauses } = result
  const byId = new Map(failed.map((clause) => [clause.id, clause]))
  const unshown = new Set(clauses.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id))
  const blamed = failures.flatMap(({ clause: root, under, idle }): Blamed[] => {
    const [clause, ...fallen] = [root, ...under].flatMap((id) => byId.get(id) ?? [])
    if (clause === undefined) return []
    return [{ clause, fallen, blocked: under.filter((id) => unshown.has(id)), idle }]
  })
  const told = new Set(blamed.flatMap(({ clause, fallen }) => [clause, ...fallen].map(({ id }) => id)))
  const rest = failed.filter(({ id }) => !told.has(id))
  const all = [...blamed, ...rest.map((clause): Blamed => ({ clause, fallen: [], blocked: [] }))]
  return [...Map.groupBy(all, ({ clause }) => evidenceOf(clause, result)).values()]
    .map((alike): Blamed => {
      const [first] = alike
      const { clause, idle } = first!
      const [, ...fallen] = alike.flatMap((each) => [each.clause, ...each.fallen])
      return { clause, idle, fallen, blocked: alike.flatMap(({ blocked }) => blocked) }
    })
    .toSorted((one, other) => bindingOf(one) - bindingOf(other))
}

/** The evidence of a failure: the same for requirements that fail with one answer. */
export function evidenceOf(clause: ClauseResult, result: ConformanceResult): string {
  const [{ check, assertion: failed } = {}] = failedChecks(clause, result)
  if (failed?.exchange === undefined) return clause.id
  const places = failed.differences.map(({ path, expected, got }) => [path, expected, got])
  return JSON.stringify([check?.key, failed.exchange, failed.what, places])
}

/** The strongest level of a group of failures; 0 is `must`. */
function bindingOf({ clause, fallen }: Blamed): number {
  return Math.min(...[clause, ...fallen].map(({ level }) => clauseLevels.indexOf(level)))
}

/** One way in which clauses went wrong: the same difference, or its consequences. */
export interface Way {
  /** The first failure, as a sentence. */
  readonly headline: string
  readonly clauses: readonly [ClauseResult, ...ClauseResult[]]
}

/**
 * Failures by the difference between answer and expectation, each with its consequences, the most basic first. The same
 * words about another operation are another defect.
 */
export function waysOf(failed: readonly ClauseResult[], result: ConformanceResult): Way[] {
  const keyOf = ({ clause }: Blamed): string => `${operationOfFailure(clause, result)} ${whyOf(clause)}`
  return [...Map.groupBy(byBlame(failed, result), keyOf).values()].map((alike): Way => {
    const [first, ...others] = alike.flatMap(({ clause, fallen }) => [clause, ...fallen]) as [ClauseResult]
    return { headline: told(first, result).headline, clauses: [first, ...others] }
  })
}

function whyOf({ why, statement }: ClauseResult): string {
  return why ?? statement
}

/** The operation whose answer failed first. */
function operationOfFailure(clause: ClauseResult, result: ConformanceResult): string {
  const [{ exchange } = {}] = failedChecks(clause, result)
  return (exchange && operationOf(exchange)) ?? ''
}

/** The checks that came to the verdict of a clause, each with its first failed assertion and its exchange. */
export function failedChecks({ id, verdict, checks }: ClauseResult, result: ConformanceResult) {
  return checks
    .filter((each) => each.verdict === verdict)
    .flatMap(({ key }) => result.checks.find((check) => check.key === key) ?? [])
    .map((check) => {
      const outcome = check.outcomes.find(({ clause }) => clause === id)
      const assertion = outcome?.assertions.find(({ held }) => !held)
      const exchange = check.exchanges.find(({ number }) => number === assertion?.exchange)
      const idle = result.failures?.find((each) => each.clause === id)?.idle
      const write = exchange && writeBefore(exchange, check.exchanges, idle)
      return { check, assertion, exchange, write, idle }
    })
}

/** The write that a read should show: the idle one, or the last about a record of the path. */
function writeBefore(
  read: Exchange,
  exchanges: readonly Exchange[],
  idle: string | undefined,
): Exchange | undefined {
  if (read.method !== 'GET') return undefined
  const writes = exchanges.filter(
    ({ method, number, status }) => method !== 'GET' && number < read.number && status >= 200 && status < 300,
  )
  const ids = (path: string): string[] => (path.split('?')[0] ?? '').split('/').slice(4)
  const named = new Set(ids(read.path).filter((part) => /\d/.test(part)))
  return (
    writes.findLast((each) => operationOf(each) === idle) ??
    writes.findLast(({ path }) => ids(path).some((part) => named.has(part)))
  )
}

/** A failure as each report for people shows it. */
export interface Told {
  /** The failure as a sentence. */
  readonly headline: string
  /** Each request with its answer, what was expected and what came, and the command that sends the request again. */
  readonly lines: readonly (readonly [
    label: 'sent' | 'answer' | 'expected' | 'got' | 'again',
    text: string,
  ])[]
  /** The check that shows it, and how many further checks do. */
  readonly check?: CheckResult
  readonly more: number
}

/**
 * The one template of a failure.
 *
 * @param key the check to tell it by. Default: the first that failed.
 */
export function told(clause: ClauseResult, result: ConformanceResult, key?: string): Told {
  const failed = failedChecks(clause, result).filter(({ check }) => key === undefined || check.key === key)
  const first = failed.find(({ assertion }) => assertion !== undefined)
  if (first?.assertion === undefined) return { headline: whyOf(clause), lines: [], more: failed.length }
  const { check, assertion, exchange, write } = first
  const shown = { assertion, exchange, write, isIdle: first.idle !== undefined }
  const isExplored = check.file === 'exploration'
  const calls = [...new Set([write, exchange])].filter((each) => each !== undefined)
  const marked = markedJson(assertion.got, assertion.differences).filter((line) => line.marked)
  const got = marked
    .slice(0, 6)
    .map(({ text }) => text.trim())
    .join(' ')
  const demand: Told['lines'] = [
    ['expected', expectedLine(assertion)],
    ['got', short(got || (JSON.stringify(assertion.got) ?? ''))],
  ]
  return {
    headline: isExplored ? check.title : headlineOf(shown),
    lines: [
      ...calls.flatMap(callLines),
      ...(isExplored || isSaid(assertion) ? [] : demand),
      ...calls.map(
        (each) => ['again', curlOf(each, result.run.baseUrl).replaceAll(/ \\\n\s*/g, ' ')] as const,
      ),
    ],
    check,
    more: failed.length - 1,
  }
}

function callLines({ method, path, requestBody, status, responseBody, failure }: Exchange): Told['lines'] {
  const answer = status === 0 ? (failure ?? 'no answer') : `${status} ${short(responseBody)}`.trim()
  return [
    ['sent', `${method} ${path}${requestBody === undefined ? '' : `  ${short(requestBody)}`}`],
    ['answer', answer],
  ]
}

/** The expectation in one line. */
function expectedLine({ what, expected }: Assertion): string {
  return what === '' ? short(inWords(expected)) : `${what}: ${short(inWords(expected))}`
}

/** The lines of a failure under each other, for a text. */
export const inColumns = (lines: Told['lines']): string[] =>
  lines.map(([label, text]) => `${label.padEnd(10)}${text}`)

/** The graded clauses that failed: those that the baseline does not know, and those that it knows. */
export function failedIn(
  { clauses }: ConformanceResult,
  isFailed: (clause: ClauseResult) => boolean = ({ verdict }) => verdict === 'fail' || verdict === 'error',
): { readonly fresh: readonly ClauseResult[]; readonly known: readonly ClauseResult[] } {
  const failed = clauses.filter((clause) => clause.graded && isFailed(clause))
  const isKnown = ({ baseline }: ClauseResult): boolean => baseline?.state === 'known'
  return { fresh: failed.filter((each) => !isKnown(each)), known: failed.filter(isKnown) }
}
