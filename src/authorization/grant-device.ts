import type { ClientRecord } from '../model/oauth/clients.ts'
import type { IssuedTokens } from '../model/oauth/token-issuer.ts'
import type { EndpointCall } from './endpoint.ts'
import { refuse } from '../contract/errors/refusal.ts'
import type { Parameters } from './parameters.ts'
import { issueTokens, namesOf } from './tokens.ts'

/** Answers a device that polls (RFC 8628, section 3.5). */
export async function redeemDeviceCode(
  { org, server }: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
): Promise<IssuedTokens> {
  const code = org.tokens.find('device', parameters.required('device_code'))
  if (!code || code.clientId !== client.id || code.authorizationServerId !== server.id) {
    return refuse('invalid_grant', { message: 'The device code is unknown, or was issued to another client' })
  }
  if (code.status === 'used') refuse('invalid_grant', { message: 'The device code was used before' })
  if (org.tokens.isOver(code)) refuse('expired_token', { message: 'The device code has expired' })
  if (code.status === 'refused') refuse('access_denied', { message: 'The user refused' })
  if (code.status === 'pending') {
    if (org.deviceCodes.poll(code))
      refuse('slow_down', { message: 'Wait 5 seconds longer between polls from now on' })
    refuse('authorization_pending', { message: 'The user has not answered yet' })
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
      if (!org.tokens.find('device', code.id)) refuse('invalid_grant', { message: 'The device code is over' })
    },
  })
}
