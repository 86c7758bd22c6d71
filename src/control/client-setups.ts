import type { ClientRecord } from '../model/oauth/clients.ts'

/** A program that signs people in at a client, for each library by its name. */
export function setupsOf(
  { id, settings }: Pick<ClientRecord, 'id' | 'settings'>,
  issuer: string,
): Readonly<Record<string, string>> {
  const { redirect_uris: uris, token_endpoint_auth_method: method } = settings
  const redirect = uris?.[0] ?? 'http://localhost:3000/callback'
  const isPublic = method === 'none'
  const isPlain = issuer.startsWith('http:')
  const scope = 'openid profile email'
  const secret = isPublic ? '' : '\n  clientSecret: process.env.CLIENT_SECRET,'
  return {
    'oidc-client-ts': `import { UserManager } from 'oidc-client-ts'

export const manager = new UserManager({
  authority: '${issuer}',
  client_id: '${id}',
  redirect_uri: '${redirect}',
  scope: '${scope}',
})
// await manager.signinRedirect()`,
    'okta-auth-js': `import { OktaAuth } from '@okta/okta-auth-js'

export const auth = new OktaAuth({
  issuer: '${issuer}',
  clientId: '${id}',
  redirectUri: '${redirect}',
  scopes: ${JSON.stringify(scope.split(' ')).replaceAll('"', "'").replaceAll(',', ', ')},${isPlain ? '\n  // The library refuses an address without TLS otherwise.\n  testing: { disableHttpsCheck: true },' : ''}
})
// await auth.signInWithRedirect()`,
    'Auth.js': `import { Auth } from '@auth/core'

const provider = {
  id: 'identikit',
  name: 'Identikit',
  type: 'oidc',
  issuer: '${issuer}',
  clientId: '${id}',${secret}${isPublic ? "\n  client: { token_endpoint_auth_method: 'none' }," : ''}
}
// Redirect URI: http://localhost:3000/auth/callback/identikit
export const handle = (request) =>
  Auth(request, { providers: [provider], secret: process.env.AUTH_SECRET, trustHost: true, basePath: '/auth' })`,
    'openid-client': `import * as client from 'openid-client'

const config = await client.discovery(
  new URL('${issuer}'),
  '${id}',
  ${isPublic ? 'undefined' : 'process.env.CLIENT_SECRET'},
  ${isPublic ? 'client.None()' : 'undefined'},${isPlain ? '\n  { execute: [client.allowInsecureRequests] },' : ''}
)
const verifier = client.randomPKCECodeVerifier()
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: '${redirect}',
  scope: '${scope}',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
})`,
  }
}
