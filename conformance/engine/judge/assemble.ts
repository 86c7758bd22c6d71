import { createHash } from 'node:crypto'
import { gradable, type Requirement } from '../../registry/requirement.ts'
import type { ExplorationResult } from '../../explore/exploration.ts'
import { applyBaseline, fingerprintOf, type BaselineEntry } from './baseline.ts'
import { failuresOf } from './causes.ts'
import type { CheckResult, RequirementOutcome } from './check-result.ts'
import {
  leftOut,
  type ConformanceResult,
  type Failure,
  type RequirementResult,
  type RunRecord,
  type Sentence,
} from './result.ts'
import { defined } from '../words/text.ts'
import { verdictOrder, worst, type Verdict } from './verdict.ts'

export interface Findings {
  readonly requirements: readonly Requirement[]
  readonly selected: (requirement: Requirement) => boolean
  readonly checks: readonly CheckResult[]
  readonly run: RunRecord
  readonly baseline: readonly BaselineEntry[]
  /** Failures that are known of such a target. An entry of the baseline wins, and one that passes is no problem. */
  readonly recorded?: readonly BaselineEntry[] | undefined
  readonly warnings: readonly string[]
  readonly exploration?: ExplorationResult | undefined
  /** Why a requirement that no check reached could not be shown, for the report. */
  readonly unchecked?: string | undefined
  /** Why what was not selected was left out. Default: the filters. */
  readonly leftOut?: string | undefined
  /** Today as YYYY-MM-DD, for baseline entries that expire. */
  readonly today?: string
}

/** Makes the result of a run from what its checks found. */
export function assemble({
  requirements,
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
  const checks = withBrokenGrounds(found, requirements)
  const seen = new Set(
    checks.flatMap(({ outcomes }) =>
      outcomes.flatMap(({ ground, owner }) => (ground === 'effect' ? (owner ?? []) : [])),
    ),
  )
  const byRequirement = outcomesByRequirement(checks)
  const aliases = new Map(
    requirements.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((each) => [each, id] as const)),
  )
  const plain = requirements
    .filter(({ excluded }) => excluded === undefined)
    .map((requirement) =>
      selected(requirement) || seen.has(requirement.id)
        ? requirementResult(requirement, byRequirement.get(requirement.id) ?? [], unchecked)
        : bare(requirement, 'not-run', left),
    )
  const shown = recorded.filter(
    ({ requirement, fingerprint }) =>
      !baseline.some((known) => aliases.get(known.requirement) === requirement) &&
      plain.some((each) => each.id === requirement && each.fingerprint === fingerprint),
  )
  const known = [...baseline, ...shown]
  const { requirements: judged, problems } = applyBaseline(plain, known, (id) => aliases.get(id), today)
  const failures = failuresOf(judged, checks, requirements)
  return defined({
    format: 1 as const,
    ...conclude({ requirements: judged, checks, run, exploration, baselineProblems: problems }),
    run,
    requirements: judged.map((requirement) => withCause(requirement, failures)),
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
  requirements,
  checks,
  run,
  exploration,
  baselineProblems,
}: Pick<ConformanceResult, 'requirements' | 'checks' | 'run' | 'baselineProblems'> &
  Pick<Findings, 'exploration'>): Conclusion {
  const counts = countVerdicts(requirements)
  const unexpected = requirements.filter(
    ({ verdict, baseline }) => verdict === 'fail' && baseline?.state !== 'known',
  ).length
  const hindered = isHindered(requirements, outcomesByRequirement(checks))
  return {
    sentence: sentenceOf(requirements, { ...run, hindered }, exploration),
    exitCode: exitCodeOf({ requirements, run, unexpected, baselineProblems, counts, exploration, hindered }),
    counts,
    unexpected,
    known: requirements.filter(({ baseline }) => baseline?.state === 'known').length,
  }
}

/**
 * A check that saw a call accepted and not carried out fails the graded requirement which states its effect. One that saw
 * another precondition broken does so only if nothing else fails: what fails may be why.
 */
function withBrokenGrounds(
  checks: readonly CheckResult[],
  requirements: readonly Requirement[],
): readonly CheckResult[] {
  const isExplained = checks.some(({ outcomes }) => outcomes.some(({ verdict }) => verdict === 'fail'))
  const graded = new Set<string>(requirements.filter(gradable).map(({ id }) => id))
  return checks.map((check) => {
    const { owner, saw } =
      check.outcomes.find(({ ground }) => ground === 'effect' || (ground === 'seen' && !isExplained)) ?? {}
    if (owner === undefined || saw === undefined || !graded.has(owner)) return check
    const { what, path, expected, got, exchange } = saw
    const failed: RequirementOutcome = {
      requirement: owner,
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
    return {
      ...check,
      outcomes: [...check.outcomes.filter(({ requirement }) => requirement !== owner), failed],
    }
  })
}

/** A value in the member that it is of; the value itself without one. */
function at(path: string, value: unknown): unknown {
  return path === '' ? value : { [path]: value }
}

/** A blocked requirement names the failure that it depends on, and never a requirement that did not fail. */
function withCause(requirement: RequirementResult, failures: readonly Failure[]): RequirementResult {
  if (requirement.verdict !== 'blocked' || requirement.hint !== undefined) return requirement
  const { owner: _, ...rest } = requirement
  const cause = failures.find(({ under }) => under.includes(requirement.id))?.requirement
  return cause === undefined ? rest : { ...rest, owner: cause }
}

/** The check as it is reported. */
function withoutWalk({ walked: _walked, ...check }: CheckResult): CheckResult {
  return check
}

export function judgedBy(
  checks: readonly CheckResult[],
  requirements: readonly Requirement[],
): RequirementResult[] {
  const byRequirement = outcomesByRequirement(checks)
  return requirements
    .filter(({ excluded }) => excluded === undefined)
    .map((requirement) =>
      requirementResult(requirement, byRequirement.get(requirement.id) ?? [], uncheckedText),
    )
}

/** Digest of the requirements: their ids, levels and statements. */
export function registryDigest(requirements: readonly Requirement[]): string {
  const text = requirements
    .map(({ id, level, statement, excluded }) => [id, level, statement, excluded ?? ''].join('\t'))
    .join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

const uncheckedText = 'no check judges it'

type Said = { readonly check: CheckResult; readonly outcome: RequirementOutcome }

/** The outcomes of checks, by requirement. */
export function outcomesByRequirement(checks: readonly CheckResult[]): Map<string, Said[]> {
  const byRequirement = new Map<string, Said[]>()
  for (const check of checks) {
    for (const outcome of check.outcomes) {
      const list = byRequirement.get(outcome.requirement) ?? []
      list.push({ check, outcome })
      byRequirement.set(outcome.requirement, list)
    }
  }
  return byRequirement
}

function bare(requirement: Requirement, verdict: Verdict, why: string): RequirementResult {
  const { id, area, document, section, level, statement } = requirement
  return {
    id,
    area,
    document,
    section,
    level,
    statement,
    graded: gradable(requirement),
    verdict,
    why,
    checks: [],
    partly: [],
    observations: [],
  }
}

function requirementResult(
  requirement: Requirement,
  said: readonly Said[],
  unchecked: string,
): RequirementResult {
  if (said.length === 0)
    return bare(
      requirement,
      'not-run',
      gradable(requirement) ? unchecked : (requirement.reason ?? 'it is not graded'),
    )
  const verdict = worst(said.map(({ outcome }) => outcome.verdict))
  const { why: _why, ...base } = bare(requirement, verdict, '')
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
      check.observations.filter((each) => each.requirement === requirement.id).map(({ value }) => value),
    ),
    fingerprint: wrong ? fingerprintOf(requirement.id, judging) : undefined,
  })
}

