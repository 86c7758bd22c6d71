/** Servers that break clauses of the areas `grants` and `tokens`. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import { drop, edit, set, status, withoutFirst, items, listsNothing } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { ignoreWrite, andAlso } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakesOf, mistakes, mistakesAt, mistakesIn } from './deviant.ts'
import { unknownIds } from './families/refusals.ts'
import { slug } from './families/properties.ts'
import type { Plain } from '../alter/wire.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { pagedLists } from './families/calls.ts'

/** A property that every record shows, and a value of another type. */
type ShownRow = readonly [clause: ClauseId, path: string, wrong: Plain]

/** Each property is left out by the list, left out by the record, and shown with another value. */
function shownBy(
  list: OperationName,
  record: OperationName | undefined,
  rows: readonly ShownRow[],
): Deviant[] {
  return rows.flatMap(([clause, path, wrong]) =>
    mistakesOf(clause, {
      'left-out-of-list': on(list, whenSuccess(drop(path))),
      ...(record !== undefined && { 'left-out': on(record, whenSuccess(drop(path))) }),
      [`shown-as-${slug(wrong)}`]: on(
        record === undefined ? list : [list, record],
        whenSuccess(set(path, wrong)),
      ),
    }),
  )
}

/** A list: refused, or without its first record. */
function listedBy(where: OperationName, clause: ClauseId): Deviant[] {
  return mistakesOf(clause, {
    refused: on(where, refuse()),
    'without-first': on(where, withoutFirst()),
  })
}

/** `expand` is ignored, refused, or leaves `_embedded` empty. */
function expandedBy(where: OperationName, clause: ClauseId): Deviant[] {
  return mistakesOf(clause, {
    ignored: on(where, ignoreQuery('expand')),
    refused: on(where, when(asks('expand'), refuse())),
    empty: on(where, edit('_embedded', {})),
  })
}

/** A revocation: its status, its refusal, and its effect. */
function revokedBy(where: OperationName, noContent: ClauseId, effect: ClauseId): Deviant[] {
  return [
    ...mistakesOf(noContent, {
      'other-status': on(where, whenSuccess(status(200))),
      refused: ['refuses a revocation', on(where, refuse()), effect],
    }),
    ...mistakesOf(effect, { 'accepted-and-ignored': on(where, ignoreWrite()) }),
  ]
}

const grantDeviants = shownBy('listUserGrants', 'getUserGrant', [
  ['grants.id', 'id', 42],
  ['grants.status', 'status', 'GIVEN'],
  ['grants.status.active', 'status', 'EXPIRED'],
  ['grants.created', 'created', 1_700_000_000],
  ['grants.last-updated', 'lastUpdated', '2026-01-02'],
  ['grants.issuer', 'issuer', '/oauth2/default'],
  ['grants.client-id', 'clientId', 'another'],
  ['grants.user-id', 'userId', 'another'],
  ['grants.scope-id', 'scopeId', null],
  ['grants.links.app', '_links.app', 'https://svc.example.com/app'],
  ['grants.links.scope', '_links.scope', {}],
  ['grants.links.client', '_links.client', {}],
  ['grants.links.self', '_links.self', { href: 'https://svc.example.com/grant' }],
  ['grants.links.user', '_links.user', null],
  ['grants.links.authorization-server', '_links.authorizationServer', []],
])

const hintDeviants = (['GET', 'DELETE'] as const).flatMap((method) =>
  mistakesAt('getUserGrant', 'grants.links.self', {
    [`without-${method.toLowerCase()}`]: [
      `shows a grant whose self link does not allow ${method}`,
      edit('_links.self.hints.allow', (allow: Json) => allow.filter((each: Json) => each !== method)),
    ],
  }),
)

const embedDeviants = [
  ...(['name', 'displayName', 'description'] as const).flatMap((path) =>
    mistakesOf('grants.embedded.scope', {
      [`without-${path.toLowerCase()}`]: on('getUserGrant', drop(`_embedded.scope.${path}`)),
    }),
  ),
  ...expandedBy('listUserGrants', 'grants.list.expand'),
  ...expandedBy('getUserGrant', 'grants.get.expand'),
  ...expandedBy('listUserClientGrants', 'grants.list-client.expand'),
]

