/** Which clauses are judged through which others: one of each row. */
import { expect, test } from 'vitest'
import { restsOn } from '../../../conformance/engine/judge/rests-on.ts'

test.each<[basis: string, clauses: readonly string[]]>([
  ['conventions.json.body', ['conventions.one-org']],
  ['users.id.unique', ['conventions.one-org']],
  ['groups.id.unique', ['conventions.one-org']],
  ['clients.client-id.unique', ['conventions.one-org']],
  [
    'users.get.reads-own-writes',
    [
      'users.profile.login.null',
      'users.search.profile',
      'users.omit.credentials',
      'users.update.strict',
      'users.type.present',
      'users.deactivate.from-staged',
    ],
  ],
  [
    'conventions.reads.safe',
    [
      'users.search.profile',
      'users.update-me.ok',
      'users.operations.question-kept',
      'credentials.change-password.from-recovery',
    ],
  ],
  ['auth.cookie.me', ['users.update-me.ok', 'sessions.delete-own.ok']],
  ['auth.cookie.cors', ['sessions.delete-own.ok', 'users.update-me.ok']],
  ['auth.cookie.invalid', ['sessions.delete-own.ok']],
  [
    'users.get.unknown-id',
    ['users.get.unknown-login', 'users.delete.removed', 'credentials.password.empty-object'],
  ],
  [
    'users.get.unknown-login',
    [
      'credentials.password.empty-object',
      'users.profile.present',
      'users.create.ok',
      'users.login.duplicate',
    ],
  ],
  ['clients.new-secret.unknown', ['errors.platform.new-secret']],
  [
    'users.operations.status-kept',
    ['users.update.ok', 'users.replace.ok', 'users.operations.profile-kept', 'users.profile.present'],
  ],
  [
    'users.create.activate-default',
    [
      'users.activate.staged',
      'users.path.login',
      'users.status-changed.present',
      'users.delete.from-staged',
      'membership.list.ok',
      'users.create.token-mailed',
    ],
  ],
  ['users.create.staged-with-question', ['credentials.question.kept', 'credentials.answer.write-only']],
  [
    'users.create.credentials-password',
    ['users.create.change-password', 'credentials.password.max.accepted', 'conventions.reads.safe'],
  ],
  ['users.create.credentials-recovery-question', ['credentials.forgot.url']],
  ['users.created.read-only', ['users.search.created']],
  ['users.status-changed.moves', ['users.search.status-changed', 'users.activate.transitioning']],
  ['conventions.timestamps.users', ['users.search.profile', 'users.filter.status.active']],
  ['conventions.timestamps.groups', ['groups.search.name', 'groups.filter.id']],
  ['users.filter.last-name', ['users.filter.last-updated.eq']],
  ['users.search.and', ['users.search.profile', 'users.list.ok']],
  ['users.search.value-case', ['users.search.profile']],
  ['users.list.sort-ties', ['users.list.sort-desc']],
  [
    'groups.search.description',
    ['groups.list.ok', 'groups.name.kept', 'groups.description.null', 'groups.search.name'],
  ],
  ['users.id.present', ['conventions.timestamps.users']],
  ['groups.id.present', ['conventions.timestamps.groups']],
  ['groups.search.name', ['groups.name.kept', 'groups.list.ok']],
  ['groups.custom.declared', ['groups.directory.description', 'conventions.naming.directory-name']],
  ['credentials.provider.present', ['users.omit.credentials', 'conventions.naming.response-parameter']],
  ['credentials.password.empty-object', ['users.omit.credentials', 'conventions.naming.response-parameter']],
  ['credentials.answer.write-only', ['users.omit.credentials', 'conventions.naming.response-parameter']],
  ['users.links.present', ['users.omit.credentials', 'conventions.naming.response-parameter']],
  ['users.omit.one-alone', ['users.omit.credentials-list']],
  ['users.omit.links-others-stay', ['users.omit.credentials']],
  ['clients.initiate-login-uri.null', ['clients.update.ok']],
  ['rules.people.omitted', ['rules.name.kept']],
  [
    'rules.create.inactive',
    ['rules.activate.active', 'rules.update.active', 'rules.people.users-excluded.kept'],
  ],
  ['rules.update.active', ['auth.required.clients']],
  ['rules.name.limits-on-update', ['auth.required.clients']],
  ['rules.update.stored', ['rules.id.read-only', 'rules.update.active']],
  ['users.activated.present', ['users.search.activated']],
  ['users.custom.undeclared', ['users.search.profile']],
  ['users.profile.login.kept', ['users.profile.login.min.accepted']],
  ['users.replace.stored', ['users.replace.ok']],
  ['groups.create.stored', ['groups.search.name', 'groups.list.ok']],
  ['groups.description.kept', ['groups.search.name']],
  [
    'groups.update.stored',
    ['groups.description.kept', 'groups.last-updated.present', 'groups.update.profile-required'],
  ],
  ['membership.add.effect', ['membership.list.after', 'groups.last-membership-updated.present']],
  ['sessions.clear.ended', ['sessions.clear.access-tokens']],
  ['sessions.delete-own.others', ['sessions.delete-own.origin']],
  ['credentials.hash.digest.unknown', ['credentials.hash.pbkdf2']],
  ['credentials.hash.iteration-count.refused', ['credentials.hash.pbkdf2']],
  ['errors.platform.code', ['errors.platform.link-is-code']],
  // Measured, by the deviants that break one and the other with it.
  ['users.get.expand-block', ['users.block.applies-to']],
])('through %s are judged %j, and not the other way round', (basis, clauses) => {
  expect(clauses.filter((clause) => !restsOn(clause, basis))).toEqual([])
  expect(clauses.filter((clause) => restsOn(basis, clause))).toEqual([])
})

// Each of the two fails where the other is broken: neither is the basis.
test.each([
  ['groups.delete.gone', 'groups.delete.app-group'],
  ['users.list.sort-ties', 'users.list.sort-by'],
  ['credentials.hash.salt-order.postfix', 'credentials.hash.sha-256'],
  ['credentials.hash.salt-order.prefix', 'credentials.hash.sha-256.sign-in'],
  ['users.get.ok', 'groups.get.ok'],
  ['users.get.ok', 'users.get.ok'],
  // What holds of all operations is measured beside much, and is the basis of none of it.
  ['errors.platform.code', 'membership.add.unknown-user'],
  ['conventions.paging.complete', 'groups.search.paging'],
])('neither of %s and %s rests on the other', (one, other) => {
  expect([restsOn(one, other), restsOn(other, one)]).toEqual([false, false])
})
