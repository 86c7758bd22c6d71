import { z } from 'zod'
import { once } from '../once.ts'
import { mistakes } from '../errors/mistakes.ts'
import { Links, nullByDocuments, readOnly, UnixSeconds } from './common.ts'
import { JsonWebKeySet } from './json-web-key.ts'

/** Types of client application (Clients, Client Application). */
export const applicationTypes = ['web', 'native', 'browser', 'service'] as const
/** Type of a client application: `web`, `native`, `browser` or `service`. */
export type ApplicationType = (typeof applicationTypes)[number]

const grantUrn = 'urn:ietf:params:oauth:grant-type:'

/** Grant types (Clients, Client Application). */
export const grantTypes = [
  'authorization_code',
  'client_credentials',
  'implicit',
  'interaction_code',
  'password',
  'refresh_token',
  `${grantUrn}device_code`,
  `${grantUrn}saml2-bearer`,
  `${grantUrn}token-exchange`,
] as const
export type GrantType = (typeof grantTypes)[number]

/** Response types (Clients, Client Application). */
const responseTypes = ['code', 'token', 'id_token'] as const
type ResponseType = (typeof responseTypes)[number]

/** Ways in which a client authenticates to the token endpoint (Clients, Client Application). */
export const tokenEndpointAuthMethods = [
  'none',
  'client_secret_post',
  'client_secret_basic',
  'client_secret_jwt',
  'private_key_jwt',
] as const
export type TokenEndpointAuthMethod = (typeof tokenEndpointAuthMethods)[number]

/** The methods for which a client has a secret (Clients, Client Application, rule 2). */
export const secretMethods: readonly TokenEndpointAuthMethod[] = [
  'client_secret_post',
  'client_secret_basic',
  'client_secret_jwt',
]

/** The methods to which newSecret applies (Clients, newSecret). */
export const newSecretMethods: readonly TokenEndpointAuthMethod[] = [
  'client_secret_post',
  'client_secret_basic',
]

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

/** Features that a deployment may lack (Clients, Versioning, 2). */
export type Feature = 'earlyAccess' | 'newerEngine'

/** Which grant types an application type may use, and which it must. */
export interface ApplicationTypeRules {
  /** Those of the API description's table. */
  readonly valid: readonly GrantType[]
  /** Those that the table does not assign to any type (interpretation: client-unplaced-grant-types). */
  readonly unplaced: readonly GrantType[]
  readonly required: readonly GrantType[]
  /** Response types that the type may not use (interpretation: service-oauth-only). */
  readonly forbiddenResponses: readonly ResponseType[]
}

/** Clients, Valid grant types per application type. */
export const applicationTypeRules: Readonly<Record<ApplicationType, ApplicationTypeRules>> = {
  browser: {
    valid: ['authorization_code', 'implicit', `${grantUrn}saml2-bearer`],
    unplaced: ['interaction_code'],
    required: [],
    forbiddenResponses: [],
  },
  native: {
    valid: ['authorization_code', 'implicit', 'password', 'refresh_token', `${grantUrn}saml2-bearer`],
    unplaced: ['interaction_code', `${grantUrn}device_code`, `${grantUrn}token-exchange`],
    required: ['authorization_code'],
    forbiddenResponses: [],
  },
  service: {
    valid: ['client_credentials', `${grantUrn}saml2-bearer`],
    unplaced: [`${grantUrn}token-exchange`],
    required: [],
    forbiddenResponses: ['id_token'],
  },
  web: {
    valid: [
      'authorization_code',
      'implicit',
      'refresh_token',
      'client_credentials',
      `${grantUrn}saml2-bearer`,
    ],
    unplaced: ['interaction_code', `${grantUrn}token-exchange`],
    required: ['authorization_code'],
    forbiddenResponses: [],
  },
}

/** Grant types that not every deployment has (Clients, Client Application). */
export const grantTypeFeatures: Readonly<Partial<Record<GrantType, readonly Feature[]>>> = {
  interaction_code: ['newerEngine'],
  [`${grantUrn}saml2-bearer`]: ['earlyAccess'],
}

