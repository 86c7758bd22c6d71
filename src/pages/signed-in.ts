import { cookieNamed } from '../handlers/authenticate.ts'
import type { WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { isShutOut, type UserRecord } from '../model/users/records.ts'
import type { Session } from '../model/tokens/records.ts'

/** Who is at the browser. */
export interface SignedIn {
  readonly user: UserRecord
  readonly session: Session
}

/** The session of the browser, whatever became of its user. */
export function sessionOf(org: Org, request: WireRequest): Session | undefined {
  const cookie = cookieNamed(request.header('cookie'), org.settings.signIn.cookie)
  return cookie === undefined ? undefined : org.sessions.find(cookie)
}

/** The user of the browser's session; one who is suspended is not signed in. */
export function signedInUser(org: Org, request: WireRequest): SignedIn | undefined {
  const session = sessionOf(org, request)
  const user = session && org.users.get(session.userId)
  if (!user || isShutOut(user)) return undefined
  return { user, session }
}

/** The path of the base URL, which links begin with: browsers stay on the host by which they came. */
export function basePath({ baseUrl }: Org): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '')
}
