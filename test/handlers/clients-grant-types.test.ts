import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'

// Clients leaves these grant types open: no requirement of the conformance suite about them is graded.

const saml = 'urn:ietf:params:oauth:grant-type:saml2-bearer'
const device = 'urn:ietf:params:oauth:grant-type:device_code'
const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange'

const register = async (type: string, grant: string, changes = {}, options = {}): Promise<number> => {
  const usual = type === 'service' ? 'client_credentials' : 'authorization_code'
  const reply = await testOrg(options).call('POST', '/oauth2/v1/clients', {
    client_name: 'A client',
    application_type: type,
    grant_types: [usual, grant],
    response_types: type === 'service' ? ['token'] : ['code'],
    redirect_uris: ['https://app.example.com/callback'],
    ...changes,
  })
  return reply.status
}

test.for([
  ['interaction_code', ['browser', 'native', 'web']],
  [device, ['native']],
  [exchange, ['native', 'service', 'web']],
] as const)('%s goes with clients of the types %j', async ([grant, allowed]) => {
  for (const type of ['browser', 'native', 'service', 'web'] as const)
    expect([type, await register(type, grant)]).toEqual([type, allowed.includes(type as never) ? 201 : 400])
})

test.for([
  ['service', 'client_credentials', ['token', 'id_token'], 400],
  ['service', 'client_credentials', [], 201],
  ['service', saml, ['token'], 201],
  ['browser', 'implicit', ['token', 'id_token'], 400],
  ['native', 'password', null, 201],
  ['web', 'implicit', null, 400],
] as const)(
  'a %s client with %s and the response types %j gets %i',
  async ([type, grant, responses, status]) => {
    expect(await register(type, grant, { response_types: responses })).toBe(status)
  },
)

test('saml2-bearer needs early access, interaction_code the newer engine', async () => {
  const off = (feature: string, grant: string) =>
    register('web', grant, {}, { features: { [feature]: false } })
  expect(await off('earlyAccess', saml)).toBe(400)
  expect(await off('newerEngine', saml)).toBe(201)
  expect(await off('newerEngine', 'interaction_code')).toBe(400)
  expect(await off('earlyAccess', 'interaction_code')).toBe(201)
})
