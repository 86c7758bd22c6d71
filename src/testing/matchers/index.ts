import type { OperationName } from '../../contract/operation-names.ts'
import type { UserStatus } from '../../contract/user-lifecycle.ts'
import type { MailKind } from '../../model/users/outbox.ts'
import { type ConformingOptions, toConformTo } from './conform.ts'
import { toHaveReceivedMail, type WantedMail } from './mail.ts'
import { toBeMemberOf } from './membership.ts'
import type { InOrg, InSharedOrg } from './outcome.ts'
import { toHaveReceived, type WantedCall } from './received.ts'
import { type RecordingSource, type ReplayingOptions, toReplay } from './replay.ts'
import { inTest } from './stack.ts'
import { toHaveStatus } from './status.ts'

/**
 * The matchers, for the `expect.extend` of any runner that has one. They are functions of the received and the expected
 * value, and return `{ pass, message }`.
 *
 * For an organisation on a server ({@link SharedOrg}) they return a promise; await it.
 */
export const matchers = {
  toHaveStatus: ofTest(toHaveStatus),
  toBeMemberOf: ofTest(toBeMemberOf),
  toHaveReceivedMail: ofTest(toHaveReceivedMail),
  toHaveReceived: ofTest(toHaveReceived),
  toConformTo: ofTest(toConformTo),
  toReplay: ofTest(toReplay),
}

/** A matcher whose errors point at the test, rather than at its own code. */
function ofTest<Given extends unknown[], Outcome>(
  matcher: (...given: Given) => Outcome,
): (...given: Given) => Outcome {
  return function called(...given) {
    try {
      return matcher(...given)
    } catch (error) {
      throw inTest(error, called)
    }
  }
}

/**
 * The matchers as you call them, in any runner; `Result` is the return type of the runner's assertions. For an
 * organisation on a server, from `orgFixtures({ serverUrl })`, await each of them.
 */
export interface OrgMatchers<Result = void> {
  /** The status of a user (id or login) of an organisation on a server. Await it. */
  toHaveStatus(status: UserStatus, options: InSharedOrg): Promise<void>
  /**
   * The status of a user. For an id or a login it is the current one in the organisation, for a user object its own. A
   * number is the HTTP status of a reply, or of the error that a client threw.
   */
  toHaveStatus(status: UserStatus | number, options?: InOrg): Result
  /** A user of an organisation on a server is in the group with this name or id now. Await it. */
  toBeMemberOf(group: string | { readonly id: string }, options: InSharedOrg): Promise<void>
  /** A user (object, id or login) is in the group with this name or id now. */
  toBeMemberOf(group: string | { readonly id: string }, options?: InOrg): Result
  /** A user or an address of an organisation on a server received a mail of this kind. Await it. */
  toHaveReceivedMail(mail: MailKind | WantedMail | undefined, options: InSharedOrg): Promise<void>
  /** A user (object, id or login) or an address received a mail, of this kind, or with every given field. */
  toHaveReceivedMail(mail?: MailKind | WantedMail, options?: InOrg): Result
  /** An organisation received such a call. Omitted parts may have any value, and objects may have more members. */
  toHaveReceived<Name extends OperationName>(operation: Name, call?: WantedCall<Name>): Result
  /**
   * An organisation, a running server, a URL or `{ baseUrl, token }` fulfils these requirements of the contract, by id,
   * area or glob. Await it.
   */
  toConformTo(requirements: string | readonly string[], options?: ConformingOptions): Promise<void>
  /**
   * An organisation answers as recorded in these files or folders (HAR, cassettes, as for `identikit compare`). The
   * calls are replayed on a copy of it. Await it.
   */
  toReplay(recording: RecordingSource, options?: ReplayingOptions): Promise<void>
}