/** Grant types with which redirect URIs and response types may be left out (Clients, rule 4). */
export const grantTypesWithoutRedirect: readonly GrantType[] = ['password', 'client_credentials']

/**
 * Schemes that redirect URIs cannot have: a browser runs or shows their content, and goes nowhere (interpretation:
 * client-redirect-schemes).
 */
export const schemesLeadingNowhere = ['javascript', 'data', 'vbscript'] as const

/** Whether users are asked to consent to a client's scopes (Clients, Client Application, rule 7). */
export const consentMethods = ['REQUIRED', 'TRUSTED'] as const

const url = once(() => z.string().meta({ format: 'uri' }).nullish())

/** A member of the settings of a client, as data (Clients, Client Application). */
export const clientSettings = once(
  () =>
    ({
      application_type: z
        .enum(applicationTypes)
        .nullish()
        .describe('Decides which grant types are valid. Default `web`'),
      client_name: z.string().nullish().describe('A name for people'),
      grant_types: z
        .array(z.enum(grantTypes))
        .nullish()
        .describe(
          'How the client gets tokens. Which ones it may have depends on its type. Default `authorization_code`',
        ),
      initiate_login_uri: url().describe('Where a third party can start a sign-in at the client'),
      jwks_uri: url().describe("Where the client's public keys are (early access)"),
      jwks: JsonWebKeySet().nullish().describe('The public keys of the client'),
      logo_uri: url().describe('Logo for the consent dialog'),
      client_uri: url().describe('Page about the client'),
      policy_uri: url().describe("Page with the client's policy"),
      post_logout_redirect_uris: z
        .array(z.string())
        .nullish()
        .describe('Where to go after a sign-out that the client starts'),
      redirect_uris: z
        .array(z.string())
        .nullish()
        .describe('Where sign-ins lead back to: absolute URIs without a fragment'),
      request_object_signing_alg: z
        .enum(requestObjectSigningAlgs)
        .nullish()
        .describe('With which request objects must be signed; any when null'),
      response_types: z
        .array(z.enum(responseTypes))
        .nullish()
        .describe('`authorization_code` implies `code`'),
      token_endpoint_auth_method: z
        .enum(tokenEndpointAuthMethods)
        .nullish()
        .describe(
          'How the client authenticates. `private_key_jwt` is for service clients with keys. Default `client_secret_basic`',
        ),
      tos_uri: url().describe('Page with the terms of service'),
      frontchannel_logout_uri: url().describe('Where a logout request is sent (early access)'),
      frontchannel_logout_session_required: z
        .boolean()
        .nullish()
        .describe('Whether the logout request has `sid` and `iss` (early access)'),
      consent_method: z.enum(consentMethods).nullish().describe('Whether users are asked for their consent'),
    }) as const,
)

/** The name of a setting. */
export type ClientSetting = keyof ReturnType<typeof clientSettings>

/** The default way to authenticate: a client in a browser or on a device can keep no secret. */
export function authMethodOf({
  application_type: type,
  client_secret: secret,
  token_endpoint_auth_method: method,
}: {
  readonly application_type?: ApplicationType | null | undefined
  readonly client_secret?: string | undefined
  readonly token_endpoint_auth_method?: TokenEndpointAuthMethod | null | undefined
}): TokenEndpointAuthMethod | undefined {
  const isPublic = (type === 'browser' || type === 'native') && secret === undefined
  return method ?? (isPublic ? 'none' : undefined)
}

/** Settings that hold the URL of a page (Clients, Client Application). */
export const urlSettings = [
  'client_uri',
  'logo_uri',
  'initiate_login_uri',
  'jwks_uri',
  'policy_uri',
  'tos_uri',
  'frontchannel_logout_uri',
] as const satisfies readonly ClientSetting[]

/** Settings that not every deployment has (Clients, Client Application). */
export const settingFeatures: Readonly<Partial<Record<ClientSetting, readonly Feature[]>>> = {
  jwks_uri: ['earlyAccess'],
  frontchannel_logout_uri: ['earlyAccess', 'newerEngine'],
  frontchannel_logout_session_required: ['earlyAccess', 'newerEngine'],
}

