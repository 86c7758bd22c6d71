import { OrgService } from '../kernel/org-service.ts'
import { isSame } from '../kernel/same.ts'
import type { Session, SessionClient, TokenOf } from './records.ts'

/** The caller of a request with a session cookie. */
export interface SessionPrincipal {
  readonly kind: 'session'
  readonly id: string
  readonly userId: string
}

/** The maximum number of sessions of a user. The oldest end first. */
const maxOfUser = 1000

/** How many clients a session notifies at its end. The oldest are dropped first. */
const maxClients = 100

/** Opens and reads sessions. */
export class Sessions extends OrgService<'tokens'> {
  /**
   * Opens a session for a user.
   *
   * @param amr The methods of sign-in (RFC 8176), if not by password.
   */
  open(userId: string, amr?: readonly string[]): Session {
    const { clock, ids, settings, tokens } = this.org
    const session = tokens.add<'session'>({
      kind: 'session',
      id: ids('session'),
      value: tokens.unused(() => ids.token(32)),
      userId,
      created: clock.iso(),
      expiresAt: clock.now() + settings.lifetimes.session,
      ...(amr ? { amr } : {}),
    })
    if (tokens.countOf('session', 'user', userId) > maxOfUser)
      tokens.remove(tokens.of('session', 'user', userId)[0]!)
    return session
  }

  /** The session of a cookie, unless it has expired. */
  find(cookie: string): TokenOf<'session'> | undefined {
    return this.org.tokens.live('session', cookie)
  }

  /** The principal of a session cookie; undefined after the end of the session. */
  principal(cookie: string): SessionPrincipal | undefined {
    const session = this.find(cookie)
    return session && { kind: 'session', id: session.id, userId: session.userId }
  }

  /** The sessions of a user, or of everybody, that have not expired, oldest first. */
  of(userId: string | undefined): readonly Session[] {
    const { tokens } = this.org
    const all = userId === undefined ? tokens.all('session') : tokens.of('session', 'user', userId)
    return all.filter((session) => !tokens.isOver(session))
  }

  /** Ends the session of a cookie. Returns it, if it was open. */
  close(cookie: string): Session | undefined {
    const session = this.find(cookie)
    if (session) this.org.tokens.remove(session)
    return session
  }

  /** Records that clients signed in with a session. */
  addClients(cookie: string, added: readonly SessionClient[]): void {
    const session = this.find(cookie)
    if (!session) return
    const clients = session.clients ?? []
    const others = added.filter((one) => !clients.some((known) => isSame(known, one)))
    if (others.length === 0) return
    this.org.tokens.put<'session'>({ ...session, clients: [...clients, ...others].slice(-maxClients) })
  }
}
