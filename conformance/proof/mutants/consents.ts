/** Servers that break requirements of the areas `grants` and `tokens`. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { drop, edit, items, listsNothing, set, status, withoutFirst } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { afterwards, ignoreWrite } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery } from '../alter/request.ts'
import { mistakesAt, mistakesIn, mistakesOf, type Mutant } from './mutant.ts'
import { grantClientProperties, grantProperties, tokenProperties } from '../../tables/shown.ts'
import { slug } from './families.ts'
import type { Plain } from '../alter/wire.ts'
import type { Json } from '../../engine/wire/reply.ts'

/** A property that every record shows, and a value of another type. */
type ShownRow = readonly [requirement: RequirementId, path: string, wrong: Plain]

/** Each property is left out by the list, left out by the record, and shown with another value. */
function shownBy(
  list: OperationName,
  record: OperationName | undefined,
  rows: readonly ShownRow[],
): Mutant[] {
  return rows.flatMap(([requirement, path, wrong]) =>
    mistakesOf(requirement, {
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
function listedBy(where: OperationName, requirement: RequirementId): Mutant[] {
  return mistakesOf(requirement, {
    refused: on(where, refuse()),
    'without-first': on(where, withoutFirst()),
  })
}

/** `expand` is ignored, refused, or leaves `_embedded` empty. */
function expandedBy(where: OperationName, requirement: RequirementId): Mutant[] {
  return mistakesOf(requirement, {
    ignored: on(where, ignoreQuery('expand')),
    refused: on(where, when(asks('expand'), refuse())),
    empty: on(where, edit('_embedded', {})),
  })
}

/** A revocation: its status, its refusal, and its effect. */
function revokedBy(where: OperationName, noContent: RequirementId, effect: RequirementId): Mutant[] {
  return [
    ...mistakesOf(noContent, {
      'other-status': on(where, whenSuccess(status(200))),
      refused: [on(where, refuse()), effect],
    }),
    ...mistakesOf(effect, { 'accepted-and-ignored': on(where, ignoreWrite()) }),
  ]
}

export const grantsMutants: readonly Mutant[] = [
  ...shownBy(
    'listUserGrants',
    'getUserGrant',
    grantProperties.map(({ slug, path, wrong }) => [`grants.${slug}` as const, path, wrong]),
  ),
  ...(['GET', 'DELETE'] as const).flatMap((method) =>
    mistakesAt('getUserGrant', 'grants.links.self', {
      [`without-${method.toLowerCase()}`]: edit('_links.self.hints.allow', (allow: Json) =>
        allow.filter((each: Json) => each !== method),
      ),
    }),
  ),
  ...(['name', 'displayName', 'description'] as const).flatMap((path) =>
    mistakesOf('grants.embedded.scope', {
      [`without-${path.toLowerCase()}`]: on('getUserGrant', drop(`_embedded.scope.${path}`)),
    }),
  ),
  ...expandedBy('listUserGrants', 'grants.list.expand'),
  ...expandedBy('getUserGrant', 'grants.get.expand'),
  ...expandedBy('listUserClientGrants', 'grants.list-client.expand'),
  ...shownBy(
    'listUserClients',
    undefined,
    grantClientProperties.map(({ slug, path, wrong }) => [`grants.clients.${slug}` as const, path, wrong]),
    // A server may leave out null.
  ).filter(({ id }) => !/uri.left-out/.test(id)),
  ...(['grants.clients.ok', 'grants.clients.by-token'] as const).flatMap((requirement) =>
    mistakesOf(requirement, { empty: on('listUserClients', listsNothing()) }),
  ),
  ...listedBy('listUserGrants', 'grants.list.ok'),
  ...listedBy('listUserClientGrants', 'grants.list-client.ok'),
  ...mistakesIn('listUserGrants', {
    'grants.list.scope-id/empty': when(asks('scopeId'), listsNothing()),
    'grants.list.me/of-another': when(
      ({ path }) => path.includes('/me/'),
      items((list) => [...list, { id: 'another', userId: 'another' }]),
    ),
  }),
  ...mistakesIn('getUserGrant', {
    'grants.get.ok/refused': refuse(),
  }),
  ...revokedBy('revokeUserGrants', 'grants.revoke-all.no-content', 'grants.revoke-all.effect'),
  ...revokedBy('revokeUserGrant', 'grants.revoke.no-content', 'grants.revoke.effect'),
  ...revokedBy('revokeUserClientGrants', 'grants.revoke-client.no-content', 'grants.revoke-client.effect'),
  ...mistakesIn('revokeUserClientTokens', {
    'grants.outlive-tokens/ended': afterwards((call, { path }) =>
      call('DELETE', path.replace(/tokens$/, 'grants')),
    ),
  }),
]

const revocations = ['revokeUserClientTokens', 'revokeUserClientToken'] as const

export const tokensMutants: readonly Mutant[] = [
  ...shownBy(
    'listUserClientTokens',
    'getUserClientToken',
    tokenProperties.map(({ slug, path, wrong }) => [`tokens.${slug}` as const, path, wrong]),
  ),
  ...(['id', 'name', 'displayName', 'description', '_links.scope'] as const).flatMap((path) =>
    mistakesAt('getUserClientToken', 'tokens.embedded.scopes', {
      [`without-${path.replaceAll(/[._]/g, '').toLowerCase()}`]: drop(`_embedded.scopes.*.${path}`),
    }),
  ),
  ...expandedBy('listUserClientTokens', 'tokens.list.expand'),
  ...expandedBy('getUserClientToken', 'tokens.get.expand'),
  ...listedBy('listUserClientTokens', 'tokens.list.ok'),
  ...mistakesIn('getUserClientToken', {
    'tokens.get.ok/refused': refuse(),
  }),
  ...revokedBy('revokeUserClientTokens', 'tokens.revoke-all.no-content', 'tokens.revoke-all.effect'),
  ...revokedBy('revokeUserClientToken', 'tokens.revoke.no-content', 'tokens.revoke.effect'),
  ...mistakesIn('revokeUserClientTokens', {
    'tokens.revoke-all.standalone-access-tokens/ended': afterwards((call, { path }) =>
      call('DELETE', path.replace(/\/clients\/.*$/, '/sessions?oauthTokens=true')),
    ),
  }),
  ...revocations.flatMap((operation) =>
    mistakesOf(`tokens.${operation === 'revokeUserClientTokens' ? 'revoke-all' : 'revoke'}.access-tokens`, {
      'live-on': on(operation, ignoreWrite()),
    }),
  ),
]
