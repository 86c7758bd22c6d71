/** Servers that break requirements of the keys of clients, and of optional parts of a registration. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, edit } from '../alter/answer.ts'
import { both, when, whenSuccess, sendsList, sendsValue } from '../alter/flow.ts'
import { refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import type { Mutant } from './mutant.ts'
import { mistakesAt, mistakesIn } from './mutant.ts'
import type { Sent, Test } from '../alter/wire.ts'

export const code = 'authorization_code'

export const holds = (type: string, ...grants: readonly string[]): Test =>
  both(sendsValue('application_type', type), sendsList('grant_types', grants))

/** The keys that a request sends. */
function keysOf({ json }: Sent): Json[] {
  return Array.isArray(json?.jwks?.keys) ? json.jwks.keys : []
}

export const someKey =
  (words: string, fits: (key: Json, keys: Json[]) => boolean): Test =>
  (sent: Sent) =>
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

const service = holds('service', 'client_credentials')

/** Registrations that the server must accept without redirect URIs or response types. */
const lenient = [
  ['clients.redirect-uris.password', holds('native', code, 'password'), 'redirect_uris', []],
  ['clients.redirect-uris.client-credentials', service, 'redirect_uris', null],
  ['clients.redirect-uris.client-credentials-empty', service, 'redirect_uris', []],
  [
    'clients.redirect-uris.web-client-credentials',
    holds('web', code, 'client_credentials'),
    'redirect_uris',
    [],
  ],
  ['clients.response-types.client-credentials', service, 'response_types', null],
  ['clients.response-types.client-credentials-empty', service, 'response_types', []],
] as const

export const lenientMutants = lenient.flatMap(([requirement, fits, path, value]): Mutant[] => {
  const isMeant = both(fits, sendsValue(path, value))
  const how = value === null ? 'null' : 'empty'
  return mistakesAt('registerClient', requirement, {
    [`${how}-refused`]: when(isMeant, refuse()),
    [`${how}-without-grants`]: when(isMeant, whenSuccess(drop('grant_types'))),
  })
})

/** A single key that needs no kid. */
const isOnlyKey = someKey(
  'with a single key without kid',
  (key, keySet) => keySet.length === 1 && key.kid === null,
)

const isRsa = (key: Json): boolean => key.kty === 'RSA'

const members = [
  ['clients.jwks.kty.rsa', 'RSA', 'kty'],
  ['clients.jwks.kty.rsa', 'RSA', 'kid'],
  ['clients.jwks.kty.rsa', 'RSA', 'e'],
  ['clients.jwks.kty.ec', 'EC', 'kty'],
  ['clients.jwks.kty.ec', 'EC', 'kid'],
  ['clients.jwks.kty.ec', 'EC', 'x'],
  ['clients.jwks.kty.ec', 'EC', 'y'],
] as const

/** Changes the keys in answers. */
const keys = (change: (key: Json) => Json): ReturnType<typeof edit> =>
  edit('jwks.keys', (list: Json) => (Array.isArray(list) ? list.map(change) : list))

export const keyMutants = [
  ...members.flatMap(([requirement, kind, member]) =>
    mistakesAt(['registerClient', 'getClient', 'updateClient'], requirement, {
      [`without-${member}`]: keys((key) => (key?.kty === kind ? { ...key, [member]: undefined } : key)),
    }),
  ),
  ...(['RSA', 'EC'] as const).flatMap((kind) =>
    mistakesAt('registerClient', `clients.jwks.kty.${kind === 'RSA' ? 'rsa' : 'ec'}`, {
      refused: when(
        someKey(`with ${kind} keys`, (key) => key.kty === kind),
        refuse(),
      ),
    }),
  ),
  ...mistakesIn('getClient', {
    'clients.jwks.use/left-out': keys((key) => ({ ...key, use: undefined })),
  }),
  ...mistakesIn(['registerClient', 'getClient'], {
    'clients.jwks.keys/by-kid': edit('jwks.keys', (list: Json) =>
      Object.fromEntries(list.map((key: Json) => [key.kid, key])),
    ),
  }),
  ...mistakesIn('registerClient', {
    'clients.jwks.kid.null-single/lost': when(isOnlyKey, input('jwks', goodKeySet)),
    'clients.jwks.kept/others': keys((key) => (isRsa(key) ? { ...key, n: `${key.n}A` } : key)),
  }),
  ...mistakesIn('updateClient', {
    'clients.jwks.writable/added': edit('jwks.keys', (list: Json) => [
      ...list,
      { kty: 'RSA', kid: 'old', e: 'AQAB', n: 'AQAB', use: null },
    ]),
  }),
]
