import type { CaseOfError } from '../contract/errors/catalogue.ts'
import type { JWTPayload } from 'jose'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { keyAlgorithms } from '../model/oauth/json-web-keys.ts'
import { basePath } from '../pages/signed-in.ts'
import { secretAlgorithms, verifiedClaims } from './client-keys.ts'
import { endpointUrl, type EndpointCall } from './endpoint.ts'
import type { Parameters } from './parameters.ts'

/** Refuses with how the client is registered, and what it sent, never with a secret. */
export type Reject = (condition: CaseOfError, values?: Readonly<Record<string, string>>) => never

/** The value of `client_assertion_type` for a JWT (RFC 7523, section 2.2). */
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

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
 * @throws as `reject` does, with what is wrong.
 */
export async function verifyAssertion(
  call: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
  reject: Reject,
): Promise<void> {
  if (parameters.get('client_assertion_type') !== assertionType) {
    reject('assertion-type', { type: assertionType })
  }
  const algorithms =
    client.settings.token_endpoint_auth_method === 'private_key_jwt' ? keyAlgorithms : secretAlgorithms
  const claims = await verifiedClaims(parameters.required('client_assertion'), client, {
    check: (alg) => algorithms.includes(alg) || reject('algorithm-not-taken', { alg }),
    reject: (reason) => reject('assertion-unverified', { reason }),
  })
  if (typeof claims !== 'object' || claims === null) return reject('assertion-empty')
  const { iss, sub, aud, jti } = claims as JWTPayload
  if (iss !== client.id || sub !== client.id) {
    reject('assertion-parties')
  }
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!acceptedAudiences(call).some((accepted) => audiences.includes(accepted))) {
    reject('assertion-audience', { audience: endpointUrl(call.org, call.server, 'token') })
  }
  const expiresAt = checkedTimes(call, claims as JWTPayload, reject)
  if (typeof jti !== 'string' || jti === '') reject('assertion-without-id')
  const { tokens } = call.org
  const id = `assertion ${client.id} ${jti}`
  if (tokens.get('assertion', id)) {
    reject('assertion-repeated')
  }
  tokens.add<'assertion'>({ kind: 'assertion', id, expiresAt })
}

function acceptedAudiences({ org, server, request }: EndpointCall): readonly string[] {
  const asked = new URL(org.baseUrl).origin + basePath(org) + request.path
  return [endpointUrl(org, server, 'token'), org.authorizationServers.issuer(server), asked]
}

/**
 * The assertion must be valid by one of two clocks. A test may have moved the organisation's; client libraries use the
 * machine's. Returns its end by the organisation's clock, in milliseconds.
 */
function checkedTimes({ org }: EndpointCall, { exp, nbf, iat }: JWTPayload, reject: Reject): number {
  if (typeof exp !== 'number') return reject('assertion-endless')
  const clocks = [org.clock.now(), Date.now()].map((now) => Math.floor(now / 1000))
  const problems = clocks.map((now) => {
    if (exp + skew <= now) return 'assertion-expired'
    if (exp > now + longest + skew) return 'assertion-too-long'
    if (typeof nbf === 'number' && nbf > now + skew) return 'assertion-not-yet'
    if (typeof iat === 'number' && iat > now + skew) return 'assertion-of-future'
    return undefined
  })
  const holding = problems.indexOf(undefined)
  if (holding === -1) return reject(problems[0]!)
  return org.clock.now() + (exp + skew - clocks[holding]!) * 1000
}
