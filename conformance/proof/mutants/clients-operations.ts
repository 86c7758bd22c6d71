/** Servers that break requirements of the operations on clients. */
import { cell } from '../operators/operators.ts'
import { partsOf, unknownClientIds } from '../../tables/unknown-ids.ts'
import { drop, dropLink, set, status, body, edit } from '../alter/answer.ts'
import { asks, both, lacks, on, sends, sendsValue, when, whenSuccess, all, sendsList } from '../alter/flow.ts'
import { after, ignoreWrite } from '../alter/memory.ts'
import { oauthBody, refuse, acceptWith, refuseButWith } from '../alter/refusal.ts'
import { newSecretFor, refuseButUpdatePartly, sameSecret, whereMethod } from './clients-settings.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { recordOf, answerOf, type Alteration, type Plain, type Sent, type Test } from '../alter/wire.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { refusals } from './families.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { clientGrants, isForbidden, triedGrants } from '../../tables/grant-types.ts'
import { input } from '../alter/request.ts'

const given = ({ path }: { path: string }) =>
  answerOf(200, { client_id: recordOf(path), client_secret: 'made-for-nothing' })

/** Successes whose status the API description states, and a wrong status. */
const statuses = [
  ['clients.register.created', 'registerClient', 200],
  ['clients.list.ok', 'listClients', 206],
  ['clients.get.ok', 'getClient', 203],
  ['clients.update.ok', 'updateClient', 201],
  ['clients.new-secret.ok', 'newClientSecret', 201],
  ['clients.delete.no-content', 'deleteClient', 200],
] as const

const isKeyed = sendsValue('token_endpoint_auth_method', 'private_key_jwt')

const isOf = (method: string) => (json: Json) => ({ ...json, client_secret: `of-${method}` })

const isFullChange = sendsValue('logo_uri', 'https://client.example.com/changed.png')

/** An update that leaves several settings out. */
const isPartial = both(lacks('redirect_uris'), lacks('grant_types'))

export const clientOperationMutants: readonly Mutant[] = [
  ...statuses.flatMap(([requirement, operation, wrong]): Mutant[] =>
    mutantsAt(operation, requirement, { 'other-status': whenSuccess(status(wrong)) }),
  ),
  ...mutants({
    'clients.register.stored/changed': on(
      'getClient',
      whenSuccess(set('redirect_uris', ['https://client.example.com/other'])),
    ),
  }),
  ...mutantsIn('registerClient', {
    'clients.register.all-settings/partly': whenSuccess(drop('policy_uri')),
  }),
  ...(
    [
      ['clients.register.service-jwks', 'jwks'],
      ['clients.register.service-jwks-uri', 'jwks_uri'],
    ] as const
  ).flatMap(([requirement, path]) =>
    mutantsAt('registerClient', requirement, {
      'other-method': when(
        both(isKeyed, sends(path)),
        whenSuccess(set('token_endpoint_auth_method', 'client_secret_jwt')),
      ),
      'other-status': when(both(isKeyed, sends(path)), whenSuccess(status(202))),
    }),
  ),
  ...mutantsIn('listClients', {
    'clients.list.no-secret/shown': set('client_secret', 'not-for-everybody'),
    'clients.list.links/without-self': dropLink('self'),
    'clients.list.q/refused': [when(asks('q'), refuse()), 'clients.list.q-excludes'],
  }),
  ...refusals([
    ...unknownClientIds.map((row) => {
      const [status, code] = row.refused
      const [operation] = partsOf(row)
      return {
        requirement: row.id,
        on: operation,
        status,
        code,
      }
    }),
    { requirement: 'clients.update.unknown', on: 'updateClient' },
  ]),
  ...mutants({
    'clients.get.no-secret/shown': on('getClient', whenSuccess(set('client_secret', 'not-for-everybody'))),
  }),
  ...mutantsIn('updateClient', {
    'clients.update.client-id-allowed/ignored': when(sends('client_id'), ignoreWrite()),
    'clients.update.secret-returned/left-out': drop('client_secret'),
    'clients.update.secret-none/given': whereMethod('none', isOf('none')),
  }),
  ...mutants({
    'clients.update.stored/partly': after(
      'updateClient',
      { outcome: 'success', when: isFullChange },
      { redirect_uris: ['https://client.example.com/callback'] },
    ),
    'clients.update.clears/ignored': after(
      'updateClient',
      { outcome: 'success', when: sendsValue('logo_uri', null) },
      { logo_uri: 'https://client.example.com/changed.png' },
    ),
  }),
  ...mutantsIn('updateClient', {
    'clients.update.partial/refused-but-done': when(isPartial, refuseButUpdatePartly()),
  }),
  ...mutants({
    'clients.new-secret.differs/the-first-again': sameSecret(),
    'clients.new-secret.none/given': newSecretFor('none', given),
    'clients.new-secret.private-key/given': newSecretFor('private_key_jwt', given),
  }),
  ...(['basic', 'post'] as const).flatMap((slug) =>
    mutantsOf(`clients.new-secret.${slug}`, {
      refused: newSecretFor(`client_secret_${slug}`, () => answerOf(400, oauthBody('invalid_request'))),
    }),
  ),
  ...(['basic', 'post'] as const).flatMap((slug) =>
    mutantsOf(`clients.new-secret.${slug}`, {
      null: newSecretFor(`client_secret_${slug}`, ({ path }) =>
        answerOf(200, { client_id: recordOf(path), client_secret: null }),
      ),
    }),
  ),
  ...mutants({
    'clients.delete.gone/still-listed': cell('memory/survives', 'listClients'),
  }),
]

// Servers that refuse registrations of clients that they should accept, or accept those they should refuse.

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
  return mutantsAt('registerClient', requirement, {
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
    mutantsAt(['registerClient', 'getClient', 'updateClient'], requirement, {
      [`without-${member}`]: keys((key) => (key?.kty === kind ? { ...key, [member]: undefined } : key)),
    }),
  ),
  ...(['RSA', 'EC'] as const).flatMap((kind) =>
    mutantsAt('registerClient', `clients.jwks.kty.${kind === 'RSA' ? 'rsa' : 'ec'}`, {
      refused: when(
        someKey((key) => key.kty === kind),
        refuse(),
      ),
    }),
  ),
  ...mutantsIn('getClient', {
    'clients.jwks.use/left-out': keys((key) => ({ ...key, use: undefined })),
  }),
  ...mutantsIn(['registerClient', 'getClient'], {
    'clients.jwks.keys/by-kid': edit('jwks.keys', (list: Json) =>
      Object.fromEntries(list.map((key: Json) => [key.kid, key])),
    ),
  }),
  ...mutantsIn('registerClient', {
    'clients.jwks.kid.null-single/lost': when(isOnlyKey, input('jwks', goodKeySet)),
    'clients.jwks.kept/others': keys((key) => (isRsa(key) ? { ...key, n: `${key.n}A` } : key)),
  }),
  ...mutantsIn('updateClient', {
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
    mutantsOf(requirement, {
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
    mutantsAt(
      'registerClient',
      requirement,
      neverCarried.has(requirement)
        ? { [`${how}-accepted`]: when(fits, acceptWith(path, instead)) }
        : {
            [`${how}-refused-but-registered`]: when(fits, refuseButWith(path, instead), answering(responses)),
          },
    ),
  ),
  ...lenientMutants,
  ...keyMutants,
]
