/** Servers that refuse registrations of clients that they should accept, or accept those they should refuse. */
import type { Json } from '../../engine/wire/reply.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { clientGrants, isForbidden, triedGrants } from '../../tables/grant-types.ts'
import { body } from '../alter/answer.ts'
import { all, on, when, sendsValue } from '../alter/flow.ts'
import { acceptWith, refuse, refuseButWith } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import type { Mutant } from './mutant.ts'
import { mistakesAt, mistakesOf } from './mutant.ts'
import type { Alteration, Plain, Sent } from '../alter/wire.ts'
import { code, holds, someKey, goodKeySet, lenientMutants, keyMutants } from './clients-keys.ts'

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
      someKey(
        'with two keys of one kid',
        (key, keys) => keys.filter(({ kid }) => kid === key.kid).length > 1,
      ),
    ],
    [
      'clients.jwks.kid.null-several',
      'first-null',
      someKey('with a key without kid among several', (_, keys) => keys.length > 1 && keys[0].kid === null),
    ],
    ['clients.jwks.kty.unknown', 'symmetric', someKey('with a symmetric key', (key) => key.kty === 'oct')],
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
