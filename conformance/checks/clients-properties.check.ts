import type { ClauseId, Json, Reply } from '../engine/check.ts'
import { a, check } from '../engine/check.ts'
import {
  baseSettings,
  callback,
  demanded,
  keyedService,
  readClient,
  register,
  sameList,
} from './support/client-settings.ts'
import { rsaKey } from './support/public-keys.ts'

/** Settings that a web client is given and carries (document 1, Client Application). */
const kept = [
  ['clients.initiate-login-uri.kept', { initiate_login_uri: 'https://client.example.com/login' }],
  ['clients.logo-uri.kept', { logo_uri: 'https://client.example.com/logo.png' }],
  ['clients.policy-uri.kept', { policy_uri: 'https://client.example.com/policy' }],
  ['clients.tos-uri.kept', { tos_uri: 'https://client.example.com/terms' }],
  [
    'clients.post-logout-redirect-uris.kept',
    { post_logout_redirect_uris: ['https://client.example.com/out', 'https://client.example.com/bye'] },
  ],
  ['clients.redirect-uris.kept', { redirect_uris: [callback, 'https://client.example.com/second?a=b'] }],
  ['clients.grant-types.kept', { grant_types: ['authorization_code', 'refresh_token'] }],
] as const satisfies readonly (readonly [ClauseId, Record<string, Json>])[]

check(
  'a web client carries each setting it was given',
  {
    judges: [
      ...kept.map(([clause]) => clause),
      'clients.name.kept',
      'clients.register.created',
      'clients.register.stored',
      'clients.register.all-settings',
      'clients.get.ok',
    ],
  },
  async ({ api, judge, unique }) => {
    const all = Object.assign({}, baseSettings.web, ...kept.map(([, settings]) => settings))
    const name = unique('full')
    const reply = await register(api, name, all)
    const read = await readClient(api, reply)
    const expected = { client_name: name, ...demanded(all) }
    judge('clients.register.created').status(reply, 201)
    judge('clients.register.created').matches(reply, { client_id: a.string, client_name: name })
    judge('clients.name.kept').matches(reply, { client_name: name })
    judge('clients.name.kept').matches(read, { client_name: name })
    judge('clients.register.all-settings').matches(reply, expected)
    judge('clients.register.stored').matches(read, {
      client_id: reply.json.client_id ?? a.string,
      ...expected,
    })
    if (reply.status < 300) {
      judge('clients.get.ok').status(read, 200)
      judge('clients.get.ok').matches(read, {
        client_id: reply.json.client_id ?? a.string,
        client_name: name,
      })
    } else judge('clients.get.ok').fail('a client is registered to be read', reply.body)
    for (const [clause, settings] of kept) {
      // One by one where all together are refused, to tell which of them it was.
      const one =
        reply.status < 300 ? reply : await register(api, unique(), { ...baseSettings.web, ...settings })
      judge(clause).matches(one, demanded(settings))
      judge(clause).matches(one === reply ? read : await readClient(api, one), demanded(settings))
    }
  },
)

/** What a client carries that was not given it. */
const nulls = [
  ['clients.initiate-login-uri.null', 'initiate_login_uri'],
  ['clients.jwks.null', 'jwks'],
  ['clients.logo-uri.null', 'logo_uri'],
  ['clients.policy-uri.null', 'policy_uri'],
  ['clients.request-object-alg.null', 'request_object_signing_alg'],
  ['clients.tos-uri.null', 'tos_uri'],
] as const

const noList = a.oneOf(null, [])

check(
  'a client carries null for what it was not given',
  { judges: [...nulls.map(([clause]) => clause), 'clients.post-logout-redirect-uris.null'] },
  async ({ api, judge, given }) => {
    const client = await given.client()
    const read = await api.get(client.path)
    for (const [clause, name] of nulls) {
      judge(clause).like(client.json, { [name]: null }, 'the reply to the registration')
      judge(clause).matches(read, { [name]: null })
    }
    judge('clients.post-logout-redirect-uris.null').like(client.json, { post_logout_redirect_uris: noList })
    judge('clients.post-logout-redirect-uris.null').matches(read, { post_logout_redirect_uris: noList })
  },
)

