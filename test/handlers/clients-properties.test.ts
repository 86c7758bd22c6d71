import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { ecKey, rsaKey } from '../support/clients.ts'
import { runs } from '../support/runs.ts'

// Rules that apply to every input: Clients, Client Application.

const saml = 'urn:ietf:params:oauth:grant-type:saml2-bearer'
const strange = fc.constantFrom<unknown>(7, true, {}, [], [null], 'x', '', null)

/** Mostly sensible, now and then strange, now and then not sent. */
function sometimes(sensible: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 60, arbitrary: sensible }, { weight: 1, arbitrary: strange })
}

const url = fc.constantFrom<unknown>('https://app.example.com/page', null)
const key = fc.constantFrom(
  rsaKey(),
  rsaKey({ kid: 'three' }),
  ecKey(),
  rsaKey({ kid: null }),
  rsaKey({ d: 's' }),
)
const redirect = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('https://app.example.com/callback', 'com.example.app:/callback') },
  { weight: 1, arbitrary: fc.constantFrom('https://app.example.com/#x', '/callback') },
)

const body = fc.record(
  {
    client_name: sometimes(fc.constantFrom('Shop', 'Store', 'Ünïcode')),
    application_type: sometimes(fc.constantFrom('web', 'native', 'browser', 'service')),
    grant_types: sometimes(
      fc.oneof(
        fc.subarray(['authorization_code', 'refresh_token', 'implicit'], { minLength: 1 }),
        fc.subarray(['authorization_code', 'client_credentials', 'implicit', 'password', saml]),
      ),
    ),
    response_types: sometimes(fc.option(fc.subarray(['code', 'token', 'id_token']))),
    redirect_uris: sometimes(fc.option(fc.array(redirect, { maxLength: 2 }))),
    post_logout_redirect_uris: sometimes(fc.option(fc.array(redirect, { maxLength: 2 }))),
    token_endpoint_auth_method: sometimes(
      fc.constantFrom(
        'none',
        'client_secret_post',
        'client_secret_basic',
        'client_secret_jwt',
        'private_key_jwt',
      ),
    ),
    jwks: sometimes(fc.option(fc.record({ keys: fc.option(fc.array(key, { maxLength: 2 })) }))),
    jwks_uri: sometimes(url),
    logo_uri: sometimes(url),
    policy_uri: sometimes(url),
    request_object_signing_alg: sometimes(fc.constantFrom('RS256', 'ES512', null)),
    frontchannel_logout_session_required: sometimes(fc.constantFrom(true, false, null)),
  },
  { requiredKeys: ['client_name'] },
)

test('a registration makes a client that keeps every rule, or is refused and makes none', async () => {
  const { call } = testOrg()
  let count = 0
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const { status, json } = await call('POST', '/oauth2/v1/clients', sent)
      if (status !== 201) {
        expect(status).toBe(400)
        expect(['invalid_client_metadata', 'invalid_redirect_uri']).toContain(json.error)
        expect(json.error_description).not.toBe('')
      } else {
        count += 1
        expectRules(json)
        const path = `/oauth2/v1/clients/${json.client_id}`
        const { json: shown } = await call('GET', path)
        expect({ ...shown, client_secret: json.client_secret }).toEqual(json)
        const { client_id_issued_at: _issued, client_secret_expires_at: _expires, ...settings } = shown
        const updated = await call('PUT', path, settings)
        expect(updated.text).toBe(JSON.stringify(json))
        expect((await call('DELETE', path)).status).toBe(204)
      }
      expect((await call('GET', '/oauth2/v1/clients')).json).toEqual([])
    }),
    { numRuns: runs(3000), seed: 5 },
  )
  expect(count).toBeGreaterThan(runs(60))
})

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
function expectRules(client: any): void {
  const { application_type: type, grant_types: grants, response_types: responses, jwks } = client
  const isExempt = grants.includes('password') || grants.includes('client_credentials')
  if (type === 'web' || type === 'native') expect(grants).toContain('authorization_code')
  if (grants.includes('authorization_code')) expect(responses).toContain('code')
  if (!isExempt) expect(client.redirect_uris.length).toBeGreaterThan(0)
  if (!isExempt) expect(responses.length).toBeGreaterThan(0)
  for (const uri of client.redirect_uris ?? []) expect(uri).toMatch(/^[a-z.]+:[^#]+$/)
  expect(jwks === null || client.jwks_uri === null).toBe(true)
  if (client.token_endpoint_auth_method === 'private_key_jwt') {
    expect((jwks?.keys?.length ?? 0) > 0 || client.jwks_uri !== null).toBe(true)
  }
  const kids: unknown[] = (jwks?.keys ?? []).map((one: { kid: unknown }) => one.kid)
  expect(new Set(kids).size).toBe(kids.length)
  if (kids.length > 1) expect(kids).not.toContain(null)
  expect(JSON.stringify(jwks)).not.toContain('"d"')
  const hasSecret = client.token_endpoint_auth_method.startsWith('client_secret_')
  expect(typeof client.client_secret).toBe(hasSecret ? 'string' : 'undefined')
}
