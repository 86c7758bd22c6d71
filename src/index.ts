export { createOrg } from './create-org.ts'
export {
  type Endpoint,
  endpoint,
  type EndpointOptions,
  type EndpointReply,
  type EndpointRequest,
  type EndpointRoute,
  type StandardSchema,
} from './endpoint.ts'
export { type Control, ControlInputError } from './control/index.ts'
export type { ActionFunction } from './control/actions.ts'
export { operationNames, type Area, type OperationName } from './contract/operation-names.ts'
export {
  type OAuthErrorBody,
  type PlatformErrorBody,
  Refusal,
  type RefusalDetails,
} from './contract/errors/refusal.ts'
export type { RefusalName } from './contract/errors/catalogue.ts'
export type {
  ClientOptions,
  OrgOptions,
  PageSizeOptions,
  PasswordHook,
  PasswordHookEndpoint,
} from './model/kernel/org-options.ts'
export type { CreateOrgOptions, Organisation } from './organisation.ts'
export { RowsError, type StateRow } from './model/kernel/state-log.ts'
export type { PasswordPolicy } from './contract/password-policy.ts'
export type { Role } from './contract/roles.ts'
export type { UserStatus } from './contract/user-lifecycle.ts'
export type { VocabularyOptions } from './contract/vocabulary.ts'
export type { Duration } from './model/kernel/duration.ts'
export type * as Data from './types/data.ts'
export type * as Records from './types/records.ts'
export type * as Traffic from './types/traffic.ts'