const clientDeviants = [
  ...shownBy('listUserClients', undefined, [
    ['grants.clients.client-id', 'client_id', 42],
    ['grants.clients.client-name', 'client_name', null],
    ['grants.clients.links.grants', '_links.grants', { href: 'https://svc.example.com/grants' }],
    ['grants.clients.links.tokens', '_links.tokens', {}],
  ]),
  ...(
    [
      ['grants.clients.client-uri', 'client_uri'],
      ['grants.clients.logo-uri', 'logo_uri'],
    ] as const
  ).flatMap(([clause, path]) =>
    mistakesOf(clause, {
      'shown-as-object': on('listUserClients', set(path, { href: 'https://client.example.com' })),
    }),
  ),
  ...mistakesIn('listUserClients', {
    'grants.clients.client-id/twice': ['lists a client twice', items((list) => [...list, ...list])],
    'grants.clients.ok/refused': refuse(),
  }),
  ...(['grants.clients.ok', 'grants.clients.by-token'] as const).flatMap((clause) =>
    mistakesOf(clause, { empty: on('listUserClients', listsNothing()) }),
  ),
]

const listDeviants = [
  ...listedBy('listUserGrants', 'grants.list.ok'),
  ...listedBy('listUserClientGrants', 'grants.list-client.ok'),
  ...pagedLists([
    { on: 'listUserGrants', limit: 'grants.list.limit', after: 'grants.list.after' },
    { on: 'listUserClientGrants', limit: 'grants.list-client.limit', after: 'grants.list-client.after' },
  ]),
  ...mistakesIn('listUserGrants', {
    'grants.list.scope-id/ignored': ignoreQuery('scopeId'),
    'grants.list.scope-id/empty': when(asks('scopeId'), listsNothing()),
    'grants.list.me/refused': [
      'refuses the grants of me in a session',
      when(({ path }) => path.includes('/me/'), refuse(403, 'E0000006')),
    ],
    'grants.list.me/of-another': [
      'answers the grants of another user to me',
      when(
        ({ path }) => path.includes('/me/'),
        items((list) => [...list, { id: 'another', userId: 'another' }]),
      ),
    ],
  }),
  ...mistakesIn('getUserGrant', {
    'grants.get.ok/another': whenSuccess(set('id', 'another')),
    'grants.get.ok/refused': refuse(),
  }),
]

const revocationDeviants = [
  ...revokedBy('revokeUserGrants', 'grants.revoke-all.no-content', 'grants.revoke-all.effect'),
  ...revokedBy('revokeUserGrant', 'grants.revoke.no-content', 'grants.revoke.effect'),
  ...revokedBy('revokeUserClientGrants', 'grants.revoke-client.no-content', 'grants.revoke-client.effect'),
  ...mistakes({
    'grants.revoke.unknown-grant/refused-but-all-revoked': [
      'refuses an unknown grant id, and revokes all grants',
      on('revokeUserGrant', () => async (sent, forward) => {
        await forward({ ...sent, path: sent.path.replace(/\/[^/]+$/, '') })
        return forward(sent)
      }),
    ],
  }),
  ...mistakesIn('revokeUserClientTokens', {
    'grants.outlive-tokens/ended': [
      'revokes the grants for a client with its refresh tokens',
      andAlso(({ path }) => ({ path: path.replace(/tokens$/, 'grants') })),
    ],
  }),
]

export const grantsDeviants: readonly Deviant[] = [
  ...grantDeviants,
  ...hintDeviants,
  ...embedDeviants,
  ...clientDeviants,
  ...listDeviants,
  ...revocationDeviants,
  ...unknownIds([
    ['grants.list.unknown', 'listUserGrants'],
    ['grants.get.unknown-user', 'getUserGrant'],
    ['grants.get.unknown-grant', 'getUserGrant'],
    ['grants.list-client.unknown-user', 'listUserClientGrants'],
    ['grants.revoke-all.unknown', 'revokeUserGrants', 204],
    ['grants.revoke.unknown-user', 'revokeUserGrant', 204],
    ['grants.revoke.unknown-grant', 'revokeUserGrant', 204],
    ['grants.revoke-client.unknown-user', 'revokeUserClientGrants', 204],
    ['grants.clients.unknown', 'listUserClients'],
  ]),
]

const tokenDeviants = shownBy('listUserClientTokens', 'getUserClientToken', [
  ['tokens.id', 'id', 42],
  ['tokens.status', 'status', true],
  ['tokens.created', 'created', 1_700_000_000],
  ['tokens.last-updated', 'lastUpdated', '2026-01-02'],
  ['tokens.expires-at', 'expiresAt', 3600],
  ['tokens.issuer', 'issuer', { href: 'https://svc.example.com' }],
  ['tokens.client-id', 'clientId', 'another'],
  ['tokens.user-id', 'userId', 'another'],
  ['tokens.scopes', 'scopes', 'openid offline_access'],
  ['tokens.links.app', '_links.app', 'https://svc.example.com/app'],
  ['tokens.links.self', '_links.self', {}],
  ['tokens.links.revoke', '_links.revoke', { href: 'https://svc.example.com/token' }],
  ['tokens.links.client', '_links.client', {}],
  ['tokens.links.user', '_links.user', null],
  ['tokens.links.authorization-server', '_links.authorizationServer', []],
])

