/** The error codes of the endpoints, and the HTTP status of each where it is told to a client directly. */
export const oauthErrorStatuses = {
  // RFC 6749, sections 4.1.2.1 and 5.2
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  access_denied: 400,
  server_error: 500,
  // RFC 6750, section 3.1
  invalid_token: 401,
  insufficient_scope: 403,
  // RFC 8628, section 3.5
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  // OpenID Connect Core 1.0, section 3.1.2.6
  login_required: 400,
  consent_required: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  registration_not_supported: 400,
  invalid_request_object: 400,
} as const

/** The code of an error, as `error` tells it. */
export type OAuthErrorCode = keyof typeof oauthErrorStatuses

/** How a refused request is answered beside its code. */
interface ErrorDetails {
  /** In place of that of the code. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that is refused in the way of OAuth (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly description: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(code: OAuthErrorCode, description: string, { status, headers = {} }: ErrorDetails = {}) {
    // Refusing is everyday work: it needs no stack.
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(`${code}: ${description}`)
    Error.stackTraceLimit = limit
    this.code = code
    this.description = printable(description)
    this.status = status ?? oauthErrorStatuses[code]
    this.headers = headers
  }
}

/** Refuses: `fail('invalid_grant', 'The code has expired')`. Never returns. */
export function fail(code: OAuthErrorCode, description: string, details?: ErrorDetails): never {
  throw new OAuthError(code, description, details)
}

const longest = 500

/** Descriptions hold ASCII only, and neither quotes nor backslashes (RFC 6749, section 5.2). */
function printable(text: string): string {
  return text
    .slice(0, longest)
    .replaceAll('"', "'")
    .replaceAll(/[^\x20-\x5B\x5D-\x7E]/g, '?')
}
