import { refuseOAuth } from '../contract/errors/oauth.ts'
import type { JWTPayload } from 'jose'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { keyAlgorithms } from '../model/oauth/json-web-keys.ts'
import { basePath } from '../pages/signed-in.ts'
import { verifyByKeys } from './client-keys.ts'
import { endpointUrl, type EndpointCall } from './endpoint.ts'
import { Refusal } from '../contract/errors/refusal.ts'
import type { Parameters } from './parameters.ts'

/** The value of `client_assertion_type` for a JWT (RFC 7523, section 2.2). */
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** The algorithms that sign with a secret. */
export const secretAlgorithms: readonly string[] = ['HS256', 'HS384', 'HS512']

/** The longest lifetime of an assertion, in seconds (interpretation: client-assertion-lifetime). */
const longest = 3600
/** How far clocks may be apart, in seconds. */
const skew = 30

/** The client that an assertion names, before anybody knows whether it is right. */
export async function assertedClientId(assertion: string): Promise<string | undefined> {
  const { decodeJwt } = await import('jose')
  try {
    const { iss, sub } = decodeJwt(assertion)
    return [sub, iss].find((id) => typeof id === 'string')
  } catch {
    return undefined
  }
}

/**
 * Verifies the JWT that authenticates a client (RFC 7523, section 3; OpenID Connect Core 1.0, section 9).
 *
 * @throws `Refusal` `invalid_client` that says what is wrong.
 */
export async function verifyAssertion(
  call: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
): Promise<void> {
  if (parameters.get('client_assertion_type') !== assertionType) {
    refuseOAuth('assertion-type', { type: assertionType })
  }
  const claims = await verifiedClaims(client, parameters.required('client_assertion'))
  const { iss, sub, aud, jti } = claims
  if (iss !== client.id || sub !== client.id) {
    refuseOAuth('assertion-parties')
  }
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!acceptedAudiences(call).some((accepted) => audiences.includes(accepted))) {
    refuseOAuth('assertion-audience', { audience: endpointUrl(call.org, call.server, '/token') })
  }
  const expiresAt = checkedTimes(call, claims)
  if (typeof jti !== 'string' || jti === '') refuseOAuth('assertion-without-id')
  const { tokens } = call.org
  const id = `assertion ${client.id} ${jti}`
  if (tokens.get('assertion', id)) {
    refuseOAuth('assertion-repeated')
  }
  tokens.add<'assertion'>({ kind: 'assertion', id, expiresAt })
}

function acceptedAudiences({ org, server, request }: EndpointCall): readonly string[] {
  const asked = new URL(org.baseUrl).origin + basePath(org) + request.path
  return [endpointUrl(org, server, '/token'), org.authorizationServers.issuer(server), asked]
}

/**
 * The assertion must be valid by one of two clocks. A test may have moved the organisation's; client libraries use the
 * machine's. Returns its end by the organisation's clock, in milliseconds.
 */
function checkedTimes({ org }: EndpointCall, { exp, nbf, iat }: JWTPayload): number {
  if (typeof exp !== 'number') return refuseOAuth('assertion-endless')
  const clocks = [org.clock.now(), Date.now()].map((now) => Math.floor(now / 1000))
  const problems = clocks.map((now) => {
    if (exp + skew <= now) return 'assertion-expired'
    if (exp > now + longest + skew) return 'assertion-too-long'
    if (typeof nbf === 'number' && nbf > now + skew) return 'assertion-not-yet'
    if (typeof iat === 'number' && iat > now + skew) return 'assertion-of-future'
    return undefined
  })
  const holding = problems.indexOf(undefined)
  if (holding === -1) return refuseOAuth(problems[0]!)
  return org.clock.now() + (exp + skew - clocks[holding]!) * 1000
}

async function verifiedClaims(client: ClientRecord, assertion: string): Promise<JWTPayload> {
  const { compactVerify, decodeProtectedHeader } = await import('jose')
  try {
    const { alg = '' } = decodeProtectedHeader(assertion)
    const algorithms =
      client.settings.token_endpoint_auth_method === 'private_key_jwt' ? keyAlgorithms : secretAlgorithms
    if (!algorithms.includes(alg)) return refuseOAuth('algorithm-not-taken', { alg })
    const { payload } = secretAlgorithms.includes(alg)
      ? await compactVerify(assertion, new TextEncoder().encode(client.secret))
      : await verifyByKeys(assertion, client)
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload))
    if (typeof claims === 'object' && claims !== null) return claims as JWTPayload
  } catch (error) {
    if (error instanceof Refusal) throw error
    refuseOAuth('assertion-unverified', {
      reason: error instanceof Error ? error.message : '',
    })
  }
  return refuseOAuth('assertion-empty')
}
