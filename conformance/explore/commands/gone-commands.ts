import type { RequirementId } from '../../registry/requirements.ts'
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Command } from './commands.ts'
import { stating, users } from './commands.ts'
import { fill, segmentOf } from '../sequence/sequence.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

/** Calls that name a rule or a client alone: each is refused where nothing has the id. */
const calls = {
  rules: [
    ['getGroupRule', 'GET', '', 'rules.get.unknown'],
    ['deleteGroupRule', 'DELETE', '', 'rules.delete.unknown'],
    ['activateGroupRule', 'POST', '/lifecycle/activate', 'rules.activate.unknown'],
    ['deactivateGroupRule', 'POST', '/lifecycle/deactivate', 'rules.deactivate.unknown'],
  ],
  clients: [
    ['getClient', 'GET', '', 'clients.get.unknown'],
    ['newClientSecret', 'POST', '/lifecycle/newSecret', 'clients.new-secret.unknown'],
    ['deleteClient', 'DELETE', '', 'clients.delete.unknown'],
  ],
} as const satisfies Record<string, readonly (readonly [OperationName, string, string, RequirementId])[]>

const places = { rules: '/api/v1/groups/rules', clients: '/oauth2/v1/clients' } as const

/** A call on a rule or a client that is gone, or never was. */
export function onGone(state: GeneratorState, kind: keyof typeof calls): Command {
  const gone = state[kind].filter((each) => state.gone.has(each))
  const id = kind === 'rules' ? 'id' : 'client_id'
  const [operation, method, suffix, states] = state.leastUsed<(typeof calls)[typeof kind][number]>(
    calls[kind],
    ([, , , name]) => `gone ${name} ${gone.length > 0}`,
  )
  const segment = gone.length > 0 ? `«${state.rng.pick(gone)}.${id}»` : '«none1»'
  return {
    call: stating(states, {
      operation,
      method,
      path: `${places[kind]}/${segment}${suffix}`,
      dimension: 'names-in-paths',
    }),
  }
}

/** Calls that are refused if nobody has the id. */
const unknownCalls = [
  ['getUser', 'GET', '', 'users.get.unknown-id'],
  ['listUserGroups', 'GET', '/groups', 'users.groups.unknown'],
  ['listUserAppLinks', 'GET', '/appLinks', 'users.app-links.unknown'],
  ['suspendUser', 'POST', '/lifecycle/suspend', 'users.suspend.unknown'],
  ['deactivateUser', 'POST', '/lifecycle/deactivate', 'users.deactivate.unknown'],
  ['deleteUser', 'DELETE', '', 'users.delete.unknown'],
  ['clearUserSessions', 'DELETE', '/sessions', 'sessions.clear.unknown'],
  ['unlockUser', 'POST', '/lifecycle/unlock', 'users.unlock.unknown'],
  ['unsuspendUser', 'POST', '/lifecycle/unsuspend', 'users.unsuspend.unknown'],
  ['activateUser', 'POST', '/lifecycle/activate?sendEmail=false', 'users.activate.unknown'],
  ['reactivateUser', 'POST', '/lifecycle/reactivate?sendEmail=false', 'users.reactivate.unknown'],
  ['resetPassword', 'POST', '/lifecycle/reset_password?sendEmail=false', 'users.reset-password.unknown'],
  ['expirePassword', 'POST', '/lifecycle/expire_password', 'users.expire-password.unknown'],
  ['resetFactors', 'POST', '/lifecycle/reset_factors', 'users.reset-factors.unknown'],
  ['forgotPassword', 'POST', '/credentials/forgot_password?sendEmail=false', 'credentials.forgot.unknown'],
  ['updateUser', 'POST', '', 'users.update.unknown'],
  ['replaceUser', 'PUT', '', 'users.replace.unknown'],
] as const

/** The same for features that may be missing. */
const unknownGrantCalls = [
  ['listUserGrants', 'GET', '/grants', 'grants.list.unknown'],
  ['listUserClients', 'GET', '/clients', 'grants.clients.unknown'],
  ['revokeUserGrants', 'DELETE', '/grants', 'grants.revoke-all.unknown'],
] as const

/** A call on a user that does not exist, or no longer exists. */
export function unknownUser(state: GeneratorState): Command | undefined {
  const { rng } = state
  const removed = state.people.filter(({ handle }) => state.gone.has(handle))
  const former = state.people.flatMap(({ formerLogins }) => formerLogins).filter((each) => !/[/?]/.test(each))
  const segment =
    former.length > 0 && rng.chance(0.6)
      ? segmentOf(rng.pick(former))
      : removed.length > 0 && rng.chance(0.6)
        ? `«${rng.pick(removed).handle}.id»`
        : '«none1»'
  return onNobody(state, segment)
}

/** Whether a name in a path is the login, or the unique short name, of a user who exists. */
export function isKnown(state: GeneratorState, segment: string): boolean {
  const name = decodeURIComponent(fill(segment, state.model) ?? '').toLowerCase()
  const logins = state.livingPeople.map(({ handle }) =>
    String(state.truth(handle).profile.login).toLowerCase(),
  )
  return logins.includes(name) || logins.filter((login) => login.split('@')[0] === name).length === 1
}

/** A call on a user by a name that is nobody's. */
export function onNobody(state: GeneratorState, segment: string): Command | undefined {
  if (!segment.includes('.id»') && isKnown(state, segment)) return undefined
  const [operation, method, suffix, states] = state.leastUsed(
    [...unknownCalls, ...(state.means.earlyAccess ? unknownGrantCalls : [])],
    ([name]) => `unknown ${name} ${segment.includes('40')}`,
  )
  const [below = '', query] = suffix.split('?')
  return {
    call: stating(states, {
      operation,
      method,
      path: `${users}/${segment}${below}`,
      ...(query === undefined ? {} : { query: { sendEmail: 'false' } }),
      ...(operation === 'updateUser' || operation === 'replaceUser'
        ? { body: { profile: { title: 'Nobody' } } }
        : {}),
      dimension: 'names-in-paths',
    }),
  }
}
