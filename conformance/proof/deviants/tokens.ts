/** Servers that break clauses of the area `tokens`. */
import { drop, set } from '../alter/answer.ts'
import { on, whenSuccess } from '../alter/flow.ts'
import { andAlso, ignoreWrite } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { expandedBy, listedBy, revokedBy, shownBy, unknownIds } from './consents-steps.ts'
import type { Deviant } from './deviant.ts'
import { pagedLists } from './families/calls.ts'
import { mistakes, mistakesIn, mistakesOf } from './deviant.ts'

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
    mistakesOf('tokens.embedded.scopes', {
      [`without-${path.replaceAll(/[._]/g, '').toLowerCase()}`]: on(
        'getUserClientToken',
        drop(`_embedded.scopes.*.${path}`),
      ),
    }),
  ),
  ...expandedBy('listUserClientTokens', 'tokens.list.expand'),
  ...expandedBy('getUserClientToken', 'tokens.get.expand'),
]

const listDeviants = [
  ...listedBy('listUserClientTokens', 'tokens.list.ok'),
  ...pagedLists([{ on: 'listUserClientTokens', limit: 'tokens.list.limit', after: 'tokens.list.after' }]),
  ...mistakesIn('getUserClientToken', {
    'tokens.get.ok/another': whenSuccess(set('id', 'another')),
    'tokens.get.ok/refused': refuse(),
  }),
]

const revocations = ['revokeUserClientTokens', 'revokeUserClientToken'] as const

const revocationDeviants = [
  ...revokedBy('revokeUserClientTokens', 'tokens.revoke-all.no-content', 'tokens.revoke-all.effect'),
  ...revokedBy('revokeUserClientToken', 'tokens.revoke.no-content', 'tokens.revoke.effect'),
  ...mistakes({
    'tokens.revoke.effect/all': [
      'revokes all refresh tokens where one was meant',
      on(
        'revokeUserClientToken',
        andAlso(({ path }) => ({ path: path.replace(/\/[^/]+$/, '') })),
      ),
    ],
    'tokens.revoke-all.standalone-access-tokens/ended': [
      'ends access tokens that were issued without a refresh token as well',
      on(
        'revokeUserClientTokens',
        andAlso(({ path, query }) => {
          const all = new URLSearchParams(query)
          all.set('oauthTokens', 'true')
          return { path: path.replace(/\/clients\/.*$/, '/sessions'), query: all }
        }),
      ),
    ],
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
  ...revocations.flatMap((operation) =>
    mistakesOf(`tokens.${operation === 'revokeUserClientTokens' ? 'revoke-all' : 'revoke'}.access-tokens`, {
      'live-on': on(operation, ignoreWrite()),
    }),
  ),
]

export const tokensDeviants: readonly Deviant[] = [
  ...tokenDeviants,
  ...shapeDeviants,
  ...listDeviants,
  ...revocationDeviants,
  ...unknownIds([
    ['tokens.list.unknown-user', 'listUserClientTokens'],
    ['tokens.get.unknown-user', 'getUserClientToken'],
    ['tokens.get.unknown-client', 'getUserClientToken'],
    ['tokens.get.unknown-token', 'getUserClientToken'],
    ['tokens.revoke-all.unknown-user', 'revokeUserClientTokens'],
    ['tokens.revoke.unknown-user', 'revokeUserClientToken'],
    ['tokens.revoke.unknown-client', 'revokeUserClientToken'],
    ['tokens.revoke.unknown-token', 'revokeUserClientToken'],
  ]),
]
