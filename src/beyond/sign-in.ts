import { refuse } from '../contract/errors/refusal.ts'
import { isoOf } from '../model/kernel/clock.ts'
import { verified } from '../model/users/password/index.ts'
import type { Org } from '../model/org.ts'
import type { Session } from '../model/tokens/records.ts'
import type { SignInFailure, SignInResult } from '../model/users/sign-in.ts'
import type { UserRecord } from '../model/users/records.ts'
import type { Reply } from '../handlers/wire.ts'
import type { BeyondHandlers } from './handler.ts'

export const signIn = {
  async authenticate({ body }, org, { request }) {
    const isGone = (): boolean => request.isGone?.() ?? false
    const input = { login: body.username, password: body.password, isGone }
    return outcome(org, await verified((known) => org.signIn.signIn(input, known)))
  },
  createSession({ body }, org) {
    const session = org.sessions.find(body.sessionToken)
    if (!session)
      return refuse('authentication-failed', { message: 'sessionToken: not one of a session that lives' })
    return { status: 200, body: shownSession(org, session) }
  },
  getCurrentSession: (_, org, { caller }) => ({
    status: 200,
    body: shownSession(org, sessionOf(org, caller)),
  }),
  closeCurrentSession(_, org, { caller, views }) {
    org.sessions.close(sessionOf(org, caller).value)
    return { status: 204, headers: { 'Set-Cookie': views.sessions.setCookie() } }
  },
} satisfies Partial<BeyondHandlers>

function outcome(org: Org, result: SignInResult): Reply {
  if (result.status === 'FAILURE') return failed(org, result)
  const { session } = result
  const user = org.users.get(session.userId)!
  return answered(user, {
    status: 'SUCCESS',
    expiresAt: isoOf(session.expiresAt),
    sessionToken: session.value,
  })
}

/** Replies with the reason to locked-out users and expired passwords; otherwise only that it failed. */
function failed(org: Org, { reason, message, userId }: SignInFailure): Reply {
  const user = userId === undefined ? undefined : org.users.get(userId)
  if (user && (reason === 'PASSWORD_EXPIRED' || reason === 'LOCKED_OUT'))
    return answered(user, { status: reason })
  return refuse('authentication-failed', { message: `username or password: ${message}` })
}

function answered({ id, passwordChanged, profile }: UserRecord, body: object): Reply {
  const { login, firstName, lastName, locale = 'en_US', timezone: timeZone = 'UTC' } = profile
  const shown = { login, firstName, lastName, locale, timeZone }
  return { status: 200, body: { ...body, _embedded: { user: { id, passwordChanged, profile: shown } } } }
}

function sessionOf({ sessions }: Org, caller: { readonly id: string; readonly userId?: string }): Session {
  return sessions.of(caller.userId).find(({ id }) => id === caller.id)!
}

function shownSession(org: Org, { id, userId, created, expiresAt, amr = ['pwd'] }: Session): object {
  const { profile, provider } = org.users.get(userId)!
  return {
    id,
    userId,
    login: profile['login'],
    createdAt: created,
    expiresAt: isoOf(expiresAt),
    status: 'ACTIVE',
    lastPasswordVerification: created,
    lastFactorVerification: null,
    amr,
    idp: { type: provider.type },
    mfaActive: false,
    _links: {
      self: { href: `${org.baseUrl}/api/v1/sessions/me`, hints: { allow: ['GET', 'DELETE'] } },
      user: { href: `${org.baseUrl}/api/v1/users/me`, hints: { allow: ['GET'] } },
    },
  }
}
