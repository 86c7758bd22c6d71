import { refuse } from '../contract/errors/refusal.ts'
import type { Handlers } from './call.ts'

export const sessions: Handlers<'sessions'> = {
  deleteCurrentUserSessions({ body }, org, { caller }) {
    if (caller.kind !== 'session') return refuse('invalid-session', { cookie: org.settings.signIn.cookie })
    const keepCurrent = body?.keepCurrent ?? true
    org.ends.end('sessions', caller.userId, { only: ({ id }) => !keepCurrent || id !== caller.id })
    return { status: 200, body: {} }
  },

  clearUserSessions({ params: { userId }, query }, org) {
    org.ends.end('sessions', userId)
    if (query.oauthTokens) org.ends.end('oauthTokens', userId)
    return { status: 204 }
  },
}