function countVerdicts(requirements: readonly RequirementResult[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdictOrder.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict, graded } of requirements) if (graded || verdict === 'observed') counts[verdict]++
  return counts
}

/** The sentence of a run: a known failure is a failure, and whatever was not shown is not claimed. */
function sentenceOf(
  requirements: readonly RequirementResult[],
  { interrupted, stopped, hindered }: Pick<RunRecord, 'interrupted' | 'stopped'> & { hindered: boolean },
  exploration: ExplorationResult | undefined,
): Sentence {
  const graded = requirements.filter((requirement) => requirement.graded)
  if (graded.some(({ verdict }) => verdict === 'fail')) return 'Does not conform'
  // If a run ended early, its results are no measure of the target.
  const isShown = graded.some(({ verdict }) => verdict === 'pass') || (exploration?.calls ?? 0) > 0
  if (interrupted || stopped !== undefined || !isShown || hindered) return 'No verdict'
  const whole = graded.every(({ verdict, partly }) => verdict === 'pass' && partly.length === 0)
  return whole ? 'Conforms' : 'Conforms as far as shown'
}

/**
 * Whether the target refused, or did not carry out, the basis of some requirements, and no result says why. If a requirement
 * fails, the run reports that failure instead.
 */
function isHindered(
  requirements: readonly RequirementResult[],
  byRequirement: ReadonlyMap<string, readonly Said[]>,
): boolean {
  const graded = requirements.filter((requirement) => requirement.graded)
  if (graded.some(({ verdict }) => verdict === 'fail')) return false
  return graded.some(
    ({ id, verdict, baseline }) =>
      verdict === 'blocked' &&
      baseline?.state !== 'known' &&
      byRequirement.get(id)?.some(({ outcome }) => outcome.ground === 'done') === true,
  )
}

function exitCodeOf({
  requirements,
  run,
  unexpected,
  baselineProblems,
  counts,
  exploration,
  hindered,
}: Pick<ConformanceResult, 'requirements' | 'run' | 'unexpected' | 'baselineProblems' | 'counts'> &
  Pick<Findings, 'exploration'> & { hindered: boolean }): ConformanceResult['exitCode'] {
  if (run.interrupted) return 130
  if (unexpected > 0 || baselineProblems.length > 0) return 1
  if (counts.error > 0) return 4
  if (run.stopped !== undefined) return 6
  if (run.orphans.length > 0) return 5
  const missing = requirements.some(
    ({ graded, verdict, baseline }) =>
      graded && (verdict === 'blocked' || verdict === 'inconclusive') && baseline?.state !== 'known',
  )
  const nothing = counts.pass + counts.fail === 0 && (exploration?.calls ?? 0) === 0
  return nothing || hindered || (missing && run.tolerateIncomplete !== true) ? 3 : 0
}
