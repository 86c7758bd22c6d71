import type { Refusal } from '../contract/errors/refusal.ts'
import type { WireRequest } from './wire.ts'

/** The headers of an error, its own and those that depend on the request. */
export function refusalHeaders(
  refusal: Refusal,
  request: WireRequest,
  realm: string,
): Readonly<Record<string, string>> {
  return { ...refusal.row.headers, ...challengeOf(refusal, request, realm), ...refusal.details.headers }
}

/**
 * How a caller whose credentials did not do authenticates, as each 401 says it (RFC 9110, section 11.6.1). One that sent
 * a bearer token learns what is wrong with that (RFC 6750, section 3).
 */
function challengeOf(
  { refusal, row, details: { values } }: Refusal,
  request: WireRequest,
  realm: string,
): Readonly<Record<string, string>> {
  const isBearer = /^bearer\b/i.test(request.header('authorization') ?? '')
  if (refusal === 'insufficient-scope')
    return challenge(`Bearer realm="${realm}", error="insufficient_scope", scope="${values?.['scope']}"`)
  if (row.status !== 401) return {}
  if (isBearer && refusal === 'invalid-token')
    return challenge(`Bearer realm="${realm}", error="invalid_token", error_description="${row.summary}"`)
  return challenge(`SSWS realm="${realm}", Bearer realm="${realm}"`)
}

function challenge(value: string): Readonly<Record<string, string>> {
  return { 'WWW-Authenticate': value }
}
