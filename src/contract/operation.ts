import { z } from 'zod'
import type { ErrorFormat, RefusalName } from './errors/catalogue.ts'
import { once } from './once.ts'
import type { Area, OperationName } from './operation-names.ts'

/** The methods the service uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call. `token`: an API token or scoped access token. `token-or-session`: also a session cookie on `/users/me…`
 * (Clients, Authentication, 3). `session`: only a session. `none`: anybody.
 */
export type AuthNeeded = 'token' | 'token-or-session' | 'session' | 'none'

/** Page sizes of a list (Clients, Limits, and the Limits tables of Groups and Users). */
export interface PageSizes {
  readonly default: number
  readonly max: number
  /** Others for a call with one of these parameters; the first that came counts. */
  readonly with?: Readonly<Record<string, { readonly default: number; readonly max?: number }>>
  /** The API description states no maximum. */
  readonly isMaxOurs?: true
}

/** A second spelling of an operation, called by newer clients. */
export interface Alias {
  readonly path: `/${string}`
  /** Query parameters that the spelling implies. */
  readonly query?: Readonly<Record<string, string>>
}

/** The facts about an operation, stated only here. */
export interface OperationSpec {
  readonly method: Method
  /** With `{name}` placeholders (Clients, Conventions, 8). */
  readonly path: `/${string}`
  readonly summary: string
  /** Where the API description describes it. */
  readonly source: string
  readonly query?: z.ZodObject
  /** The names of its parameters and headers, and the defaults: what a call without parameters needs of its schemas. */
  readonly reads?: Reads
  /**
   * Query parameters that count only together with others. If any one of those is missing, they are ignored, whatever
   * their value (Groups and Users, `sortBy` and `sortOrder`).
   */
  readonly ignoredWithout?: Readonly<Record<string, readonly string[]>>
  /** Request headers that change what the operation does; names in lower case. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** Whether the body may be left out; with neither body nor this, a body sent is ignored. */
  readonly bodyOptional?: true
  /** Status to the schema of the reply's body; `null` where there is none. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
  /** Its own errors. Those of its path, its body, its query, its pages and its callers follow from these (`refusalsOf`). */
  readonly refusals?: readonly RefusalName[]
  /** Default `token`. */
  readonly auth?: AuthNeeded
  /** Default `platform`. */
  readonly errorFormat?: ErrorFormat
  /** The character set that the replies name; by default nothing (Clients, Conventions, 1). */
  readonly charset?: 'UTF-8'
  readonly page?: PageSizes
  readonly aliases?: readonly Alias[]
  /** Available only where enabled (Clients, Versioning, 2). */
  readonly edition?: 'early-access'
  /** Its area, which follows from the table of names, where the API description has the operation. */
  readonly area?: Area | undefined
  /** The subject of its scopes, such as `apps`, where the API description does not have the operation. */
  readonly beyond?: string
}

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The input of an operation once the edge has parsed the request. */
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

/** Facts about a query and headers for which no schema is built. */
export interface Reads {
  readonly query: readonly string[]
  readonly headers: readonly string[]
  /** The values of a query without parameters. */
  readonly unset: Readonly<Record<string, unknown>>
}

/** The schema of a query or of headers, and its parts by name. */
export type Parameters<Type extends z.ZodObject = z.ZodObject> = (() => Type) & {
  readonly rows: () => Readonly<Record<string, Parameter>>
}

/** A parameter: its schema, which is built when somebody asks for it, and its value where it is not sent. */
export type Parameter<Type extends z.ZodType = z.ZodType> = (() => Type) & {
  readonly unset?: z.output<Type> | undefined
}

/** Statements about an operation besides its place. Schemas are functions, which build them at their first use. */
export type Stated = Omit<
  OperationSpec,
  'method' | 'path' | 'summary' | 'source' | 'area' | 'query' | 'reads' | 'headers' | 'body' | 'responses'
> & {
  readonly query?: Parameters
  readonly headers?: Parameters
  readonly body?: () => z.ZodType
  readonly responses: Readonly<Record<number, (() => z.ZodType) | null>>
}

type Schema<Given> = Given extends () => infer Made ? Made : Given

/** An operation with the schemas that its functions build. */
export type Built<Given> = {
  readonly [Key in keyof Given]: Key extends 'responses'
    ? Given[Key] extends Readonly<Record<number, null>>
      ? Given[Key]
      : { -readonly [Status in keyof Given[Key]]: Schema<Given[Key][Status]> }
    : Schema<Given[Key]>
}

/** States operations of one method and source, each as `post(path, summary, …)`, without widening them. */
type Define<Verb extends Method, Source extends string> = <
  const Path extends `/${string}`,
  const Summary extends string,
  const Given extends Stated,
>(
  path: Path,
  summary: Summary,
  given: Given,
) => Built<Head<Verb, Path, Summary, Source> & Given>

export interface Head<Verb, Path, Summary, Source> {
  readonly method: Verb
  readonly path: Path
  readonly summary: Summary
  readonly source: Source
}

/**
 * The functions that state the operations of a source, by method.
 *
 * @param source Where the API description describes them.
 */
export function operationsOf<const Source extends string>(source: Source) {
  const define = <Verb extends Method>(method: Verb) =>
    ((path: `/${string}`, summary: string, given: Stated) =>
      specOf({ method, path, summary, source, ...given })) as unknown as Define<Verb, Source>
  return { get: define('GET'), post: define('POST'), put: define('PUT'), remove: define('DELETE') }
}

/**
 * An operation whose schemas are built when somebody asks for them. Most programs use few of them, and building them all
 * takes longer than loading everything else.
 */
export function specOf({
  responses,
  ...given
}: Stated & Pick<OperationSpec, 'method' | 'path' | 'summary' | 'source'>): OperationSpec {
  const spec = { ...given }
  for (const name of ['query', 'headers', 'body'] as const) {
    if (given[name])
      Object.defineProperty(spec, name, { get: once<z.ZodType>(given[name]), enumerable: true })
  }
  Object.defineProperty(spec, 'reads', { get: once(() => readsOf(given)), enumerable: true })
  return Object.defineProperty(spec, 'responses', {
    get: once(() =>
      Object.fromEntries(Object.entries(responses).map(([status, reply]) => [status, reply?.() ?? null])),
    ),
    enumerable: true,
  }) as unknown as OperationSpec
}

function readsOf({ query, headers }: Pick<Stated, 'query' | 'headers'>): Reads {
  const rows = query?.rows() ?? {}
  const unset = Object.entries(rows).flatMap(([name, { unset }]) =>
    unset === undefined ? [] : [[name, unset]],
  )
  return {
    query: Object.keys(rows),
    headers: Object.keys(headers?.rows() ?? {}),
    unset: Object.freeze(Object.fromEntries(unset)),
  }
}

/** A reply that lists some items. */
export function listOf<Item extends z.ZodType>(item: () => Item) {
  return () => z.array(item())
}

/** Gives an operation its name and area. It stays the same object, whose schemas are built when somebody asks for them. */
export function named(name: OperationName, spec: OperationSpec, area?: Area): Operation {
  return Object.assign(spec, { name, area })
}
