import type { CredentialsGiven } from './credentials-input.ts'
import type { UserRecord } from './records.ts'

/** Parsed input that creates a user (`CreateUserInput` of the contract). */
export interface CreateUser {
  readonly profile: Readonly<Record<string, unknown>>
  readonly credentials?: CredentialsGiven | null | undefined
  readonly type?: { readonly id: string } | null | undefined
}

/** Options for a new user (Users, POST /api/v1/users, query). */
export interface CreateUserOptions {
  /** Default true. */
  readonly activate?: boolean
  /** Default false. */
  readonly provider?: boolean
  readonly nextLogin?: 'changePassword' | undefined
}

/** The parts of a sent user that checks read. If the contract rejects the input, only the valid parts. */
export interface GivenUser {
  readonly profile?: Readonly<Record<string, unknown>> | null | undefined
  readonly credentials?: CredentialsGiven | null | undefined
  readonly type?: { readonly id?: string } | null | undefined
}

/** Parsed input that updates a user (`UpdateUserInput` of the contract). */
export interface UpdateUser {
  readonly profile?: Readonly<Record<string, unknown>> | null | undefined
  readonly credentials?: CredentialsGiven | null | undefined
  readonly type?: { readonly id: string } | null | undefined
}

/**
 * Receives a write: the user before (undefined: new) and after (undefined: removed), and its place in the order of
 * creation.
 */
export type UserListener = (
  before: UserRecord | undefined,
  after: UserRecord | undefined,
  sequence: number,
) => void
