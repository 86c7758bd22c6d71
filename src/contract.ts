/**
 * The contract of the service as data: operations, schemas, errors, transitions, interpretations, and the OpenAPI
 * document built from them.
 */
export { type Decision, decisions } from './contract/decisions/index.ts'
export { decisionsAbout } from './contract/decisions/operations.ts'
export type { OAuthErrorBody, PlatformErrorBody } from './contract/errors/refusal.ts'
export type { Dialect, RefusalName } from './contract/errors/catalogue.ts'
export { type RefusalRow, statedRefusals as refusals } from './contract/errors/explain.ts'
export type { Alias, AuthNeeded, Method, Operation, OperationSpec, PageSizes } from './contract/operation.ts'
export { type Area, type OperationName, operationNames } from './contract/operation-names.ts'
export { refusalsOf } from './contract/operation-refusals.ts'
export { areaOf, operations, operationSpecs } from './contract/operations/index.ts'
export { type RuleStatus, ruleStatuses, ruleTransitions } from './contract/rule-lifecycle.ts'
export {
  type UserStatus,
  userStatuses,
  type UserTransition,
  userTransitions,
} from './contract/user-lifecycle.ts'
export { createVocabulary, type Vocabulary, type VocabularyOptions } from './contract/vocabulary.ts'
export { openApiDocument } from './openapi/document.ts'
export { jsonSchemas } from './openapi/json-schemas.ts'
export type { OpenApiOptions } from './openapi/options.ts'
export type {
  Json,
  JsonObject,
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  PathItem,
} from './openapi/types.ts'
