import type { z } from 'zod'
import type { OperationName } from '../contract/operation-names.ts'
import type { OperationSpecs } from '../contract/operations/index.ts'

type Spec<Name extends OperationName> = OperationSpecs[Name]

type PathParameter<Path extends string> = Path extends `${string}{${infer Parameter}}${infer Rest}`
  ? Parameter | PathParameter<Rest>
  : never

/** A group of inputs that may be left out when nothing in it is required. */
type Part<Key extends string, Value> = [keyof Value] extends [never]
  ? { readonly [K in Key]?: undefined }
  : object extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }

type Params<Name extends OperationName> = { readonly [P in PathParameter<Spec<Name>['path']>]: string }

/** Query parameters as values or as they travel: `activate: false`, `limit: 20`, `expand: ['stats']`. */
type Query<Name extends OperationName> =
  Spec<Name> extends { readonly query: infer Schema extends z.ZodObject }
    ? {
        readonly [Key in keyof z.output<Schema>]?:
          | z.output<Schema>[Key]
          | z.input<Schema>[Key & keyof z.input<Schema>]
      }
    : object

type Body<Name extends OperationName> =
  Spec<Name> extends { readonly body: infer Schema extends z.ZodType }
    ? Spec<Name> extends { readonly bodyOptional: true }
      ? {
          /** JSON body; may be left out. */
          readonly body?: z.input<Schema>
        }
      : {
          /** JSON body. */
          readonly body: z.input<Schema>
        }
    : {
        /** This operation takes no body. */
        readonly body?: undefined
      }

/** The input of an operation. */
export type ClientInput<Name extends OperationName> = Part<'params', Params<Name>> &
  Part<'query', Query<Name>> &
  Body<Name> & {
    /** Headers in addition to the client's own. */
    readonly headers?: Readonly<Record<string, string>>
    /** Aborts the call and the wait for a rate limit: it rejects with the signal's reason. */
    readonly signal?: AbortSignal
  }

/** The body of an operation's reply; undefined where it has none. */
export type ClientResult<Name extends OperationName> = {
  [Status in keyof Spec<Name>['responses']]: Spec<Name>['responses'][Status] extends z.ZodType
    ? z.output<Spec<Name>['responses'][Status]>
    : undefined
}[keyof Spec<Name>['responses']]

/** The input as arguments: none is needed where nothing in it is required. */
export type ClientArguments<Name extends OperationName> =
  object extends ClientInput<Name> ? [input?: ClientInput<Name>] : [input: ClientInput<Name>]

/** The operations that answer a list. */
export type ListName = {
  [Name in OperationName]: ClientResult<Name> extends readonly unknown[] ? Name : never
}[OperationName]

/** A full reply. If an operation has several replies, the status determines the type of the body. */
export type ClientReply<Name extends OperationName> = {
  readonly [Status in keyof Spec<Name>['responses'] & number]: Reply<
    Status,
    Spec<Name>['responses'][Status] extends z.ZodType ? z.output<Spec<Name>['responses'][Status]> : undefined
  >
}[keyof Spec<Name>['responses'] & number]

interface Reply<Status, Body> {
  /** HTTP status. */
  readonly status: Status
  /** Headers of the reply, such as `X-Rate-Limit-Remaining`. */
  readonly headers: Headers
  /** The JSON body; undefined if the reply has none. */
  readonly body: Body
  /** The service's id of the request, for logs and support. */
  readonly requestId?: string
  /** URL of the next page, where there is one. */
  readonly next?: string
}
