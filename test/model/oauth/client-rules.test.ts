import { expect, test } from 'vitest'
import {
  addProblems,
  hasSetting,
  isExempt,
  type Problem,
  refuseProblems,
} from '../../../src/model/oauth/client-rules.ts'
import type { Refusal } from '../../../src/contract/errors.ts'

const all = { earlyAccess: true, newerEngine: true }

/** Settings of which each rule has something to say. */
const wrong = {
  client_name: ' ',
  client_uri: 'no address',
  logo_uri: null,
  application_type: 'service',
  redirect_uris: [],
  post_logout_redirect_uris: ['relative', 'javascript:alert(1)', undefined, 'https://fine.example.com#part'],
  response_types: ['id_token'],
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'private_key_jwt',
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

function problemsOf(
  changes: object = {},
  unread: readonly string[] = [],
  features = all,
  input: object = {},
) {
  const problems: Problem[] = []
  const found = { isUnread: (setting: string) => unread.includes(setting) }
  addProblems(problems, { ...wrong, ...changes } as never, input as never, features, found as never)
  return problems.map(({ setting, message, isAddress }) => `${setting}: ${message}${isAddress ? ' !' : ''}`)
}

const name = 'client_name: The field cannot be left blank'
const grants = [
  'grant_types: authorization_code is not valid for application_type service: use browser or native or web',
]
const responses = [
  'response_types: authorization_code among grant_types implies code',
  'response_types: id_token is not valid for application_type service',
]
const redirect = 'redirect_uris: At least one redirect URI is required'
const addresses = [
  'client_uri: Must be an absolute http or https URL',
  'post_logout_redirect_uris.0: Must be an absolute URI',
  'post_logout_redirect_uris.1: Must not have the scheme javascript or data or vbscript',
]
const keys = 'jwks: private_key_jwt needs jwks with a key, or jwks_uri'

test('each rule says what is wrong, in this order', () => {
  expect(problemsOf()).toStrictEqual([name, ...grants, ...responses, redirect, ...addresses, keys])
})

test.for([
  ['client_name', [...grants, ...responses, redirect, ...addresses, keys]],
  ['application_type', [name, redirect, ...addresses, keys]],
  ['grant_types', [name, ...addresses, keys]],
  ['response_types', [name, ...grants, redirect, ...addresses, keys]],
  ['redirect_uris', [name, ...grants, ...responses, ...addresses, keys]],
  ['jwks', [name, ...grants, ...responses, redirect, ...addresses]],
  ['jwks_uri', [name, ...grants, ...responses, redirect, ...addresses]],
  ['token_endpoint_auth_method', [name, ...grants, ...responses, redirect, ...addresses]],
  ['tos_uri', [name, ...grants, ...responses, redirect, ...addresses, keys]],
] as const)('nothing more is said of %s where it is wrong by itself', ([setting, expected]) => {
  expect(problemsOf({}, [setting])).toStrictEqual(expected)
})

const fine = {
  client_name: 'Shop',
  client_uri: 'https://shop.example.com',
  application_type: 'web',
  redirect_uris: ['https://shop.example.com/cb'],
  post_logout_redirect_uris: null,
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
}

test.for<[object, readonly string[]]>([
  [{}, []],
  [{ redirect_uris: null }, ['redirect_uris: At least one redirect URI is required']],
  [
    { redirect_uris: null, response_types: null, grant_types: ['authorization_code', 'client_credentials'] },
    [],
  ],
  [
    { grant_types: ['refresh_token', 'password', 'interaction_code'] },
    [
      'grant_types: password is not valid for application_type web: use native',
      'grant_types: application_type web must include authorization_code',
    ],
  ],
  [{ redirect_uris: [undefined, 'com.example:/cb'] }, []],
  [
    { redirect_uris: ['relative', 'https://shop.example.com/#part', 'data:x', 'JavaScript:x'] },
    [
      'redirect_uris.0: Must be an absolute URI without a fragment !',
      'redirect_uris.1: Must be an absolute URI without a fragment !',
      'redirect_uris.2: Must not have the scheme javascript or data or vbscript !',
      'redirect_uris.3: Must not have the scheme javascript or data or vbscript !',
    ],
  ],
  [{ response_types: null }, ['response_types: At least one response type is required']],
  [{ response_types: [] }, ['response_types: At least one response type is required']],
  [
    { jwks: { keys: [] }, jwks_uri: 'https://shop.example.com/keys' },
    ['jwks: Cannot be combined with jwks_uri'],
  ],
  [
    { jwks: { keys: [] }, token_endpoint_auth_method: 'private_key_jwt' },
    ['jwks: private_key_jwt needs jwks with a key, or jwks_uri'],
  ],
  [
    { jwks: { keys: null }, token_endpoint_auth_method: 'private_key_jwt' },
    ['jwks: private_key_jwt needs jwks with a key, or jwks_uri'],
  ],
  [{ jwks: { keys: [{}] }, token_endpoint_auth_method: 'private_key_jwt' }, []],
  [{ jwks_uri: 'https://shop.example.com/keys', token_endpoint_auth_method: 'private_key_jwt' }, []],
  [{ logo_uri: 'ftp://shop.example.com/logo.png' }, ['logo_uri: Must be an absolute http or https URL']],
])('a client with %j', ([changes, expected]) => {
  expect(problemsOf({ ...fine, ...changes })).toStrictEqual(expected)
})

test('what is wrong with keys is said by the key', () => {
  const jwks = {
    keys: [
      { kty: 'RSA', n: 'n', e: 'AQAB', d: 'secret', kid: 'one' },
      { kty: 'EC', kid: 'one' },
    ],
  }
  expect(problemsOf(fine, [], all, { jwks })).toStrictEqual([
    'jwks.keys.0.d: A key set holds public keys only',
    'jwks.keys.1.x: The field cannot be left blank when kty is EC',
    'jwks.keys.1.y: The field cannot be left blank when kty is EC',
    'jwks.keys.1.kid: The set has another key with this kid',
  ])
  expect(problemsOf(fine, [], all, { jwks: { keys: null } })).toStrictEqual([])
  expect(problemsOf(fine, [], all, { jwks: null })).toStrictEqual([])
})

test('what a deployment does not have cannot be sent', () => {
  const saml = 'urn:ietf:params:oauth:grant-type:saml2-bearer'
  const settings = {
    ...fine,
    grant_types: ['authorization_code', saml, 'interaction_code'],
    jwks_uri: 'https://shop.example.com/keys',
    frontchannel_logout_uri: 'https://shop.example.com/out',
    frontchannel_logout_session_required: false,
  }
  expect(problemsOf(settings)).toStrictEqual([])
  expect(problemsOf(settings, [], { earlyAccess: false, newerEngine: true })).toStrictEqual([
    'jwks_uri: early access is not enabled',
    'frontchannel_logout_uri: early access is not enabled',
    'frontchannel_logout_session_required: early access is not enabled',
    `grant_types: ${saml} needs early access, which is not enabled`,
  ])
  expect(problemsOf(settings, [], { earlyAccess: true, newerEngine: false })).toStrictEqual([
    'frontchannel_logout_uri: the newer engine is not enabled',
    'frontchannel_logout_session_required: the newer engine is not enabled',
    'grant_types: interaction_code needs the newer engine, which is not enabled',
  ])
  expect(hasSetting('jwks_uri', { earlyAccess: false, newerEngine: true })).toBe(false)
  expect(hasSetting('jwks_uri', { earlyAccess: true, newerEngine: false })).toBe(true)
  expect(hasSetting('client_name', { earlyAccess: false, newerEngine: false })).toBe(true)
})

test.for([
  [[], false],
  [['authorization_code'], false],
  [['authorization_code', 'client_credentials'], true],
] as const)('%j needs no redirect URI: %j', ([granted, expected]) => {
  expect(isExempt(granted)).toBe(expected)
})

test('wrong addresses have an error of their own, where nothing else is wrong', () => {
  const said = (...problems: Problem[]) => {
    try {
      refuseProblems(problems)
      return undefined
    } catch (error) {
      const { refusal, details } = error as Refusal
      return [refusal, details.causes]
    }
  }
  const [uri, other] = [
    { setting: 'redirect_uris.0', message: 'Wrong', isAddress: true },
    { setting: 'client_name', message: 'Blank' },
  ] as const
  expect(said()).toBeUndefined()
  expect(said(uri)).toStrictEqual(['invalid-redirect-uri', ['redirect_uris.0: Wrong']])
  expect(said(other, uri)).toStrictEqual([
    'invalid-client-metadata',
    ['client_name: Blank', 'redirect_uris.0: Wrong'],
  ])
})