check(
  'a jwks_uri is carried, and null without one',
  {
    judges: ['clients.jwks-uri.kept', 'clients.jwks-uri.null', 'clients.register.service-jwks-uri'],
    needs: ['jwks-uri'],
  },
  async ({ api, judge, given, unique }) => {
    const jwksUri = 'https://client.example.com/keys'
    const settings = { ...keyedService(unique()), jwks: undefined, jwks_uri: jwksUri }
    const reply = await register(api, unique('keys'), settings)
    judge('clients.register.service-jwks-uri').status(reply, 201)
    judge('clients.register.service-jwks-uri').matches(reply, {
      client_id: a.string,
      token_endpoint_auth_method: 'private_key_jwt',
    })
    judge('clients.jwks-uri.kept').matches(reply, { jwks_uri: jwksUri })
    judge('clients.jwks-uri.kept').matches(await readClient(api, reply), { jwks_uri: jwksUri })
    const client = await given.client()
    judge('clients.jwks-uri.null').like(client.json, { jwks_uri: null })
    judge('clients.jwks-uri.null').matches(await api.get(client.path), { jwks_uri: null })
  },
)

check(
  'front-channel logout settings are carried, and may be null',
  {
    judges: [
      'clients.frontchannel-logout-uri.kept',
      'clients.frontchannel-logout-uri.null',
      'clients.frontchannel-session-required.kept',
      'clients.frontchannel-session-required.null',
    ],
    needs: ['frontchannel-logout'],
  },
  async ({ api, judge, given, unique }) => {
    const address = { frontchannel_logout_uri: 'https://client.example.com/logout' }
    for (const isRequired of [true, false]) {
      const flag = { frontchannel_logout_session_required: isRequired }
      const reply = await register(api, unique('logout'), { ...baseSettings.web, ...address, ...flag })
      for (const each of [reply, await readClient(api, reply)]) {
        judge('clients.frontchannel-logout-uri.kept').matches(each, address)
        judge('clients.frontchannel-session-required.kept').matches(each, flag)
      }
    }
    const none = { ...baseSettings.web, frontchannel_logout_session_required: null }
    const name = unique('none')
    judge('clients.frontchannel-session-required.null').matches(await register(api, name, none), {
      client_name: name,
    })
    const client = await given.client()
    judge('clients.frontchannel-logout-uri.null').like(client.json, { frontchannel_logout_uri: null })
    judge('clients.frontchannel-logout-uri.null').matches(await api.get(client.path), {
      frontchannel_logout_uri: null,
    })
  },
)

/** Values of enumerations, each with a client that may hold it. */
const values = [
  ['clients.application-type.web', baseSettings.web, { application_type: 'web' }],
  ['clients.application-type.native', baseSettings.native, { application_type: 'native' }],
  ['clients.application-type.browser', baseSettings.browser, { application_type: 'browser' }],
  ['clients.application-type.service', baseSettings.service, { application_type: 'service' }],
  ...(['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512'] as const).map(
    (algorithm) =>
      [
        `clients.request-object-alg.${algorithm.toLowerCase() as Lowercase<typeof algorithm>}`,
        baseSettings.web,
        { request_object_signing_alg: algorithm },
      ] as const,
  ),
  ['clients.response-types.code', baseSettings.web, { response_types: ['code'] }],
  [
    'clients.response-types.token',
    { ...baseSettings.browser, grant_types: ['implicit'] },
    { response_types: ['token'] },
  ],
  [
    'clients.response-types.id-token',
    { ...baseSettings.browser, grant_types: ['implicit'] },
    { response_types: ['id_token'] },
  ],
  ['clients.auth-method.none', baseSettings.browser, { token_endpoint_auth_method: 'none' }],
  ['clients.auth-method.post', baseSettings.web, { token_endpoint_auth_method: 'client_secret_post' }],
  ['clients.auth-method.basic', baseSettings.web, { token_endpoint_auth_method: 'client_secret_basic' }],
  ['clients.auth-method.jwt', baseSettings.web, { token_endpoint_auth_method: 'client_secret_jwt' }],
  ['clients.auth-method.private-key', keyedService('one'), { token_endpoint_auth_method: 'private_key_jwt' }],
] as const

