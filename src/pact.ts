export { checkPacts, type CheckPactsOptions } from './pact/check/check-pacts.ts'
export {
  providerStateCatalogue,
  type ProviderStateName,
  type ProviderStateParams,
  type ProviderStateValues,
} from './pact/states/catalogue.ts'
export { providerStates, type ProviderStateOptions } from './pact/states/for-pact-js.ts'
export { type GivenParams, providerState } from './pact/states/given.ts'
export { ProviderStateError } from './pact/states/set-up.ts'
export { PactFileError } from './exchange/pact/read-pact.ts'
export { PublishRefused, verifyPacts, type VerifyPactsOptions } from './pact/verify/verify-pacts.ts'
export { VerifierError } from './pact/verify/run-verifier.ts'
export type {
  FoundBy,
  PactProblem,
  PactSummary,
  PactVerdict,
  PactVerification,
  VerifiedInteraction,
} from './pact/verify/verdict.ts'
export type { RestsOn } from './exchange/alternatives.ts'
export {
  recordPact,
  type PactJournal,
  type PactRecording,
  type RecordPactOptions,
} from './pact/record/record-pact.ts'
export { mergePacts } from './pact/record/write-pact.ts'
export type { PactDocument, Parties, RecordedInteraction } from './exchange/pact/document.ts'
