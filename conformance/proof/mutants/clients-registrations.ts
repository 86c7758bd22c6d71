/** Servers that refuse registrations of clients that they should accept, or accept those they should refuse. */
import type { Json } from '../../engine/wire/reply.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { clientGrants, isForbidden, triedGrants } from '../../tables/grant-types.ts'
import { body, drop, edit } from '../alter/answer.ts'
import { all, both, on, sendsList, sendsValue, when, whenSuccess } from '../alter/flow.ts'
import { acceptWith, refuse, refuseButWith } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import type { Alteration, Plain, Sent, Test } from '../alter/wire.ts'
import { mistakesAt, mistakesIn, mistakesOf, type Mutant } from './mutant.ts'

const code = 'authorization_code'

const holds = (type: string, ...grants: readonly string[]): Test =>
  both(sendsValue('application_type', type), sendsList('grant_types', grants))

/** The keys that a request sends. */
function keysOf({ json }: Sent): Json[] {
  return Array.isArray(json?.jwks?.keys) ? json.jwks.keys : []
}

const someKey =
  (fits: (key: Json, keys: Json[]) => boolean): Test =>
  (sent: Sent) =>
    keysOf(sent).some((key, _, keys) => fits(key, keys))

const goodKeySet = {
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

const lenientMutants = lenient.flatMap(([requirement, fits, path, value]): Mutant[] => {
  const isMeant = both(fits, sendsValue(path, value))
  const how = value === null ? 'null' : 'empty'
  return mistakesAt('registerClient', requirement, {
    [`${how}-refused`]: when(isMeant, refuse()),
    [`${how}-without-grants`]: when(isMeant, whenSuccess(drop('grant_types'))),
  })
})

/** A single key that needs no kid. */
const isOnlyKey = someKey((key, keySet) => keySet.length === 1 && key.kid === null)

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

const keyMutants = [
  ...members.flatMap(([requirement, kind, member]) =>
    mistakesAt(['registerClient', 'getClient', 'updateClient'], requirement, {
      [`without-${member}`]: keys((key) => (key?.kty === kind ? { ...key, [member]: undefined } : key)),
    }),
  ),
  ...(['RSA', 'EC'] as const).flatMap((kind) =>
    mistakesAt('registerClient', `clients.jwks.kty.${kind === 'RSA' ? 'rsa' : 'ec'}`, {
      refused: when(
        someKey((key) => key.kty === kind),
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

const valid = clientGrants
  .filter((row) => !isForbidden(row))
  .flatMap((row) =>
    triedGrants(row).map((grants) => [`clients.grant-types.${row.slug}`, row.type, grants] as const),
  )

/** A registration that should be refused, and how a server that accepts it stores it. */
type Refused = readonly [
  requirement: RequirementId,
  how: string,
  when: (sent: Sent) => boolean,
  path: string,
  instead: Plain,
  /** Response types that fit it, if those in the request do not. */
  responses?: readonly string[],
]

/** A client without the grant type that it may not have, or with the one that it lacks. One client shows a row. */
const invalidRows = clientGrants.filter(isForbidden).map((row): Refused => {
  const [grants = []] = triedGrants(row)
  const how = grants.join('-and-').replaceAll('_', '-')
  const instead = grants.length > 1 ? grants.slice(0, 1) : [code, ...grants]
  const responses = instead.includes(code) ? ['code', 'token'] : ['token']
  return [
    `clients.grant-types.${row.slug}`,
    how,
    holds(row.type, ...grants),
    'grant_types',
    instead,
    responses,
  ]
})

const callback = 'https://client.example.com/callback'

const uris = (...values: readonly string[]): ((sent: Sent) => boolean) => sendsValue('redirect_uris', values)

const uriRows = (
  [
    ['clients.redirect-uris.absolute', 'path', uris('/callback')],
    ['clients.redirect-uris.fragment', 'fragment', uris(`${callback}#part`)],
    ['clients.redirect-uris.each', 'last-relative', uris(callback, '/callback')],
  ] as const
).map((row): Refused => [...row, 'redirect_uris', [callback]])

/** Key sets that are refused. */
const keyRows = (
  [
    [
      'clients.jwks.kid.unique',
      'same',
      someKey((key, keys) => keys.filter(({ kid }) => kid === key.kid).length > 1),
    ],
    [
      'clients.jwks.kid.null-several',
      'first-null',
      someKey((_, keys) => keys.length > 1 && keys[0].kid === null),
    ],
    ['clients.jwks.kty.unknown', 'symmetric', someKey((key) => key.kty === 'oct')],
  ] as const
).map((row): Refused => [...row, 'jwks', goodKeySet])

/** Sends these response types, if any are given. */
function answering(responses: readonly string[] | undefined): Alteration {
  return responses === undefined ? all() : input('response_types', responses)
}

/** Only a client with such a key breaks these: `refused-but-registered` would store a repaired key. */
const neverCarried = new Set<RequirementId>(['clients.jwks.kty.unknown'])

export const clientRegistrationMutants: readonly Mutant[] = [
  ...valid.flatMap(([requirement, type, grants]): Mutant[] =>
    mistakesOf(requirement, {
      refused: on('registerClient', when(holds(type, ...grants), refuse())),
      'not-shown': on(
        'getClient',
        body((client) =>
          client?.application_type === type && Array.isArray(client.grant_types)
            ? { ...client, grant_types: client.grant_types.filter((each: Json) => each !== grants.at(-1)) }
            : client,
        ),
      ),
    }),
  ),
  ...[...invalidRows, ...uriRows, ...keyRows].flatMap(([requirement, how, fits, path, instead, responses]) =>
    mistakesAt('registerClient', requirement, {
      [`${how}-accepted`]: when(fits, acceptWith(path, instead), answering(responses)),
      ...(!neverCarried.has(requirement) && {
        [`${how}-refused-but-registered`]: when(fits, refuseButWith(path, instead), answering(responses)),
      }),
    }),
  ),
  ...lenientMutants,
  ...keyMutants,
]
