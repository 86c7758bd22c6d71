/** The conformance suite, to be run from a program: `import { conform } from 'identikit/conformance'`. */
export type { CheckResult } from './engine/judge/check-result.ts'
export type { RequirementResult, ConformanceResult } from './engine/judge/result.ts'
export type { ConformOptions } from './engine/plan/conform-options.ts'
export type { TargetProfile } from './engine/plan/target-profile.ts'
export { conform } from './engine/run/conform.ts'
export { registerChecks, type RegisterOptions } from './engine/run/register-checks.ts'
export type { AdapterTools, ControlAdapter } from './engine/supply/control-adapter.ts'
export { UsageError } from './engine/words/usage-error.ts'
