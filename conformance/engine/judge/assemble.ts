import { createHash } from 'node:crypto'
import type { Clause } from '../../registry/clause.ts'
import { gradable } from '../../registry/clause.ts'
import type { ExplorationResult } from '../../explore/exploration.ts'
import type { BaselineEntry } from './baseline.ts'
import { applyBaseline } from './baseline.ts'
import { failuresOf } from './causes.ts'
import type { CheckResult, ClauseOutcome } from './check-result.ts'
import { fingerprintOf } from './fingerprint.ts'
import { leftOut } from '../plan/left-out.ts'
import { defined } from '../words/defined.ts'
import type { ClauseResult, ConformanceResult, Failure, RunRecord, Sentence } from './result.ts'
import type { Verdict } from './verdict.ts'
import { verdictOrder, worst } from './verdict.ts'

export interface Findings {
  readonly clauses: readonly Clause[]
  readonly selected: (clause: Clause) => boolean
  readonly checks: readonly CheckResult[]
  readonly run: RunRecord
  readonly baseline: readonly BaselineEntry[]
  /** Failures that are known of such a target. An entry of the baseline wins, and one that passes is no problem. */
  readonly recorded?: readonly BaselineEntry[] | undefined
  readonly warnings: readonly string[]
  readonly exploration?: ExplorationResult | undefined
  /** Why a clause that no check reached could not be shown, for the report. */
  readonly unchecked?: string | undefined
  /** Why what was not selected was left out. Default: the filters. */
  readonly leftOut?: string | undefined
  /** Today as YYYY-MM-DD, for baseline entries that expire. */
  readonly today?: string
}

/** Makes the result of a run from what its checks found. */
export function assemble({
  clauses,
  selected,
  checks: found,
  run,
  baseline,
  recorded = [],
  warnings,
  exploration,
  unchecked = uncheckedText,
  leftOut: left = leftOut,
  today = new Date().toISOString().slice(0, 10),
}: Findings): ConformanceResult {
  const checks = withBrokenGrounds(found, clauses)
  const seen = new Set(
    checks.flatMap(({ outcomes }) =>
      outcomes.flatMap(({ ground, owner }) => (ground === 'effect' ? (owner ?? []) : [])),
    ),
  )
  const byClause = outcomesByClause(checks)
  const aliases = new Map(
    clauses.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((each) => [each, id] as const)),
  )
  const plain = clauses
    .filter(({ excluded }) => excluded === undefined)
    .map((clause) =>
      selected(clause) || seen.has(clause.id)
        ? clauseResult(clause, byClause.get(clause.id) ?? [], unchecked)
        : bare(clause, 'not-run', left),
    )
  const shown = recorded.filter(
    ({ clause, fingerprint }) =>
      !baseline.some((known) => aliases.get(known.clause) === clause) &&
      plain.some((each) => each.id === clause && each.fingerprint === fingerprint),
  )
  const known = [...baseline, ...shown]
  const { clauses: judged, problems } = applyBaseline(plain, known, (id) => aliases.get(id), today)
  const failures = failuresOf(judged, checks, clauses)
  return defined({
    format: 1 as const,
    ...conclude({ clauses: judged, checks, run, exploration, baselineProblems: problems }),
    run,
    clauses: judged.map((clause) => withCause(clause, failures)),
    failures,
    checks: checks.map(withoutWalk),
    exploration,
    baselineProblems: problems,
    warnings,
  })
}

/** The part of a result that follows from the rest. */
export type Conclusion = Pick<ConformanceResult, 'sentence' | 'exitCode' | 'counts' | 'unexpected' | 'known'>

