import type { ClauseId } from '../../registry/clauses.ts'
import { beside } from '../../engine/judge/rests-on.ts'
import type { Deviant } from './deviant.ts'

/**
 * Further failures of single deviants, which break their clause so widely that other clauses fail too. The table does
 * not say that one clause is judged through another, and does not order failures.
 */
const besideSome: Readonly<Record<string, readonly ClauseId[]>> = {
  'conventions.timestamps.users/statusChanged-with-microseconds': ['users.status-changed.moves'],
  'conventions.naming.response-parameter/ignored': [
    'users.omit.credentials',
    'users.omit.links',
    'users.omit.links-others-stay',
    'users.omit.quoted',
    'users.omit.unknown',
  ],
  'conventions.naming.response-parameter/refused': [
    'users.omit.credentials',
    'users.omit.links',
    'users.omit.quoted',
    'users.omit.one-alone',
    'users.omit.unknown',
  ],
  'clients.application-type.native/refuses-native': [
    'clients.grant-types.native.implicit',
    'clients.grant-types.native.password',
    'clients.grant-types.native.refresh-token',
  ],
  'clients.grant-types.web.authorization-code/refused': [
    'clients.request-object-alg.hs256',
    'clients.request-object-alg.hs384',
    'clients.request-object-alg.hs512',
    'clients.request-object-alg.rs256',
    'clients.request-object-alg.rs384',
    'clients.request-object-alg.rs512',
    'clients.request-object-alg.es256',
    'clients.request-object-alg.es384',
    'clients.request-object-alg.es512',
    'clients.response-types.code',
    'clients.auth-method.post',
    'clients.auth-method.basic',
    'clients.auth-method.jwt',
  ],
  'clients.list.after/no-next': ['conventions.paging.complete'],
  'groups.type.svc-group/profile-fixed': ['groups.update.stored', 'groups.get.reads-own-writes'],
  'groups.type.svc-group/no-addUserToGroup': [
    'membership.add.effect',
    'membership.list.ok',
    'membership.list.links',
  ],
  'groups.type.svc-group/no-removeUserFromGroup': ['membership.remove.effect'],
  'groups.list.after/no-next': ['conventions.paging.complete'],
  'membership.add.effect/not-with-the-user': ['users.groups.others'],
  'rules.update.stored/name-only': ['rules.people.users-excluded.kept'],
  'rules.active.adds/accepted-and-ignored': ['rules.status.active'],
  'users.create.credentials-password/hidden': ['credentials.password.write-only'],
  'users.list.after/no-next': ['conventions.paging.complete'],
  'users.delete.from-staged/refused': ['users.delete.removed', 'users.delete.not-recoverable'],
  'users.delete.removed/wrong-code': ['users.get.unknown-login'],
  'credentials.forgot.two-forms/one': ['credentials.answer.password-set'],
  'users.operations.times-kept/refused-but-moved': ['auth.required.lifecycle', 'auth.invalid-token'],
}

/** The clauses that are known to fail in addition to those that a deviant breaks. */
export function besideOf({ id }: Pick<Deviant, 'id'>): readonly string[] {
  return [...(beside[id.slice(0, id.indexOf('/'))] ?? []), ...(besideSome[id] ?? [])]
}
