import type { CredentialsGiven } from './credentials-input.ts'

/** Parsed input that creates a user (`CreateUserInput` of the contract). */
export interface CreateUser extends GivenUser {
  readonly profile: Readonly<Record<string, unknown>>
}

/** Options for a new user (Users, POST /api/v1/users, query). */
export interface CreateUserOptions {
  /** Default true. */
  readonly activate?: boolean
  /** Default false. */
  readonly provider?: boolean
  readonly nextLogin?: 'changePassword' | undefined
}

/** A user as it is sent. */
export interface GivenUser {
  readonly profile?: Readonly<Record<string, unknown>> | null | undefined
  readonly credentials?: CredentialsGiven | null | undefined
  readonly type?: { readonly id?: string } | null | undefined
}
