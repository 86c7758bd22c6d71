import type { ConformanceResult, RequirementResult, RunRecord } from '../engine/judge/result.ts'
import type { Verdict } from '../engine/judge/verdict.ts'
import { allRequirements } from '../registry/requirement-names.ts'

/** How reports name each verdict, and in what order they list them. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  fail: 'failed',
  error: 'suite error',
  blocked: 'blocked',
  inconclusive: 'inconclusive',
  pass: 'passed',
  observed: 'observed',
  'not-applicable': 'not applicable',
  'not-run': 'not run',
}

/** The verdicts in the order of the counts: shown requirements first, observed requirements last. */
export const countOrder: readonly Verdict[] = [
  'pass',
  'fail',
  'error',
  'blocked',
  'inconclusive',
  'not-applicable',
  'not-run',
  'observed',
]

/** `Conforms (requirements 2026-11)`: the sentence of a run, and what it is about. */
export function headlineOf({ sentence, run }: Pick<ConformanceResult, 'sentence' | 'run'>): string {
  const about = setInWords(run)
  return about === undefined ? sentence : `${sentence} (${about})`
}

/** `requirements 2026-11`: what a run was judged by; undefined for requirements of a caller. */
export function setInWords({ requirementSet, suiteVersion }: RunRecord): string | undefined {
  if (requirementSet === undefined) return undefined
  return requirementSet === allRequirements
    ? `all requirements of identikit ${suiteVersion}`
    : `requirements ${requirementSet}`
}

/** `312 passed, 2 failed, 40 blocked`: verdicts that occurred. */
export function countsInWords({ counts }: ConformanceResult): string {
  const parts = countOrder
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdictWords[verdict]}`)
  return parts.length === 0 ? 'nothing was judged' : parts.join(', ')
}

/** The meaning of a run's exit code, for a person. */
export function exitInWords({ exitCode, sentence }: ConformanceResult): string {
  return exitCode === 3 && sentence === 'No verdict' ? 'nothing could be graded' : exitWords[exitCode]
}

const exitWords: Readonly<Record<ConformanceResult['exitCode'], string>> = {
  0: 'nothing unexpected',
  1: 'unexpected failures, or a baseline that is out of date',
  3: 'incomplete: some requirements could not be tested',
  4: 'the suite itself is at fault somewhere',
  5: 'records were left behind',
  6: 'no verdict: the target could not be examined',
  130: 'interrupted',
}

/** The extent of a quick run, and how to make a whole one; undefined for every other run. */
export function quickInWords({ run, requirements }: ConformanceResult): string | undefined {
  if (run.quick === undefined) return undefined
  const graded = requirements.filter((requirement) => requirement.graded).length
  return `This was a quick run: ${run.quick.requirements} of ${graded} graded requirements. For the whole, run it again without --quick.`
}

/** The reason why something was not shown, and how to show it, in one line. `why` has no full stop. */
export function sentences(why = '', hint = ''): string {
  return why !== '' && hint !== '' ? `${why}. ${hint}` : why + hint
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Something a run could not show, and the requirements that hang on it. */
export interface Gap {
  /** How to show them. */
  readonly hint: string
  readonly verdict: RequirementResult['verdict']
  readonly requirements: readonly RequirementResult[]
}

/**
 * The requirements that a run could not show, by the hint that would show them, most requirements first. Requirements that filters or
 * shards left out are missing.
 */
export function gapsOf({ requirements }: ConformanceResult): Gap[] {
  const unshown = requirements.filter(
    ({ graded, verdict, hint, checks }) =>
      graded &&
      !['pass', 'fail', 'error'].includes(verdict) &&
      (verdict !== 'not-run' || hint !== undefined || checks.length > 0),
  )
  return [...Map.groupBy(unshown, (requirement) => `${requirement.verdict} ${hintFor(requirement)}`).values()]
    .map((alike) => ({ hint: hintFor(alike[0]!), verdict: alike[0]!.verdict, requirements: alike }))
    .sort((one, other) => other.requirements.length - one.requirements.length)
}

function hintFor({ hint, owner, why, verdict }: RequirementResult): string {
  if (hint !== undefined) return hint
  if (owner !== undefined) return `Fix ${owner} first: these depend on it.`
  if (verdict === 'blocked') return `An earlier step did not work: ${why ?? ''}`
  return why ?? verdict
}

/** Graded requirements that only passed in part. */
export function partlyShown({ requirements }: ConformanceResult): RequirementResult[] {
  return requirements.filter(({ verdict, partly }) => verdict === 'pass' && partly.length > 0)
}

/** The forms of report a run can write. */
export const reportForms = ['html', 'json', 'junit', 'ctrf', 'md', 'badge'] as const

/** One form of report. */
export type ReportForm = (typeof reportForms)[number]
