import { globPattern } from '../engine/words/text.ts'

/** Requirements, and those that are shown through them: where the first is broken, these fail as well. */
export const dependencies: readonly (readonly [basis: string, dependent: readonly string[]])[] = [
  // Every record is read as JSON, and under its own id; a read changes nothing.
  ['conventions.json.body', ['*']],
  ['*.id.unique', ['*']],
  ['conventions.reads.safe', ['users.*', 'credentials.*', 'auth.*']],
  // A session is used before it is ended.
  ['auth.cookie.cors', ['sessions.*', 'users.update-me.*']],
  // Whether a refused create left a user behind is read under an id, or a login, that is unknown.
  ['users.get.unknown-id', ['users.get.unknown-login', 'users.delete.removed', 'credentials.*']],
  ['users.get.unknown-login', ['users.*', 'credentials.*']],
  ['clients.new-secret.unknown', ['errors.platform.new-secret']],
  // A write is read back in the record.
  [
    'users.get.ok',
    ['users.create.*', 'users.activate.*', 'users.deactivate.*', 'users.suspend.*', 'users.delete.*'],
  ],
  ['users.*.present', ['users.update-me.ok', 'users.deactivate.*', 'users.*.read-only']],
  ['groups.*.present', ['conventions.timestamps.groups', 'groups.*.read-only']],
  ['groups.profile.present', ['groups.update.*', 'groups.create.stored']],
  ['groups.directory.name', ['groups.update.*']],
  ['groups.custom.declared', ['groups.directory.*', 'conventions.naming.directory-name']],
  ['users.profile.*.kept', ['users.profile.*.accepted']],
  ['users.custom.*', ['users.search.*']],
  ['rules.*.kept', ['rules.update.stored']],
  ['clients.*.null', ['clients.update.*']],
  // The state before an operation is that after the one before it.
  [
    'users.operations.status-kept',
    ['users.update.*', 'users.replace.*', 'users.operations.*', 'users.profile.*'],
  ],
  ...['users.create.password', 'users.create.staged*'].map(
    (basis) =>
      [
        basis,
        ['deactivate', 'delete', 'suspend', 'unlock', 'expire-password', 'reset-password'].map(
          (each) => `users.${each}.*`,
        ),
      ] as const,
  ),
  ['users.delete.removed', ['membership.remove.effect']],
  ['users.delete.from-*', ['users.delete.removed', 'users.delete.no*']],
  ['users.reset-password.from-federation', ['users.reset-password.*']],
  ['groups.operations.kept', ['groups.last-updated.membership']],
  ['rules.deactivate.no-content', ['rules.deactivate.inactive']],
  ['credentials.change-password.strict-default', ['credentials.change-password.*']],
  ['users.reset-password.to-federation-no-password', ['credentials.provider.federated-no-password']],
  // Lists are searched by what they show, and a part of an answer is there before it is right.
  ['conventions.timestamps.groups', ['groups.search.*', 'groups.filter.*']],
  ['*.search.and', ['*.search.*', 'users.list.*']],
  ['groups.search.description', ['groups.list.*', 'groups.name.*']],
  ['users.search.profile-any', ['users.list.*', 'users.search.lt']],
  ['groups.source.absent', ['groups.search.source-id']],
  ['tokens.list.ok', ['tokens.links.*', 'tokens.list.expand', 'sessions.clear.tokens*']],
  ['tokens.id', ['sessions.clear.tokens*']],
  ['*.limit', ['*.after', 'conventions.paging.link-*', 'conventions.paging.complete']],
  ['conventions.paging.same-collection', ['*.list.sort-*', 'rules.list.search-*']],
  ['groups.search.paging', ['groups.list.sort-*', 'conventions.paging.link-next']],
  ['users.get.expand-block', ['users.block.*']],
  ['conventions.naming.response-parameter', ['users.omit.*']],
  // A rule, or a client, is made in the plainest form first.
  ['users.create.staged-with-question', ['credentials.question.*', 'credentials.answer.*']],
  ['credentials.question.max.refused', ['credentials.answer.max.refused']],
  ['rules.people.omitted', ['rules.name.*']],
  ['rules.create.ok', ['rules.type.constant']],
  ['clients.redirect-uris.client-credentials-empty', ['clients.response-types.client-credentials*']],
]

const rows = dependencies.map(([basis, dependent]) => ({
  basis: globPattern(basis),
  dependent: dependent.map((glob) => globPattern(glob)),
}))

const known = new Map<string, readonly RegExp[]>()

/** The forms of the requirements that depend on one. Failures are compared two by two, so each is looked up once. */
function dependentOf(basis: string): readonly RegExp[] {
  const found =
    known.get(basis) ?? rows.filter((row) => row.basis.test(basis)).flatMap((row) => row.dependent)
  known.set(basis, found)
  return found
}

/** Whether a requirement is shown through another one, and not the reverse. */
export function dependsOn(id: string, basis: string): boolean {
  const isShownBy = (one: string, other: string): boolean => dependentOf(one).some((form) => form.test(other))
  return id !== basis && isShownBy(basis, id) && !isShownBy(id, basis)
}
