/** Servers that break clauses of the area `grants`. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, edit, items, set, listsNothing } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { andAlso } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery } from '../alter/request.ts'
import { expandedBy, listedBy, revokedBy, shownBy, unknownIds } from './consents-steps.ts'
import type { Deviant } from './deviant.ts'
import { pagedLists } from './families/calls.ts'
import { mistakes, mistakesIn, mistakesOf } from './deviant.ts'

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
  mistakesOf('grants.links.self', {
    [`without-${method.toLowerCase()}`]: [
      `shows a grant whose self link does not allow ${method}`,
      on(
        'getUserGrant',
        edit('_links.self.hints.allow', (allow: Json) => allow.filter((each: Json) => each !== method)),
      ),
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
    'grants.outlive-tokens/ended': [
      'revokes the grants for a client with its refresh tokens',
      on(
        'revokeUserClientTokens',
        andAlso(({ path }) => ({ path: path.replace(/tokens$/, 'grants') })),
      ),
    ],
  }),
  ...mistakesIn('revokeUserGrant', {
    'grants.revoke.unknown-grant/refused-but-all-revoked': [
      'refuses an unknown grant id, and revokes all grants',
      () => async (sent, forward) => {
        await forward({ ...sent, path: sent.path.replace(/\/[^/]+$/, '') })
        return forward(sent)
      },
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
    ['grants.revoke-all.unknown', 'revokeUserGrants'],
    ['grants.revoke.unknown-user', 'revokeUserGrant'],
    ['grants.revoke.unknown-grant', 'revokeUserGrant'],
    ['grants.revoke-client.unknown-user', 'revokeUserClientGrants'],
    ['grants.clients.unknown', 'listUserClients'],
  ]),
]
