import { z } from 'zod'
import { once } from '../once.ts'
import type { FieldRow } from './common.ts'
import { JsonWebKeySet, type KeySet } from './json-web-key.ts'

/** Types of client application (Clients, Client Application). */
export const applicationTypes = ['web', 'native', 'browser', 'service'] as const
/** Type of a client application: `web`, `native`, `browser` or `service`. */
export type ApplicationType = (typeof applicationTypes)[number]

/** Features that a deployment may lack (Clients, Versioning, 2). */
export type Feature = 'earlyAccess' | 'newerEngine'

/** Every statement about one grant type. */
interface GrantRow {
  /** The application types that may use it (Clients, Valid grant types per application type). */
  readonly types: readonly ApplicationType[]
  /** Whether the table of the API description leaves it out (interpretation: client-unplaced-grant-types). */
  readonly isUnplaced?: true
  /** The application types that must have it. */
  readonly requiredBy?: readonly ApplicationType[]
  /** Whether redirect URIs and response types may be left out with it (Clients, rule 4). */
  readonly needsNoRedirect?: true
  /** The features that a deployment must have for it. */
  readonly features?: readonly Feature[]
}

/** The grant types (Clients, Client Application). */
const grantRows = {
  authorization_code: { types: ['browser', 'native', 'web'], requiredBy: ['native', 'web'] },
  implicit: { types: ['browser', 'native', 'web'] },
  password: { types: ['native'], needsNoRedirect: true },
  refresh_token: { types: ['native', 'web'] },
  client_credentials: { types: ['service', 'web'], needsNoRedirect: true },
  'urn:ietf:params:oauth:grant-type:saml2-bearer': {
    types: ['browser', 'native', 'service', 'web'],
    features: ['earlyAccess'],
  },
  interaction_code: { types: ['browser', 'native', 'web'], isUnplaced: true, features: ['newerEngine'] },
  'urn:ietf:params:oauth:grant-type:device_code': { types: ['native'], isUnplaced: true },
  'urn:ietf:params:oauth:grant-type:token-exchange': {
    types: ['native', 'service', 'web'],
    isUnplaced: true,
  },
} as const satisfies Readonly<Record<string, GrantRow>>

export type GrantType = keyof typeof grantRows

/** The row of each grant type. */
export const grantTypeRows: Readonly<Record<GrantType, GrantRow>> = grantRows
const grantTypes = Object.keys(grantRows).toSorted() as GrantType[]

/** Response types (Clients, Client Application). */
const responseTypes = ['code', 'token', 'id_token'] as const

/** Ways in which a client authenticates to the token endpoint (Clients, Client Application). */
export const tokenEndpointAuthMethods = [
  'none',
  'client_secret_post',
  'client_secret_basic',
  'client_secret_jwt',
  'private_key_jwt',
] as const
export type TokenEndpointAuthMethod = (typeof tokenEndpointAuthMethods)[number]

/** Algorithms that sign request objects (Clients, Client Application). */
const requestObjectSigningAlgs = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
] as const

/** Whether users are asked to consent to a client's scopes (Clients, Client Application, rule 7). */
const consentMethods = ['REQUIRED', 'TRUSTED'] as const

/** Every statement about one setting of a client. */
export interface SettingRow extends FieldRow {
  /** Its meaning, for the OpenAPI document and the pages about seeds and options. */
  readonly says: string
  /** The value where the caller sends none. Without it, the setting is then null. */
  readonly default?: string | readonly string[]
  /** Null means the default, as absence does (interpretation: client-null-defaults). */
  readonly neverNull?: true
  /** Holds the URL of a page (interpretation: client-url-form). */
  readonly isUrl?: true
  /** The features that a deployment must have for it. */
  readonly features?: readonly Feature[]
  /**
   * Whether each update must have it (Clients, PUT: any missing setting makes it fail). A lenient organisation requires
   * only those of `always` (interpretation: client-update-missing).
   */
  readonly inUpdate?: 'always' | 'strict'
}

const url = () => z.string().meta({ format: 'uri' })
const uris = () => z.array(z.string())

