import type { Org } from '../model/org.ts'
import { cookieNamed } from './authenticate.ts'
import type { Call } from './call.ts'

/**
 * Id of the caller's own session, which operations with `revokeSessions` leave open (Users). The call uses it, or a
 * browser sent its cookie along with a token.
 */
export function ownSession(org: Org, { caller, request }: Call): string | undefined {
  if (caller.kind === 'session') return caller.id
  const cookie = cookieNamed(request.header('cookie'), org.settings.sessionCookie)
  return cookie === undefined ? undefined : org.sessions.find(cookie)?.id
}
