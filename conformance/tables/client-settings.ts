/**
 * The settings of a client (Clients, Client Application). Requirements, checks and mutants are generated from these rows:
 * for values kept, null, listed, unlisted and defaulted.
 */
import { webClient } from '../engine/plan/forms.ts'
import type { Json } from '../engine/wire/reply.ts'
import { tableOf } from '../registry/requirement.ts'

/** A feature that a setting belongs to, and that a target may lack. */
type Feature = 'jwks-uri' | 'frontchannel-logout'

/** A setting that a client carries when given it, and as null otherwise. */
export interface ClientSetting {
  /** The name in the ids of its requirements: `clients.<slug>.kept`. */
  readonly slug: string
  readonly name: string
  readonly value: Json
  readonly feature?: Feature
  /** Whether an empty list may replace null. */
  readonly isList?: true
}

const at = (path: string): string => `https://client.example.com/${path}`

/** Settings that may be left out. */
export const clientSettings = tableOf<ClientSetting>()([
  { slug: 'initiate-login-uri', name: 'initiate_login_uri', value: at('login') },
  { slug: 'logo-uri', name: 'logo_uri', value: at('logo.png') },
  { slug: 'policy-uri', name: 'policy_uri', value: at('policy') },
  { slug: 'tos-uri', name: 'tos_uri', value: at('terms') },
  {
    slug: 'post-logout-redirect-uris',
    name: 'post_logout_redirect_uris',
    value: [at('out'), at('bye')],
    isList: true,
  },
  { slug: 'jwks-uri', name: 'jwks_uri', value: at('keys'), feature: 'jwks-uri' },
  {
    slug: 'frontchannel-logout-uri',
    name: 'frontchannel_logout_uri',
    value: at('logout'),
    feature: 'frontchannel-logout',
  },
])

/** A value of a setting that takes one, or some, of a list. */
export interface ListedValue {
  /** The name in the id of its requirement: `clients.<slug>`. */
  readonly slug: string
  readonly name: string
  readonly value: string
  /** Which client may hold it. */
  readonly holder: 'web' | 'native' | 'browser' | 'service' | 'implicit' | 'keyed'
  /** The value that a wrong server shows instead. */
  readonly other: string | null
  /** The rest of the statement, at its end. */
  readonly and?: string
}

const algorithms = ['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512'] as const

const type = { name: 'application_type' } as const
const response = { name: 'response_types' } as const
const method = { name: 'token_endpoint_auth_method' } as const
const secret = { ...method, holder: 'web', and: 'and gets a secret' } as const

/** The values that the API description lists. */
export const listedValues = tableOf<ListedValue>()([
  { ...type, slug: 'application-type.web', value: 'web', holder: 'web', other: 'native' },
  { ...type, slug: 'application-type.native', value: 'native', holder: 'native', other: 'web' },
  { ...type, slug: 'application-type.browser', value: 'browser', holder: 'browser', other: 'web' },
  { ...type, slug: 'application-type.service', value: 'service', holder: 'service', other: 'web' },
  ...algorithms.map(
    (value) =>
      ({
        slug: `request-object-alg.${value.toLowerCase() as Lowercase<typeof value>}`,
        name: 'request_object_signing_alg',
        value,
        holder: 'web',
        other: null,
      }) as const,
  ),
  { ...response, slug: 'response-types.code', value: 'code', holder: 'web', other: 'token' },
  { ...response, slug: 'response-types.token', value: 'token', holder: 'implicit', other: 'code' },
  { ...response, slug: 'response-types.id-token', value: 'id_token', holder: 'implicit', other: 'token' },
  { ...method, slug: 'auth-method.none', value: 'none', holder: 'browser', other: 'client_secret_basic' },
  { ...secret, slug: 'auth-method.post', value: 'client_secret_post', other: 'client_secret_basic' },
  { ...secret, slug: 'auth-method.basic', value: 'client_secret_basic', other: 'client_secret_post' },
  { ...secret, slug: 'auth-method.jwt', value: 'client_secret_jwt', other: 'client_secret_basic' },
  {
    ...method,
    slug: 'auth-method.private-key',
    value: 'private_key_jwt',
    holder: 'keyed',
    other: 'client_secret_jwt',
  },
])

/** A setting with a default. */
export interface DefaultedSetting {
  readonly slug: string
  readonly name: string
  readonly value: string | readonly string[]
  /** The value that a wrong server stores instead. */
  readonly wrong: string | readonly string[]
}

/** The settings with a default. */
export const defaultedSettings = tableOf<DefaultedSetting>()([
  { slug: 'application-type', name: 'application_type', value: 'web', wrong: 'native' },
  {
    slug: 'grant-types',
    name: 'grant_types',
    value: ['authorization_code'],
    wrong: ['authorization_code', 'refresh_token'],
  },
  { slug: 'response-types', name: 'response_types', value: ['code'], wrong: ['code', 'token'] },
  {
    slug: 'auth-method',
    name: 'token_endpoint_auth_method',
    value: 'client_secret_basic',
    wrong: 'client_secret_post',
  },
])

/** A setting that takes listed values only. */
export interface ListedSetting {
  readonly slug: string
  /** The name of an unlisted value in the statement. */
  readonly unlisted: string
  readonly name: string
  /** Bodies with such a value, the value itself, and the value that a server which accepts it stores. */
  readonly cases: readonly { readonly sent: Json; readonly value: string; readonly instead: Json }[]
}

const [callback] = webClient.redirect_uris
const relative = '/callback'
const withFragment = `${callback}#part`

/** Redirect URIs that are refused, by the requirement that says so. */
export const refusedRedirects = [
  ['clients.redirect-uris.absolute', [relative]],
  ['clients.redirect-uris.absolute', ['callback']],
  ['clients.redirect-uris.fragment', [withFragment]],
  ['clients.redirect-uris.each', [callback, relative]],
  ['clients.redirect-uris.each', [relative, callback]],
  ['clients.redirect-uris.each', [callback, withFragment]],
  ['clients.redirect-uris.each', [withFragment, callback]],
] as const

const unknownGrant = 'urn:example:grant-type:unknown'

/** The settings that take listed values only. */
export const listedSettings = tableOf<ListedSetting>()([
  {
    slug: 'application-type',
    unlisted: 'an application_type outside the four listed',
    name: 'application_type',
    cases: [{ sent: 'desktop', value: 'desktop', instead: 'native' }],
  },
  {
    slug: 'request-object-alg',
    unlisted: 'a request_object_signing_alg outside the nine listed',
    name: 'request_object_signing_alg',
    cases: [
      { sent: 'PS256', value: 'PS256', instead: 'RS256' },
      { sent: 'none', value: 'none', instead: null },
    ],
  },
  {
    slug: 'response-types',
    unlisted: 'a response type outside the three listed',
    name: 'response_types',
    cases: [{ sent: ['code', 'device'], value: 'device', instead: ['code'] }],
  },
  {
    slug: 'auth-method',
    unlisted: 'a token_endpoint_auth_method that is not listed',
    name: 'token_endpoint_auth_method',
    cases: [{ sent: 'tls_client_auth', value: 'tls_client_auth', instead: 'none' }],
  },
  {
    slug: 'grant-types',
    unlisted: 'a grant type that is not listed',
    name: 'grant_types',
    cases: [
      {
        sent: ['authorization_code', unknownGrant],
        value: unknownGrant,
        instead: ['authorization_code'],
      },
    ],
  },
])
