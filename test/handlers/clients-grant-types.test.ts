import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'

// Clients, Valid grant types per application type. Decision client-unplaced-grant-types covers
// the three grant types that the table does not place.

const saml = 'urn:ietf:params:oauth:grant-type:saml2-bearer'
const device = 'urn:ietf:params:oauth:grant-type:device_code'
const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange'

const grantTypes = [
  'authorization_code',
  'client_credentials',
  'implicit',
  'interaction_code',
  'password',
  'refresh_token',
  device,
  saml,
  exchange,
]

const valid: Readonly<Record<string, readonly string[]>> = {
  browser: ['authorization_code', 'implicit', saml, 'interaction_code'],
  native: [
    'authorization_code',
    'implicit',
    'password',
    'refresh_token',
    saml,
    'interaction_code',
    device,
    exchange,
  ],
  service: ['client_credentials', saml, exchange],
  web: [
    'authorization_code',
    'implicit',
    'refresh_token',
    'client_credentials',
    saml,
    'interaction_code',
    exchange,
  ],
}

const needsAuthorizationCode = new Set(['native', 'web'])
const withoutRedirect = new Set(['password', 'client_credentials'])

const responseSets = [
  null,
  [],
  ['code'],
  ['token'],
  ['id_token'],
  ['code', 'token'],
  ['code', 'id_token'],
  ['token', 'id_token'],
  ['code', 'token', 'id_token'],
]

const { call } = testOrg()

function isAccepted(type: string, grants: readonly string[], responses: readonly string[] | null): boolean {
  if (!grants.every((grant) => valid[type]!.includes(grant))) return false
  if (needsAuthorizationCode.has(type) && !grants.includes('authorization_code')) return false
  if (type === 'service' && responses?.includes('id_token')) return false
  if (responses === null || responses.length === 0) return grants.some((it) => withoutRedirect.has(it))
  return !grants.includes('authorization_code') || responses.includes('code')
}

for (const type of Object.keys(valid)) {
  for (const grant of grantTypes) {
    const others = needsAuthorizationCode.has(type) ? ['authorization_code'] : []
    const combinations = [[grant], [...new Set([...others, grant])]]

    test(`a ${type} client with ${grant} is registered with the response types that go with it`, async () => {
      for (const grants of combinations) {
        for (const responses of responseSets) {
          const reply = await call('POST', '/oauth2/v1/clients', {
            client_name: 'A client',
            application_type: type,
            grant_types: grants,
            response_types: responses,
            redirect_uris: ['https://app.example.com/callback'],
          })
          const cell = `${type} ${grants.join('+')} ${JSON.stringify(responses)} ${reply.text}`
          if (isAccepted(type, grants, responses)) {
            expect(reply.status, cell).toBe(201)
            expect(reply.json.grant_types, cell).toEqual(grants)
            const implied = grants.includes('authorization_code') ? ['code'] : responses
            expect(reply.json.response_types, cell).toEqual(responses?.length ? responses : implied)
          } else {
            expect(reply.status, cell).toBe(400)
            expect(reply.json.error, cell).toBe('invalid_client_metadata')
          }
        }
      }
    })
  }
}

test('saml2-bearer is refused where early access is off, interaction_code where the newer engine is off', async () => {
  const register = async (
    grant: string,
    features: { earlyAccess?: boolean; newerEngine?: boolean },
  ): Promise<number> => {
    const reply = await testOrg({ features }).call('POST', '/oauth2/v1/clients', {
      client_name: 'A client',
      grant_types: ['authorization_code', grant],
      redirect_uris: ['https://app.example.com/callback'],
    })
    return reply.status
  }
  expect(await register(saml, { earlyAccess: false })).toBe(400)
  expect(await register(saml, { newerEngine: false })).toBe(201)
  expect(await register('interaction_code', { newerEngine: false })).toBe(400)
  expect(await register('interaction_code', { earlyAccess: false })).toBe(201)
})
