import type { Explanation } from '../contract/explanations.ts'
import { docsOf } from '../contract/docs-links.ts'
import { type OAuthErrorCode, oauthErrors } from '../contract/oauth-errors.ts'

/** The reply to a refused request, in addition to its code. */
interface ErrorDetails {
  /** Default: the status of the code. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The accepted value for this request. Default: that of the code. */
  readonly accepted?: string | undefined
}

/** Codes that many errors share: each error says what would have been accepted instead. */
type SharedCode = 'invalid_request' | 'unauthorized_client'

/** A request that is refused in the way of OAuth (RFC 6749, section 5.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly description: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly accepted: string | undefined

  constructor(
    code: OAuthErrorCode,
    description: string,
    { status, headers = {}, accepted }: ErrorDetails = {},
  ) {
    // Refusing is everyday work: it needs no stack.
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(`${code}: ${description}`)
    Error.stackTraceLimit = limit
    this.code = code
    this.description = printable(description)
    this.status = status ?? oauthErrors[code].status
    this.headers = headers
    this.accepted = accepted
  }
}

/** Refuses: `fail('invalid_grant', 'The code has expired')`. Never returns. */
export function fail(
  code: SharedCode,
  description: string,
  details: ErrorDetails & { readonly accepted: string },
): never
export function fail(
  code: Exclude<OAuthErrorCode, SharedCode>,
  description: string,
  details?: ErrorDetails,
): never
export function fail(code: OAuthErrorCode, description: string, details?: ErrorDetails): never {
  throw new OAuthError(code, description, details)
}

/** A request that is refused: with what code and status, why, and what would have been accepted. */
export interface RefusedRequest {
  readonly code: OAuthErrorCode
  readonly description: string
  readonly status: number
  readonly accepted?: string | undefined
}

/** Says why a request was refused: the rule and where it stands, what was found, what would have been accepted. */
export function explainOAuth({
  code,
  description,
  status,
  accepted = oauthErrors[code].accepted,
}: RefusedRequest): Explanation {
  const { rule, section } = oauthErrors[code]
  return { refusal: code, status, code, rule, section, docs: docsOf(section), found: [description], accepted }
}

const longest = 500

/** Descriptions hold ASCII only, and neither quotes nor backslashes (RFC 6749, section 5.2). */
function printable(text: string): string {
  return text
    .slice(0, longest)
    .replaceAll('"', "'")
    .replaceAll(/[^\x20-\x5B\x5D-\x7E]/g, '?')
}
