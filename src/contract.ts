/**
 * The contract of the service as data: operations, errors, transitions, interpretations, and the OpenAPI document built
 * from them.
 */
export { type Interpretation, interpretations } from './contract/interpretations/index.ts'
export type { OAuthErrorBody, PlatformErrorBody } from './contract/errors/refusal.ts'
export { statedRefusals as errors } from './contract/errors/explain.ts'
export type { Operation } from './contract/operation.ts'
export { operations } from './contract/operations/index.ts'
export { ruleTransitions } from './contract/rule-lifecycle.ts'
export { userTransitions } from './contract/user-lifecycle.ts'
export { openApiDocument } from './openapi/document.ts'
export { jsonSchemas } from './openapi/json-schemas.ts'
export type { OpenApiOptions } from './openapi/options.ts'
export type { OpenApiDocument } from './openapi/types.ts'
