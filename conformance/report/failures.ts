import type { ClauseResult, ConformanceResult } from '../engine/judge/result.ts'
import type { Assertion } from '../engine/judge/judge.ts'
import type { Exchange } from '../engine/wire/exchange.ts'
import { inWords } from '../engine/words/in-words.ts'
import { operationOf } from '../engine/wire/routes.ts'
import { clauseLevels } from '../registry/clause.ts'
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
export function byBlame(
  failed: readonly ClauseResult[],
  { failures = [], clauses }: ConformanceResult,
): Blamed[] {
  const byId = new Map(failed.map((clause) => [clause.id, clause]))
  const unshown = new Set(clauses.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id))
  const blamed = failures.flatMap(({ clause: root, under, idle }): Blamed[] => {
    const [clause, ...fallen] = [root, ...under].flatMap((id) => byId.get(id) ?? [])
    if (clause === undefined) return []
    return [{ clause, fallen, blocked: under.filter((id) => unshown.has(id)), idle }]
  })
  const told = new Set(blamed.flatMap(({ clause, fallen }) => [clause, ...fallen].map(({ id }) => id)))
  const rest = failed.filter(({ id }) => !told.has(id))
  return [...blamed, ...rest.map((clause): Blamed => ({ clause, fallen: [], blocked: [] }))].toSorted(
    (one, other) => bindingOf(one) - bindingOf(other),
  )
}

/** The strongest level of a group of failures; 0 is `must`. */
function bindingOf({ clause, fallen }: Blamed): number {
  return Math.min(...[clause, ...fallen].map(({ level }) => clauseLevels.indexOf(level)))
}

/** One way in which clauses went wrong: the same difference, or its consequences. */
export interface Way {
  readonly why: string
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
    return { why: whyOf(first), clauses: [first, ...others] }
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
      return { check, assertion, exchange, write: exchange && writeBefore(exchange, check.exchanges, idle) }
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

/** The requests and answers that show a failure, as one line each. */
export function callLines({
  exchange,
  write,
}: Pick<ReturnType<typeof failedChecks>[number], 'exchange' | 'write'>): string[] {
  return [write, exchange].flatMap((each) => {
    if (each === undefined) return []
    const { method, path, requestBody, status, responseBody, failure } = each
    const answer = status === 0 ? (failure ?? 'no answer') : `${status} ${short(responseBody)}`.trim()
    return [
      `sent      ${method} ${path}${requestBody === undefined ? '' : `  ${short(requestBody)}`}`,
      `answer    ${answer}`,
    ]
  })
}

/** The expectation in one line. */
export function expectedLine({ what, expected }: Assertion): string {
  const words = short(typeof expected === 'string' && isSaid(what, expected) ? expected : inWords(expected))
  return isSaid(what, expected) ? words : `${what}: ${words}`
}

/** Whether an expectation says by itself what was asked. */
function isSaid(what: string, expected: unknown): boolean {
  return what === expected || what === ''
}

/** The graded clauses that failed: those that the baseline does not know, and those that it knows. */
export function failedIn(
  { clauses }: ConformanceResult,
  isFailed: (clause: ClauseResult) => boolean = ({ verdict }) => verdict === 'fail' || verdict === 'error',
): { readonly fresh: readonly ClauseResult[]; readonly known: readonly ClauseResult[] } {
  const failed = clauses.filter((clause) => clause.graded && isFailed(clause))
  const isKnown = ({ baseline }: ClauseResult): boolean => baseline?.state === 'known'
  return { fresh: failed.filter((each) => !isKnown(each)), known: failed.filter(isKnown) }
}
