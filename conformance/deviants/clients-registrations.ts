/** Servers that refuse registrations of clients they should take, and take those they should refuse. */
import type { Json } from '../engine/reply.ts'
import type { ClauseId } from '../registry/clauses.ts'
import { drop, edit } from './alter/answer.ts'
import { all, on, sends, when, whenSuccess } from './alter/flow.ts'
import { acceptWith, refuse } from './alter/refusal.ts'
import { input } from './alter/request.ts'
import { both, keepOld, lacks, refuseButRegister, sendsList, sendsValue } from './clients-steps.ts'
import type { Deviant } from './deviant.ts'
import { deviant, deviantOf } from './deviant.ts'
import type { Alteration, Plain, Sent } from './wire.ts'

const saml2Bearer = 'urn:ietf:params:oauth:grant-type:saml2-bearer'
const code = 'authorization_code'

const holds = (type: string, ...grants: readonly string[]): ((sent: Sent) => boolean) =>
  both(sendsValue('application_type', type), sendsList('grant_types', grants))

/** Grant types that a type of client may hold (document 1, Client Application). */
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

const validDeviants = valid.flatMap(([clause, type, grants]): Deviant[] => [
  deviantOf(clause, 'refused', {
    summary: `refuses a ${type} client with ${grants.join(' and ')}`,
    alter: on('registerClient', when(holds(type, ...grants), refuse())),
  }),
  deviantOf(clause, 'not-shown', {
    summary: `does not show ${grants.at(-1)} of a ${type} client`,
    alter: on(
      'getClient',
      edit('grant_types', (list: Json) => list.filter((each: Json) => each !== grants.at(-1))),
    ),
  }),
])

/** A registration that is refused, and how a server that takes it stores it. */
interface Refused {
  readonly clause: ClauseId
  /** What is wrong, as part of the id. */
  readonly how: string
  readonly when: (sent: Sent) => boolean
  readonly path: string
  readonly instead: Plain
  /** Response types that go with it, where those sent do not. */
  readonly responses?: readonly string[]
}

/** Grant types that a type of client may not hold, or not without another one. */
const invalid = [
  ['clients.grant-types.browser.not-client-credentials', 'browser', [code, 'client_credentials'], [code]],
  ['clients.grant-types.browser.not-password', 'browser', [code, 'password'], [code]],
  ['clients.grant-types.browser.not-refresh-token', 'browser', [code, 'refresh_token'], [code]],
  ['clients.grant-types.native.not-client-credentials', 'native', [code, 'client_credentials'], [code]],
  ['clients.grant-types.native.needs-authorization-code', 'native', ['implicit'], [code, 'implicit']],
  ['clients.grant-types.native.needs-authorization-code', 'native', ['password'], [code, 'password']],
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
  ['clients.grant-types.web.needs-authorization-code', 'web', ['implicit'], [code, 'implicit']],
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

/** The keys that a request sends. */
function keysOf({ json }: Sent): Json[] {
  return Array.isArray(json?.jwks?.keys) ? json.jwks.keys : []
}

const someKey =
  (fits: (key: Json, keys: Json[]) => boolean) =>
  (sent: Sent): boolean =>
    keysOf(sent).some((key, _, keys) => fits(key, keys))

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

/** Refused whether or not such a client is carried: only a client that carries it breaks them. */
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

/** Registrations that have to be taken without redirect URIs or response types. */
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

const lenientDeviants = lenient.flatMap(([clause, how, fits, path, value]): Deviant[] => {
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

/** Changes the keys that answers show. */
const keys = (change: (key: Json) => Json): ReturnType<typeof edit> =>
  edit('jwks.keys', (list: Json) => (Array.isArray(list) ? list.map(change) : list))

const keyDeviants = [
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

export const clientRegistrationDeviants: readonly Deviant[] = [
  ...validDeviants,
  ...refusedDeviants,
  ...lenientDeviants,
  ...keyDeviants,
]
