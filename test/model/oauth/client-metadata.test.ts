/** What a registration and an update make of the settings that are sent, and of those that are not. */
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/errors.ts'
import { Findings } from '../../../src/contract/findings.ts'
import { needsSecret, registeredSettings, updatedSettings } from '../../../src/model/oauth/client-metadata.ts'

const features = { earlyAccess: true, newerEngine: true }
const uri = 'https://shop.example.com/cb'

function said(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.refusal, ...error.causes]
  }
}

const register = (input: object, known: readonly object[] = [], found = new Findings()) =>
  said(() => registeredSettings(input as never, features, known as never, found))

const least = { client_name: 'Shop', redirect_uris: [uri] }
const registered = {
  client_name: 'Shop',
  client_uri: null,
  logo_uri: null,
  application_type: 'web',
  redirect_uris: [uri],
  post_logout_redirect_uris: [],
  response_types: ['code'],
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'client_secret_basic',
  initiate_login_uri: null,
  jwks: null,
  jwks_uri: null,
  policy_uri: null,
  tos_uri: null,
  request_object_signing_alg: null,
  frontchannel_logout_uri: null,
  frontchannel_logout_session_required: null,
  consent_method: 'REQUIRED',
}
const page = (name: string) => `https://shop.example.com/${name}`
const full = {
  client_name: 'Shop',
  client_uri: page('client'),
  logo_uri: page('logo'),
  application_type: 'web',
  redirect_uris: [uri],
  post_logout_redirect_uris: [page('left')],
  response_types: ['code', 'token'],
  grant_types: ['authorization_code', 'implicit'],
  token_endpoint_auth_method: 'client_secret_post',
  initiate_login_uri: page('login'),
  jwks: null,
  jwks_uri: page('keys'),
  policy_uri: page('policy'),
  tos_uri: page('terms'),
  request_object_signing_alg: 'RS256',
  frontchannel_logout_uri: page('out'),
  frontchannel_logout_session_required: false,
  consent_method: 'TRUSTED',
}

test('a client that is registered has what was sent, and the defaults', () => {
  expect(register(least)).toStrictEqual(registered)
  expect(register(full)).toStrictEqual(full)
  const nothing = {
    grant_types: null,
    application_type: null,
    consent_method: null,
    token_endpoint_auth_method: null,
  }
  expect(register({ ...least, ...nothing, logo_uri: null })).toStrictEqual(registered)
  const service = { client_name: 'Job', grant_types: ['client_credentials'], application_type: 'service' }
  expect(register({ ...service, response_types: ['token'] })).toStrictEqual({
    ...registered,
    client_name: 'Job',
    application_type: 'service',
    redirect_uris: [],
    grant_types: ['client_credentials'],
    response_types: ['token'],
  })
  expect(
    register({ ...service, redirect_uris: null, post_logout_redirect_uris: null, response_types: null }),
  ).toMatchObject({
    redirect_uris: null,
    post_logout_redirect_uris: null,
    response_types: null,
  })
})

test.for<[string[], string[] | null | undefined, unknown]>([
  [['authorization_code', 'client_credentials'], null, ['code']],
  [['authorization_code', 'client_credentials'], [], ['code']],
  [
    ['authorization_code', 'client_credentials'],
    ['code', 'token'],
    ['code', 'token'],
  ],
  [['client_credentials'], [], []],
  [['authorization_code'], undefined, ['code']],
])('with the grants %j the response types %j are %j', ([grant_types, response_types, expected]) => {
  const type = grant_types.includes('authorization_code') ? 'web' : 'service'
  const input = { ...least, grant_types, application_type: type }
  expect(register(response_types === undefined ? input : { ...input, response_types })).toMatchObject({
    response_types: expected,
  })
})

test('keys are kept as far as they are public', () => {
  const key = { kty: 'RSA', n: 'n', e: 'AQAB', kid: 'one', extra: 1 }
  expect(register({ ...least, jwks: { keys: [key] } })).toMatchObject({
    jwks: { keys: [{ kty: 'RSA', n: 'n', e: 'AQAB', kid: 'one', use: null }] },
  })
  expect(register({ ...least, jwks: { keys: null } })).toMatchObject({ jwks: { keys: null } })
  expect([register({ ...least, jwks: {} }), register({ ...least, jwks: null })]).toStrictEqual([
    registered,
    registered,
  ])
})

