import type { OAuthErrorBody, PlatformErrorBody } from '../contract/errors/refusal.ts'
import type { OperationName } from '../contract/operation-names.ts'

/** Thrown when the service answers an error, or when the reply is not JSON and so not the service's. */
export class ServiceError extends Error {
  /** Always `ServiceError`. */
  override readonly name = 'ServiceError'
  /** The operation that was called: `createUser`. */
  readonly operation: OperationName
  /** HTTP status of the reply: 400, 401, 403, 404, 429, 500, … */
  readonly status: number
  /** Headers of the reply, such as `X-Rate-Limit-Reset`. */
  readonly headers: Headers
  /** The reply's body: an error in one of the two formats, or the text of another reply. */
  readonly body: PlatformErrorBody | OAuthErrorBody | string
  /** The service's code: `E0000007`, or `invalid_client`; undefined if the body is not an error of the service. */
  readonly code: string | undefined
  /** The causes, one entry for each: `login: The field cannot be left blank`. May be empty. */
  readonly causes: readonly string[]
  /** The service's id of the request, for logs and support. */
  readonly requestId: string | undefined

  constructor(operation: OperationName, status: number, headers: Headers, body: unknown) {
    const { code, causes, told } = errorIn(body)
    super(`${operation}: ${status}${told}`)
    this.operation = operation
    this.status = status
    this.headers = headers
    this.body = (body ?? '') as ServiceError['body']
    this.code = code
    this.causes = causes
    this.requestId = requestIdOf(headers)
  }
}

/** The service's id of a request; the name of the header contains the name prefix. */
export function requestIdOf(headers: Iterable<readonly [string, string]>): string | undefined {
  for (const [name, value] of headers) if (/^x-(?:\w+-)?request-id$/.test(name)) return value
  return undefined
}

/** The error in a body. A gateway's page or other JSON is not an error of the service. */
export function errorIn(body: unknown): {
  readonly code?: string
  readonly causes: readonly string[]
  /** Code, summary and causes, to follow a status in one line: ` E0000007: Not found: …`, or empty. */
  readonly told: string
} {
  const { code, text, causes } = read(body)
  const said = [text, ...causes].filter(Boolean).join('; ')
  const told = (code === undefined ? '' : ` ${code}`) + (said === '' ? '' : `: ${said}`)
  return { ...(code === undefined ? {} : { code }), causes, told }
}

function read(body: unknown): { code?: string; text: string; causes: readonly string[] } {
  if (typeof body === 'string') return { text: `no JSON, but ${body.slice(0, 200)}`, causes: [] }
  const { errorCode, errorSummary, errorCauses, error, error_description } = (body ?? {}) as Partial<
    Record<string, unknown>
  >
  if (typeof error === 'string') return { code: error, text: textOf(error_description), causes: [] }
  if (typeof errorCode !== 'string') return { text: '', causes: [] }
  const causes = Array.isArray(errorCauses)
    ? errorCauses.map((cause: { errorSummary?: unknown } | null) => textOf(cause?.errorSummary))
    : []
  return { code: errorCode, text: textOf(errorSummary), causes }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
