import { z } from 'zod'
import { once } from '../once.ts'
import { mistakes } from '../errors/mistakes.ts'
import {
  apiSettings,
  type ApplicationType,
  applicationTypes,
  settingRows,
  type Shape,
  type TokenEndpointAuthMethod,
  tokenEndpointAuthMethods,
  updateNeeds,
} from './client-settings.ts'
import { type FieldRows, Links, nullByDocuments, shapeOf, UnixSeconds } from './common.ts'

/** The methods for which a client has a secret (Clients, Client Application, rule 2). */
export const secretMethods: readonly TokenEndpointAuthMethod[] = tokenEndpointAuthMethods.filter((method) =>
  method.startsWith('client_secret'),
)

/** The methods to which newSecret applies (Clients, newSecret). */
export const newSecretMethods: readonly TokenEndpointAuthMethod[] = secretMethods.filter(
  (method) => method !== 'client_secret_jwt',
)

/**
 * Schemes that redirect URIs cannot have: a browser runs or shows their content, and goes nowhere (interpretation:
 * client-redirect-schemes).
 */
export const schemesLeadingNowhere = ['javascript', 'data', 'vbscript'] as const

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

/** The members of every reply with a client, null where not set (Clients, Client Application, rule 8). */
const alwaysShown = [
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
  z
    .string({ error: ({ input }) => (input === null ? mistakes.blank.says : undefined) })
    .describe(settingRows.client_name.says),
)

const wholeKeySet = () =>
  apiSettings().jwks.describe(
    'The public keys of the client. Sent as the other settings are, null too, unless `jwks_uri` is.',
  )

/** The body that registers a client (Clients, POST). Unknown members are ignored. */
export const ClientInput = once(() =>
  z
    .looseObject({
      // The model fills defaults in, since it must know which settings were sent.
      ...apiSettings((row) => (row.default?.length ? { default: row.default } : {})),
      client_name: requiredName(),
    })
    .meta({ id: 'ClientInput', description: 'The settings of a client. Unknown ones are ignored.' }),
)

/**
 * The body that updates a client: all settings (Clients, PUT). The model checks which are missing, since an
 * organisation can be lenient about it. One of the two ways to give keys is enough.
 */
export const ClientUpdateInput = once(() =>
  z.looseObject({ ...apiSettings(), client_name: requiredName(), jwks: wholeKeySet() }).meta({
    id: 'ClientUpdateInput',
    description:
      'All settings of a client; any that is missing makes the update fail. Unknown ones are ignored.',
    required: updateNeeds['every-setting'].filter((setting) => setting !== 'jwks'),
  }),
)

/** The body that registers or updates a client, once the edge has parsed it. */
export interface ClientInputGiven extends Partial<z.output<z.ZodObject<Shape>>> {
  readonly [member: string]: unknown
}

const writer = 'service'

/** The fields of a client that only the service sets. */
const clientRows = {
  client_id: { schema: z.string, writer, says: 'Id of the client and of its application. Never changes.' },
  client_id_issued_at: {
    schema: () => UnixSeconds().nullable().describe('Unix seconds.').optional(),
    writer,
  },
  client_secret_expires_at: {
    schema: () => z.int().min(0).describe('Unix seconds; 0 for never. May be absent in lists.').nullish(),
    writer,
  },
  _links: () => Links().optional(),
} as const satisfies FieldRows

/** The secret, which only some replies have. */
export const clientSecretRows = {
  client_secret: {
    schema: () =>
      z.string().describe('Only where the way of the client to authenticate needs one.').nullish(),
    writer,
    secret: 'token',
  },
} as const satisfies FieldRows

/** A client application (Clients, Client Application and GET). */
export const Client = once(() =>
  z
    .looseObject({
      ...apiSettings(),
      client_name: z.string().describe(settingRows.client_name.says),
      application_type: nullByDocuments(
        z.enum(applicationTypes).meta({ description: settingRows.application_type.says, readOnly: true }),
      ),
      ...shapeOf(clientRows),
    })
    .meta({
      id: 'Client',
      description: 'A client application. Settings that are not set are null; lists that are empty are `[]`.',
      required: alwaysShown,
    }),
)

/** A client in the replies that may issue its secret (Clients, Client Application, rule 2). */
export const ClientWithSecret = once(() =>
  Client().extend(shapeOf(clientSecretRows)).meta({
    id: 'ClientWithSecret',
    description: 'A client in a reply that issues its secret, where it has one.',
    required: alwaysShown,
  }),
)
