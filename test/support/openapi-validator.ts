import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonObject, OpenApiDocument, OperationObject } from '../../src/openapi/types.ts'

/** One request and its reply, as the validator looks at them. */
export interface Exchange {
  readonly method: string
  /** Below the base URL, percent-encoded, without the query. */
  readonly path: string
  readonly query: string
  /** The request's body as text; empty without a body. */
  readonly sent: string
  readonly status: number
  /** Names as they were sent. */
  readonly headers: Readonly<Record<string, unknown>>
  /** The reply's body as text; empty without a body. */
  readonly received: string
}

interface Described {
  readonly pattern: RegExp
  /** How many segments are written out: paths with more of them are matched first. */
  readonly literals: number
  readonly method: string
  readonly pointer: string
  readonly operation: OperationObject
}

/**
 * Checks exchanges against an OpenAPI document with Ajv. The document describes every reply, with its status, headers
 * and body. Replies contain nothing else. The document allows every request that the service takes.
 */
export class OpenApiValidator {
  readonly #document: OpenApiDocument
  readonly #open = newAjv()
  readonly #closed = newAjv()
  readonly #described: readonly Described[]
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: OpenApiDocument) {
    this.#document = document
    this.#open.addSchema(JSON.parse(JSON.stringify(document)) as object, 'document')
    this.#closed.addSchema(closed(JSON.parse(JSON.stringify(document))) as object, 'document')
    this.#described = Object.entries(document.paths)
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]): Described => ({
          pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
          literals: path.split('/').filter((segment) => !segment.startsWith('{')).length,
          method: method.toUpperCase(),
          pointer: `/paths/${path.replaceAll('/', '~1')}/${method}`,
          operation,
        })),
      )
      .toSorted((one, other) => other.literals - one.literals)
  }

  /** The errors of an exchange; none for a path or method that the document does not have. */
  violations(exchange: Exchange): readonly string[] {
    const found = this.#described.find(
      ({ method, pattern }) => method === exchange.method && pattern.test(exchange.path),
    )
    // Not an operation: the document does not describe unknown paths and methods.
    if (!found || exchange.status === 405) return []
    const problems = [...this.#reply(found, exchange), ...this.#request(found, exchange)]
    return problems.map((problem) => `${found.operation.operationId} ${exchange.status}: ${problem}`)
  }

  *#reply({ operation, pointer }: Described, exchange: Exchange): Generator<string> {
    const { status, received, headers } = exchange
    const described = operation.responses[String(status)]
    if (!described) {
      yield 'the status is not described'
      return
    }
    const reference = described['$ref'] as string | undefined
    const at = reference?.slice(1) ?? `${pointer}/responses/${status}`
    const reply = (reference === undefined ? described : this.#resolve(reference)) as Reply
    const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
    for (const name of Object.keys(reply.headers ?? {})) {
      if (name !== 'Link' && !names.has(name.toLowerCase())) yield `the header ${name} is missing`
    }
    if (names.has('link') && !('Link' in (reply.headers ?? {}))) yield 'the header Link is not described'
    if (!reply.content) {
      if (received !== '') yield 'a body is not described'
      return
    }
    const type = String(headers['Content-Type'] ?? headers['content-type'])
    if (!/^application\/json(;charset=UTF-8)?$/.test(type)) yield `the content type is ${type}`
    const validate = this.#compile(this.#closed, `${at}/content/application~1json/schema`)
    yield* errorsOf(validate, JSON.parse(received), 'reply')
  }

  /** The parts of a request that the service takes and the document does not allow. Ignores refused requests. */
  *#request({ operation, pointer }: Described, { status, sent, query }: Exchange): Generator<string> {
    if (status >= 300) return
    for (const [index, parameter] of operation.parameters.entries()) {
      if (parameter['in'] !== 'query' || isLenient(parameter)) continue
      // Of two forms of one operation, the one with a body takes no query.
      if ('x-operations' in operation && sent.trim() !== '') continue
      const given = new URLSearchParams(query).get(parameter['name'] as string)
      if (given === null) continue
      const schema = parameter['schema'] as JsonObject
      const validate = this.#compile(this.#open, `${pointer}/parameters/${index}/schema`)
      yield* errorsOf(validate, valueOf(given, schema['type']), `query ${parameter['name'] as string}`)
    }
    if (!operation.requestBody || sent.trim() === '') return
    const body = JSON.parse(sent.replace(/^\uFEFF/, '')) as Body
    // Read-only, and ignored whatever it is, unless the query says otherwise (interpretation: provider-without-flag).
    if (!query.includes('provider=true')) delete body?.credentials?.provider
    const validate = this.#compile(this.#open, `${pointer}/requestBody/content/application~1json/schema`)
    yield* errorsOf(validate, body, 'request')
  }

  #resolve(reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => (value as JsonObject)[key], this.#document)
  }

  #compile(ajv: Ajv2020, pointer: string): ValidateFunction {
    const key = `${ajv === this.#open ? 'open' : 'closed'} ${pointer}`
    let validate = this.#validators.get(key)
    if (!validate) {
      const encoded = pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')
      this.#validators.set(key, (validate = ajv.compile({ $ref: `document#${encoded}` })))
    }
    return validate
  }
}

/**
 * Whether the service takes undescribed values too. A size above the maximum counts as the maximum (interpretation:
 * page-size). It leaves out unknown words of a list. It ignores a parameter that needs another one, if that is missing.
 */
function isLenient({ name, schema, 'x-ignored-without': ignoredWithout }: JsonObject): boolean {
  return name === 'limit' || (schema as JsonObject)['type'] === 'array' || ignoredWithout !== undefined
}

type Body = { credentials?: { provider?: unknown } | null } | null

interface Reply {
  readonly headers?: JsonObject
  readonly content?: JsonObject
}

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  formats.default(ajv)
  return ajv
}

function* errorsOf(validate: ValidateFunction, value: unknown, what: string): Generator<string> {
  if (validate(value)) return
  for (const { instancePath, message, params } of validate.errors ?? []) {
    yield `${what}${instancePath}: ${message} ${JSON.stringify(params)}`
  }
}

function valueOf(text: string, type: unknown): unknown {
  if (type === 'integer') return Number(text)
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return type === 'array' ? text.split(',') : text
}

/** The document with every object closed that has properties and does not say that it has more. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const object = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]))
  // The parts of an error are one object: what one of them has, the other need not know.
  if ('allOf' in object || isPartOfError(object)) return object
  const isObject = object.type === 'object' && 'properties' in object
  return isObject && !('additionalProperties' in object) ? { ...object, additionalProperties: false } : object
}

function isPartOfError({ properties }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof properties === 'object' &&
    properties !== null &&
    ('errorCode' in properties || 'error' in properties)
  )
}
