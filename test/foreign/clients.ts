import { randomBytes } from 'node:crypto'
import type { Client, Service } from './service.ts'
import type { Answer, Call, Fields, Json } from './wire.ts'
import { forbidden, oauthRefusal, page, unknown } from './wire.ts'

const saml = 'urn:ietf:params:oauth:grant-type:saml2-bearer'
const grants: Readonly<Record<string, readonly string[]>> = {
  browser: ['authorization_code', 'implicit'],
  native: ['authorization_code', 'implicit', 'password', 'refresh_token'],
  service: ['client_credentials'],
  web: ['authorization_code', 'implicit', 'refresh_token', 'client_credentials'],
}
const methods = ['none', 'client_secret_post', 'client_secret_basic', 'client_secret_jwt', 'private_key_jwt']
const algorithms = ['HS', 'RS', 'ES'].flatMap((kind) => ['256', '384', '512'].map((size) => kind + size))
const addresses = ['initiate_login_uri', 'logo_uri', 'policy_uri', 'tos_uri', 'client_uri']
const given = ['client_id_issued_at', 'client_secret', 'client_secret_expires_at']

const bad = (field: string, why: string): Error =>
  oauthRefusal(400, 'invalid_client_metadata', `The field ${field} ${why}`)

function strings(value: Json, field: string): string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
    throw bad(field, 'must be a list of strings')
  return value as string[]
}

function oneOf(value: Json, field: string, allowed: readonly string[]): string {
  if (typeof value === 'string' && allowed.includes(value)) return value
  throw bad(field, `must be one of ${allowed.join(', ')}`)
}

function read(service: Service, sent: Json, before?: Client): Fields {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw bad('body', 'must be an object')
  const body = sent as Fields
  const name: Json = body['client_name']
  if (typeof name !== 'string' || name.trim() === '') throw bad('client_name', 'cannot be left blank')
  for (const field of given) if (field in body) throw bad(field, 'is made by the service')
  if ('client_id' in body && body['client_id'] !== before?.id)
    throw bad('client_id', 'is made by the service')
  const { earlyAccess } = service.settings
  const type = oneOf(body['application_type'] ?? 'web', 'application_type', Object.keys(grants))
  if (before !== undefined && type !== before.settings['application_type'])
    throw bad('application_type', 'is fixed')
  const grantTypes = strings(body['grant_types'] ?? ['authorization_code'], 'grant_types')
  for (const grant of grantTypes)
    oneOf(grant, 'grant_types', [...(grants[type] ?? []), ...(earlyAccess ? [saml] : [])])
  if ((type === 'native' || type === 'web') && !grantTypes.includes('authorization_code'))
    throw bad('grant_types', 'must include authorization_code')
  const free = grantTypes.includes('password') || grantTypes.includes('client_credentials')
  const responseTypes = strings(body['response_types'] ?? (free ? [] : ['code']), 'response_types')
  for (const each of responseTypes) oneOf(each, 'response_types', ['code', 'token', 'id_token'])
  const redirects = strings(body['redirect_uris'], 'redirect_uris')
  for (const uri of redirects) {
    if (!URL.canParse(uri) || uri.includes('#'))
      throw oauthRefusal(400, 'invalid_redirect_uri', 'redirect_uris: no absolute URI')
  }
  if (!free && (redirects.length === 0 || responseTypes.length === 0))
    throw bad(redirects.length === 0 ? 'redirect_uris' : 'response_types', 'may not be empty')
  if (grantTypes.includes('authorization_code') && !free && !responseTypes.includes('code'))
    throw bad('response_types', 'must hold code')
  const method = oneOf(
    body['token_endpoint_auth_method'] ?? 'client_secret_basic',
    'token_endpoint_auth_method',
    methods,
  )
  const algorithm: Json = body['request_object_signing_alg'] ?? null
  if (algorithm !== null) oneOf(algorithm, 'request_object_signing_alg', algorithms)
  const uris = Object.fromEntries(
    addresses.map((field) => {
      const uri: Json = body[field] ?? null
      if (uri !== null && (typeof uri !== 'string' || !URL.canParse(uri))) throw bad(field, 'must be a URL')
      return [field, uri]
    }),
  )
  const jwks: Json = body['jwks'] ?? null
  const keys = jwks === null ? null : readKeys(jwks)
  if (!earlyAccess && (body['jwks_uri'] ?? null) !== null) throw bad('jwks_uri', 'cannot be set')
  if (method === 'private_key_jwt' && jwks === null && (body['jwks_uri'] ?? null) === null)
    throw bad('jwks', 'is needed for private_key_jwt')
  return {
    client_name: name,
    application_type: type,
    grant_types: grantTypes,
    response_types: responseTypes,
    redirect_uris: redirects,
    post_logout_redirect_uris: strings(body['post_logout_redirect_uris'], 'post_logout_redirect_uris'),
    token_endpoint_auth_method: method,
    request_object_signing_alg: algorithm,
    ...uris,
    ...(earlyAccess ? { jwks_uri: body['jwks_uri'] ?? null } : {}),
    jwks: keys,
    consent_method: 'REQUIRED',
  }
}

