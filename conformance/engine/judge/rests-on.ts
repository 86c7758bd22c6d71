import { globPattern } from '../words/globs.ts'

/**
 * The declared dependencies: clauses through which others are judged. Where the first is broken, the clauses that a glob
 * fits fail as well. The reverse is not true.
 */
export const dependencies: readonly (readonly [string, readonly string[]])[] = [
  // Every record is read as JSON, under an id, as it was written, and reading it changes nothing.
  ['conventions.json.body', ['*']],
  ['users.id.unique', ['*']],
  ['groups.id.unique', ['*']],
  ['clients.client-id.unique', ['*']],
  [
    'users.get.reads-own-writes',
    [
      'users.profile.*.null',
      'users.search.*',
      'users.omit.*',
      'users.update.strict',
      'users.type.*',
      'users.*.from-*',
    ],
  ],
  [
    'conventions.reads.safe',
    ['users.search.*', 'users.update-me.*', 'users.operations.*', 'credentials.change-password.*', 'auth.*'],
  ],
  ['auth.cookie.me', ['users.update-me.*', 'sessions.*']],
  ['auth.cookie.cors', ['sessions.*', 'users.update-me.*']],
  ['auth.cookie.invalid', ['sessions.*']],
  // Whether something refused was made all the same is looked up by its login.
  ['users.get.unknown-id', ['users.get.unknown-login', 'users.delete.removed', 'credentials.*']],
  ['users.get.unknown-login', ['credentials.*', 'users.profile.*', 'users.create.*', 'users.login.*']],
  ['clients.new-secret.unknown', ['errors.platform.new-secret']],
  // The effect of an operation on the user shows in the next call that needs the unchanged user.
  [
    'users.operations.status-kept',
    ['users.update.*', 'users.replace.*', 'users.operations.*', 'users.profile.*'],
  ],
  [
    'users.create.activate-default',
    ['users.activate.*', 'users.path.*', 'users.status-changed.*', 'users.delete.*', 'membership.*'],
  ],
  ['users.create.staged-with-question', ['credentials.question.*', 'credentials.answer.*']],
  [
    'users.create.credentials-password',
    ['users.create.change-password', 'credentials.password.max.accepted', 'conventions.reads.safe'],
  ],
  ['users.create.credentials-recovery-question', ['credentials.forgot.*']],
  ['users.create.activate-default', ['users.create.token-mailed']],
  ['users.created.read-only', ['users.search.created']],
  ['users.status-changed.moves', ['users.search.status-changed', 'users.activate.transitioning']],
  // Searches that checks find their records by, and times that they look for as they read them.
  ['conventions.timestamps.users', ['users.search.*', 'users.filter.*']],
  ['conventions.timestamps.groups', ['groups.search.*', 'groups.filter.*']],
  // Lists in an order, and whole lists, are read page by page.
  ['*.list.limit', ['conventions.paging.li*', 'conventions.paging.complete', '*.list.after']],
  ['groups.search.paging', ['conventions.paging.link-next']],
  ['conventions.paging.complete', ['*.list.sort-by']],
  ['*.list.after', ['*.list.sort-by']],
  ['conventions.paging.link-*', ['*.list.sort-by', 'clients.list.links']],
  ['users.filter.last-name', ['users.filter.last-updated.*']],
  ['users.search.profile-any', ['users.search.lt', 'users.list.sort-*']],
  ['users.search.and', ['users.search.*', 'users.list.*']],
  ['users.search.value-case', ['users.search.*']],
  ['users.list.sort-ties', ['users.list.sort-desc']],
  [
    'groups.search.description',
    ['groups.list.*', 'groups.name.*', 'groups.description.*', 'groups.search.*'],
  ],
  // A property that a record lacks or gets wrong is no timestamp either.
  ['users.*.present', ['conventions.timestamps.users']],
  ['groups.*.present', ['conventions.timestamps.groups']],
  ['groups.delete.gone', ['groups.delete.app-group']],
  ['groups.search.name', ['groups.name.*', 'groups.list.*']],
  ['groups.custom.declared', ['groups.directory.*', 'conventions.naming.directory-name']],
  ...['credentials.provider.*', 'credentials.password.*', 'credentials.answer.*', 'users.links.*'].map(
    (basis) => [basis, ['users.omit.*', 'conventions.naming.response-parameter']] as const,
  ),
  ['conventions.naming.response-parameter', ['users.omit.*']],
  // One thing is left out before several, or none in addition.
  ...['users.omit.credentials', 'users.omit.links'].map(
    (basis) =>
      [
        basis,
        ['all', 'quoted', 'one-alone', 'links-others-stay', 'unknown'].map((each) => `users.omit.${each}`),
      ] as const,
  ),
  // Updates send back the representation that was read.
  ['clients.*.null', ['clients.update.*']],
  // Rules of a name are made without people.
  ['rules.people.omitted', ['rules.name.*']],
  ['rules.create.inactive', ['rules.activate.*', 'rules.update.*', 'rules.people.*']],
  ['rules.name.limits-on-update', ['auth.*']],
  ['rules.update.stored', ['rules.*.read-only', 'rules.update.active']],
  // If an update did not store a value, a search does not find it afterwards.
  ['users.activated.present', ['users.search.activated']],
  ['users.custom.*', ['users.search.*']],
  ['users.profile.*.kept', ['users.profile.*.accepted']],
  ['users.update.stored', ['users.update.*']],
  ['users.replace.stored', ['users.replace.*']],
  ['clients.update.stored', ['clients.update.*']],
  ['groups.create.stored', ['groups.search.*', 'groups.list.*']],
  ['groups.description.kept', ['groups.search.*']],
  [
    'groups.update.stored',
    ['groups.description.*', 'groups.last-updated.*', 'groups.update.*', 'groups.type.svc-group'],
  ],
  ['users.delete.removed', ['groups.type.svc-group', 'membership.remove.effect']],
  // A revoked or ended thing is so in all its parts.
  ['sessions.clear.ended', ['sessions.clear.access-tokens']],
  ['sessions.delete-own.others', ['sessions.delete-own.origin']],
  // A group of a directory is one of an application.
  ['groups.update.app-group', ['groups.directory.read-only']],
  // Checks find records of one kind by a search, or read them page by page.
  ['rules.list.after', ['rules.list.search-excludes']],
  ['groups.source.absent', ['groups.search.source-id']],
  ['groups.search.and', ['groups.search.source-id']],
  // The end of a reset for users of another provider, before what holds of all such users and all resets.
  ['users.reset-password.to-federation-no-password', ['credentials.provider.federated-no-password']],
  [
    'users.reset-password.from-federation',
    ['users.reset-password.from-active', 'users.reset-password.mail-*'],
  ],
  ['errors.platform.code', ['errors.platform.link-is-code']],
  // A call without credentials is refused before one with wrong credentials, and before its effect is looked at.
  ['auth.required.*', ['auth.invalid-token', 'users.operations.profile-kept']],
  // A record that is not accepted whole shows no other property of its kind.
  ['users.profile.*.max.accepted', ['users.profile.login.max.accepted']],
  ['users.profile.strings', ['users.profile.employee-number.kept', 'users.profile.division.*']],
  ['rules.people.users-excluded.kept', ['rules.create.ok', 'rules.people.users-excluded.skipped']],
  [
    'clients.redirect-uris.fragment',
    ['clients.redirect-uris.*', 'clients.response-types.required', 'clients.grant-types.web.*'],
  ],
  ['clients.redirect-uris.client-credentials-empty', ['clients.response-types.client-credentials*']],
  ['clients.new-secret.basic', ['clients.new-secret.ok', 'clients.new-secret.differs']],
  ['clients.new-secret.post', ['clients.new-secret.differs']],
  // The effect of a write is read in the record.
  [
    'users.get.ok',
    ['users.create.*', 'users.activate.*', 'users.deactivate.*', 'users.suspend.*', 'users.delete.*'],
  ],
  ['users.*.present', ['users.update-me.ok', 'users.deactivate.*']],
  ['groups.profile.present', ['groups.update.*', 'groups.create.stored']],
  ['groups.last-membership-updated.present', ['groups.last-membership-updated.*']],
  ['groups.get.reads-own-writes', ['groups.last-membership-updated.*']],
  ['groups.type.app-group', ['groups.update.app-group']],
  ['groups.directory.description', ['groups.update.*']],
  ['groups.directory.name', ['groups.update.*']],
  ['rules.*.kept', ['rules.update.stored']],
  ['rules.expression.value', ['rules.update.stored']],
  ['rules.status.inactive', ['rules.activate.active', 'rules.status.active']],
  ['rules.list.ok', ['rules.status.active']],
  ['clients.*.kept', ['clients.update.*']],
  ['clients.auth-method.*', ['clients.update.secret-none']],
  ['clients.jwks.k*', ['clients.jwks.writable']],
  ['users.app-links.direct', ['users.suspend.apps-kept']],
  ['grants.status*', ['grants.outlive-tokens']],
  ...['tokens.id', 'tokens.status', 'tokens.list.ok'].map(
    (basis) => [basis, ['sessions.clear.tokens-default']] as const,
  ),
  // A new user has a status from which the operations begin.
  ...['users.create.password', 'users.create.staged', 'users.create.staged-with-password'].map(
    (basis) =>
      [
        basis,
        ['deactivate', 'delete', 'suspend', 'unlock', 'expire-password', 'reset-password'].map(
          (each) => `users.${each}.*`,
        ),
      ] as const,
  ),
  // The properties of a record are read where a list shows it, by its id.
  ...['grants.id', 'grants.list.ok', 'tokens.id', 'tokens.list.ok'].map(
    (basis) =>
      [
        basis,
        ['links.*', 'status*', 'scope*', '*-id', 'issuer', 'created', 'list.expand'].map(
          (each) => `${basis.split('.')[0]}.${each}`,
        ),
      ] as const,
  ),
  ['users.links.*', ['conventions.hal.*']],
  ['membership.add.effect', ['membership.remove.effect', 'users.groups.others', 'groups.delete.gone']],
  ['rules.activate.no-content', ['rules.activate.active', 'rules.status.active']],
  ['rules.create.ok', ['rules.type.constant']],
  // An embedded part is there before it is right.
  ['grants.get.expand', ['grants.embedded.*']],
  ['tokens.get.expand', ['tokens.embedded.*']],
  ['users.get.expand-block', ['users.block.*']],
  ['groups.name.limits-on-update', ['groups.description.max.refused']],
  ['credentials.question.max.refused', ['credentials.answer.max.refused']],
  ['users.filter.id', ['users.filter.login']],
  ['groups.operations.kept', ['groups.last-updated.membership']],
  ['rules.deactivate.no-content', ['rules.deactivate.inactive']],
  ['credentials.change-password.strict-default', ['credentials.change-password.*']],
]

const rows = dependencies.map(([basis, fits]) => ({
  basis: globPattern(basis),
  fits: fits.map((fit) => globPattern(fit)),
}))

/** Whether a clause is judged through what another one states: it fails where that one is broken. */
export function restsOn(clause: string, basis: string): boolean {
  return clause !== basis && carries(basis, clause) && !carries(clause, basis)
}

function carries(basis: string, clause: string): boolean {
  return fitsOf(basis).some((fit) => fit.test(clause))
}

const known = new Map<string, readonly RegExp[]>()

/** The globs of the clauses that depend on one. Failures are compared two by two, so each is looked up once. */
function fitsOf(basis: string): readonly RegExp[] {
  const fits = known.get(basis) ?? [
    ...rows.filter((row) => row.basis.test(basis)).flatMap((row) => row.fits),
    // A record that lacks a property does not keep it either.
    globPattern(basis.replace(/^((?:users|groups)\..*)\.present$/, '$1.read-only')),
  ]
  known.set(basis, fits)
  return fits
}
