import type { AuthNeeded } from '../contract/operation.ts'
import type { RefusalName } from '../contract/errors/catalogue.ts'
import type { Principal } from '../model/access/access.ts'
import type { Org } from '../model/org.ts'
import type { Reply } from './wire.ts'

/** The result of checking a value with a schema: its output, or its issues. */
type Checked<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** One thing that is wrong with a value, as schema libraries report it. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A schema of zod, Valibot, ArkType or another library with the interface Standard Schema. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly validate: (value: unknown) => Checked<Output> | Promise<Checked<Output>>
    /** Standard JSON Schema, by which the OpenAPI document describes it. */
    readonly jsonSchema?: { readonly input: (options: { readonly target: never }) => object } | undefined
  }
}

/** Known to every copy of this package in a process. */
export const made: unique symbol = Symbol.for('identikit.endpoint') as never

/** A custom endpoint. */
export interface OwnEndpoint {
  /** Method and path: `GET /api/v1/badges/{badgeId}`. */
  readonly route: string
  readonly name: string
  readonly summary: string
  readonly auth: AuthNeeded
  readonly scope: string
  readonly query?: StandardSchema | undefined
  readonly body?: StandardSchema | undefined
  readonly openapi?: object | undefined
  readonly handle: (request: never) => Partial<Reply> | undefined | Promise<Partial<Reply> | undefined>
  readonly [made]: true
}

/** The input of a custom endpoint's handler. */
export interface OwnRequest<Organisation> {
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  readonly header: (name: string) => string | undefined
  readonly caller: Principal
  readonly org: Organisation
  readonly refuse: (
    name: RefusalName,
    values?: Readonly<Record<string, string>>,
    causes?: readonly string[],
  ) => never
}

/** The custom endpoints of an organisation. */
export function ownEndpoints({ extension }: Pick<Org, 'extension'>): readonly OwnEndpoint[] {
  return (extension?.endpoints ?? []) as readonly OwnEndpoint[]
}

/**
 * Checks the value of the option `extend`.
 *
 * @throws TypeError
 */
export function checkExtension(extend: unknown): asserts extend is readonly OwnEndpoint[] {
  if (!Array.isArray(extend) || !extend.every(isEndpoint))
    throw new TypeError('extend: expected a list of endpoints, each made by endpoint(): docs/extend.md')
  const places = extend.map(({ route }) => route.replaceAll(/\{\w+\}/g, '{}'))
  const twice = extend.find((_, index) => places.indexOf(places[index]!) < index)
  if (twice) throw new TypeError(`extend: two endpoints are at ${twice.route}`)
}

/** Whether a value comes from `endpoint()`, of any copy of this package. */
export function isEndpoint(value: unknown): value is OwnEndpoint {
  return typeof value === 'object' && value !== null && made in value
}
