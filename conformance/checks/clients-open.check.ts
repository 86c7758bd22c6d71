import { check, type Json, type Reply } from '../engine/run/check.ts'
import { saml2Bearer } from '../tables/grant-types.ts'
import { baseSettings, fullSettings, keyedService, register } from './support/clients.ts'
import { consentPaths } from './support/arrange.ts'
import { clientPath, clientsPath } from './support/paths.ts'

const { web, native, service } = baseSettings

/** The answer of a target: its status, and one property or the code of its refusal. */
function seen({ status, json }: Reply, name?: string): Json {
  if (status >= 300) return { status, code: json.error ?? json.errorCode ?? null }
  return name === undefined
    ? { status }
    : { status, [name]: json[name] ?? null, isThere: Object.hasOwn(json, name) }
}

const oneKey = keyedService('key')['jwks']

/** Registrations whose answer the API description leaves open, with the property that shows the result. */
const registrations = [
  ['clients.application-type.null', { ...web, application_type: null }, 'application_type'],
  ['clients.grant-types.null', { ...web, grant_types: null }, 'grant_types'],
  ['clients.auth-method.null', { ...web, token_endpoint_auth_method: null }, 'token_endpoint_auth_method'],
  ['clients.uris.form', { ...web, logo_uri: 'no address' }, 'logo_uri'],
  [
    'clients.response-types.password',
    { ...native, grant_types: ['authorization_code', 'password'], response_types: [] },
    'response_types',
  ],
  [
    'clients.grant-types.device-code',
    { ...native, grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] },
    'grant_types',
  ],
  [
    'clients.grant-types.token-exchange',
    { ...service, grant_types: ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'] },
    'grant_types',
  ],
  ['clients.grant-types.service.oauth-only', { ...service, response_types: ['id_token'] }, 'response_types'],
  ['clients.jwks.keys-only', { ...keyedService('key'), jwks: { ...oneKey, more: true } }, 'jwks'],
  ['clients.jwks.keys-null', { ...keyedService('key'), jwks: { keys: null } }, 'jwks'],
] as const

check(
  'registrations whose answer the API description leaves open are looked at',
  { judges: [], observes: registrations.map(([requirement]) => requirement) },
  async ({ api, observe, unique }) => {
    for (const [requirement, settings, name] of registrations)
      observe(requirement, seen(await register(api, unique('open'), settings), name))
  },
)

check(
  'a grant that needs early access, and no redirect URI, is looked at',
  { judges: [], observes: ['clients.redirect-uris.saml2-bearer'], needs: ['saml2-bearer'] },
  async ({ api, observe, unique }) => {
    const settings = { ...service, grant_types: [saml2Bearer] }
    observe('clients.redirect-uris.saml2-bearer', seen(await register(api, unique('saml'), settings)))
  },
)

check(
  'the interaction code grant is looked at',
  { judges: [], observes: ['clients.grant-types.interaction-code'], needs: ['newer-engine'] },
  async ({ api, observe, unique }) => {
    const settings = { ...web, grant_types: ['authorization_code', 'interaction_code'] }
    observe(
      'clients.grant-types.interaction-code',
      seen(await register(api, unique('interaction'), settings), 'grant_types'),
    )
  },
)

