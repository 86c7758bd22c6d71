import { OrgService } from '../model/kernel/org-service.ts'
import type { LinkResult } from '../model/users/one-time-links.ts'
import type { Session } from '../model/tokens/records.ts'
import type { SignedIn, SignInFailure, SignInResult } from '../model/users/sign-in.ts'
import { isoOf } from '../model/kernel/clock.ts'

/** A session that was opened. */
export interface SignInSuccess {
  /** Distinguishes it from a failure. */
  readonly status: 'SUCCESS'
  /** Who signed in: `00u…`. */
  readonly userId: string
  /** Names the session where its cookie must not stand: `102…`. */
  readonly sessionId: string
  /** The cookie as a browser sends it, `sid=…`: a `Cookie` header. */
  readonly sessionCookie: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** The result of a sign-in. */
export type SignInOutcome = SignInSuccess | SignInFailure

/** The result of using a one-time link. */
export type LinkOutcome =
  | {
      readonly status: 'SUCCESS'
      readonly purpose: Extract<LinkResult, { status: 'SUCCESS' }>['purpose']
      readonly userId: string
      /** Where the link signs the user in: the cookie as a browser sends it, `sid=…`. */
      readonly sessionCookie?: string
    }
  | Extract<LinkResult, { status: 'FAILURE' }>

/** A session that lives. */
export interface ShownSession {
  /** Who signed in: `00u…`. */
  readonly userId: string
  /** Names the session where its cookie must not stand: `102…`. */
  readonly sessionId: string
  /** The cookie as a browser sends it, `sid=…`: a `Cookie` header. */
  readonly sessionCookie: string
  /** ISO 8601. */
  readonly created: string
  /** ISO 8601. */
  readonly expiresAt: string
  /** Ids of the clients that signed in with it. */
  readonly clients: readonly string[]
}

/** Shows sessions, and the cookies by which browsers hold them. */
export class SessionView extends OrgService {
  /** The cookie of a session as a browser sends it: `sid=…`. */
  cookie(session: Session): string {
    return `${this.org.settings.signIn.cookie}=${session.value}`
  }

  /** The `Set-Cookie` header that gives a browser its session; without a session, the one that takes it away. */
  setCookie(session?: Session): string {
    const { protocol, pathname } = new URL(this.org.baseUrl)
    const secure = protocol === 'https:'
    const parts = [
      `${this.org.settings.signIn.cookie}=${session?.value ?? ''}`,
      // Several organisations may be served under one name.
      `Path=${pathname}`,
      'HttpOnly',
      // Pages of other sites call with it (Clients, Authentication, 3), which browsers allow over TLS only.
      ...(secure ? ['SameSite=None', 'Secure'] : ['SameSite=Lax']),
      ...(session ? [] : ['Max-Age=0']),
    ]
    return parts.join('; ')
  }

  /** A session of a user. */
  of(session: Session): ShownSession {
    const { id, userId, created, expiresAt, clients = [] } = session
    return {
      userId,
      sessionId: id,
      sessionCookie: this.cookie(session),
      created,
      expiresAt: isoOf(expiresAt),
      clients: [...new Set(clients.map(({ clientId }) => clientId))],
    }
  }

  /** A session that was opened. */
  opened({ session }: SignedIn): SignInSuccess {
    const { created: _, clients: __, ...shown } = this.of(session)
    return { status: 'SUCCESS', ...shown }
  }

  /** The result of a sign-in. */
  signIn(result: SignInResult): SignInOutcome {
    return result.status === 'SUCCESS' ? this.opened(result) : result
  }

  /** The result of using a one-time link. */
  link(result: LinkResult): LinkOutcome {
    if (result.status === 'FAILURE') return result
    const { session, ...rest } = result
    return session ? { ...rest, sessionCookie: this.cookie(session) } : rest
  }
}
