import { refuse } from '../contract/errors/refusal.ts'
import type { JWTPayload } from 'jose'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { keyAlgorithms } from '../model/oauth/json-web-keys.ts'
import type { Org } from '../model/org.ts'
import { secretAlgorithms, verifiedClaims } from './client-keys.ts'
import { Parameters } from './parameters.ts'

/** Claims that are about the object, and what it must not hold (OpenID Connect Core 1.0, section 6.1). */
const notParameters: ReadonlySet<string> = new Set('iss aud exp nbf iat jti request request_uri'.split(' '))

/**
 * The parameters of a request with those of its request object. The latter take precedence (OpenID Connect Core 1.0,
 * section 6.1; Clients, rule 9).
 *
 * @throws `Refusal` `invalid_request_object`, or the error in the parameters.
 */
export async function withRequestObject(
  org: Org,
  client: ClientRecord,
  parameters: Parameters,
): Promise<Parameters> {
  if (parameters.has('request_uri')) {
    refuse('request-by-value')
  }
  const jwt = parameters.get('request')
  if (jwt === undefined) return parameters
  const claims = await verified(org, client, jwt)
  const { client_id: id, response_type: type } = claims
  if (id !== undefined && id !== client.id) refuse('request-client')
  if (type !== undefined && parameters.has('response_type') && type !== parameters.get('response_type')) {
    refuse('request-response-type')
  }
  const given = Object.entries(claims).filter(([name]) => !notParameters.has(name))
  const texts = given.map(([name, value]) => [name, typeof value === 'string' ? value : jsonOf(name, value)])
  const { request: _, ...outer } = parameters.toRecord()
  return Parameters.of({ ...outer, ...Object.fromEntries(texts) })
}

function jsonOf(name: string, value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return refuse('request-nested', { name })
  }
}

async function verified(org: Org, client: ClientRecord, jwt: string): Promise<JWTPayload> {
  const { request_object_signing_alg: registered } = client.settings
  const reject = (reason: string) => refuse('request-unverified', { reason })
  const claims = await verifiedClaims(jwt, client, {
    check(alg) {
      if (registered !== null && alg !== registered) refuse('request-algorithm', { registered })
      const bySecret = secretAlgorithms.includes(alg) && client.secret !== undefined
      if (!bySecret && !keyAlgorithms.includes(alg)) refuse('request-algorithm-unknown', { alg })
    },
    reject,
  })
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return reject('no claims')
  checkClaims(org, claims as JWTPayload)
  return claims as JWTPayload
}

function checkClaims(org: Org, { aud, exp }: JWTPayload): void {
  const now = Math.min(org.clock.now(), Date.now()) / 1000
  if (exp !== undefined && (typeof exp !== 'number' || exp <= now)) {
    refuse('request-expired')
  }
  const audiences = aud === undefined ? [] : [aud].flat()
  const servers = org.authorizationServers.collection.values()
  const ours = new Set(servers.map((each) => org.authorizationServers.issuer(each)))
  if (audiences.length > 0 && !audiences.some((audience) => ours.has(audience))) {
    refuse('request-audience')
  }
}
