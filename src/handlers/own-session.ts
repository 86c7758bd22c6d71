import type { Org } from '../model/org.ts'
import { cookieNamed } from './authenticate.ts'
import type { Call } from './call.ts'

/**
 * Id of the session that a caller has itself, which operations with `revokeSessions` leave open (Users):
 * the one it calls with, or one whose cookie a browser sent along with a token.
 */
export function ownSession(org: Org, { caller, request }: Call): string | undefined {
  if (caller.kind === 'session') return caller.id
  const cookie = cookieNamed(request.header('cookie'), org.settings.sessionCookie)
  return cookie === undefined ? undefined : org.sessions.find(cookie)?.id
}
