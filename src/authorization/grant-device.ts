import { refuse } from '../contract/errors/refusal.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { type IssuedTokens, requestOf } from '../model/oauth/token-request.ts'
import type { EndpointCall } from './endpoint.ts'
import type { Parameters } from './parameters.ts'
import { issueTokens, presentedTo } from './tokens.ts'

/** Answers a device that polls (RFC 8628, section 3.5). */
export async function redeemDeviceCode(
  { org, server }: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
): Promise<IssuedTokens> {
  const found = org.tokens.find('device', parameters.required('device_code'))
  const code = presentedTo(server, client, found) ?? refuse('device-code-unknown')
  if (code.status === 'used') refuse('device-code-used')
  if (org.tokens.isOver(code)) refuse('device-code-expired')
  if (code.status === 'refused') refuse('user-refused')
  if (code.status === 'pending') {
    if (org.deviceCodes.poll(code)) refuse('polled-too-soon')
    refuse('not-answered')
  }
  // Used up before anything is waited for.
  org.tokens.put<'device'>({ ...code, status: 'used' })
  return issueTokens(org, {
    ...requestOf(org, code),
    grantType: 'urn:ietf:params:oauth:grant-type:device_code',
    check() {
      // Forgotten meanwhile: its user, client or consent has gone.
      if (!org.tokens.find('device', code.id)) refuse('device-code-over')
    },
  })
}
