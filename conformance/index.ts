/** The conformance suite, to be run from a program: `import { conform } from 'identikit/conformance'`. */
export { conform } from './engine/run/conform.ts'
export { UsageError } from './engine/words/usage-error.ts'
export type { ConformOptions, Progress } from './engine/plan/conform-options.ts'
export { registerChecks } from './engine/run/register-checks.ts'
export type { RegisterOptions } from './engine/run/register-checks.ts'
export type { ControlAdapter, AdapterTools } from './engine/supply/control-adapter.ts'
export { parseTargetProfile } from './engine/plan/target-profile.ts'
export type { TargetProfile } from './engine/plan/target-profile.ts'
export { parseBaseline } from './engine/judge/baseline.ts'
export type { BaselineEntry } from './engine/judge/baseline.ts'
export type {
  BaselineProblem,
  ClauseResult,
  ConformanceResult,
  RunRecord,
  Sentence,
} from './engine/judge/result.ts'
export type { CheckResult, ClauseOutcome } from './engine/judge/check-result.ts'
export type { Verdict } from './engine/judge/verdict.ts'
export type { Feature, FeatureState, Need, NeededThings } from './engine/plan/need.ts'
export type { Permission } from './engine/plan/permission.ts'
export type {
  Given,
  GivenClient,
  GivenGroup,
  GivenRule,
  GivenUser,
  Unique,
  UserOptions,
} from './engine/supply/given-types.ts'
export type { Api, CallOptions, Paged } from './engine/run/api.ts'
export type { RecordKind } from './engine/clean-up/ledger.ts'
export type { Observation } from './engine/judge/check-result.ts'
export type { Exchange } from './engine/wire/exchange.ts'
export type { Assertion } from './engine/judge/judge.ts'
export type { BaselineState } from './engine/judge/result.ts'
export type { Shard } from './engine/plan/selection.ts'
export type { CheckContext, CheckDefinition, CheckPlan } from './engine/run/check.ts'
export type { ThingNeed } from './engine/plan/need.ts'
export type { FeatureFinding } from './engine/plan/availability.ts'
export type { Leftover } from './engine/clean-up/clean-up.ts'
export type { Clause, ClauseArea, ClauseLevel, Cover } from './registry/clause.ts'
export type { Json, Reply } from './engine/wire/reply.ts'
export type { Difference } from './engine/judge/expectation.ts'
export type { DocumentNumber } from './registry/sections.ts'
