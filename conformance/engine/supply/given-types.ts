import type { Json } from '../wire/reply.ts'

/** The statuses `given.user` can bring a user to by documented calls that send no mail. */
export type GivenStatus =
  | 'STAGED'
  | 'PROVISIONED'
  | 'ACTIVE'
  | 'SUSPENDED'
  | 'DEPROVISIONED'
  | 'RECOVERY'
  | 'PASSWORD_EXPIRED'

/** How a user should be. */
export interface UserOptions {
  /** The `activate` parameter of the create; default true. Ignored when `status` is given. */
  readonly activate?: boolean
  /** `true` (default) for a fresh one that meets the default policy, a string for this one, `false` for none. */
  readonly password?: boolean | string
  /** Properties added to the generated login, email, firstName and lastName, or instead of them. */
  readonly profile?: Readonly<Record<string, Json>>
  /** `true` for a fresh recovery question, or this one. Default: none. */
  readonly recoveryQuestion?: boolean | { readonly question: string; readonly answer: string }
  /** Groups of this run to create the user in (`groupIds`). */
  readonly groups?: readonly string[]
  /** Whole `credentials` instead of those from `password` and `recoveryQuestion`. */
  readonly credentials?: Readonly<Record<string, Json>>
  /** Further query parameters of the create. */
  readonly query?: Readonly<Record<string, string | boolean>>
  /** Brings the user to this status by documented calls; blocked when the target does not get there. */
  readonly status?: GivenStatus
}

/** A user of this run. */
export interface GivenUser {
  readonly id: string
  readonly login: string
  readonly email: string
  /** The password it was created with, `''` when none. */
  readonly password: string
  readonly recovery: { readonly question: string; readonly answer: string } | undefined
  /** Profile as it was sent. */
  readonly profile: Readonly<Record<string, Json>>
  /** The user as last read or returned while it was arranged. */
  readonly json: Json
  /** Path of the user, `/api/v1/users/<id>`. */
  readonly path: string
}

/** A group of this run. */
export interface GivenGroup {
  readonly id: string
  readonly name: string
  readonly json: Json
  /** Path of the group, `/api/v1/groups/<id>`. */
  readonly path: string
}

/** A group rule of this run. */
export interface GivenRule {
  readonly id: string
  readonly name: string
  readonly json: Json
  /** Path of the rule, `/api/v1/groups/rules/<id>`. */
  readonly path: string
}

/** An OAuth client of this run. */
export interface GivenClient {
  readonly id: string
  readonly name: string
  readonly secret: string | undefined
  readonly json: Json
  /** Path of the client, `/oauth2/v1/clients/<id>`. */
  readonly path: string
}

/**
 * Arranges records: unique, in the run's ledger, removed when the check ends. If the target does not arrange a record,
 * the check is blocked, owned by the requirement of the failed call.
 */
export interface Records {
  /** A user; by default ACTIVE with a password (no mail is sent), awaited until its activation is over. */
  user(options?: UserOptions): Promise<GivenUser>
  /** A group with these members. */
  group(options?: {
    readonly name?: string
    readonly description?: string
    readonly profile?: Readonly<Record<string, Json>>
    readonly members?: readonly { readonly id: string }[]
  }): Promise<GivenGroup>
  /**
   * A rule that adds users to these groups, INACTIVE unless `activate` is true. Its expression is `expression`, or one
   * that is true for the login `forLogin` (default: a login nobody has). The second one uses the target's own syntax,
   * and needs 'rule-expression'.
   */
  rule(options: {
    readonly groups: readonly { readonly id: string }[]
    readonly name?: string
    readonly expression?: string
    readonly forLogin?: string
    readonly excludeUsers?: readonly { readonly id: string }[]
    readonly activate?: boolean
  }): Promise<GivenRule>
  /** A client; by default a confidential web client. The given settings replace the default ones. */
  client(settings?: Readonly<Record<string, Json>>): Promise<GivenClient>
}

/**
 * Records that an earlier check may have made, and wrote nothing to. They belong to this check alone until it ends. A
 * check may do anything with them: a record that it wrote to is not reused. If a record must be new, because a check
 * compares it with others by its times, take it from `fresh`.
 */
export interface Given extends Records {
  /**
   * Several records together, by a name that stands for the result of `make`. The whole scenario is reused while no check
   * writes to a record of it.
   */
  scenario<T>(name: string, make: (records: Records) => Promise<T>): Promise<T>
  /** Records that are made now. */
  readonly fresh: Records
}

/** Values no other run has. All carry the run's id; those of one check never repeat. */
export interface Unique {
  /** A name: `cf-<run>-<n>`, or `cf-<run>-<n>-<hint>`. */
  (hint?: string): string
  /** A login of the form that the target takes: under example.com, unless the profile or a probe says otherwise. */
  login(): string
  /** An address under example.com. */
  email(): string
  /** A password of the form that the target takes; it contains no part of any generated login. */
  password(): string
  /** The properties that a profile needs in addition to login and email: names, and those of the target profile. */
  names(): Record<string, Json>
  /**
   * An id that is one letter longer than this one, and belongs to nothing. The transport lets writes to it pass. A
   * shorter one is only for reads, and for ids so long that no other record can have it.
   */
  near(id: string, how?: 'longer' | 'shorter'): string
  /**
   * A whole number below another one, for the few values too short for the run's marker. It comes from the run's id:
   * another run on the same target draws other numbers.
   */
  readonly draw: (below: number) => number
  /** An id that belongs to nothing, for unknown-id cases; the transport lets writes to it pass. */
  unknownId(): string
}

/** Waiting for what becomes true a little later (Groups and Users: search lag, asynchronous transitions). */
export interface Poll {
  /**
   * Asks again until the answer fits or the run's lag deadline is over. Returns the last answer in both cases: judge
   * it.
   */
  until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T>
  /**
   * For absence: first waits until `fence` is true, which means that a record made later can be seen. Then the store
   * has caught up: asks until the answer fits, and returns the last answer: judge it. Inconclusive when the fence never
   * becomes true.
   */
  behind<T>(fence: () => Promise<boolean>, ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T>
}
