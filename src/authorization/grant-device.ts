import type { ClientRecord } from '../model/oauth/clients.ts'
import type { IssuedTokens } from '../model/oauth/token-issuer.ts'
import type { EndpointCall } from './endpoint.ts'
import { fail } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'
import { issueTokens, namesOf } from './tokens.ts'

/** Answers a device that polls (RFC 8628, section 3.5). */
export async function redeemDeviceCode(
  { org, server }: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
): Promise<IssuedTokens> {
  const code = org.deviceCodes.find(parameters.required('device_code'))
  if (!code || code.clientId !== client.id || code.authorizationServerId !== server.id) {
    return fail('invalid_grant', 'The device code is unknown, or was issued to another client')
  }
  if (code.status === 'used') fail('invalid_grant', 'The device code was used before')
  if (org.deviceCodes.isOver(code)) fail('expired_token', 'The device code has expired')
  if (code.status === 'refused') fail('access_denied', 'The user refused')
  if (code.status === 'pending') {
    if (org.deviceCodes.poll(code)) fail('slow_down', 'Wait 5 seconds longer between polls from now on')
    fail('authorization_pending', 'The user has not answered yet')
  }
  org.deviceCodes.use(code)
  const { familyId, userId, authentication, isUnderConsent } = code
  const scopes = namesOf(org, code.scopeIds)
  return issueTokens(org, {
    clientId: client.id,
    userId,
    scopes,
    server,
    familyId,
    authentication,
    isUnderConsent,
    check() {
      // Forgotten meanwhile: its user, client or consent has gone.
      if (!org.deviceCodes.find(code.value)) fail('invalid_grant', 'The device code is over')
    },
  })
}
