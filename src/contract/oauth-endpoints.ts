import { z } from 'zod'
import { once } from './once.ts'
import type { OAuthErrorCode } from './errors/texts.ts'
import { oauthPaths } from './paths.ts'
import { openObject } from './resources/common.ts'
import type { GrantType } from './resources/client-settings.ts'

/** The requests and replies of an endpoint of an authorization server, stated only here. */
export interface OAuthEndpoint {
  /** Below `/oauth2/v1`, and `/oauth2/{authorizationServerId}/v1`; documents about a server are below its issuer. */
  readonly path: `/${string}`
  /** Its name as an operation, by method. */
  readonly methods: { readonly [Method in 'GET' | 'POST']?: string }
  readonly summary: string
  /** Where it is described. */
  readonly source: string
  /** Who calls it: a client that authenticates, a user's access token, or anybody, as browsers do. */
  readonly caller: 'client' | 'access-token' | 'anybody'
  /** Its parameters, in the query or in a form. */
  readonly required?: readonly OAuthParameter[]
  readonly optional?: readonly OAuthParameter[]
  /** Its JSON reply. Without it, the endpoint answers pages and redirects. */
  readonly reply?: () => z.ZodType
  readonly errors: readonly OAuthErrorCode[]
  /** Changes nothing, whatever the method: a read-only server answers it. */
  readonly reads?: true
  /** Pages of any origin may read it, for it is public. */
  readonly isPublic?: true
}

/** The grant types that the token endpoint serves. */
export const servedGrants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'password',
  'urn:ietf:params:oauth:grant-type:device_code',
] as const satisfies readonly GrantType[]

/** The response types that work (OAuth 2.0 Multiple Response Type Encoding Practices). */
export const servedResponseTypes: readonly string[] = [
  'code',
  'token',
  'id_token',
  'id_token token',
  'code id_token',
  'code token',
  'code id_token token',
]

/** The meaning of each parameter of an endpoint. */
export const oauthParameters = {
  access_token: 'The access token, where no Authorization header has it.',
  client_assertion: 'A JWT with which the client authenticates (RFC 7523).',
  client_assertion_type: '`urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.',
  client_id: 'Id of the client; not needed where the Authorization header has it.',
  client_secret: 'Secret of the client, where no Authorization header has it.',
  code: 'An authorization code.',
  code_challenge: 'SHA-256 of the code verifier in base64url (RFC 7636). Public clients need it.',
  code_challenge_method: '`S256`.',
  code_verifier: 'The text whose hash the authorization request sent.',
  device_code: 'The code of a device.',
  grant_type: 'Kind of the grant that the client presents for the tokens.',
  id_token_hint: 'An ID token that the server issued; it names the user.',
  login_hint: 'The login that the sign-in page shows first.',
  max_age: 'Seconds since the last sign-in after which the user signs in again.',
  nonce: 'A text that the ID token repeats. Response types with `id_token` need it.',
  password: 'Password of the user.',
  post_logout_redirect_uri: 'Where the browser goes afterwards; one of those that the client registered.',
  prompt: '`none`, or some of `login`, `consent` and `select_account`, separated by spaces.',
  redirect_uri: 'Where the answer goes; one of those that the client registered.',
  refresh_token: 'A refresh token.',
  request: 'A request object: the parameters as a signed JWT (OpenID Connect Core 1.0, section 6.1).',
  response_mode: '`query`, `fragment`, `form_post`, or the response mode for a message to the opening page.',
  response_type: 'Parts of the answer: `code`, or some of `code`, `id_token` and `token`.',
  scope: 'Names of scopes, separated by spaces.',
  state: 'A text that the answer repeats.',
  token: 'An access token or a refresh token.',
  token_type_hint: 'Ignored: the kind of the token is known.',
  username: 'Login of the user.',
} as const

/** The name of a parameter of an endpoint. */
export type OAuthParameter = keyof typeof oauthParameters

/** How a client authenticates where its header does not say it. */
const clientParameters = [
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
] as const satisfies readonly OAuthParameter[]

/** A JSON reply of an endpoint, which may have more members. */
function reply(id: string, shape: () => z.core.$ZodLooseShape) {
  return once(() => openObject(shape()).meta({ id }))
}

const text = z.string
const seconds = z.int
const texts = () => z.array(z.string())