const shapeDeviants = [
  ...mistakesIn('getUserClientToken', {
    'tokens.links.revoke/allows-get': whenSuccess(set('_links.revoke.hints.allow', ['GET'])),
    'tokens.scopes/objects': whenSuccess(set('scopes', [{ name: 'openid' }])),
  }),
  ...(['id', 'name', 'displayName', 'description', '_links.scope'] as const).flatMap((path) =>
    mistakesAt('getUserClientToken', 'tokens.embedded.scopes', {
      [`without-${path.replaceAll(/[._]/g, '').toLowerCase()}`]: drop(`_embedded.scopes.*.${path}`),
    }),
  ),
  ...expandedBy('listUserClientTokens', 'tokens.list.expand'),
  ...expandedBy('getUserClientToken', 'tokens.get.expand'),
]

const tokenListDeviants = [
  ...listedBy('listUserClientTokens', 'tokens.list.ok'),
  ...pagedLists([{ on: 'listUserClientTokens', limit: 'tokens.list.limit', after: 'tokens.list.after' }]),
  ...mistakesIn('getUserClientToken', {
    'tokens.get.ok/another': whenSuccess(set('id', 'another')),
    'tokens.get.ok/refused': refuse(),
  }),
]

const revocations = ['revokeUserClientTokens', 'revokeUserClientToken'] as const

const tokenRevocationDeviants = [
  ...revokedBy('revokeUserClientTokens', 'tokens.revoke-all.no-content', 'tokens.revoke-all.effect'),
  ...revokedBy('revokeUserClientToken', 'tokens.revoke.no-content', 'tokens.revoke.effect'),
  ...mistakes({
    'tokens.revoke.unknown-client/refused-but-done': [
      'refuses an unknown client id, and revokes the refresh token of the client it has',
      () => {
        let real: string | undefined
        return async (sent, forward) => {
          const answer = await forward(sent)
          const [, client] = /\/clients\/([^/]+)\/tokens\//.exec(sent.path) ?? []
          if (sent.method === 'GET' && answer.status === 200 && client !== undefined) real = sent.path
          if (sent.method === 'DELETE' && answer.status === 404 && real !== undefined)
            await forward({ ...sent, path: real })
          return answer
        }
      },
    ],
  }),
  ...mistakesIn('revokeUserClientTokens', {
    'tokens.revoke-all.standalone-access-tokens/ended': [
      'ends access tokens that were issued without a refresh token as well',
      andAlso(({ path, query }) => {
        const all = new URLSearchParams(query)
        all.set('oauthTokens', 'true')
        return { path: path.replace(/\/clients\/.*$/, '/sessions'), query: all }
      }),
    ],
  }),
  ...mistakesIn('revokeUserClientToken', {
    'tokens.revoke.effect/all': [
      'revokes all refresh tokens where one was meant',
      andAlso(({ path }) => ({ path: path.replace(/\/[^/]+$/, '') })),
    ],
  }),
  ...revocations.flatMap((operation) =>
    mistakesOf(`tokens.${operation === 'revokeUserClientTokens' ? 'revoke-all' : 'revoke'}.access-tokens`, {
      'live-on': on(operation, ignoreWrite()),
    }),
  ),
]

export const tokensDeviants: readonly Deviant[] = [
  ...tokenDeviants,
  ...shapeDeviants,
  ...tokenListDeviants,
  ...tokenRevocationDeviants,
  ...unknownIds([
    ['tokens.list.unknown-user', 'listUserClientTokens'],
    ['tokens.get.unknown-user', 'getUserClientToken'],
    ['tokens.get.unknown-client', 'getUserClientToken'],
    ['tokens.get.unknown-token', 'getUserClientToken'],
    ['tokens.revoke-all.unknown-user', 'revokeUserClientTokens', 204],
    ['tokens.revoke.unknown-user', 'revokeUserClientToken', 204],
    ['tokens.revoke.unknown-client', 'revokeUserClientToken', 204],
    ['tokens.revoke.unknown-token', 'revokeUserClientToken', 204],
  ]),
]
