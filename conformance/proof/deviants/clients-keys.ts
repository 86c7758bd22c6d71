/** Servers that break clauses of the keys of clients, and of optional parts of a registration. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, edit } from '../alter/answer.ts'
import { both, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { keepOld, sendsList, sendsValue } from './clients-steps.ts'
import type { Deviant } from './deviant.ts'
import { deviant, deviantOf } from './deviant.ts'
import type { Sent } from '../alter/wire.ts'

export const code = 'authorization_code'

export const holds = (type: string, ...grants: readonly string[]): ((sent: Sent) => boolean) =>
  both(sendsValue('application_type', type), sendsList('grant_types', grants))

/** The keys that a request sends. */
function keysOf({ json }: Sent): Json[] {
  return Array.isArray(json?.jwks?.keys) ? json.jwks.keys : []
}

export const someKey =
  (fits: (key: Json, keys: Json[]) => boolean) =>
  (sent: Sent): boolean =>
    keysOf(sent).some((key, _, keys) => fits(key, keys))

export const goodKeySet = {
  keys: [
    {
      kty: 'EC',
      kid: 'other',
      crv: 'P-256',
      x: '9clHfaX5DjQVtBb6GyCHfqRMYMiwPPKbDeZ9uskhw7E',
      y: 'KibXODLzKNUeTJ_KE-NXmBjFWSrVAGs4Zz2-ll1Rv-Q',
    },
  ],
}

/** Registrations that the server must accept without redirect URIs or response types. */
const lenient = [
  ['clients.redirect-uris.password', 'null', holds('native', code, 'password'), 'redirect_uris', null],
  ['clients.redirect-uris.password', 'empty', holds('native', code, 'password'), 'redirect_uris', []],
  [
    'clients.redirect-uris.client-credentials',
    'null',
    holds('service', 'client_credentials'),
    'redirect_uris',
    null,
  ],
  [
    'clients.redirect-uris.client-credentials-empty',
    'empty',
    holds('service', 'client_credentials'),
    'redirect_uris',
    [],
  ],
  [
    'clients.redirect-uris.web-client-credentials',
    'null',
    holds('web', code, 'client_credentials'),
    'redirect_uris',
    null,
  ],
  [
    'clients.redirect-uris.web-client-credentials',
    'empty',
    holds('web', code, 'client_credentials'),
    'redirect_uris',
    [],
  ],
  [
    'clients.response-types.client-credentials',
    'null',
    holds('service', 'client_credentials'),
    'response_types',
    null,
  ],
  [
    'clients.response-types.client-credentials-empty',
    'empty',
    holds('service', 'client_credentials'),
    'response_types',
    [],
  ],
] as const

export const lenientDeviants = lenient.flatMap(([clause, how, fits, path, value]): Deviant[] => {
  const isMeant = both(fits, sendsValue(path, value))
  return [
    deviantOf(clause, `${how}-refused`, {
      summary: `refuses a client whose ${path} are ${how}, though it needs none`,
      alter: on('registerClient', when(isMeant, refuse())),
    }),
    deviantOf(clause, `${how}-without-grants`, {
      summary: `takes a client whose ${path} are ${how}, and answers without its grant types`,
      alter: on('registerClient', when(isMeant, whenSuccess(drop('grant_types')))),
    }),
  ]
})

const isRsa = (key: Json): boolean => key.kty === 'RSA'

const members = [
  ['clients.jwks.kty.rsa', 'RSA', 'kty'],
  ['clients.jwks.kty.rsa', 'RSA', 'kid'],
  ['clients.jwks.kty.rsa', 'RSA', 'e'],
  ['clients.jwks.kty.rsa', 'RSA', 'n'],
  ['clients.jwks.kty.ec', 'EC', 'kty'],
  ['clients.jwks.kty.ec', 'EC', 'kid'],
  ['clients.jwks.kty.ec', 'EC', 'x'],
  ['clients.jwks.kty.ec', 'EC', 'y'],
] as const

/** Changes the keys in answers. */
const keys = (change: (key: Json) => Json): ReturnType<typeof edit> =>
  edit('jwks.keys', (list: Json) => (Array.isArray(list) ? list.map(change) : list))

export const keyDeviants = [
  ...members.map(([clause, kind, member]) =>
    deviantOf(clause, `without-${member}`, {
      summary: `shows ${kind} keys without ${member}`,
      alter: on(
        ['registerClient', 'getClient', 'updateClient'],
        keys((key) => (key?.kty === kind ? { ...key, [member]: undefined } : key)),
      ),
    }),
  ),
  ...(['RSA', 'EC'] as const).map((kind) =>
    deviant(`clients.jwks.kty.${kind === 'RSA' ? 'rsa' : 'ec'}/refused`, {
      summary: `refuses ${kind} keys`,
      alter: on(
        'registerClient',
        when(
          someKey((key) => key.kty === kind),
          refuse(),
        ),
      ),
    }),
  ),
  deviant('clients.jwks.use/left-out', {
    summary: 'leaves use out of keys',
    alter: on(
      'getClient',
      keys((key) => ({ ...key, use: undefined })),
    ),
  }),
  deviant('clients.jwks.use/list', {
    summary: 'shows use as a list',
    alter: on(
      ['registerClient', 'getClient'],
      keys((key) => ({ ...key, use: ['sig'] })),
    ),
  }),
  deviant('clients.jwks.kid.null-single/refused', {
    summary: 'refuses a single key without kid',
    alter: on(
      'registerClient',
      when(
        someKey((key, keySet) => keySet.length === 1 && key.kid === null),
        refuse(),
      ),
    ),
  }),
  deviant('clients.jwks.kid.null-single/lost', {
    summary: 'takes a single key without kid, and stores another one',
    alter: on(
      'registerClient',
      when(
        someKey((key, keySet) => keySet.length === 1 && key.kid === null),
        input('jwks', goodKeySet),
      ),
    ),
  }),
  deviant('clients.jwks.writable/ignored', {
    summary: 'ignores the key set of an update',
    alter: keepOld('jwks'),
  }),
  deviant('clients.jwks.writable/refused', {
    summary: 'refuses an update with another key set',
    alter: on(
      'updateClient',
      when(
        sends('jwks', (jwks: Json) => jwks !== null),
        refuse(),
      ),
    ),
  }),
  deviant('clients.jwks.writable/added', {
    summary: 'shows the old keys beside the new ones after an update',
    alter: on(
      'updateClient',
      edit('jwks.keys', (list: Json) => [
        ...list,
        { kty: 'RSA', kid: 'old', e: 'AQAB', n: 'AQAB', use: null },
      ]),
    ),
  }),
  deviant('clients.jwks.keys/list-alone', {
    summary: 'shows the keys as a bare list',
    alter: on(
      'getClient',
      edit('jwks', (jwks: Json) => jwks?.keys ?? jwks),
    ),
  }),
  deviant('clients.jwks.keys/by-kid', {
    summary: 'shows the keys as an object by kid',
    alter: on(
      ['registerClient', 'getClient'],
      edit('jwks.keys', (list: Json) => Object.fromEntries(list.map((key: Json) => [key.kid, key]))),
    ),
  }),
  deviant('clients.jwks.kept/left-out', {
    summary: 'leaves jwks out when a client is read',
    alter: on('getClient', drop('jwks')),
  }),
  deviant('clients.jwks.kept/others', {
    summary: 'shows other keys than the client was given',
    alter: on(
      'registerClient',
      keys((key) => (isRsa(key) ? { ...key, n: `${key.n}A` } : key)),
    ),
  }),
]
