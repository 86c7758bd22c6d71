import { fullUpdate, registered, rsaKey, webClient } from '../support/clients.ts'
import { type Case, on, type Refused } from './case.ts'

const reg =
  (c: object): Refused =>
  ({ call }) =>
    call('POST', '/oauth2/v1/clients', webClient(c as never))
const upd =
  (without: string[], changes: object = {}): Refused =>
  async (it) => {
    const c = await registered(it, webClient())
    const b = await fullUpdate(it, c.client_id, changes as never)
    for (const w of without) delete b[w]
    return it.call('PUT', `/oauth2/v1/clients/${c.client_id}`, b)
  }
export const clients: readonly Case[] = [
  on('invalid-client', 'GET', ({ call }) => call('GET', '/oauth2/v1/clients/nobody')),
  on('invalid-client', 'PUT', ({ call }) => call('PUT', '/oauth2/v1/clients/nobody', webClient())),
  on('not-found', 'a new secret of an unknown client', ({ call }) =>
    call('POST', '/oauth2/v1/clients/nobody/lifecycle/newSecret'),
  ),
  on('secret-not-applicable', 'a public client', async (it) => {
    const c = await registered(it, webClient({ token_endpoint_auth_method: 'none' }))
    return it.call('POST', `/oauth2/v1/clients/${c.client_id}/lifecycle/newSecret`)
  }),
  on('invalid-client-metadata', 'no name', reg({ client_name: undefined })),
  on('invalid-client-metadata', 'an update without a name', upd(['client_name'])),
  on('invalid-client-metadata', 'an update without settings that are null', upd(['logo_uri', 'tos_uri'])),
  on('invalid-client-metadata', 'an update without grant types', upd(['grant_types'])),
  on('invalid-client-metadata', 'an update with a name that is null', upd([], { client_name: null })),
  on('invalid-client-metadata', 'an unknown application type', reg({ application_type: 'desktop' })),
  on('invalid-client-metadata', 'a chosen id', reg({ client_id: 'x' })),
  on('invalid-client-metadata', 'an update with a secret', upd([], { client_secret: 'x' })),
  on('invalid-client-metadata', 'an update of the application type', upd([], { application_type: 'native' })),
  on(
    'invalid-client-metadata',
    'a grant type of another application type',
    reg({ grant_types: ['authorization_code', 'password'] }),
  ),
  on(
    'invalid-client-metadata',
    'a refresh token for a browser',
    reg({
      application_type: 'browser',
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }),
  ),
  on('invalid-client-metadata', 'no authorization_code', reg({ grant_types: ['refresh_token'] })),
  on(
    'invalid-client-metadata',
    'an unknown grant type',
    reg({ grant_types: ['authorization_code', 'magic'] }),
  ),
  on('invalid-client-metadata', 'no response type', reg({ response_types: [] })),
  on('invalid-client-metadata', 'no code', reg({ response_types: ['id_token'] })),
  on('invalid-client-metadata', 'no redirect URI', reg({ redirect_uris: [] })),
  on('invalid-client-metadata', 'a relative address', reg({ logo_uri: 'logo.png' })),
  on(
    'invalid-client-metadata',
    'half a key',
    reg({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [rsaKey({ n: undefined })] } }),
  ),
  on('invalid-client-metadata', 'no key', reg({ token_endpoint_auth_method: 'private_key_jwt' })),
  on('invalid-client-metadata', 'a private key', reg({ jwks: { keys: [rsaKey({ d: 'x' })] } })),
  on(
    'invalid-client-metadata',
    'two key sets',
    reg({ jwks: { keys: [rsaKey()] }, jwks_uri: 'https://a.example/keys' }),
  ),
  on('invalid-client-metadata', 'a feature that is off', reg({ jwks_uri: 'https://a.example/keys' }), {
    features: { earlyAccess: false },
  }),
  on('invalid-redirect-uri', 'a fragment', reg({ redirect_uris: ['https://a.example/#x'] })),
  on('invalid-redirect-uri', 'a script', reg({ redirect_uris: ['javascript:alert(1)'] })),
]
