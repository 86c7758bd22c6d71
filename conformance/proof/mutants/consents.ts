/** Servers that break requirements of the areas `grants` and `tokens`. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { drop, edit, items, listsNothing, status, withoutFirst } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { afterwards, ignoreWrite } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery } from '../alter/request.ts'
import { mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { grantClientProperties, grantProperties, tokenProperties } from '../../tables/shown.ts'
import { typed } from './families.ts'
import type { Plain } from '../alter/wire.ts'
import type { Json } from '../../engine/wire/reply.ts'

/** A property of every record: the list lacks it, and the record shows a value of another type. */
function shownBy(
  list: OperationName,
  record: OperationName,
  requirement: RequirementId,
  { path, wrong }: { readonly path: string; readonly wrong: Plain },
): Mutant[] {
  return [
    ...mutantsAt(list, requirement, { 'left-out-of-list': whenSuccess(drop(path)) }),
    ...mutantsAt(record, requirement, typed(path, wrong)),
  ]
}

/** `expand` is ignored, or leaves `_embedded` empty. */
function expandedBy(where: OperationName, requirement: RequirementId): Mutant[] {
  return mutantsAt(where, requirement, {
    ignored: ignoreQuery('expand'),
    empty: edit('_embedded', {}),
  })
}

/** A revocation: its status, and its effect. */
function revokedBy(where: OperationName, noContent: RequirementId, effect: RequirementId): Mutant[] {
  return [
    ...mutantsAt(where, noContent, { 'other-status': whenSuccess(status(200)) }),
    ...mutantsAt(where, effect, { 'accepted-and-ignored': ignoreWrite() }),
  ]
}

export const grantsMutants: readonly Mutant[] = [
  ...grantProperties.flatMap((row) => shownBy('listUserGrants', 'getUserGrant', `grants.${row.slug}`, row)),
  ...(['GET', 'DELETE'] as const).flatMap((method) =>
    mutantsAt('getUserGrant', 'grants.links.self', {
      [`without-${method.toLowerCase()}`]: edit('_links.self.hints.allow', (allow: Json) =>
        allow.filter((each: Json) => each !== method),
      ),
    }),
  ),
  ...(['name', 'displayName', 'description'] as const).flatMap((path) =>
    mutantsOf('grants.embedded.scope', {
      [`without-${path.toLowerCase()}`]: on('getUserGrant', drop(`_embedded.scope.${path}`)),
    }),
  ),
  ...expandedBy('listUserGrants', 'grants.list.expand'),
  ...expandedBy('getUserGrant', 'grants.get.expand'),
  ...expandedBy('listUserClientGrants', 'grants.list-client.expand'),
  ...grantClientProperties.flatMap(({ slug, path, wrong }) =>
    mutantsAt('listUserClients', `grants.clients.${slug}`, typed(path, wrong)),
  ),
  ...(['grants.clients.ok', 'grants.clients.by-token'] as const).flatMap((requirement) =>
    mutantsOf(requirement, { empty: on('listUserClients', listsNothing()) }),
  ),
  ...mutantsIn('listUserClientGrants', { 'grants.list-client.ok/without-first': withoutFirst() }),
  ...mutantsIn('listUserGrants', {
    'grants.list.ok/without-first': withoutFirst(),
    'grants.list.scope-id/empty': when(asks('scopeId'), listsNothing()),
    'grants.list.me/of-another': when(
      ({ path }) => path.includes('/me/'),
      items((list) => [...list, { id: 'another', userId: 'another' }]),
    ),
  }),
  ...mutantsIn('getUserGrant', {
    'grants.get.ok/refused': refuse(),
  }),
  ...revokedBy('revokeUserGrants', 'grants.revoke-all.no-content', 'grants.revoke-all.effect'),
  ...revokedBy('revokeUserGrant', 'grants.revoke.no-content', 'grants.revoke.effect'),
  ...revokedBy('revokeUserClientGrants', 'grants.revoke-client.no-content', 'grants.revoke-client.effect'),
  ...mutantsIn('revokeUserClientTokens', {
    'grants.outlive-tokens/ended': afterwards((call, { path }) =>
      call('DELETE', path.replace(/tokens$/, 'grants')),
    ),
  }),
]

const revocations = ['revokeUserClientTokens', 'revokeUserClientToken'] as const

export const tokensMutants: readonly Mutant[] = [
  ...tokenProperties.flatMap((row) =>
    shownBy('listUserClientTokens', 'getUserClientToken', `tokens.${row.slug}`, row),
  ),
  ...(['id', 'name', 'displayName', 'description', '_links.scope'] as const).flatMap((path) =>
    mutantsAt('getUserClientToken', 'tokens.embedded.scopes', {
      [`without-${path.replaceAll(/[._]/g, '').toLowerCase()}`]: drop(`_embedded.scopes.*.${path}`),
    }),
  ),
  ...expandedBy('listUserClientTokens', 'tokens.list.expand'),
  ...expandedBy('getUserClientToken', 'tokens.get.expand'),
  ...mutantsIn('listUserClientTokens', { 'tokens.list.ok/without-first': withoutFirst() }),
  ...mutantsIn('getUserClientToken', {
    'tokens.get.ok/refused': refuse(),
  }),
  ...revokedBy('revokeUserClientTokens', 'tokens.revoke-all.no-content', 'tokens.revoke-all.effect'),
  ...revokedBy('revokeUserClientToken', 'tokens.revoke.no-content', 'tokens.revoke.effect'),
  ...mutantsIn('revokeUserClientTokens', {
    'tokens.revoke-all.standalone-access-tokens/ended': afterwards((call, { path }) =>
      call('DELETE', path.replace(/\/clients\/.*$/, '/sessions?oauthTokens=true')),
    ),
  }),
  ...revocations.flatMap((operation) =>
    mutantsOf(`tokens.${operation === 'revokeUserClientTokens' ? 'revoke-all' : 'revoke'}.access-tokens`, {
      'live-on': on(operation, ignoreWrite()),
    }),
  ),
]
