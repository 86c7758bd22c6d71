import { refuse } from '../contract/errors/refusal.ts'
import { oauthEndpoints, servedGrants } from '../contract/oauth-endpoints.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { verified } from '../model/users/password/index.ts'
import { userScopes } from '../model/oauth/standard-scopes.ts'
import type { IssuedTokens } from '../model/oauth/token-request.ts'
import { oneOfMessage } from '../query/suggestion.ts'
import { authenticateClient, isPublicClient, refuseIfChanged } from './client-authentication.ts'
import { type Endpoint, type EndpointCall, jsonReply } from './endpoint.ts'
import { redeemCode } from './grant-code.ts'
import { redeemDeviceCode } from './grant-device.ts'
import { refreshTokens } from './grant-refresh.ts'
import { formParameters, type Parameters } from './parameters.ts'
import {
  askedScopes,
  issueTokens,
  knownScopes,
  mayRefresh,
  refuseUnlessGrantType,
  tokenResponse,
} from './tokens.ts'

/** Issues tokens for what a client presents; what it is registered for was asked already. */
type Grant = (call: EndpointCall, client: ClientRecord, parameters: Parameters) => Promise<IssuedTokens>

const grants: Readonly<Record<(typeof servedGrants)[number], Grant>> = {
  authorization_code: redeemCode,
  refresh_token: refreshTokens,
  client_credentials: clientCredentials,
  password,
  'urn:ietf:params:oauth:grant-type:device_code': redeemDeviceCode,
}

/** RFC 6749, section 3.2. */
export const tokenEndpoint: Endpoint = {
  ...oauthEndpoints.token,
  async post(call) {
    const parameters = formParameters(call.request)
    const client = await authenticateClient(call, parameters)
    const grantType = parameters.required('grant_type')
    const grant = Object.hasOwn(grants, grantType) ? grants[grantType as keyof typeof grants] : undefined
    if (!grant) return refuse('grant-type-unknown', { expected: oneOfMessage(servedGrants, grantType) })
    refuseUnlessGrantType(client, grantType)
    const tokens = await grant(call, client, parameters)
    call.noted.ignored = parameters.unread
    return jsonReply(tokenResponse(tokens))
  },
}

/** RFC 6749, section 4.4: the client for itself. */
async function clientCredentials(
  { org, server }: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
): Promise<IssuedTokens> {
  if (isPublicClient(client)) {
    refuse('no-own-tokens')
  }
  const scopes = askedScopes(org, server, parameters)
  if (scopes.length === 0) refuse('no-scope')
  knownScopes(org, server, scopes, true)
  const ofUsers = scopes.filter((name) => userScopes.has(name))
  if (ofUsers.length > 0) refuse('scope-of-users', { scopes: ofUsers.join(', ') })
  const asked = { clientId: client.id, scopes, server, refreshToken: false, grantType: 'client_credentials' }
  return issueTokens(org, asked, 'invalid_scope')
}

/** RFC 6749, section 4.3: a user's login and password. It opens no session. */
async function password(
  call: EndpointCall,
  client: ClientRecord,
  parameters: Parameters,
): Promise<IssuedTokens> {
  const { org, server } = call
  const login = parameters.required('username')
  const secret = parameters.required('password')
  const asked = askedScopes(org, server, parameters)
  const scopes = knownScopes(org, server, asked, mayRefresh(client)).map(({ name }) => name)
  const isGone = (): boolean => call.request.isGone?.() ?? false
  const input = { login, password: secret, isGone }
  const outcome = await verified((known) => org.signIn.signIn(input, known))
  if (outcome.status === 'FAILURE')
    return refuse(outcome.reason === 'FACTOR_REQUIRED' ? 'factor-needed' : 'login-or-password')
  const { userId } = outcome.session
  org.tokens.remove(outcome.session)
  // A password hook may have been asked meanwhile.
  refuseIfChanged(call, client)
  return issueTokens(org, {
    clientId: client.id,
    userId,
    scopes,
    server,
    familyId: org.ids('authorization'),
    authentication: { authTime: org.clock.now(), amr: ['pwd'] },
    grantType: 'password',
  })
}
