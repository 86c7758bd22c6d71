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
