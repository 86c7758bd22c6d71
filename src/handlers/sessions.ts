import { refuse } from '../contract/errors/refusal.ts'
import type { Handlers } from './call.ts'

export const sessions: Handlers<'sessions'> = {
  deleteCurrentUserSessions({ body }, org, { caller }) {
    if (caller.kind !== 'session') return refuse('invalid-session', { cookie: org.settings.sessionCookie })
    org.sessions.clearOwn(caller, body?.keepCurrent ?? true)
    return { status: 200, body: {} }
  },

  clearUserSessions({ params, query }, org) {
    org.sessions.clear(params.userId, query)
    return { status: 204 }
  },
}
