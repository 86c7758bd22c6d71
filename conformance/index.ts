/** The conformance suite, to be run from a program: `import { conform } from 'identikit/conformance'`. */
export { conform } from './engine/conform.ts'
export { UsageError } from './engine/usage-error.ts'
export type { ConformOptions, Progress } from './engine/conform-options.ts'
export { registerChecks } from './engine/register-checks.ts'
export type { RegisterOptions } from './engine/register-checks.ts'
export type { ControlAdapter, AdapterTools } from './engine/control-adapter.ts'
export { parseTargetProfile } from './engine/target-profile.ts'
export type { TargetProfile } from './engine/target-profile.ts'
export { parseBaseline } from './engine/baseline.ts'
export type { BaselineEntry } from './engine/baseline.ts'
export type {
  BaselineProblem,
  ClauseResult,
  ConformanceResult,
  RunRecord,
  Sentence,
} from './engine/result.ts'
export type { CheckResult, ClauseOutcome } from './engine/check-result.ts'
export type { Verdict } from './engine/verdict.ts'
export type { Feature, FeatureState, Need, NeededThings } from './engine/need.ts'
export type { Permission } from './engine/permission.ts'
export type {
  Given,
  GivenClient,
  GivenGroup,
  GivenRule,
  GivenUser,
  Unique,
  UserOptions,
} from './engine/given-types.ts'
export type { Api, CallOptions, Paged } from './engine/api.ts'
export type { RecordKind } from './engine/ledger.ts'
export type { Observation } from './engine/check-result.ts'
export type { Exchange } from './engine/exchange.ts'
export type { Assertion } from './engine/judge.ts'
export type { BaselineState } from './engine/result.ts'
export type { Shard } from './engine/selection.ts'
export type { CheckContext, CheckDefinition, CheckPlan } from './engine/check.ts'
export type { ThingNeed } from './engine/need.ts'
export type { FeatureFinding } from './engine/availability.ts'
export type { Leftover } from './engine/clean-up.ts'
export type { Clause, ClauseArea, ClauseLevel, Cover } from './registry/clause.ts'
export type { Json, Reply } from './engine/reply.ts'
export type { Difference } from './engine/expectation.ts'
export type { DocumentNumber } from './registry/sections.ts'
