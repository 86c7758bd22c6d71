/** Servers that refuse registrations of clients that they should accept, or accept those they should refuse. */
import type { Json } from '../../engine/wire/reply.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import { clientGrants, isForbidden, triedGrants } from '../../tables/grant-types.ts'
import { body } from '../alter/answer.ts'
import { all, both, on, when } from '../alter/flow.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { lacks, refuseButRegister, sendsValue } from './clients-steps.ts'
import type { Deviant } from './deviant.ts'
import { deviantOf } from './deviant.ts'
import type { Alteration, Plain, Sent } from '../alter/wire.ts'
import { code, holds, someKey, goodKeySet, lenientDeviants, keyDeviants } from './clients-keys.ts'

/** The grant types of the clients that show each row. */
const triedOf = (rows: typeof clientGrants) =>
  rows.flatMap((row) =>
    triedGrants(row).map((grants) => [`clients.grant-types.${row.slug}`, row.type, grants] as const),
  )

const valid = triedOf(clientGrants.filter((row) => !isForbidden(row)))

const validDeviants = valid.flatMap(([clause, type, grants]): Deviant[] => [
  deviantOf(clause, 'refused', {
    summary: `refuses a ${type} client with ${grants.join(' and ')}`,
    alter: on('registerClient', when(holds(type, ...grants), refuse())),
  }),
  deviantOf(clause, 'not-shown', {
    summary: `does not show ${grants.at(-1)} of a ${type} client`,
    alter: on(
      'getClient',
      body((client) =>
        client?.application_type === type && Array.isArray(client.grant_types)
          ? { ...client, grant_types: client.grant_types.filter((each: Json) => each !== grants.at(-1)) }
          : client,
      ),
    ),
  }),
])

/** A registration that should be refused, and how a server that accepts it stores it. */
interface Refused {
  readonly clause: ClauseId
  /** The mistake, as part of the id. */
  readonly how: string
  readonly when: (sent: Sent) => boolean
  readonly path: string
  readonly instead: Plain
  /** Response types that fit it, if those in the request do not. */
  readonly responses?: readonly string[]
}

/** A client without the grant type that it may not have, or with the one that it lacks. */
const invalidRows = triedOf(clientGrants.filter(isForbidden)).map(([clause, type, grants]): Refused => {
  const how = grants.join('-and-').replaceAll('_', '-')
  const instead = grants.length > 1 ? grants.slice(0, 1) : [code, ...grants]
  const responses = instead.includes(code) ? ['code', 'token'] : ['token']
  return { clause, how, when: holds(type, ...grants), path: 'grant_types', instead, responses }
})

const callback = 'https://client.example.com/callback'

const isWeb = sendsValue('application_type', 'web')

const uris = (...values: readonly string[]): ((sent: Sent) => boolean) => sendsValue('redirect_uris', values)

const ruleRows: readonly Refused[] = [
  {
    clause: 'clients.name.required',
    how: 'missing',
    when: lacks('client_name'),
    path: 'client_name',
    instead: 'Nameless',
  },
  {
    clause: 'clients.name.null',
    how: 'null',
    when: sendsValue('client_name', null),
    path: 'client_name',
    instead: 'Nameless',
  },
  {
    clause: 'clients.redirect-uris.required',
    how: 'missing',
    when: both(isWeb, lacks('redirect_uris')),
    path: 'redirect_uris',
    instead: [callback],
  },
  {
    clause: 'clients.redirect-uris.not-empty',
    how: 'empty',
    when: both(isWeb, uris()),
    path: 'redirect_uris',
    instead: [callback],
  },
  {
    clause: 'clients.response-types.required',
    how: 'empty',
    when: both(isWeb, sendsValue('response_types', [])),
    path: 'response_types',
    instead: ['code'],
  },
  ...(
    [
      ['clients.redirect-uris.absolute', 'path', ['/callback']],
      ['clients.redirect-uris.absolute', 'word', ['callback']],
      ['clients.redirect-uris.fragment', 'fragment', [`${callback}#part`]],
      ['clients.redirect-uris.each', 'last-relative', [callback, '/callback']],
      ['clients.redirect-uris.each', 'first-relative', ['/callback', callback]],
      ['clients.redirect-uris.each', 'last-fragment', [callback, `${callback}#part`]],
      ['clients.redirect-uris.each', 'first-fragment', [`${callback}#part`, callback]],
    ] as const
  ).map(([clause, how, values]): Refused => ({
    clause,
    how,
    when: uris(...values),
    path: 'redirect_uris',
    instead: [callback],
  })),
]

/** Key sets that are refused, and how each key is repaired. */
const badKeys = [
  ['clients.jwks.kty.required', 'missing', (key: Json) => key.kty === undefined],
  [
    'clients.jwks.kid.unique',
    'same',
    (key: Json, keys: Json[]) => keys.filter(({ kid }) => kid === key.kid).length > 1,
  ],
  [
    'clients.jwks.kid.null-several',
    'last-null',
    (_: Json, keys: Json[]) => keys.length > 1 && keys[1].kid === null,
  ],
  [
    'clients.jwks.kid.null-several',
    'first-null',
    (_: Json, keys: Json[]) => keys.length > 1 && keys[0].kid === null,
  ],
  ['clients.jwks.rsa.e-required', 'missing', (key: Json) => key.kty === 'RSA' && key.e === undefined],
  ['clients.jwks.rsa.n-required', 'missing', (key: Json) => key.kty === 'RSA' && key.n === undefined],
  ['clients.jwks.ec.x-required', 'missing', (key: Json) => key.kty === 'EC' && key.x === undefined],
  ['clients.jwks.ec.y-required', 'missing', (key: Json) => key.kty === 'EC' && key.y === undefined],
  ['clients.jwks.kty.unknown', 'symmetric', (key: Json) => key.kty === 'oct'],
  ['clients.jwks.kty.unknown', 'edwards', (key: Json) => key.kty === 'OKP'],
] as const

const keyRows = badKeys.map(([clause, how, fits]): Refused => ({
  clause,
  how,
  when: someKey(fits),
  path: 'jwks',
  instead: goodKeySet,
}))

/** Sends these response types, if any are given. */
function answering(responses: readonly string[] | undefined): Alteration {
  return responses === undefined ? all() : input('response_types', responses)
}

/** Only a client with such a key breaks these: `refused-but-registered` would store a repaired key. */
const neverCarried = new Set<ClauseId>(['clients.jwks.kty.unknown'])

const refusedDeviants = [...invalidRows, ...ruleRows, ...keyRows].flatMap(
  ({ clause, how, when: fits, path, instead, responses }): Deviant[] => [
    deviantOf(clause, `${how}-accepted`, {
      summary: `registers a client it should refuse, for its ${path}`,
      alter: on('registerClient', when(fits, acceptWith(path, instead), answering(responses))),
    }),
    ...(neverCarried.has(clause)
      ? []
      : [
          deviantOf(clause, `${how}-refused-but-registered`, {
            summary: `refuses a client for its ${path}, and registers it`,
            alter: on(
              'registerClient',
              when(
                fits,
                refuseButRegister(path, () => instead),
                answering(responses),
              ),
            ),
          }),
        ]),
  ],
)

export const clientRegistrationDeviants: readonly Deviant[] = [
  ...validDeviants,
  ...refusedDeviants,
  ...lenientDeviants,
  ...keyDeviants,
]
