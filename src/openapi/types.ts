/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

/** A JSON object; members that are undefined are not there. */
export interface JsonObject {
  readonly [name: string]: Json | undefined
}

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = JsonObject

/** A reference to a component. */
export interface Reference extends JsonObject {
  readonly $ref: string
}

/** The request and the reply of one call of an operation. */
export interface Example {
  readonly request?: Json
  readonly reply?: Json
}

/** One operation of the document. */
export interface OperationObject extends JsonObject {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly JsonObject[]
  readonly requestBody?: JsonObject
  readonly responses: Readonly<Record<string, JsonObject>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

/** The operations of a path, by method in lower case. */
export type PathItem = Readonly<Partial<Record<'get' | 'post' | 'put' | 'delete', OperationObject>>>

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: JsonObject
  readonly jsonSchemaDialect: string
  readonly servers: readonly JsonObject[]
  readonly tags: readonly JsonObject[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly parameters: Readonly<Record<string, JsonObject>>
    readonly headers: Readonly<Record<string, JsonObject>>
    readonly responses: Readonly<Record<string, JsonObject>>
    readonly examples: Readonly<Record<string, JsonObject>>
    readonly securitySchemes: Readonly<Record<string, JsonObject>>
  }
  readonly 'x-interpretations': Readonly<Record<string, JsonObject>>
}

/** Refers to a component. */
export function refTo(kind: keyof OpenApiDocument['components'], name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}