function readKeys(jwks: Json): Json {
  if (typeof jwks !== 'object' || Array.isArray(jwks) || Object.keys(jwks).join('') !== 'keys')
    throw bad('jwks', 'holds keys, and nothing else')
  const keys: Json = jwks.keys
  if (!Array.isArray(keys)) throw bad('jwks.keys', 'must be a list')
  const ids = keys.map(({ kid }: Json) => kid ?? null)
  if (new Set(ids).size < ids.length || (ids.length > 1 && ids.includes(null)))
    throw bad('jwks.keys', 'need each a kid')
  for (const { kty, e, n, x, y, use } of keys) {
    const parts = kty === 'RSA' ? [e, n] : kty === 'EC' ? [x, y] : [undefined]
    if (parts.some((part) => typeof part !== 'string' || part === ''))
      throw bad('jwks.keys', 'is not a public key')
    if (use !== undefined && use !== null && typeof use !== 'string')
      throw bad('jwks.keys.use', 'must be a string')
  }
  return { keys: keys.map((key: Json) => ({ use: null, ...key })) }
}

const keepsSecret = ({ settings }: Client): boolean =>
  String(settings['token_endpoint_auth_method']).startsWith('client_secret')

function newSecret(): string {
  return randomBytes(33).toString('base64url')
}

function show(client: Client, withSecret = false): Answer['body'] {
  return {
    ...client.settings,
    client_id: client.id,
    client_id_issued_at: client.issued,
    ...(withSecret && keepsSecret(client) ? { client_secret: client.secret } : {}),
    ...(keepsSecret(client) ? { client_secret_expires_at: 0 } : {}),
  }
}

function find(service: Service, id = ''): Client {
  const client = service.clients.get(id)
  if (client === undefined)
    throw oauthRefusal(401, 'invalid_client', 'The value of the parameter client_id is invalid')
  return client
}

export function registerClient(service: Service, { body }: Call): Answer {
  const settings = read(service, body)
  const client: Client = { id: service.id('c'), issued: Math.floor(Date.now() / 1000), settings }
  if (keepsSecret(client)) client.secret = newSecret()
  service.clients.set(client.id, client)
  return { status: 201, body: show(client, true) }
}

export function listClients(service: Service, call: Call): Answer {
  const q = call.query.get('q')?.toLowerCase() ?? ''
  const found = [...service.clients.values()]
    .toReversed()
    .filter(({ settings }) => String(settings['client_name']).toLowerCase().startsWith(q))
  const { items, headers } = page(call, found, ({ id }) => id, service.settings.pages)
  return { status: 200, headers, body: items.map((client) => show(client)) }
}

export const getClient = (service: Service, { args }: Call): Answer => ({
  status: 200,
  body: show(find(service, args[0])),
})

/** An update must contain every writable setting: partial updates are not supported. */
const needed = [
  'client_name',
  'application_type',
  'grant_types',
  'response_types',
  'redirect_uris',
  'token_endpoint_auth_method',
]

export function updateClient(service: Service, { args, body }: Call): Answer {
  const client = find(service, args[0])
  for (const field of needed)
    if (!(field in Object(body)))
      throw bad(field, field === 'client_name' ? 'cannot be left blank' : 'is missing')
  client.settings = read(service, body, client)
  if (keepsSecret(client)) client.secret ??= newSecret()
  else client.secret = undefined
  return { status: 200, body: show(client, true) }
}

export function deleteClient(service: Service, { args }: Call): Answer {
  service.clients.delete(find(service, args[0]).id)
  return { status: 204 }
}

export function renewSecret(service: Service, { args }: Call): Answer {
  const client = service.clients.get(args[0] ?? '')
  if (client === undefined) throw unknown('client')
  if (!['client_secret_post', 'client_secret_basic'].includes(client.settings['token_endpoint_auth_method']))
    throw forbidden('This client has no secret to renew')
  client.secret = newSecret()
  return { status: 200, body: show(client, true) }
}
