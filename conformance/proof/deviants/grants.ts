/** Servers that break clauses of the area `grants`. */
import type { Json } from '../../engine/wire/reply.ts'
import { grantClientProperties, grantProperties } from '../../tables/shown.ts'
import { drop, edit, items, set } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { andAlso } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery } from '../alter/request.ts'
import { expandedBy, listRevoked, listedBy, pagedBy, revokedBy, shownBy } from './consents-steps.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'

const grantDeviants = shownBy(
  'listUserGrants',
  'getUserGrant',
  grantProperties.map(({ slug, path, wrong }) => [`grants.${slug}` as const, path, wrong]),
)

const hintDeviants = (['GET', 'DELETE'] as const).map((method) =>
  deviant(`grants.links.self/without-${method.toLowerCase()}`, {
    summary: `shows a grant whose self link does not allow ${method}`,
    alter: on(
      'getUserGrant',
      edit('_links.self.hints.allow', (allow: Json) => allow.filter((each: Json) => each !== method)),
    ),
  }),
)

const embedDeviants = [
  ...(['name', 'displayName', 'description'] as const).map((path) =>
    deviant(`grants.embedded.scope/without-${path.toLowerCase()}`, {
      summary: `embeds the scope of a grant without ${path}`,
      alter: on('getUserGrant', drop(`_embedded.scope.${path}`)),
    }),
  ),
  deviant('grants.embedded.scope/list', {
    summary: 'embeds a list of scopes in a grant',
    alter: on(
      'getUserGrant',
      edit('_embedded.scope', (scope: Json) => [scope]),
    ),
  }),
  ...expandedBy('listUserGrants', 'grants.list.expand'),
  ...expandedBy('getUserGrant', 'grants.get.expand'),
  ...expandedBy('listUserClientGrants', 'grants.list-client.expand'),
]

const clientDeviants = [
  ...shownBy(
    'listUserClients',
    undefined,
    grantClientProperties.map(({ slug, path, wrong }) => [`grants.clients.${slug}` as const, path, wrong]),
    // A server may leave out null.
  ).filter(({ id }) => !/uri.left-out/.test(id)),
  deviant('grants.clients.client-id/twice', {
    summary: 'lists a client twice',
    alter: on(
      'listUserClients',
      items((list) => [...list, ...list]),
    ),
  }),
  deviant('grants.clients.ok/refused', {
    summary: 'refuses the list of clients of a user',
    alter: on('listUserClients', refuse()),
  }),
  ...(['grants.clients.ok', 'grants.clients.by-token'] as const).map((clause) =>
    deviant(`${clause}/empty`, {
      summary: 'lists no clients of a user',
      alter: on(
        'listUserClients',
        items(() => []),
      ),
    }),
  ),
]

const listDeviants = [
  ...listedBy('listUserGrants', 'grants.list.ok'),
  ...listedBy('listUserClientGrants', 'grants.list-client.ok'),
  ...pagedBy('listUserGrants', 'grants.list.limit', 'grants.list.after'),
  ...pagedBy('listUserClientGrants', 'grants.list-client.limit', 'grants.list-client.after'),
  deviant('grants.list-client.ok/of-another', {
    summary: 'lists grants for another client, too',
    alter: on(
      'listUserClientGrants',
      items((list) => [...list, { ...list[0], id: 'another', clientId: 'another' }]),
    ),
  }),
  deviant('grants.list.scope-id/ignored', {
    summary: 'ignores scopeId',
    alter: on('listUserGrants', ignoreQuery('scopeId')),
  }),
  deviant('grants.list.scope-id/empty', {
    summary: 'finds no grant by scopeId',
    alter: on(
      'listUserGrants',
      when(
        asks('scopeId'),
        items(() => []),
      ),
    ),
  }),
  deviant('grants.list.me/refused', {
    summary: 'refuses the grants of me in a session',
    alter: on(
      'listUserGrants',
      when(({ path }) => path.includes('/me/'), refuse(403, 'E0000006')),
    ),
  }),
  deviant('grants.list.me/of-another', {
    summary: 'answers the grants of another user to me',
    alter: on(
      'listUserGrants',
      when(
        ({ path }) => path.includes('/me/'),
        items((list) => [...list, { id: 'another', userId: 'another' }]),
      ),
    ),
  }),
  deviant('grants.get.ok/another', {
    summary: 'answers with another grant than was asked for',
    alter: on('getUserGrant', whenSuccess(set('id', 'another'))),
  }),
  deviant('grants.get.ok/refused', {
    summary: 'refuses to show a grant',
    alter: on('getUserGrant', refuse()),
  }),
]

const revocationDeviants = [
  ...revokedBy('revokeUserGrants', 'grants.revoke-all.no-content', 'grants.revoke-all.effect'),
  ...revokedBy('revokeUserGrant', 'grants.revoke.no-content', 'grants.revoke.effect'),
  ...revokedBy('revokeUserClientGrants', 'grants.revoke-client.no-content', 'grants.revoke-client.effect'),
  deviant('grants.revoke-all.effect/still-listed', {
    summary: 'lists revoked grants as if they were in force',
    alter: listRevoked('revokeUserGrants', 'listUserGrants'),
  }),
  deviant('grants.revoke-client.effect/still-listed', {
    summary: 'lists the revoked grants for a client as if they were in force',
    alter: listRevoked('revokeUserClientGrants', 'listUserClientGrants'),
  }),
  deviant('grants.revoke.effect/all', {
    summary: 'revokes all grants of a user where one was meant',
    alter: on(
      'revokeUserGrant',
      andAlso(({ path }) => ({ path: path.replace(/\/[^/]+$/, '') })),
    ),
  }),
  deviant('grants.revoke.unknown-grant/refused-but-all-revoked', {
    summary: 'refuses an unknown grant id, and revokes all grants',
    alter: on('revokeUserGrant', () => async (sent, forward) => {
      await forward({ ...sent, path: sent.path.replace(/\/[^/]+$/, '') })
      return forward(sent)
    }),
  }),
  deviant('grants.outlive-tokens/ended', {
    summary: 'revokes the grants for a client with its refresh tokens',
    alter: on(
      'revokeUserClientTokens',
      andAlso(({ path }) => ({ path: path.replace(/tokens$/, 'grants') })),
    ),
  }),
]

export const grantsDeviants: readonly Deviant[] = [
  ...grantDeviants,
  ...hintDeviants,
  ...embedDeviants,
  ...clientDeviants,
  ...listDeviants,
  ...revocationDeviants,
]
