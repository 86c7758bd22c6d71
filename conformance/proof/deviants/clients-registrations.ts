/** Servers that refuse registrations of clients that they should accept, or accept those they should refuse. */
import type { Json } from '../../engine/wire/reply.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import { body } from '../alter/answer.ts'
import { all, both, on, when, lacks, sendsValue } from '../alter/flow.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import { refuseButRegister } from './clients-steps.ts'
import type { Deviant } from './deviant.ts'
import { mistakesOf } from './deviant.ts'
import type { Alteration, Plain, Sent } from '../alter/wire.ts'
import { code, holds, someKey, goodKeySet, lenientDeviants, keyDeviants } from './clients-keys.ts'

const saml2Bearer = 'urn:ietf:params:oauth:grant-type:saml2-bearer'

/** Grant types that a type of client may have (Clients, Client Application). */
const valid = [
  ['clients.grant-types.browser.authorization-code', 'browser', [code]],
  ['clients.grant-types.browser.implicit', 'browser', [code, 'implicit']],
  ['clients.grant-types.browser.implicit-alone', 'browser', ['implicit']],
  ['clients.grant-types.browser.saml2-bearer', 'browser', [code, saml2Bearer]],
  ['clients.grant-types.native.authorization-code', 'native', [code]],
  ['clients.grant-types.native.implicit', 'native', [code, 'implicit']],
  ['clients.grant-types.native.password', 'native', [code, 'password']],
  ['clients.grant-types.native.refresh-token', 'native', [code, 'refresh_token']],
  ['clients.grant-types.native.saml2-bearer', 'native', [code, saml2Bearer]],
  ['clients.grant-types.service.client-credentials', 'service', ['client_credentials']],
  ['clients.grant-types.service.saml2-bearer', 'service', ['client_credentials', saml2Bearer]],
  ['clients.grant-types.web.authorization-code', 'web', [code]],
  ['clients.grant-types.web.implicit', 'web', [code, 'implicit']],
  ['clients.grant-types.web.refresh-token', 'web', [code, 'refresh_token']],
  ['clients.grant-types.web.client-credentials', 'web', [code, 'client_credentials']],
  ['clients.grant-types.web.saml2-bearer', 'web', [code, saml2Bearer]],
] as const

const validDeviants = valid.flatMap(([clause, type, grants]): Deviant[] =>
  mistakesOf(clause, {
    refused: [
      `refuses a ${type} client with ${grants.join(' and ')}`,
      on('registerClient', when(holds(type, ...grants), refuse())),
    ],
    'not-shown': [
      `does not show ${grants.at(-1)} of a ${type} client`,
      on(
        'getClient',
        body((client) =>
          client?.application_type === type && Array.isArray(client.grant_types)
            ? { ...client, grant_types: client.grant_types.filter((each: Json) => each !== grants.at(-1)) }
            : client,
        ),
      ),
    ],
  }),
)

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

/** Grant types that a type of client may not have, or not without another one. */
const invalid = [
  ['clients.grant-types.browser.not-client-credentials', 'browser', [code, 'client_credentials'], [code]],
  ['clients.grant-types.browser.not-password', 'browser', [code, 'password'], [code]],
  ['clients.grant-types.browser.not-refresh-token', 'browser', [code, 'refresh_token'], [code]],
  ['clients.grant-types.native.not-client-credentials', 'native', [code, 'client_credentials'], [code]],
  ['clients.grant-types.native.needs-authorization-code', 'native', ['implicit'], [code, 'implicit']],
  [
    'clients.grant-types.service.not-authorization-code',
    'service',
    ['client_credentials', code],
    ['client_credentials'],
  ],
  [
    'clients.grant-types.service.not-implicit',
    'service',
    ['client_credentials', 'implicit'],
    ['client_credentials'],
  ],
  [
    'clients.grant-types.service.not-password',
    'service',
    ['client_credentials', 'password'],
    ['client_credentials'],
  ],
  [
    'clients.grant-types.service.not-refresh-token',
    'service',
    ['client_credentials', 'refresh_token'],
    ['client_credentials'],
  ],
  ['clients.grant-types.web.not-password', 'web', [code, 'password'], [code]],
  [
    'clients.grant-types.web.needs-authorization-code',
    'web',
    ['client_credentials'],
    [code, 'client_credentials'],
  ],
] as const

const invalidRows = invalid.map(([clause, type, grants, instead]): Refused => {
  const how = grants.join('-and-').replaceAll('_', '-')
  const responses = instead.includes(code as never) ? ['code', 'token'] : ['token']
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
      ['clients.redirect-uris.fragment', 'fragment', [`${callback}#part`]],
      ['clients.redirect-uris.each', 'last-relative', [callback, '/callback']],
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
    'first-null',
    (_: Json, keys: Json[]) => keys.length > 1 && keys[0].kid === null,
  ],
  ['clients.jwks.rsa.e-required', 'missing', (key: Json) => key.kty === 'RSA' && key.e === undefined],
  ['clients.jwks.rsa.n-required', 'missing', (key: Json) => key.kty === 'RSA' && key.n === undefined],
  ['clients.jwks.ec.x-required', 'missing', (key: Json) => key.kty === 'EC' && key.x === undefined],
  ['clients.jwks.ec.y-required', 'missing', (key: Json) => key.kty === 'EC' && key.y === undefined],
  ['clients.jwks.kty.unknown', 'symmetric', (key: Json) => key.kty === 'oct'],
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
    ...mistakesOf(clause, {
      [`${how}-accepted`]: [
        `registers a client it should refuse, for its ${path}`,
        on('registerClient', when(fits, acceptWith(path, instead), answering(responses))),
      ],
    }),
    ...(neverCarried.has(clause)
      ? []
      : mistakesOf(clause, {
          [`${how}-refused-but-registered`]: [
            `refuses a client for its ${path}, and registers it`,
            on(
              'registerClient',
              when(
                fits,
                refuseButRegister(path, () => instead),
                answering(responses),
              ),
            ),
          ],
        })),
  ],
)

export const clientRegistrationDeviants: readonly Deviant[] = [
  ...validDeviants,
  ...refusedDeviants,
  ...lenientDeviants,
  ...keyDeviants,
]
