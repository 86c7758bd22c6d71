/** Types of the parts of a result. */
export type { Leftover } from '../engine/clean-up/clean-up.ts'
export type { CheckResult, ClauseOutcome, Observation } from '../engine/judge/check-result.ts'
export type {
  BaselineProblem,
  BaselineState,
  ClauseResult,
  RunRecord,
  Sentence,
} from '../engine/judge/result.ts'
export type { Verdict } from '../engine/judge/verdict.ts'
export type { FeatureFinding } from '../engine/plan/availability.ts'
export type { Exchange } from '../engine/wire/exchange.ts'
