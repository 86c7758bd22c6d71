import type { RequirementLevel } from '../../registry/requirement.ts'
import type { FeatureFinding } from '../plan/availability.ts'
import type { ExplorationResult } from '../../explore/exploration.ts'
import type { CheckResult } from './check-result.ts'
import type { Orphan } from '../clean-up/clean-up.ts'
import type { Verdict } from './verdict.ts'

/** One part of a suite that is run in several. */
export interface Shard {
  readonly index: number
  readonly of: number
}

/** The one sentence of a run. */
export type Sentence = 'Conforms' | 'Conforms as far as shown' | 'Does not conform' | 'No verdict'

/** The verdict of a run on one requirement, with its reasons. */
export interface RequirementResult {
  readonly id: string
  readonly area: string
  readonly document: 1 | 2 | 3
  readonly section: string
  readonly level: RequirementLevel
  readonly statement: string
  /** Whether a verdict on it can count at all. */
  readonly graded: boolean
  readonly verdict: Verdict
  readonly why?: string
  /** The requirement to look at first. */
  readonly owner?: string
  /** How to show it. */
  readonly hint?: string
  /** The checks that judge or observe it, each with what it said. */
  readonly checks: readonly { readonly key: string; readonly verdict: Verdict }[]
  /** For a passed requirement: why other checks of it could say nothing. */
  readonly partly: readonly string[]
  /** The findings, for requirements that are not graded. */
  readonly observations: readonly unknown[]
  /** Of a failed, blocked or inconclusive requirement: the same when it goes wrong in the same way again. */
  readonly fingerprint?: string
  /** The entry of the baseline that names it. */
  readonly baseline?: { readonly state: BaselineState; readonly reason: string; readonly issue?: string }
}

/**
 * The meaning of a baseline entry for its requirement. `known`: it goes wrong as stated. `changed`: it goes wrong
 * differently. `expired`: it goes wrong, but the entry's time is over. `stale`: it passes.
 */
export type BaselineState = 'known' | 'changed' | 'expired' | 'stale'

/** A baseline entry that should be taken out or mended. */
export interface BaselineProblem {
  readonly requirement: string
  readonly problem: string
}

/** A failed requirement, and those that failed, or could not be shown, because of it. */
export interface Failure {
  /** Its id. */
  readonly requirement: string
  /** Requirements whose checks go through the call that failed here, the most basic first. */
  readonly under: readonly string[]
  /** The operation that was accepted and not carried out, if that is the failure. */
  readonly idle?: string
}

/** How a run was made. */
export interface RunRecord {
  /** Names the run in its ledger and reports. */
  readonly id: string
  /** ISO timestamp. */
  readonly startedAt: string
  /** How long it took in all. */
  readonly milliseconds: number
  /** Address of the target. */
  readonly baseUrl: string
  /** The name of the target, from the target profile. */
  readonly target?: string
  /** Version of this package. */
  readonly suiteVersion: string
  /** The frozen set of requirements that the verdict is about, or `all` for those of this version. */
  readonly requirementSet?: string
  /** Digest of all requirements: two runs with the same one measured by the same registry. */
  readonly registry: string
  /** The seed of the order of checks and of made-up values. Run with the same seed to repeat them. */
  readonly seed?: number
  /** Which part of a run that was divided. */
  readonly shard?: Shard
  /** Whether filters left gradable requirements out. */
  readonly filtered: boolean
  /** Whether every gradable requirement was in: no filter, and all shards. */
  readonly whole: boolean
  /** How many requirements a quick run takes in. */
  readonly quick?: { readonly requirements: number }
  /** The options that were set, as a person would write them; no secrets. */
  readonly flags: readonly string[]
  /** The findings about optional features of the target, by name. */
  readonly features: Readonly<Partial<Record<string, FeatureFinding>>>
  /** The extra permissions of the run, such as sending mails (`--allow`). */
  readonly allowed: readonly string[]
  /** How many requests were sent. */
  readonly requests: number
  /** How often the target answered 429, and how long was waited for it. */
  readonly rateLimited: { readonly times: number; readonly milliseconds: number }
  /** How many records of each kind the run created. */
  readonly created: Readonly<Record<string, number>>
  /** Records that the run made and could not remove. */
  readonly orphans: readonly Orphan[]
  /** Where the ledger is, when records were left behind. */
  readonly ledgerFile?: string
  /** Whether the run was stopped before its end. */
  readonly interrupted: boolean
  /** Why the run tried nothing or ended early: the target gave no answer, or is not the service. */
  readonly stopped?: string
  /** Advice for that case. */
  readonly advice?: string
  /** Whether requirements that could not be shown are no reason to exit with 3. */
  readonly tolerateIncomplete?: boolean
}

/** Everything a run found. Holds no secrets. */
export interface ConformanceResult {
  /** Version of this form. */
  readonly format: 1
  readonly sentence: Sentence
  /**
   * Code 0: clean, or only known failures. Code 1: unexpected failures, or a stale baseline entry. Code 3: incomplete.
   * Code 4: the suite's own error. Code 5: records were left behind. Code 6: no verdict, because the target cannot be
   * reached, stopped answering, is not the service, or refuses the token. Code 130: interrupted.
   */
  readonly exitCode: 0 | 1 | 3 | 4 | 5 | 6 | 130
  /** Selected requirements by verdict. */
  readonly counts: Readonly<Record<Verdict, number>>
  /** Failed requirements that the baseline does not know. */
  readonly unexpected: number
  readonly known: number
  readonly run: RunRecord
  readonly requirements: readonly RequirementResult[]
  /**
   * The failed requirements, the most basic first. Under each: requirements that failed or were blocked because their checks go
   * through the call that failed there. Left out by versions before 0.2.
   */
  readonly failures?: readonly Failure[]
  readonly checks: readonly CheckResult[]
  /** The findings of an exploration with the mock as its model, if the run explored. */
  readonly exploration?: ExplorationResult
  readonly baselineProblems: readonly BaselineProblem[]
  /** Warnings to read first. */
  readonly warnings: readonly string[]
  /** In a report: SHA-256 over its canonical JSON (RFC 8785), without this. */
  readonly digest?: string
}

/** Why a requirement was not run that the filters left out. */
export const leftOut = 'the filters leave it out'
