import type { z } from 'zod'
import type { Dialect, RefusalName } from './refusals.ts'
import { once } from './once.ts'
import type { OperationName } from './operation-names.ts'

/** The methods the service uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: a `token` (API token or scoped access token); a `token-or-session`, where a session cookie
 * will do on `/users/me…` (Clients, Authentication, 3); only a `session`; or anybody (`none`).
 */
export type AuthNeeded = 'token' | 'token-or-session' | 'session' | 'none'

/** Page sizes of a list (Clients, Limits, and the Limits tables of Groups and Users). */
export interface PageSizes {
  readonly default: number
  readonly max: number
}

/** A second spelling of an operation, called by newer clients. */
export interface Alias {
  readonly path: `/${string}`
  /** Query parameters that the spelling implies. */
  readonly query?: Readonly<Record<string, string>>
}

/** What is stated about an operation: the one place where it is stated. */
export interface OperationSpec {
  readonly method: Method
  /** With `{name}` placeholders (Clients, Conventions, 8). */
  readonly path: `/${string}`
  readonly summary: string
  /** Where the API description describes it. */
  readonly source: string
  readonly query?: z.ZodObject
  /**
   * Query parameters that count only beside others: without any one of those they are ignored, whatever their
   * value (Groups and Users, `sortBy` and `sortOrder`).
   */
  readonly ignoredWithout?: Readonly<Record<string, readonly string[]>>
  /** Request headers that change what the operation does; names in lower case. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** Whether the body may be left out; with neither body nor this, a body sent is ignored. */
  readonly bodyOptional?: true
  /** Status to the schema of the reply's body; `null` where there is none. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
  /** Refusals of its own, beside those that every operation can give. */
  readonly refusals: readonly RefusalName[]
  /** Default `token`. */
  readonly auth?: AuthNeeded
  /** Default `platform`. */
  readonly dialect?: Dialect
  /** What the replies name as their character set; by default nothing (Clients, Conventions, 1). */
  readonly charset?: 'UTF-8'
  readonly page?: PageSizes
  readonly aliases?: readonly Alias[]
  /** Available only where enabled (Clients, Versioning, 2). */
  readonly edition?: 'early-access'
  /** What its scopes are about, such as `apps`, where the API description does not have it. */
  readonly beyond?: string
}

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What an operation is given once the edge has parsed the request. */
export interface OperationInput<Spec extends OperationSpec> {
  readonly params: { readonly [Name in PathParameter<Spec['path']>]: string }
  readonly query: Spec extends { readonly query: infer Query } ? Output<Query> : object
  readonly headers: Spec extends { readonly headers: infer Headers } ? Output<Headers> : object
  readonly body: Spec extends { readonly body: infer Body }
    ? Spec extends { readonly bodyOptional: true }
      ? Output<Body> | undefined
      : Output<Body>
    : undefined
}

/** An operation of the contract: what is stated about it, and its name. */
export type Operation = OperationSpec & { readonly name: OperationName }

/**
 * Types a literal as an operation without widening it. Schemas are stated as getters, and made when they are first
 * asked for: most programs use few of them, and making them all takes longer than loading everything else.
 */
export function defineOperation<const Spec extends OperationSpec>(spec: Spec): Spec {
  for (const [name, stated] of Object.entries(Object.getOwnPropertyDescriptors(spec))) {
    if (stated.get) Object.defineProperty(spec, name, { get: once(() => stated.get!.call(spec) as unknown) })
  }
  return spec
}

/** An operation under its name; what is made when it is asked for stays so. */
export function namedOperation(name: OperationName, spec: OperationSpec): Operation {
  return Object.defineProperties({ name }, Object.getOwnPropertyDescriptors(spec)) as Operation
}
