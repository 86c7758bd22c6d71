import type { Org } from '../model/org.ts'
import type { OneTimeToken } from '../model/tokens/records.ts'
import type { ActivationLink, ResetLink } from '../views/links.ts'
import type { Call, Handlers } from './call.ts'
import type { Reply } from './wire.ts'

/** The empty object that lifecycle operations answer (Users, Lifecycle operations). */
const empty: Reply = Object.freeze({ status: 200, text: '{}' })

export const lifecycle: Handlers<'lifecycle'> = {
  activateUser({ params, query }, org, { views }) {
    return linkReply(org.lifecycle.activate(params.userId, query), (token) => views.links.activation(token))
  },

  reactivateUser({ params, query }, org, { views }) {
    return linkReply(org.lifecycle.reactivate(params.userId, query), (token) => views.links.activation(token))
  },

  deactivateUser({ params, query, headers }, org, call) {
    org.lifecycle.deactivate(params.userId, { ...query, ...deactivation(headers.prefer, call) })
    return empty
  },

  suspendUser: moves('suspend'),
  unsuspendUser: moves('unsuspend'),
  unlockUser: moves('unlock'),

  resetPassword({ params, query }, org, call) {
    return linkReply(
      org.passwordRecovery.reset(params.userId, { ...query, ownSession: call.ownSession }),
      (token) => call.views.links.reset(token),
    )
  },

  expirePassword({ params, query }, org, { views }) {
    if (query.tempPassword) {
      return {
        status: 200,
        body: { tempPassword: org.passwordRecovery.expireWithTemporaryPassword(params.userId) },
      }
    }
    return { status: 200, text: views.users.singleText(org.passwordRecovery.expire(params.userId)) }
  },

  resetFactors: moves('resetFactors'),

  deleteUser({ params, query, headers }, org, call) {
    org.lifecycle.delete(params.userId, { ...query, ...deactivation(headers.prefer, call) })
    return { status: 204 }
  },
}

/** The handler of an operation that needs the user alone, and says nothing. */
function moves(name: 'suspend' | 'unsuspend' | 'unlock' | 'resetFactors') {
  return ({ params }: { readonly params: { readonly userId: string } }, { lifecycle: model }: Org): Reply => {
    model[name](params.userId)
    return empty
  }
}

/** A link that is handed out, or the empty object where it was mailed. */
export function linkReply(
  token: OneTimeToken | undefined,
  link: (token: OneTimeToken) => ActivationLink | ResetLink,
): Reply {
  return token ? { status: 200, body: link(token) } : empty
}

function deactivation(
  prefer: string | undefined,
  { caller }: Call,
): { readonly respondAsync: boolean; readonly administratorId: string | undefined } {
  return { respondAsync: prefersAsync(prefer), administratorId: caller.userId }
}

/** Whether a `Prefer` header asks for `respond-async` (RFC 7240, section 4.1). */
function prefersAsync(prefer: string | undefined): boolean {
  if (prefer === undefined) return false
  return prefer.split(',').some((one) => one.split(';', 1)[0]!.trim().toLowerCase() === 'respond-async')
}
