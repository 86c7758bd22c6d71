import type { CredentialsGiven } from './credentials-input.ts'
import type { UserRecord } from './records.ts'

/** What creates a user, once the edge has parsed it (`CreateUserInput` of the contract). */
export interface CreateUser {
  readonly profile: Readonly<Record<string, unknown>>
  readonly credentials?: CredentialsGiven | null | undefined
  readonly type?: { readonly id: string } | null | undefined
}

/** How a user is created (Users, POST /api/v1/users, query). */
export interface CreateUserOptions {
  /** Default true. */
  readonly activate?: boolean
  /** Default false. */
  readonly provider?: boolean
  readonly nextLogin?: 'changePassword' | undefined
}

/** What is read of a user that is sent; of one that the contract refuses only what is as it has it. */
export interface GivenUser {
  readonly profile?: Readonly<Record<string, unknown>> | null | undefined
  readonly credentials?: CredentialsGiven | null | undefined
  readonly type?: { readonly id?: string } | null | undefined
}

/** What updates a user, once the edge has parsed it (`UpdateUserInput` of the contract). */
export interface UpdateUser {
  readonly profile?: Readonly<Record<string, unknown>> | null | undefined
  readonly credentials?: CredentialsGiven | null | undefined
  readonly type?: { readonly id: string } | null | undefined
}

/**
 * Hears of a write: what the user was (undefined: new) and is (undefined: removed), and its place in the order
 * of creation.
 */
export type UserListener = (
  before: UserRecord | undefined,
  after: UserRecord | undefined,
  sequence: number,
) => void