test('what is wrong with a registration is told at once, what is known of it last', () => {
  expect(
    register(
      { ...least, client_name: ' ', client_id: 'x', client_secret: 'y', redirect_uris: ['relative'] },
      [{ setting: 'client_name', message: 'Taken' }],
    ),
  ).toStrictEqual([
    'invalid-client-metadata',
    'client_id: Must not be specified',
    'client_secret: Must not be specified',
    'client_name: The field cannot be left blank',
    'redirect_uris.0: Must be an absolute URI without a fragment',
    'client_name: Taken',
  ])
  expect(register({ ...least, client_id: null, client_secret: null })).toStrictEqual(registered)
  const found = new Findings(new Refusal('validation', { causes: ['x: Wrong'], values: { field: 'x' } }))
  expect(register(least, [], found)).toMatchObject({ 0: 'validation' })
})

const update = (
  input: object,
  clientUpdate = 'every-setting',
  settings: object = registered,
  flags = features,
) =>
  said(() =>
    updatedSettings(
      input as never,
      { id: 'one', settings: settings as never },
      { features: flags, clientUpdate: clientUpdate as never },
      [],
      new Findings(),
    ),
  )

const every = {
  client_name: 'Shop',
  redirect_uris: [uri],
  response_types: ['code'],
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'client_secret_basic',
  initiate_login_uri: null,
  jwks: null,
  logo_uri: null,
  policy_uri: null,
  post_logout_redirect_uris: [],
  request_object_signing_alg: null,
  tos_uri: null,
}

const missingSetting = 'The setting is missing: send null where the client has none'

test('an update says every setting, and keeps what it cannot say', () => {
  expect(update(every)).toStrictEqual(registered)
  const trusted = { ...registered, application_type: 'browser', consent_method: 'TRUSTED' }
  expect(update(every, 'every-setting', trusted)).toStrictEqual(trusted)
  expect(update({ ...every, consent_method: 'REQUIRED' }, 'every-setting', trusted)).toMatchObject({
    consent_method: 'REQUIRED',
  })
  expect(update({ ...every, client_id: 'one', application_type: 'web' })).toStrictEqual(registered)
  expect(update({ ...every, client_id: null, application_type: null })).toStrictEqual(registered)
  for (const name of Object.keys(every)) {
    const { [name as 'jwks']: _, ...rest } = every
    const isNeeded = ['client_name', 'grant_types', 'token_endpoint_auth_method'].includes(name)
    const message = isNeeded ? 'The field cannot be left blank' : missingSetting
    expect(update(rest)).toStrictEqual(['invalid-client-metadata', `${name}: ${message}`])
  }
})

test('a setting that comes with a feature is said where the client has it', () => {
  const held = { ...registered, jwks_uri: page('keys'), frontchannel_logout_uri: page('out') }
  const missing = (...names: string[]) => [
    'invalid-client-metadata',
    ...names.map((name) => `${name}: ${missingSetting}`),
  ]
  const { jwks: _, ...others } = every
  expect(update(every, 'every-setting', held)).toStrictEqual(missing('jwks_uri', 'frontchannel_logout_uri'))
  expect(update(every, 'every-setting', held, { earlyAccess: true, newerEngine: false })).toStrictEqual(
    missing('jwks_uri'),
  )
  // Of the two ways to give keys one is enough.
  expect(
    update({ ...others, jwks_uri: page('keys'), frontchannel_logout_uri: null }, 'every-setting', held),
  ).toMatchObject({ jwks: null, jwks_uri: page('keys') })
  const keys = { keys: [{ kty: 'RSA', n: 'n', e: 'AQAB', kid: 'one' }] }
  expect(
    update({ ...every, jwks: keys, frontchannel_logout_uri: null }, 'every-setting', held),
  ).toMatchObject({ jwks_uri: null })
  expect(update({ ...others, jwks_uri: null })).toStrictEqual(missing('jwks'))
})

test('what an update cannot change is refused', () => {
  expect(
    update({
      ...every,
      client_id: 'other',
      application_type: 'native',
      client_secret: 'x',
      client_secret_expires_at: 0,
      client_id_issued_at: 5,
    }),
  ).toStrictEqual([
    'invalid-client-metadata',
    'client_secret: Must not be specified',
    'client_secret_expires_at: Must not be specified',
    'client_id_issued_at: Must not be specified',
    'client_id: Cannot be changed',
    'application_type: Cannot be changed',
  ])
})

test('a client has a secret where its method asks for one', () => {
  const methods = [
    'client_secret_basic',
    'client_secret_post',
    'client_secret_jwt',
    'private_key_jwt',
    'none',
  ]
  expect(
    methods.map((token_endpoint_auth_method) =>
      needsSecret({ ...registered, token_endpoint_auth_method } as never),
    ),
  ).toStrictEqual([true, true, true, false, false])
})
