/** Types for checks of your own (`registerChecks`), and types of the parts of a result. */
export type { Api, CallOptions, Paged } from './engine/run/api.ts'
export type { CheckContext, CheckDefinition, CheckPlan } from './engine/run/check.ts'
export type { RecordKind } from './engine/clean-up/ledger.ts'
export type { Assertion } from './engine/judge/judge.ts'
export type { Difference } from './engine/judge/expectation.ts'
export type { NeededThings, ThingNeed } from './engine/plan/need.ts'
export type {
  Given,
  GivenClient,
  GivenGroup,
  GivenRule,
  GivenUser,
  Unique,
  UserOptions,
} from './engine/supply/given-types.ts'
export type { Json, Reply } from './engine/wire/reply.ts'
export type { Clause, ClauseArea, ClauseLevel, Cover } from './registry/clause.ts'
export type { DocumentNumber } from './registry/sections.ts'
export type { Leftover } from './engine/clean-up/clean-up.ts'
export type { CheckResult, ClauseOutcome, Observation } from './engine/judge/check-result.ts'
export type {
  BaselineProblem,
  BaselineState,
  ClauseResult,
  RunRecord,
  Sentence,
} from './engine/judge/result.ts'
export type { Verdict } from './engine/judge/verdict.ts'
export type { FeatureFinding } from './engine/plan/availability.ts'
export type { Exchange } from './engine/wire/exchange.ts'