/** Draws the conclusion of a run from its verdicts, and from what its checks say about them. */
export function conclude({
  clauses,
  checks,
  run,
  exploration,
  baselineProblems,
}: Pick<ConformanceResult, 'clauses' | 'checks' | 'run' | 'baselineProblems'> &
  Pick<Findings, 'exploration'>): Conclusion {
  const counts = countVerdicts(clauses)
  const unexpected = clauses.filter(
    ({ verdict, baseline }) => verdict === 'fail' && baseline?.state !== 'known',
  ).length
  const hindered = isHindered(clauses, outcomesByClause(checks))
  return {
    sentence: sentenceOf(clauses, { ...run, hindered }, exploration),
    exitCode: exitCodeOf({ clauses, run, unexpected, baselineProblems, counts, exploration, hindered }),
    counts,
    unexpected,
    known: clauses.filter(({ baseline }) => baseline?.state === 'known').length,
  }
}

/**
 * A check that saw a call accepted and not carried out fails the graded clause which states its effect. One that saw
 * another precondition broken does so only if nothing else fails: what fails may be why.
 */
function withBrokenGrounds(
  checks: readonly CheckResult[],
  clauses: readonly Clause[],
): readonly CheckResult[] {
  const isExplained = checks.some(({ outcomes }) => outcomes.some(({ verdict }) => verdict === 'fail'))
  const graded = new Set<string>(clauses.filter(gradable).map(({ id }) => id))
  return checks.map((check) => {
    const { owner, saw } =
      check.outcomes.find(({ ground }) => ground === 'effect' || (ground === 'seen' && !isExplained)) ?? {}
    if (owner === undefined || saw === undefined || !graded.has(owner)) return check
    const { what, path, expected, got, exchange } = saw
    const failed: ClauseOutcome = {
      clause: owner,
      verdict: 'fail',
      why: path === '' ? `expected ${what}` : `${what}: expected ${String(expected)}, got ${String(got)}`,
      assertions: [
        {
          held: false,
          what,
          expected: at(path, expected),
          got: at(path, got),
          differences: [{ path, expected, got }],
          exchange,
        },
      ],
      asserted: 1,
    }
    return { ...check, outcomes: [...check.outcomes.filter(({ clause }) => clause !== owner), failed] }
  })
}

/** A value in the member that it is of; the value itself without one. */
function at(path: string, value: unknown): unknown {
  return path === '' ? value : { [path]: value }
}

/** A blocked clause names the failure that it depends on, and never a clause that did not fail. */
function withCause(clause: ClauseResult, failures: readonly Failure[]): ClauseResult {
  if (clause.verdict !== 'blocked' || clause.hint !== undefined) return clause
  const { owner: _, ...rest } = clause
  const cause = failures.find(({ under }) => under.includes(clause.id))?.clause
  return cause === undefined ? rest : { ...rest, owner: cause }
}

/** The check as it is reported. */
function withoutWalk({ walked: _walked, ...check }: CheckResult): CheckResult {
  return check
}

export function judgedBy(checks: readonly CheckResult[], clauses: readonly Clause[]): ClauseResult[] {
  const byClause = outcomesByClause(checks)
  return clauses
    .filter(({ excluded }) => excluded === undefined)
    .map((clause) => clauseResult(clause, byClause.get(clause.id) ?? [], uncheckedText))
}

