import { refuse } from '../contract/errors.ts'
import type { Handlers } from './call.ts'
import { isTrustedOrigin } from './cors.ts'

export const sessions: Handlers<'sessions'> = {
  deleteCurrentUserSessions({ headers: { origin }, body }, org, { caller }) {
    if (caller.kind !== 'session') return refuse('invalid-session')
    if (origin !== undefined && !isTrustedOrigin(org, origin)) refuse('untrusted-origin', { origin })
    org.sessions.clearOwn(caller, body?.keepCurrent ?? true)
    return { status: 200, body: {} }
  },

  clearUserSessions({ params, query }, org) {
    org.sessions.clear(params.userId, query)
    return { status: 204 }
  },
}