check(
  'what a client shows beyond the API description, and how an update treats it, is looked at',
  {
    judges: [],
    observes: [
      'clients.name.shared',
      'clients.secret.absent-or-null',
      'clients.secret-expires-at.null',
      'clients.consent-method.default',
      'clients.client-uri.null',
      'clients.update.secret-kept',
      'clients.update.missing-optional',
      'clients.update.read-only-sent',
      'clients.update.unknown-code',
      'clients.application-type.read-only',
      'clients.new-secret.jwt',
    ],
  },
  async ({ given, api, observe, unique }) => {
    const client = await given.client()
    const read = await api.get(client.path)
    const settings = fullSettings(read.json)
    observe('clients.secret.absent-or-null', {
      isThere: Object.hasOwn(read.json, 'client_secret'),
      isNull: read.json.client_secret === null,
    })
    observe('clients.consent-method.default', seen(read, 'consent_method'))
    observe('clients.client-uri.null', seen(read, 'client_uri'))
    observe('clients.name.shared', seen(await register(api, client.name, web)))
    const open = await given.client(baseSettings.browser)
    observe('clients.secret-expires-at.null', {
      isThere: Object.hasOwn(open.json, 'client_secret_expires_at'),
      value: open.json.client_secret_expires_at ?? null,
    })

    const same = await api.put(client.path, settings)
    observe('clients.update.secret-kept', { isKept: same.json.client_secret === client.secret })
    const { logo_uri: _logo, ...without } = settings
    observe('clients.update.missing-optional', seen(await api.put(client.path, without)))
    const issuedAt = { ...settings, client_id_issued_at: read.json.client_id_issued_at ?? 0 }
    observe('clients.update.read-only-sent', seen(await api.put(client.path, issuedAt)))
    const other = { ...settings, application_type: 'native' }
    observe('clients.application-type.read-only', seen(await api.put(client.path, other), 'application_type'))
    observe('clients.update.unknown-code', seen(await api.put(clientPath(unique.unknownId()), settings)))

    const jwt = await given.client({ token_endpoint_auth_method: 'client_secret_jwt' })
    const renewed = await api.post(`${jwt.path}/lifecycle/newSecret`)
    const hasSecret = typeof renewed.json.client_secret === 'string'
    observe('clients.new-secret.jwt', { ...seen(renewed), hasSecret })
  },
)

check(
  'the sizes of pages of clients, and how q matches, are looked at',
  {
    judges: [],
    observes: ['clients.list.limit-default', 'clients.list.limit-maximum', 'clients.list.q-starts-with'],
  },
  async ({ given, api, observe }) => {
    const client = await given.client()
    const sizeOf = ({ links, items }: Reply): Json => ({
      limit: /[?&]limit=(\d+)/.exec(links['self'] ?? '')?.[1] ?? null,
      items: items.length,
    })
    observe('clients.list.limit-default', sizeOf(await api.get(clientsPath)))
    observe('clients.list.limit-maximum', sizeOf(await api.get(clientsPath, { query: { limit: 201 } })))
    const finds = async (q: string): Promise<boolean> => {
      const { items } = await api.get(clientsPath, { query: { q, limit: 200 } })
      return items.some((each) => each?.client_id === client.id)
    }
    observe('clients.list.q-starts-with', {
      start: await finds(client.name.slice(0, -2)),
      end: await finds(client.name.slice(2)),
      capitals: await finds(client.name.toUpperCase()),
    })
  },
)

check(
  'lists and revocations for an unknown client are looked at',
  { judges: [], observes: ['tokens.list.unknown-client', 'tokens.revoke-all.unknown-client'] },
  async ({ given, api, observe, unique }) => {
    const user = await given.user({ activate: false, password: false })
    const { clientTokens } = consentPaths(user.id, unique.unknownId())
    observe('tokens.list.unknown-client', seen(await api.get(clientTokens)))
    observe('tokens.revoke-all.unknown-client', seen(await api.delete(clientTokens)))
  },
)

check(
  'grants for an unknown client are looked at',
  {
    judges: [],
    observes: ['grants.list-client.unknown-client', 'grants.revoke-client.unknown-client'],
    needs: ['early-access'],
  },
  async ({ given, api, observe, unique }) => {
    const user = await given.user({ activate: false, password: false })
    const { clientGrants } = consentPaths(user.id, unique.unknownId())
    observe('grants.list-client.unknown-client', seen(await api.get(clientGrants)))
    observe('grants.revoke-client.unknown-client', seen(await api.delete(clientGrants)))
  },
)