const Tokens = reply('TokenResponse', () => ({
  token_type: z.literal('Bearer'),
  expires_in: seconds(),
  access_token: text(),
  scope: text(),
  refresh_token: text().optional(),
  id_token: text().optional(),
}))
const UserInfo = reply('UserInfo', () => ({ sub: text() }))
const Introspection = reply('Introspection', () => ({
  active: z.boolean(),
  scope: text().optional(),
  client_id: text().optional(),
  username: text().optional(),
  uid: text().optional(),
  token_type: z.enum(['Bearer', 'refresh_token']).optional(),
  exp: seconds().optional(),
  iat: seconds().optional(),
  sub: text().optional(),
  aud: text().optional(),
  iss: text().optional(),
  jti: text().optional(),
}))
const DeviceAuthorization = reply('DeviceAuthorization', () => ({
  device_code: text(),
  user_code: text(),
  verification_uri: text(),
  verification_uri_complete: text(),
  expires_in: seconds(),
  interval: seconds(),
}))
const PublicKeys = reply('PublicKeys', () => ({
  keys: z.array(openObject({ kty: text(), kid: text(), alg: text(), use: text() })),
}))
const Revoked = reply('Revoked', () => ({}))
const Metadata = reply('AuthorizationServerMetadata', () => ({
  issuer: text(),
  authorization_endpoint: text(),
  token_endpoint: text(),
  jwks_uri: text(),
  scopes_supported: texts(),
  response_types_supported: texts(),
  grant_types_supported: texts(),
  token_endpoint_auth_methods_supported: texts(),
}))

const metadata = {
  summary: 'Get the metadata of an authorization server',
  source: 'OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2',
  caller: 'anybody',
  reply: Metadata,
  errors: [],
  reads: true,
  isPublic: true,
} as const

/** The endpoints of every authorization server. */
export const oauthEndpoints = {
  authorize: {
    ...oauthPaths.authorize,
    summary: 'Let a user sign in and consent',
    source: 'RFC 6749, section 3.1; OpenID Connect Core 1.0, section 3.1.2',
    caller: 'anybody',
    required: ['client_id', 'response_type', 'scope'],
    optional: [
      'redirect_uri',
      'response_mode',
      'state',
      'nonce',
      'code_challenge',
      'code_challenge_method',
      'prompt',
      'max_age',
      'login_hint',
      'id_token_hint',
      'request',
    ],
    errors: [],
  },
  token: {
    ...oauthPaths.token,
    summary: 'Get tokens',
    source: 'RFC 6749, section 3.2',
    caller: 'client',
    required: ['grant_type'],
    optional: [
      ...clientParameters,
      'code',
      'redirect_uri',
      'code_verifier',
      'refresh_token',
      'scope',
      'username',
      'password',
      'device_code',
    ],
    reply: Tokens,
    errors: [
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
      'access_denied',
      'authorization_pending',
      'slow_down',
      'expired_token',
    ],
  },
  userinfo: {
    ...oauthPaths.userinfo,
    summary: 'Get the claims of a user',
    source: 'OpenID Connect Core 1.0, section 5.3',
    caller: 'access-token',
    optional: ['access_token'],
    reply: UserInfo,
    errors: ['invalid_request', 'invalid_token', 'insufficient_scope'],
    reads: true,
  },
  introspect: {
    ...oauthPaths.introspect,
    summary: 'Get what a token stands for',
    source: 'RFC 7662',
    caller: 'client',
    required: ['token'],
    optional: ['token_type_hint', ...clientParameters],
    reply: Introspection,
    errors: ['invalid_request', 'invalid_client'],
    reads: true,
  },
  revoke: {
    ...oauthPaths.revoke,
    summary: 'Revoke a token',
    source: 'RFC 7009',
    caller: 'client',
    required: ['token'],
    optional: ['token_type_hint', ...clientParameters],
    reply: Revoked,
    errors: ['invalid_request', 'invalid_client', 'invalid_grant'],
  },
  logout: {
    ...oauthPaths.logout,
    summary: 'Sign a user out',
    source: 'OpenID Connect RP-Initiated Logout 1.0, section 2',
    caller: 'anybody',
    optional: ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'],
    errors: [],
  },
  deviceAuthorize: {
    ...oauthPaths.deviceAuthorize,
    summary: 'Get a code for a device without a browser',
    source: 'RFC 8628, section 3.1',
    caller: 'client',
    optional: ['scope', ...clientParameters],
    reply: DeviceAuthorization,
    errors: ['invalid_request', 'invalid_client', 'unauthorized_client', 'invalid_scope'],
  },
  keys: {
    ...oauthPaths.keys,
    summary: 'Get the public keys that verify tokens',
    source: 'RFC 7517',
    caller: 'anybody',
    reply: PublicKeys,
    errors: [],
    reads: true,
    isPublic: true,
  },
  openIdMetadata: { ...metadata, ...oauthPaths.openIdMetadata },
  oauthMetadata: { ...metadata, ...oauthPaths.oauthMetadata },
} as const satisfies Readonly<Record<string, OAuthEndpoint>>