/** Digest of the clauses: their ids, levels and statements. */
export function registryDigest(clauses: readonly Clause[]): string {
  const text = clauses
    .map(({ id, level, statement, excluded }) => [id, level, statement, excluded ?? ''].join('\t'))
    .join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

const uncheckedText = 'no check judges it'

type Said = { readonly check: CheckResult; readonly outcome: ClauseOutcome }

/** The outcomes of checks, by requirement. */
export function outcomesByClause(checks: readonly CheckResult[]): Map<string, Said[]> {
  const byClause = new Map<string, Said[]>()
  for (const check of checks) {
    for (const outcome of check.outcomes) {
      const list = byClause.get(outcome.clause) ?? []
      list.push({ check, outcome })
      byClause.set(outcome.clause, list)
    }
  }
  return byClause
}

function bare(clause: Clause, verdict: Verdict, why: string): ClauseResult {
  const { id, area, document, section, level, statement } = clause
  return {
    id,
    area,
    document,
    section,
    level,
    statement,
    graded: gradable(clause),
    verdict,
    why,
    checks: [],
    partly: [],
    observations: [],
  }
}

function clauseResult(clause: Clause, said: readonly Said[], unchecked: string): ClauseResult {
  if (said.length === 0)
    return bare(clause, 'not-run', gradable(clause) ? unchecked : (clause.reason ?? 'it is not graded'))
  const verdict = worst(said.map(({ outcome }) => outcome.verdict))
  const { why: _why, ...base } = bare(clause, verdict, '')
  const decisive = said.find(({ outcome }) => outcome.verdict === verdict)?.outcome
  const wrong = verdict === 'fail' || verdict === 'blocked' || verdict === 'inconclusive'
  const judging = said.map(({ check }) => check)
  return defined({
    ...base,
    why: decisive?.why,
    owner: decisive?.owner,
    hint: decisive?.hint,
    checks: said.map(({ check, outcome }) => ({ key: check.key, verdict: outcome.verdict })),
    partly:
      verdict === 'pass'
        ? said
            .filter(({ outcome }) => outcome.verdict !== 'pass')
            .map(({ outcome }) => outcome.hint ?? outcome.why ?? outcome.verdict)
        : [],
    observations: judging.flatMap((check) =>
      check.observations.filter((each) => each.clause === clause.id).map(({ value }) => value),
    ),
    fingerprint: wrong ? fingerprintOf(clause.id, judging) : undefined,
  })
}

function countVerdicts(clauses: readonly ClauseResult[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdictOrder.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict, graded } of clauses) if (graded || verdict === 'observed') counts[verdict]++
  return counts
}

/** The sentence of a run: a known failure is a failure, and whatever was not shown is not claimed. */
function sentenceOf(
  clauses: readonly ClauseResult[],
  { interrupted, stopped, hindered }: Pick<RunRecord, 'interrupted' | 'stopped'> & { hindered: boolean },
  exploration: ExplorationResult | undefined,
): Sentence {
  const graded = clauses.filter((clause) => clause.graded)
  if (graded.some(({ verdict }) => verdict === 'fail')) return 'Does not conform'
  // If a run ended early, its results are no measure of the target.
  const isShown = graded.some(({ verdict }) => verdict === 'pass') || (exploration?.calls ?? 0) > 0
  if (interrupted || stopped !== undefined || !isShown || hindered) return 'No verdict'
  const whole = graded.every(({ verdict, partly }) => verdict === 'pass' && partly.length === 0)
  return whole ? 'Conforms' : 'Conforms as far as shown'
}

/**
 * Whether the target refused, or did not carry out, the basis of some clauses, and no result says why. If a clause
 * fails, the run reports that failure instead.
 */
function isHindered(
  clauses: readonly ClauseResult[],
  byClause: ReadonlyMap<string, readonly Said[]>,
): boolean {
  const graded = clauses.filter((clause) => clause.graded)
  if (graded.some(({ verdict }) => verdict === 'fail')) return false
  return graded.some(
    ({ id, verdict, baseline }) =>
      verdict === 'blocked' &&
      baseline?.state !== 'known' &&
      byClause.get(id)?.some(({ outcome }) => outcome.ground === 'done') === true,
  )
}

function exitCodeOf({
  clauses,
  run,
  unexpected,
  baselineProblems,
  counts,
  exploration,
  hindered,
}: Pick<ConformanceResult, 'clauses' | 'run' | 'unexpected' | 'baselineProblems' | 'counts'> &
  Pick<Findings, 'exploration'> & { hindered: boolean }): ConformanceResult['exitCode'] {
  if (run.interrupted) return 130
  if (unexpected > 0 || baselineProblems.length > 0) return 1
  if (counts.error > 0) return 4
  if (run.stopped !== undefined) return 6
  if (run.leftovers.length > 0) return 5
  const missing = clauses.some(
    ({ graded, verdict, baseline }) =>
      graded && (verdict === 'blocked' || verdict === 'inconclusive') && baseline?.state !== 'known',
  )
  const nothing = counts.pass + counts.fail === 0 && (exploration?.calls ?? 0) === 0
  return nothing || hindered || (missing && run.tolerateIncomplete !== true) ? 3 : 0
}
