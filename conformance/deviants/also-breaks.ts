import { globPattern } from '../engine/globs.ts'
import type { ClauseId } from '../registry/clauses.ts'
import type { Deviant } from './deviant.ts'

/**
 * What deviants break beside the clause that they are named after, because the documents say the same twice: once of
 * all records or operations, once of the one in question, or once of the parameter and once of what it brings about. Of
 * such a server both sentences are false by themselves, whatever a check arranged. The deviant has to be caught at each.
 */
const alsoBreaks: readonly (readonly [deviants: string, clauses: readonly ClauseId[]])[] = [
  ['conventions.timestamps.groups/created-*', ['groups.created.present']],
  ['conventions.timestamps.groups/lastUpdated-*', ['groups.last-updated.present']],
  ['conventions.timestamps.groups/lastMembershipUpdated-*', ['groups.last-membership-updated.present']],
  ['conventions.timestamps.clients/*-registerClient', ['clients.issued-at.unix-seconds']],
  ['conventions.timestamps.clients/*-getClient', ['clients.issued-at.unix-seconds']],
  ['conventions.paging.limit/*-listClients', ['clients.list.limit']],
  ['conventions.paging.limit/*-listGroups', ['groups.list.limit']],
  ['conventions.paging.limit/*-listUsers', ['users.list.limit']],
  ['conventions.paging.links-absolute/self-listClients', ['clients.list.links']],
  ['conventions.hal.href/left-out-getGroup', ['groups.links.self']],
  ['conventions.hal.href/plain-text-getGroup', ['groups.links.self']],
  ['conventions.naming.group-type/*', ['groups.type.present', 'groups.metadata.after-creation']],
  ['conventions.naming.response-parameter/not-for-lists', ['users.omit.credentials-list']],
  ['users.operations.question-kept/*-updateUser', ['users.update.recovery-question']],
  ['clients.auth-method.post/without-secret', ['clients.secret.generated']],
  ['clients.auth-method.basic/without-secret', ['clients.secret.generated']],
  ['clients.secret.private-key/refused', ['clients.auth-method.private-key']],
  ['clients.grant-types.native.authorization-code/refused', ['clients.application-type.native']],
  ['users.block.unknown-devices/left-out', ['users.block.applies-to']],
  ['users.expire-password.temporary-status/refused', ['users.expire-password.temporary']],
  ['users.expire-password.temporary-status/done-but-refused', ['users.expire-password.temporary']],
  ['clients.grant-types.web.authorization-code/not-shown', ['clients.grant-types.kept']],
  ['clients.grant-types.web.refresh-token/not-shown', ['clients.grant-types.kept']],
  ['clients.jwks.kept/others', ['clients.jwks.kty.rsa']],
  ['clients.register.all-settings/partly', ['clients.policy-uri.kept']],
  ['clients.register.all-settings/id-only', ['clients.name.kept']],
  ['clients.new-secret.post/*', ['clients.new-secret.ok']],
  ['clients.new-secret.basic/null', ['clients.new-secret.ok']],
  ['clients.list.limit/refused', ['clients.list.ok']],
  ['groups.metadata.after-creation/without-created', ['groups.created.present']],
  ['groups.metadata.after-creation/without-lastUpdated', ['groups.last-updated.present']],
  [
    'groups.metadata.after-creation/without-lastMembershipUpdated',
    ['groups.last-membership-updated.present'],
  ],
  ['groups.metadata.after-creation/without-type', ['groups.type.present']],
  ['groups.delete.app-group/refused', ['groups.delete.no-content']],
  ['groups.delete.app-group/done-but-refused', ['groups.delete.no-content']],
  ['groups.delete.app-group/accepted-and-ignored', ['groups.delete.gone']],
  ['rules.people.users-excluded.skipped/added', ['rules.people.users-excluded.kept']],
  ['rules.update.stored/not-the-excluded', ['rules.people.users-excluded.kept']],
  ['rules.delete.inactive/refused', ['rules.delete.accepted']],
  ['rules.delete.inactive/done-but-refused', ['rules.delete.accepted']],
  ['users.path.me/unknown', ['auth.cookie.me', 'users.get.me-cookie', 'users.get.me-token']],
  ['users.update-me.email-waits/refused', ['users.update-me.email-sent']],
  ['users.update-me.second-email-waits/refused', ['users.update-me.email-sent']],
  ['users.create.provider/ignored', ['credentials.provider.federation', 'credentials.provider.social']],
  ['users.create.social-staged/refused', ['credentials.provider.social']],
  ['users.create.federation-staged/refused', ['credentials.provider.federation']],
  ['users.omit.links-others-stay/all-gone', ['users.omit.links']],
  ['users.expire-password.from-active/accepted-and-ignored', ['users.expire-password.user']],
  ['users.expire-password.temporary-status/accepted-and-ignored', ['users.expire-password.temporary-set']],
  ['users.create.provider/social-refused', ['credentials.provider.social']],
  ['users.create.ok/profile-left-out', ['users.profile.present']],
  ['users.operations.password-kept/side-effects-password-suspendUser', ['users.operations.times-kept']],
  ['users.operations.password-kept/side-effects-password-unsuspendUser', ['users.operations.times-kept']],
  ['credentials.hash.bcrypt.sign-in/refused', ['credentials.hash.bcrypt']],
  ['credentials.hash.sha-512.sign-in/refused', ['credentials.hash.sha-512']],
  ['credentials.hash.sha-256.sign-in/refused', ['credentials.hash.sha-256']],
  ['credentials.hash.sha-1.sign-in/refused', ['credentials.hash.sha-1']],
  ['credentials.hash.md5.sign-in/refused', ['credentials.hash.md5']],
  ['credentials.hash.pbkdf2.sign-in/refused', ['credentials.hash.pbkdf2']],
  ['grants.get.expand/*', ['grants.embedded.scope']],
  ['grants.embedded.scope/*', ['grants.get.expand']],
  ['errors.platform.code/oauth-style-from-suspendUser', ['users.suspend.not-active']],
]

const rows = alsoBreaks.map(([glob, clauses]) => ({
  form: globPattern(glob),
  clauses,
}))

/** The deviant with all that it breaks. */
export function withAll(deviant: Deviant): Deviant {
  const more = rows.filter(({ form }) => form.test(deviant.id)).flatMap(({ clauses }) => clauses)
  return more.length === 0
    ? deviant
    : Object.assign({}, deviant, { breaks: [...new Set([...deviant.breaks, ...more])] })
}