/** The settings of a client (Clients, Client Application). Everything about a setting stands in its row, and only there. */
export const settingRows = {
  application_type: {
    schema: () => z.enum(applicationTypes),
    says: 'Decides which grant types are valid.',
    default: 'web',
    neverNull: true,
  },
  client_name: { schema: z.string, says: 'For people.', default: '', neverNull: true, inUpdate: 'always' },
  grant_types: {
    schema: () => z.array(z.enum(grantTypes)),
    says: 'The API description lists the grant types of each application type.',
    default: ['authorization_code'],
    neverNull: true,
    inUpdate: 'always',
  },
  initiate_login_uri: {
    schema: url,
    says: 'Where a third party can start a sign-in at the client.',
    isUrl: true,
    inUpdate: 'strict',
  },
  jwks_uri: {
    schema: url,
    says: 'Where the public keys of the client are.',
    isUrl: true,
    features: ['earlyAccess'],
  },
  jwks: { schema: JsonWebKeySet, says: 'The public keys of the client.', inUpdate: 'strict' },
  logo_uri: { schema: url, says: 'Logo for the consent dialog.', isUrl: true, inUpdate: 'strict' },
  client_uri: { schema: url, says: 'Page about the client.', isUrl: true },
  policy_uri: { schema: url, says: "Page with the client's policy.", isUrl: true, inUpdate: 'strict' },
  post_logout_redirect_uris: {
    schema: uris,
    says: 'Where to go after a sign-out that the client starts.',
    default: [],
    inUpdate: 'strict',
  },
  redirect_uris: {
    schema: uris,
    says: 'Absolute URIs without a fragment.',
    default: [],
    inUpdate: 'always',
  },
  request_object_signing_alg: {
    schema: () => z.enum(requestObjectSigningAlgs),
    says: 'With which request objects must be signed; any when null.',
    inUpdate: 'strict',
  },
  response_types: {
    schema: () => z.array(z.enum(responseTypes)),
    says: '`authorization_code` implies `code`.',
    default: ['code'],
    inUpdate: 'always',
  },
  token_endpoint_auth_method: {
    schema: () => z.enum(tokenEndpointAuthMethods),
    says: '`private_key_jwt` is for service clients with keys.',
    default: 'client_secret_basic',
    neverNull: true,
    inUpdate: 'always',
  },
  tos_uri: { schema: url, says: 'Page with the terms of service.', isUrl: true, inUpdate: 'strict' },
  frontchannel_logout_uri: {
    schema: url,
    says: 'Where a logout request is sent.',
    isUrl: true,
    features: ['earlyAccess', 'newerEngine'],
  },
  frontchannel_logout_session_required: {
    schema: z.boolean,
    says: 'Whether the logout request has `sid` and `iss`.',
    features: ['earlyAccess', 'newerEngine'],
  },
  consent_method: {
    schema: () => z.enum(consentMethods),
    says: 'Whether users are asked for their consent.',
    default: 'REQUIRED',
    neverNull: true,
  },
} as const satisfies Readonly<Record<string, SettingRow>>

type Rows = typeof settingRows

/** The name of a setting. */
export type ClientSetting = keyof Rows

type Sent<Name extends ClientSetting> = z.output<ReturnType<Rows[Name]['schema']>>

/** All settings of a client, in the form of the API. Stored key sets have no more members than keys may have. */
export type ClientSettings = {
  readonly [Name in ClientSetting]:
    | (Name extends 'jwks' ? KeySet : Sent<Name>)
    | (Rows[Name] extends { readonly neverNull: true } ? never : null)
}

/** The order of the settings in replies: these, then the rest as in the table. */
const firstInReplies: readonly ClientSetting[] = [
  'client_name',
  'client_uri',
  'logo_uri',
  'application_type',
  'redirect_uris',
  'post_logout_redirect_uris',
  'response_types',
  'grant_types',
  'token_endpoint_auth_method',
  'initiate_login_uri',
  'jwks',
  'jwks_uri',
  'policy_uri',
  'tos_uri',
]

const inTable = Object.keys(settingRows) as readonly ClientSetting[]

/** The row of each setting, in the order of replies. */
export const clientSettings: readonly (SettingRow & { readonly name: ClientSetting })[] = [
  ...new Set([...firstInReplies, ...inTable]),
].map((name) => ({ name, ...settingRows[name] }))

const namesOf = (update: SettingRow['inUpdate']) =>
  clientSettings.filter(({ inUpdate }) => inUpdate === update).map(({ name }) => name)

/** The settings that every update must have: in a strict organisation, and in a lenient one. */
export const updateNeeds = {
  'every-setting': [...namesOf('always'), ...namesOf('strict').toSorted()],
  'required-settings': namesOf('always'),
} as const

export type Shape = {
  readonly [Name in ClientSetting]: z.ZodOptional<z.ZodNullable<ReturnType<Rows[Name]['schema']>>>
}

const isEarly = ({ features }: SettingRow) => features?.includes('earlyAccess') === true

type MetaOf = (row: SettingRow) => z.core.GlobalMeta

function shapeOf(metaOf: MetaOf, marked: (schema: z.ZodType, row: SettingRow) => z.ZodType): Shape {
  const schemas = inTable.map((name) => {
    const row: SettingRow = settingRows[name]
    return [name, marked(row.schema(), row).nullish().meta(metaOf(row))]
  })
  return Object.fromEntries(schemas)
}

/** The settings as the operations of the API take and show them. */
export const apiSettings = (more: MetaOf = () => ({})) =>
  shapeOf(
    (row) => ({ description: row.says, ...more(row) }),
    (schema, row) => (isEarly(row) ? schema.meta({ 'x-early-access': true }) : schema),
  )

/** The settings of a client that is no body of the API: in a seed, an option, a control action. */
export const givenSettings = once((): Shape => {
  const shape = shapeOf(
    (row) => {
      const byDefault = String(row.default ?? '')
      const says = row.says.slice(0, -1) + (isEarly(row) ? ' (early access)' : '')
      return { description: byDefault === '' ? says : `${says}. Default \`${byDefault}\`` }
    },
    (schema) => schema,
  )
  return {
    ...shape,
    token_endpoint_auth_method: shape.token_endpoint_auth_method.describe(
      'Default: none, with PKCE, for a browser or native client without a client_secret; otherwise client_secret_basic',
    ),
    consent_method: shape.consent_method.describe(
      'Whether users must consent. Default `TRUSTED`: they are not asked',
    ),
  }
})
