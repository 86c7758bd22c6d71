/** Servers that break clauses of the settings of clients, one by one. */
import type { Json } from '../../engine/wire/reply.ts'
import {
  clientSettings,
  defaultedSettings,
  listedSettings,
  listedValues,
} from '../../tables/client-settings.ts'
import { drop, edit, set } from '../alter/answer.ts'
import { both, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { ignoreProperty, takeFromCaller } from '../alter/memory.ts'
import { acceptWith, oauthBody, refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { refuseRepeated, sendsList, sendsValue, whereMethod } from './clients-steps.ts'
import type { Deviant } from './deviant.ts'
import { deviant, deviantOf } from './deviant.ts'
import { allowedValues, defaulted, holds, shown } from './families/properties.ts'
import { answerOf } from '../alter/wire.ts'

const reads = ['registerClient', 'getClient', 'updateClient'] as const
const isThere = (value: unknown): boolean => value !== null && value !== undefined

/** Settings that a client shows after a request sets them (Clients, Client Application). */
const kept = [
  ...clientSettings.map(({ slug, name }) => [slug, name] as const),
  ['frontchannel-session-required', 'frontchannel_logout_session_required'] as const,
]

const keptDeviants = kept.flatMap(([slug, path]): Deviant[] => [
  deviant(`clients.${slug}.kept/ignored`, {
    summary: `takes ${path} and does not store it`,
    alter: on('registerClient', ignoreProperty(path)),
  }),
  deviant(`clients.${slug}.kept/refused`, {
    summary: `refuses ${path}`,
    alter: on('registerClient', when(sends(path, isThere), refuse())),
  }),
  deviant(`clients.${slug}.kept/shown-otherwise`, {
    summary: `shows another ${path} than was given when a client is read`,
    alter: on(
      'getClient',
      edit(path, (value: Json) => otherThan(value)),
    ),
  }),
])

function otherThan(value: Json): Json {
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return value.slice(1)
  return typeof value === 'string' ? `${value}/` : value
}

/** Settings that a client shows as null if no request sets them. */
const nulls = [
  ...clientSettings.map(({ slug, name }) => [slug, name] as const),
  ['jwks', 'jwks'] as const,
  ['request-object-alg', 'request_object_signing_alg'] as const,
]

const nullDeviants = nulls.map(([slug, path]) =>
  deviantOf(`clients.${slug}.null`, 'left-out', {
    summary: `leaves ${path} out where there is none`,
    alter: on(
      reads,
      edit(path, (value: Json) =>
        value === null || (Array.isArray(value) && value.length === 0) ? undefined : value,
      ),
    ),
  }),
)

const flagDeviants = [
  deviant('clients.frontchannel-session-required.null/refused', {
    summary: 'refuses null for frontchannel_logout_session_required',
    alter: on('registerClient', when(sendsValue('frontchannel_logout_session_required', null), refuse())),
  }),
]

const listsKept = [
  deviant('clients.redirect-uris.kept/first-only', {
    summary: 'stores the first redirect URI only',
    alter: on(
      'registerClient',
      input('redirect_uris', (list: Json) => (Array.isArray(list) ? list.slice(0, 1) : list)),
    ),
  }),
  deviant('clients.redirect-uris.kept/without-query', {
    summary: 'shows redirect URIs without their query',
    alter: on(
      reads,
      edit('redirect_uris', (list: Json) =>
        Array.isArray(list) ? list.map((each) => String(each).replace(/\?.*/, '')) : list,
      ),
    ),
  }),
  deviant('clients.grant-types.kept/fewer', {
    summary: 'shows the first grant type only when a client is read',
    alter: on(
      'getClient',
      edit('grant_types', (list: Json) => list.slice(0, 1)),
    ),
  }),
  deviant('clients.grant-types.kept/more', {
    summary: 'adds implicit to the grant types of a client',
    alter: on(reads, whenSuccess(edit('grant_types', (list: Json) => [...list, 'implicit']))),
  }),
  deviant('clients.name.kept/in-capitals', {
    summary: 'shows client_name in capitals',
    alter: on(
      'getClient',
      edit('client_name', (name: Json) => String(name).toUpperCase()),
    ),
  }),
  deviant('clients.name.kept/left-out', {
    summary: 'answers a registration without client_name',
    alter: on('registerClient', whenSuccess(drop('client_name'))),
  }),
]

const valueDeviants = [
  ...allowedValues(
    listedValues.map(({ slug, name, value }) => ({
      clause: `clients.${slug}` as const,
      on: 'registerClient',
      path: name,
      value,
    })),
  ),
  ...listedValues.map(({ slug, name: path, value, other }) =>
    deviantOf(`clients.${slug}`, 'shown-as-another', {
      summary: `shows ${JSON.stringify(other)} for ${path} where it is ${value}`,
      alter: on(
        'getClient',
        edit(path, (old: Json) =>
          Array.isArray(old)
            ? old.map((each) => (each === value ? other : each))
            : old === value
              ? other
              : old,
        ),
      ),
    }),
  ),
  ...(['post', 'basic', 'jwt'] as const).map((slug) =>
    deviant(`clients.auth-method.${slug}/without-secret`, {
      summary: `gives a client with client_secret_${slug} no secret`,
      alter: on(
        'registerClient',
        whereMethod(`client_secret_${slug}`, ({ client_secret: _secret, ...others }) => others),
      ),
    }),
  ),
]

const defaultDeviants = [
  ...defaulted(
    defaultedSettings.map(({ slug, name, wrong }) => ({
      clause: `clients.${slug}.default` as const,
      on: 'registerClient',
      path: name,
      wrong,
    })),
  ),
  ...defaultedSettings.map(({ slug, name }) =>
    deviantOf(`clients.${slug}.default`, 'required', {
      summary: `refuses a registration without ${name}`,
      alter: on(
        'registerClient',
        when(({ json }) => json?.[name] === undefined, refuse()),
      ),
    }),
  ),
]

const unknownDeviants = listedSettings
  .flatMap((row) => row.cases.map((one) => ({ ...row, ...one })))
  .map(({ slug, name, value, instead }, index) =>
    deviantOf(`clients.${slug}.unknown`, `accepted-${index}`, {
      summary: `registers a client with an unknown value for ${name}`,
      alter: on('registerClient', when(sends(name, holds(value)), acceptWith(name, instead))),
    }),
  )

const identityDeviants = [
  ...shown([
    { clause: 'clients.client-id.present', on: 'getClient', path: 'client_id' },
    { clause: 'clients.issued-at.unix-seconds', on: reads, path: 'client_id_issued_at' },
    { clause: 'clients.secret.generated', on: 'registerClient', path: 'client_secret' },
    { clause: 'clients.secret-expires-at.number', on: 'registerClient', path: 'client_secret_expires_at' },
  ]),
  deviant('clients.client-id.present/number', {
    summary: 'shows client_id as a number',
    alter: on('getClient', whenSuccess(set('client_id', 42))),
  }),
  deviant('clients.client-id.unique/shared', {
    summary: 'gives all clients the same client_id',
    alter: on('registerClient', whenSuccess(set('client_id', 'shared'))),
  }),
  deviant('clients.issued-at.unix-seconds/milliseconds', {
    summary: 'shows client_id_issued_at in milliseconds',
    alter: on(
      reads,
      edit('client_id_issued_at', (value: Json) => value * 1000),
    ),
  }),
  deviant('clients.issued-at.unix-seconds/text', {
    summary: 'shows client_id_issued_at as an ISO 8601 text',
    alter: on(
      'getClient',
      edit('client_id_issued_at', (value: Json) => new Date(value * 1000).toISOString()),
    ),
  }),
  deviant('clients.issued-at.unix-seconds/fraction', {
    summary: 'shows client_id_issued_at with a fraction of a second',
    alter: on(
      reads,
      edit('client_id_issued_at', (value: Json) => value + 0.5),
    ),
  }),
  deviant('clients.settings.shared/refused', {
    summary: 'refuses a client whose settings, all but the name, are those of another one',
    alter: refuseRepeated(answerOf(400, oauthBody('invalid_client_metadata'))),
  }),
]

const secretDeviants = [
  deviant('clients.secret.generated/empty', {
    summary: 'answers a registration with an empty client_secret',
    alter: on(
      'registerClient',
      edit('client_secret', () => ''),
    ),
  }),
  deviant('clients.secret.unique/shared', {
    summary: 'gives all clients the same client_secret',
    alter: on(
      'registerClient',
      edit('client_secret', () => 'same-for-everybody'),
    ),
  }),
  deviant('clients.secret.none/given', {
    summary: 'gives a client with token_endpoint_auth_method none a secret',
    alter: on(
      'registerClient',
      whereMethod('none', (json) => ({ ...json, client_secret: 'of-no-use' })),
    ),
  }),
  deviant('clients.secret.private-key/given', {
    summary: 'gives a client with private_key_jwt a secret',
    alter: on(
      'registerClient',
      whereMethod('private_key_jwt', (json) => ({ ...json, client_secret: 'of-no-use' })),
    ),
  }),
  deviant('clients.secret.none/refused', {
    summary: 'refuses clients with token_endpoint_auth_method none',
    alter: on('registerClient', when(sendsValue('token_endpoint_auth_method', 'none'), refuse())),
  }),
  deviant('clients.secret.private-key/refused', {
    summary: 'refuses clients with private_key_jwt',
    alter: on('registerClient', when(sendsValue('token_endpoint_auth_method', 'private_key_jwt'), refuse())),
  }),
  deviant('clients.secret-expires-at.number/text', {
    summary: 'shows client_secret_expires_at as a text',
    alter: on(
      'registerClient',
      edit('client_secret_expires_at', () => 'never'),
    ),
  }),
  deviant('clients.secret-expires-at.zero/past', {
    summary: 'gives secrets that have expired',
    alter: on(
      'registerClient',
      edit('client_secret_expires_at', () => 1),
    ),
  }),
  deviant('clients.secret-expires-at.zero/negative', {
    summary: 'shows -1 for a secret that never expires',
    alter: on(
      'registerClient',
      edit('client_secret_expires_at', () => -1),
    ),
  }),
  ...(
    [
      ['clients.client-id.not-chosen', 'registerClient', 'client_id'],
      ['clients.issued-at.read-only', 'registerClient', 'client_id_issued_at'],
      ['clients.issued-at.read-only', 'updateClient', 'client_id_issued_at'],
      ['clients.secret.not-chosen', 'registerClient', 'client_secret'],
      ['clients.secret-expires-at.read-only', 'registerClient', 'client_secret_expires_at'],
      ['clients.client-id.immutable', 'updateClient', 'client_id'],
      ['clients.update.secret-not-chosen', 'updateClient', 'client_secret'],
    ] as const
  ).map(([clause, where, path]) =>
    deviantOf(clause, `taken-by-${where === 'registerClient' ? 'registration' : 'update'}`, {
      summary: `takes ${path} from the caller`,
      alter: takeFromCaller(where, path),
    }),
  ),
]

const withoutCode = both(
  sendsList('grant_types', ['authorization_code', 'implicit']),
  ({ json }) => !json.response_types?.includes('code'),
)

const ruleDeviants = [
  deviant('clients.response-types.implied-code/accepted', {
    summary: 'registers a client with authorization_code and without response type code',
    alter: on('registerClient', when(withoutCode, acceptWith('response_types', ['code', 'token']))),
  }),
  ...(['registerClient', 'getClient'] as const).flatMap((where) =>
    (['redirect_uris', 'post_logout_redirect_uris'] as const).map((path) =>
      deviant(`clients.empty-lists/${path.replaceAll('_', '-')}-null-by-${where.toLowerCase()}`, {
        summary: `shows null for ${path} where it is an empty list`,
        alter: on(
          where,
          edit(path, (list: Json) => (Array.isArray(list) && list.length === 0 ? null : list)),
        ),
      }),
    ),
  ),
  deviant('clients.empty-lists/left-out', {
    summary: 'leaves empty lists out',
    alter: on(
      'getClient',
      edit('redirect_uris', (list: Json) => (Array.isArray(list) && list.length === 0 ? undefined : list)),
    ),
  }),
]

export const clientSettingDeviants: readonly Deviant[] = [
  ...keptDeviants,
  ...nullDeviants,
  ...flagDeviants,
  ...listsKept,
  ...valueDeviants,
  ...defaultDeviants,
  ...unknownDeviants,
  ...identityDeviants,
  ...secretDeviants,
  ...ruleDeviants,
]