/** The value of a setting that a registration does not send. Settings that are not listed become null. */
export const settingDefaults = {
  application_type: 'web',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  redirect_uris: [],
  post_logout_redirect_uris: [],
} as const satisfies Partial<Record<ClientSetting, unknown>>

/** Settings for which null means the default, as absence does (interpretation: client-null-defaults). */
export const settingsNeverNull = [
  'application_type',
  'grant_types',
  'token_endpoint_auth_method',
] as const satisfies readonly ClientSetting[]

/**
 * Settings that every update must have (Clients, PUT: any missing setting makes it fail). A lenient organisation
 * requires only `required-settings` (interpretation: client-update-missing).
 */
export const updateNeeds = {
  'every-setting': [
    'client_name',
    'redirect_uris',
    'response_types',
    'grant_types',
    'token_endpoint_auth_method',
    'initiate_login_uri',
    'jwks',
    'logo_uri',
    'policy_uri',
    'post_logout_redirect_uris',
    'request_object_signing_alg',
    'tos_uri',
  ],
  'required-settings': [
    'client_name',
    'redirect_uris',
    'response_types',
    'grant_types',
    'token_endpoint_auth_method',
  ],
} as const satisfies Record<string, readonly ClientSetting[]>

/** The settings in every reply with a client, null where not set (Clients, Client Application, rule 8). */
const shownSettings = [
  'client_id',
  'client_id_issued_at',
  'application_type',
  ...updateNeeds['every-setting'],
  'client_uri',
] as const

/** Settings that callers never send (Clients, rules 1 and 2, POST and PUT). A null counts as not sent. */
export const neverSent = {
  register: ['client_id', 'client_secret'],
  update: ['client_secret', 'client_secret_expires_at', 'client_id_issued_at'],
} as const

const requiredName = once(() =>
  z.string({ error: ({ input }) => (input === null ? mistakes.blank.says : undefined) }),
)

/** The body that registers a client (Clients, POST). Unknown members are ignored. */
export const ClientInput = once(() => {
  const settings = clientSettings()
  const { application_type, grant_types, response_types, token_endpoint_auth_method } = settingDefaults
  return z
    .looseObject({
      ...settings,
      client_name: requiredName(),
      // The model fills these in, since it must know which were sent.
      application_type: settings.application_type.meta({ default: application_type }),
      grant_types: settings.grant_types.meta({ default: grant_types }),
      response_types: settings.response_types.meta({ default: response_types }),
      token_endpoint_auth_method: settings.token_endpoint_auth_method.meta({
        default: token_endpoint_auth_method,
      }),
      consent_method: settings.consent_method.meta({ default: 'REQUIRED' }),
    })
    .meta({ id: 'ClientInput' })
})

/**
 * The body that updates a client: all settings (Clients, PUT). The model checks which are missing, since an
 * organisation can be lenient about it. One of the two ways to give keys is enough.
 */
export const ClientUpdateInput = once(() =>
  z.looseObject({ ...clientSettings(), client_name: requiredName() }).meta({
    id: 'ClientUpdateInput',
    required: updateNeeds['every-setting'].filter((setting) => setting !== 'jwks'),
  }),
)

/** The body that registers or updates a client, once the edge has parsed it. */
export interface ClientInputGiven extends Partial<z.output<z.ZodObject<ReturnType<typeof clientSettings>>>> {
  readonly [member: string]: unknown
}

/** A client application (Clients, Client Application and GET). */
export const Client = once(() =>
  z
    .looseObject({
      ...clientSettings(),
      client_name: z.string(),
      application_type: nullByDocuments(z.enum(applicationTypes)),
      client_id: readOnly(z.string()),
      client_id_issued_at: readOnly(UnixSeconds().nullish()),
      client_secret_expires_at: readOnly(z.int().min(0).nullish()),
      _links: Links().optional(),
    })
    .meta({ id: 'Client', required: shownSettings }),
)

/** A client in the replies that may issue its secret (Clients, Client Application, rule 2). */
export const ClientWithSecret = once(() =>
  Client()
    .extend({ client_secret: readOnly(z.string().nullish()) })
    .meta({ id: 'ClientWithSecret', required: shownSettings }),
)
