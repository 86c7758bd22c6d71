/** Servers that break clauses of the area `tokens`. */
import { tokenProperties } from '../../tables/shown.ts'
import { drop, set } from '../alter/answer.ts'
import { on, whenSuccess } from '../alter/flow.ts'
import { andAlso, ignoreWrite } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { expandedBy, listRevoked, listedBy, pagedBy, revokedBy, shownBy } from './consents-steps.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'

const tokenDeviants = shownBy(
  'listUserClientTokens',
  'getUserClientToken',
  tokenProperties.map(({ slug, path, wrong }) => [`tokens.${slug}` as const, path, wrong]),
)

const shapeDeviants = [
  deviant('tokens.links.revoke/allows-get', {
    summary: 'shows a refresh token whose revoke link allows GET only',
    alter: on('getUserClientToken', whenSuccess(set('_links.revoke.hints.allow', ['GET']))),
  }),
  deviant('tokens.scopes/objects', {
    summary: 'shows the scopes of a refresh token as objects',
    alter: on('getUserClientToken', whenSuccess(set('scopes', [{ name: 'openid' }]))),
  }),
  ...(['id', 'name', 'displayName', 'description', '_links.scope'] as const).map((path) =>
    deviant(`tokens.embedded.scopes/without-${path.replaceAll(/[._]/g, '').toLowerCase()}`, {
      summary: `embeds the scopes of a refresh token without ${path}`,
      alter: on('getUserClientToken', drop(`_embedded.scopes.*.${path}`)),
    }),
  ),
  ...expandedBy('listUserClientTokens', 'tokens.list.expand'),
  ...expandedBy('getUserClientToken', 'tokens.get.expand'),
]

const listDeviants = [
  ...listedBy('listUserClientTokens', 'tokens.list.ok'),
  ...pagedBy('listUserClientTokens', 'tokens.list.limit', 'tokens.list.after'),
  deviant('tokens.get.ok/another', {
    summary: 'answers with another refresh token than was asked for',
    alter: on('getUserClientToken', whenSuccess(set('id', 'another'))),
  }),
  deviant('tokens.get.ok/refused', {
    summary: 'refuses to show a refresh token',
    alter: on('getUserClientToken', refuse()),
  }),
]

const revocations = ['revokeUserClientTokens', 'revokeUserClientToken'] as const

const revocationDeviants = [
  ...revokedBy('revokeUserClientTokens', 'tokens.revoke-all.no-content', 'tokens.revoke-all.effect'),
  ...revokedBy('revokeUserClientToken', 'tokens.revoke.no-content', 'tokens.revoke.effect'),
  deviant('tokens.revoke-all.effect/still-listed', {
    summary: 'lists revoked refresh tokens as if they were in force',
    alter: listRevoked('revokeUserClientTokens', 'listUserClientTokens'),
  }),
  deviant('tokens.revoke.effect/all', {
    summary: 'revokes all refresh tokens where one was meant',
    alter: on(
      'revokeUserClientToken',
      andAlso(({ path }) => ({ path: path.replace(/\/[^/]+$/, '') })),
    ),
  }),
  ...revocations.map((operation) =>
    deviant(
      `tokens.${operation === 'revokeUserClientTokens' ? 'revoke-all' : 'revoke'}.access-tokens/live-on`,
      {
        summary: 'lets access tokens live on when their refresh token is revoked',
        alter: on(operation, ignoreWrite()),
      },
    ),
  ),
  deviant('tokens.revoke-all.standalone-access-tokens/ended', {
    summary: 'ends access tokens that were issued without a refresh token as well',
    alter: on(
      'revokeUserClientTokens',
      andAlso(({ path, query }) => {
        const all = new URLSearchParams(query)
        all.set('oauthTokens', 'true')
        return { path: path.replace(/\/clients\/.*$/, '/sessions'), query: all }
      }),
    ),
  }),
  deviant('tokens.revoke.unknown-client/refused-but-done', {
    summary: 'refuses an unknown client id, and revokes the refresh token of the client it has',
    alter: () => {
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
  }),
]

export const tokensDeviants: readonly Deviant[] = [
  ...tokenDeviants,
  ...shapeDeviants,
  ...listDeviants,
  ...revocationDeviants,
]
