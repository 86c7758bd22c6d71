/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Whether a value of JSON is an object. */
export function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A matching rule of the Pact specification, such as `{ match: 'type', min: 1 }`. */
export interface Matcher {
  readonly match: string
  readonly [parameter: string]: unknown
}

/** The rules of one place: every rule must match, or any one. */
export interface Rules {
  readonly combine: 'AND' | 'OR'
  readonly matchers: readonly Matcher[]
}

/** The rules of a request or a reply, by what they are about; those of a body by path expression. */
export interface RuleSet {
  readonly path?: Rules
  readonly status?: Rules
  readonly query: Readonly<Record<string, Rules>>
  readonly header: Readonly<Record<string, Rules>>
  readonly body: Readonly<Record<string, Rules>>
}

/** How a value of an example is replaced at use, for example by a value of a provider state. */
export interface Generator {
  readonly type: string
  readonly expression?: string
  readonly [parameter: string]: unknown
}

/** The generators of a request or a reply. */
export interface GeneratorSet {
  readonly path?: Generator
  readonly query?: Readonly<Record<string, Generator>>
  readonly header?: Readonly<Record<string, Generator>>
  readonly body?: Readonly<Record<string, Generator>>
}

/** A provider state that an interaction is given. */
export interface GivenState {
  readonly name: string
  readonly params: Readonly<Record<string, Json>>
}

/** Parts that request and reply have in common. */
interface PactMessage {
  /** Names in lower case, each with its values. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  /** Undefined where the pact says nothing of the body. */
  readonly body: Json | undefined
  readonly contentType: string | undefined
  readonly rules: RuleSet
  readonly generators: GeneratorSet
}

/** A request that a consumer sends. */
export interface PactRequest extends PactMessage {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, readonly string[]>>
}

/** The reply that a consumer relies on. */
export interface PactReply extends PactMessage {
  readonly status: number
}

/** A request and its reply, from any version of the Pact specification. */
export interface Interaction {
  readonly description: string
  readonly states: readonly GivenState[]
  /** One that fails does not fail the verification. */
  readonly pending: boolean
  readonly request: PactRequest
  readonly response: PactReply
}

/** A pact file, read. */
export interface PactFile {
  /** Path or URL that it was read from. */
  readonly source: string
  readonly consumer: string
  readonly provider: string
  /** Major version of the Pact specification, 2 to 4. */
  readonly version: number
  readonly interactions: readonly Interaction[]
  /** Descriptions of interactions that are not HTTP, such as messages. */
  readonly others: readonly string[]
  /** The file as it is. */
  readonly raw: { readonly [name: string]: Json }
}
