import { Part } from '../kernel/part.ts'
import { NumberedMap } from '../kernel/numbered-map.ts'
import type { Stateful } from '../kernel/state.ts'

/** A session that a user has with the identity provider. */
export interface Session {
  readonly id: string
  /** Value of the session cookie. */
  readonly cookie: string
  readonly userId: string
  readonly created: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The methods of sign-in (RFC 8176), if not by password. */
  readonly amr?: readonly string[]
  /** The clients that signed in with it. Sign-out notifies them. */
  readonly clients?: readonly SessionClient[]
}

/** A client that signed in with a session. */
export interface SessionClient {
  readonly clientId: string
  readonly authorizationServerId: string
  /** The session that its ID tokens name as `sid`: an earlier one, if the user signed in again. */
  readonly sessionId: string
}

/** The caller of a request with a session cookie. */
export interface SessionPrincipal {
  readonly kind: 'session'
  readonly id: string
  readonly userId: string
}

/** The number of sessions at which the first sweep removes expired ones. */
const firstSweep = 1000

/** The maximum number of sessions of a user, and of all users. The oldest end first. */
const mostOfUser = 1000
const mostInAll = 100_000

/** How many clients a session notifies at its end. The oldest are dropped first. */
const mostClients = 100

/** The open sessions. */
export class Sessions extends Part<'changes' | 'clock' | 'ids' | 'settings'> {
  readonly #byCookie = new NumberedMap<Session>({ onRestore: () => this.#index() })
  readonly state: Stateful = this.#byCookie
  /** Cookies. */
  readonly #byUser = new Map<string, Set<string>>()
  /** Ends the OAuth tokens of a user, when its sessions are cleared with them. */
  onRevokeTokens: ((userId: string) => void) | undefined
  #sweepAt = firstSweep

  /**
   * Opens a session for a user.
   *
   * @param amr The methods of sign-in (RFC 8176), if not by password.
   */
  open(userId: string, amr?: readonly string[]): Session {
    const session: Session = {
      id: this.org.ids('session'),
      cookie: this.org.ids.token(32),
      userId,
      created: this.org.clock.iso(),
      expiresAt: this.org.clock.now() + this.org.settings.sessionLifetime,
      ...(amr ? { amr } : {}),
    }
    this.#add(session)
    this.org.changes.tell('sessions', session.id, undefined, session)
    this.#sweep()
    const own = this.#byUser.get(userId)!
    if (own.size > mostOfUser) this.#dropFirst(this.#kept(userId))
    if (this.#byCookie.size > mostInAll) this.#dropFirst(this.#byCookie.values())
    return session
  }

  /** The session of a cookie, unless it has expired. */
  find(cookie: string): Session | undefined {
    const session = this.#byCookie.get(cookie)
    return session && this.#lives(session) ? session : undefined
  }

  /** The principal of a session cookie; undefined after the end of the session. */
  principal(cookie: string): SessionPrincipal | undefined {
    const session = this.find(cookie)
    return session && { kind: 'session', id: session.id, userId: session.userId }
  }

  /** A user's sessions that have not expired, oldest first. */
  of(userId: string): readonly Session[] {
    return this.#kept(userId).filter((session) => this.#lives(session))
  }

  /** Ends a user's sessions, except one if you give its id. */
  end(userId: string, except?: string): void {
    for (const session of this.#kept(userId)) if (session.id !== except) this.#drop(session)
  }

  /** Ends the session of a cookie. Returns it, if it was open. */
  close(cookie: string): Session | undefined {
    const session = this.find(cookie)
    if (session) this.#drop(session)
    return session
  }

  /** Records that clients signed in with a session. */
  addClients(cookie: string, added: readonly SessionClient[]): void {
    const session = this.find(cookie)
    if (!session) return
    const clients = session.clients ?? []
    const others = added.filter((one) => !clients.some((known) => isSameClient(known, one)))
    if (others.length === 0) return
    this.#byCookie.set(cookie, { ...session, clients: [...clients, ...others].slice(-mostClients) })
  }

  /** Ends all of a user's sessions, and with `oauthTokens` its OAuth tokens (Users, DELETE sessions). */
  clear(userId: string, { oauthTokens = false }: { readonly oauthTokens?: boolean } = {}): void {
    this.end(userId)
    if (oauthTokens) this.onRevokeTokens?.(userId)
  }

  /**
   * Ends the current user's sessions (Users, delete_sessions).
   * @param keepCurrent Whether the session of this call stays open.
   */
  clearOwn(caller: SessionPrincipal, keepCurrent: boolean): void {
    this.end(caller.userId, keepCurrent ? caller.id : undefined)
  }

  #lives(session: Session): boolean {
    return session.expiresAt > this.org.clock.now()
  }

  #add(session: Session): void {
    this.#byCookie.set(session.cookie, session)
    this.#addToUser(session)
  }

  #addToUser(session: Session): void {
    const own = this.#byUser.get(session.userId)
    if (own) own.add(session.cookie)
    else this.#byUser.set(session.userId, new Set([session.cookie]))
  }

  #drop(session: Session): void {
    this.#byCookie.delete(session.cookie)
    const own = this.#byUser.get(session.userId)
    own?.delete(session.cookie)
    if (own?.size === 0) this.#byUser.delete(session.userId)
    this.org.changes.tell('sessions', session.id, session, undefined)
  }

  #dropFirst(sessions: Iterable<Session>): void {
    for (const oldest of sessions) return this.#drop(oldest)
  }

  /** A user's sessions, oldest first, including expired ones. */
  #kept(userId: string): readonly Session[] {
    return [...(this.#byUser.get(userId) ?? [])].map((cookie) => this.#byCookie.get(cookie)!)
  }

  /** Every stored session, including expired ones. */
  all(): readonly Session[] {
    return [...this.#byCookie.values()]
  }

  /** Removes expired sessions each time the number of sessions has doubled: a server may run for long. */
  #sweep(): void {
    if (this.#byCookie.size < this.#sweepAt) return
    for (const session of this.#byCookie.values()) if (!this.#lives(session)) this.#drop(session)
    this.#sweepAt = Math.max(firstSweep, this.#byCookie.size * 2)
  }

  #index(): void {
    this.#byUser.clear()
    for (const session of this.#byCookie.values()) this.#addToUser(session)
  }
}

function isSameClient(one: SessionClient, other: SessionClient): boolean {
  return (
    one.clientId === other.clientId &&
    one.authorizationServerId === other.authorizationServerId &&
    one.sessionId === other.sessionId
  )
}
