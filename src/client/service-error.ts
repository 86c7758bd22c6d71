import type { OAuthErrorBody, PlatformErrorBody } from '../contract/errors.ts'
import type { OperationName } from '../contract/operation-names.ts'

/** Thrown when the service refuses a call. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly operation: OperationName
  readonly status: number
  readonly headers: Headers
  /** The reply's body: an error in one of the two formats, or the text of what is none. */
  readonly body: PlatformErrorBody | OAuthErrorBody | string
  /** The service's code: `E0000007`, or `invalid_client`; undefined when the body is no error of the service. */
  readonly code: string | undefined

  constructor(operation: OperationName, status: number, headers: Headers, body: ServiceError['body']) {
    const { code, text } = read(body)
    super(`${operation}: ${status}${code === undefined ? '' : ` ${code}`}${text === '' ? '' : `: ${text}`}`)
    this.operation = operation
    this.status = status
    this.headers = headers
    this.body = body
    this.code = code
  }
}

function read(body: ServiceError['body']): { code?: string; text: string } {
  if (typeof body === 'string') return { text: body.slice(0, 200) }
  if ('error' in body) return { code: body.error, text: body.error_description }
  if (!('errorCode' in body)) return { text: '' }
  const causes = body.errorCauses.map(({ errorSummary }) => errorSummary)
  return { code: body.errorCode, text: [body.errorSummary, ...causes].join('; ') }
}