check(
  'a client carries each value of each enumeration',
  { judges: values.map(([clause]) => clause) },
  async ({ api, judge, unique }) => {
    for (const [clause, base, settings] of values) {
      const reply = await register(api, unique('value'), { ...base, ...settings })
      judge(clause).matches(reply, demanded(settings))
      judge(clause).matches(await readClient(api, reply), demanded(settings))
      if (String(Object.values(settings)[0]).startsWith('client_secret_'))
        judge(clause).matches(reply, { client_secret: a.string })
    }
  },
)

/** What a client carries where nothing was sent. */
const defaults = [
  ['clients.application-type.default', 'application_type', 'web'],
  ['clients.grant-types.default', 'grant_types', ['authorization_code']],
  ['clients.response-types.default', 'response_types', ['code']],
  ['clients.auth-method.default', 'token_endpoint_auth_method', 'client_secret_basic'],
] as const

check(
  'a client registered without a setting carries its default',
  { judges: defaults.map(([clause]) => clause) },
  async ({ api, judge, unique }) => {
    for (const [clause, name, value] of defaults) {
      const reply = await register(api, unique('default'), { ...baseSettings.web, [name]: undefined })
      judge(clause).matches(reply, { [name]: value })
      judge(clause).matches(await readClient(api, reply), { [name]: value })
    }
  },
)

const unknownGrant = 'urn:example:grant-type:unknown'

/** Values outside the enumerations. */
const unknowns = [
  ['clients.application-type.unknown', { application_type: 'desktop' }, 'desktop'],
  ['clients.request-object-alg.unknown', { request_object_signing_alg: 'PS256' }, 'PS256'],
  ['clients.request-object-alg.unknown', { request_object_signing_alg: 'none' }, 'none'],
  ['clients.response-types.unknown', { response_types: ['code', 'device'] }, 'device'],
  ['clients.auth-method.unknown', { token_endpoint_auth_method: 'tls_client_auth' }, 'tls_client_auth'],
  ['clients.grant-types.unknown', { grant_types: ['authorization_code', unknownGrant] }, unknownGrant],
] as const

check(
  'no client comes to carry a value outside an enumeration',
  { judges: [...new Set(unknowns.map(([clause]) => clause))] },
  async ({ api, judge, unique }) => {
    await register(api.control('clients.register.created'), unique('known'), baseSettings.web)
    for (const [clause, settings, value] of unknowns) {
      const label = unique('unknown')
      const reply = await register(api, label, { ...baseSettings.web, ...settings })
      if (reply.status >= 300) {
        judge(clause).refused(reply)
        continue
      }
      const [name = ''] = Object.keys(settings)
      for (const each of [reply, await readClient(api, reply)]) {
        judge(clause).matches(each, { client_name: label })
        judge(clause).ok(
          ![each.json[name]].flat().includes(value),
          `${name} does not hold ${value}`,
          each.body,
        )
      }
    }
  },
)

check(
  'a service client with a key set is registered and carries it',
  { judges: ['clients.register.service-jwks', 'clients.jwks.kept', 'clients.jwks.keys'] },
  async ({ api, judge, unique }) => {
    const { kty, kid, e, n } = rsaKey('first')
    const reply: Reply = await register(api, unique('keys'), {
      ...keyedService('first'),
      jwks: { keys: [rsaKey('first')] },
    })
    judge('clients.register.service-jwks').status(reply, 201)
    judge('clients.register.service-jwks').matches(reply, {
      client_id: a.string,
      application_type: 'service',
      grant_types: ['client_credentials'],
      response_types: sameList(['token']),
      token_endpoint_auth_method: 'private_key_jwt',
    })
    for (const each of [reply, await readClient(api, reply)]) {
      judge('clients.jwks.kept').matches(each, { jwks: { keys: [{ kty, kid, e, n }] } })
      judge('clients.jwks.keys').matches(each, { jwks: { keys: a.array } })
    }
  },
)
