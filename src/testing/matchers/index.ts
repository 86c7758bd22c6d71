import type { OperationName } from '../../contract/operation-names.ts'
import type { UserStatus } from '../../contract/user-lifecycle.ts'
import type { MailKind } from '../../model/users/outbox.ts'
import { type ConformingOptions, toConformTo } from './conform.ts'
import { toHaveReceivedMail, type WantedMail } from './mail.ts'
import { toBeMemberOf } from './membership.ts'
import type { InOrg, InSharedOrg } from './outcome.ts'
import { toHaveReceived, type WantedCall } from './received.ts'
import { type RecordingSource, type ReplayingOptions, toReplay } from './replay.ts'
import { toHaveStatus } from './status.ts'

/**
 * The matchers, for the `expect.extend` of any runner that has one: functions of what was received and what is
 * expected, that answer `{ pass, message }`.
 *
 * About an organisation on a server ({@link SharedOrg}) they answer a promise, which is to be awaited.
 */
export const matchers = {
  toHaveStatus,
  toBeMemberOf,
  toHaveReceivedMail,
  toHaveReceived,
  toConformTo,
  toReplay,
}

/**
 * The matchers as they are called, whatever the runner; `Result` is what an assertion of the runner answers. About an
 * organisation on a server, as `orgFixtures({ serverUrl })` hands out, each is to be awaited.
 */
export interface OrgMatchers<Result = void> {
  /** A status of a user of an organisation on a server: of an id or a login as it is there now. To be awaited. */
  toHaveStatus(status: UserStatus, options: InSharedOrg): Promise<void>
  /**
   * A status of a user: of an id or a login as the organisation has it now, of a user object as it is. A number is the
   * HTTP status of a reply, or of the error that a client threw.
   */
  toHaveStatus(status: UserStatus | number, options?: InOrg): Result
  /** Of a user of an organisation on a server: it is in the group now, whose name or id this is. To be awaited. */
  toBeMemberOf(group: string | { readonly id: string }, options: InSharedOrg): Promise<void>
  /** Of a user, an id or a login: it is in the group now, whose name or id this is. */
  toBeMemberOf(group: string | { readonly id: string }, options?: InOrg): Result
  /** Of a user or an address of an organisation on a server: it was sent a mail, of this kind. To be awaited. */
  toHaveReceivedMail(mail: MailKind | WantedMail | undefined, options: InSharedOrg): Promise<void>
  /** Of a user, an id, a login or an address: it was sent a mail, of this kind, or with all that is named. */
  toHaveReceivedMail(mail?: MailKind | WantedMail, options?: InOrg): Result
  /** Of an organisation: it was called so. What is left out may be anything, and objects may hold more. */
  toHaveReceived<Name extends OperationName>(operation: Name, call?: WantedCall<Name>): Result
  /**
   * Of an organisation, a running server, a URL or `{ baseUrl, token }`: it keeps these clauses of the contract, by id,
   * area or glob. To be awaited.
   */
  toConformTo(clauses: string | readonly string[], options?: ConformingOptions): Promise<void>
  /**
   * Of an organisation: it answers as recorded in these files or folders (HAR, cassettes, as `identikit compare` takes
   * them). The calls are replayed on a copy of it. To be awaited.
   */
  toReplay(recording: RecordingSource, options?: ReplayingOptions): Promise<void>
}
