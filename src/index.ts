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
export type { Control } from './control/index.ts'
export { ControlInputError } from './control/index.ts'
export { operationNames, type Area, type OperationName } from './contract/operation-names.ts'
export {
  type OAuthErrorBody,
  type PlatformErrorBody,
  Refusal,
  type RefusalDetails,
} from './contract/errors.ts'
export type { RefusalName } from './contract/refusals.ts'
export type {
  OrgOptions,
  PageSizeOptions,
  PasswordHook,
  PasswordHookEndpoint,
} from '../generated/org-options.ts'
export type { JournalEntry, TrafficEntry } from './model/access/journal.ts'
export type { CreateOrgOptions, Organisation, OrgRows } from './organisation.ts'
export type { Persistence, PersistOptions, RowStore } from './model/kernel/persistence.ts'
export type { ExportedSeed, SeedExportOptions } from './fixtures/seed/export.ts'
export type { ExportedState } from './model/exported-state.ts'
export { RowsError, type StateRow } from './model/kernel/state-log.ts'
export type { PasswordPolicy } from './contract/password-policy.ts'
export type { Role } from './contract/roles.ts'
export type { UserStatus } from './contract/user-lifecycle.ts'
export type { VocabularyOptions } from './contract/vocabulary.ts'
export type { ActionFunction } from './control/actions.ts'
export type { EventPattern, EventQuery, OrgEvent, OrgEvents } from './control/events/event-log.ts'
export type { EventType } from './control/events/table.ts'
export type { Exchange, Message, RecordChange } from './control/journal/exchange.ts'
export type { Explanation } from './contract/explanations.ts'
export type { Breakage, Fault, FaultSpec, Latency } from './model/access/faults.ts'
export type { AccessToken, ApiToken } from './model/access/principals.ts'
export type { AppAssignment, AppAssignmentTarget, AppRecord } from './model/groups/app-record.ts'
export type { GroupRecord } from './model/groups/group-record.ts'
export type { PushMapping } from './model/groups/push-mappings.ts'
export type { Duration } from './model/kernel/duration.ts'
export type { LinkFailureReason } from './model/users/one-time-links.ts'
export type { MailKind } from './model/users/outbox.ts'
export type { SignInFailure, SignInFailureReason } from './model/users/sign-in.ts'
export type { ShownApp } from './views/app-view.ts'
export type { ShownGroup } from './views/group-view.ts'
export type { Mail } from './views/mail-view.ts'
export type { LinkOutcome, ShownSession, SignInOutcome, SignInSuccess } from './views/session-view.ts'
export type { User } from './views/user-view.ts'
export type { DataFace } from './data/data-collection.ts'
export type {
  DataCondition,
  DataFindOptions,
  DataHookEvents,
  DataHooks,
  DataOrder,
  DataPredicate,
  DataQuery,
  DataTest,
} from './data/data-query.ts'
export type { DataClient, DataUser, OrgData } from './data/index.ts'
