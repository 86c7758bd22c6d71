import { refuse } from '../contract/errors/refusal.ts'
import { isoOf } from '../model/kernel/clock.ts'
import { verified } from '../model/users/password/index.ts'
import type { Org } from '../model/org.ts'
import type { Session, TokenOf } from '../model/tokens/records.ts'
import { beginChallenge, sendCode, verifyCode } from '../model/users/second-factor.ts'
import type { SignInFailure, SignInResult } from '../model/users/sign-in.ts'
import { isTotp, type UserRecord } from '../model/users/records.ts'
import type { Reply } from '../handlers/wire.ts'
import type { BeyondHandlers } from './handler.ts'

export const signIn = {
  async authenticate({ body }, org, { request }) {
    const { username: login, password, stateToken } = body
    if (stateToken !== undefined) return factorRequired(org, challengeOf(org, stateToken))
    if (login === undefined) return refuse('blank', { at: 'username' })
    if (password === undefined) return refuse('blank', { at: 'password' })
    const isGone = (): boolean => request.isGone?.() ?? false
    return outcome(org, await verified((known) => org.signIn.signIn({ login, password, isGone }, known)))
  },
  verifyFactor({ params: { factorId }, body: { stateToken, passCode } }, org) {
    const challenge = challengeOf(org, stateToken, factorId)
    if (passCode === undefined) return challenged(org, challenge, factorId)
    return outcome(org, verifyCode(org, stateToken, passCode, factorId))
  },
  resendFactorCode: ({ params: { factorId }, body }, org) =>
    challenged(org, challengeOf(org, body.stateToken, factorId), factorId),
  cancelAuthentication({ body }, org) {
    org.tokens.remove(challengeOf(org, body.stateToken))
    return { status: 200, body: {} }
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
  if (user && reason === 'FACTOR_REQUIRED')
    return factorRequired(org, beginChallenge(org, { userId: user.id }))
  if (reason === 'SIGN_IN_OVER') refuse('state-token-over', { message })
  if (reason === 'WRONG_CODE') refuse('passcode-wrong', { message })
  if (reason === 'CODE_USED') refuse('passcode-used', { message })
  return refuse('authentication-failed', { message: `username or password: ${message}` })
}

/** The sign-in of a state token, if the user still has factors. Refuses the id of another factor. */
function challengeOf(org: Org, stateToken: string, factorId?: string): TokenOf<'challenge'> {
  const challenge = org.tokens.live('challenge', stateToken)
  const { factors = [] } = (challenge && org.users.get(challenge.userId)?.hidden) ?? {}
  if (!challenge || factors.length === 0)
    return refuse('state-token-over', { message: 'expected the token of a sign-in that waits for a factor' })
  if (factorId !== undefined && !factors.includes(factorId))
    refuse('not-found', { id: factorId, kind: 'factor' })
  return challenge
}

/** Lists the factors of which the user picks one. */
function factorRequired(org: Org, challenge: TokenOf<'challenge'>): Reply {
  const user = org.users.get(challenge.userId)!
  const factors = user.hidden.factors!.map((factor) =>
    shownFactor(org, user, factor, { verify: linkTo(org, verifyPath(factor)) }),
  )
  const waits = waiting(challenge, 'MFA_REQUIRED')
  return answered(user, { ...waits, _links: { cancel: linkTo(org, 'cancel') } }, { factors })
}

/** Waits for the code of one factor, which it mails unless an authenticator has it. */
function challenged(org: Org, challenge: TokenOf<'challenge'>, factor: string): Reply {
  const user = org.users.get(challenge.userId)!
  const verify = verifyPath(factor)
  const links = { next: { name: 'verify', ...linkTo(org, verify) }, cancel: linkTo(org, 'cancel') }
  const embedded = { factor: shownFactor(org, user, factor) }
  if (isTotp(factor))
    return answered(user, { ...waiting(challenge, 'MFA_CHALLENGE'), _links: links }, embedded)
  const waits = waiting(sendCode(org, challenge, factor), 'MFA_CHALLENGE')
  const resend = [{ name: factor, ...linkTo(org, `${verify}/resend`) }]
  return answered(user, { ...waits, _links: { ...links, resend } }, embedded)
}

function waiting({ id, expiresAt }: TokenOf<'challenge'>, status: 'MFA_REQUIRED' | 'MFA_CHALLENGE'): object {
  return { stateToken: id, expiresAt: isoOf(expiresAt), status }
}

function shownFactor(
  { vocabulary }: Org,
  { profile: { login, email } }: UserRecord,
  factor: string,
  links?: object,
): object {
  const { providerType } = vocabulary
  return {
    id: factor,
    factorType: isTotp(factor) ? 'token:software:totp' : factor,
    provider: providerType,
    vendorName: providerType,
    // A caller who knows the password alone does not learn the address.
    profile: isTotp(factor)
      ? { credentialId: login }
      : { email: String(email).replace(/(?<=.).*(?=@)/, '...') },
    _links: links,
  }
}

function verifyPath(factor: string): string {
  return `factors/${encodeURIComponent(factor)}/verify`
}

function linkTo({ baseUrl }: Org, path: string): object {
  return { href: `${baseUrl}/api/v1/authn/${path}`, hints: { allow: ['POST'] } }
}

function answered({ id, passwordChanged, profile }: UserRecord, body: object, embedded: object = {}): Reply {
  const { login, firstName, lastName, locale = 'en_US', timezone: timeZone = 'UTC' } = profile
  const shown = { login, firstName, lastName, locale, timeZone }
  return {
    status: 200,
    body: { ...body, _embedded: { user: { id, passwordChanged, profile: shown }, ...embedded } },
  }
}

function sessionOf({ sessions }: Org, caller: { readonly id: string; readonly userId?: string }): Session {
  return sessions.of(caller.userId).find(({ id }) => id === caller.id)!
}

function shownSession(org: Org, { id, userId, created, expiresAt, amr = ['pwd'] }: Session): object {
  const { profile, provider, hidden } = org.users.get(userId)!
  return {
    id,
    userId,
    login: profile['login'],
    createdAt: created,
    expiresAt: isoOf(expiresAt),
    status: 'ACTIVE',
    lastPasswordVerification: created,
    lastFactorVerification: amr.includes('mfa') ? created : null,
    amr,
    idp: { type: provider.type },
    mfaActive: (hidden.factors?.length ?? 0) > 0,
    _links: {
      self: { href: `${org.baseUrl}/api/v1/sessions/me`, hints: { allow: ['GET', 'DELETE'] } },
      user: { href: `${org.baseUrl}/api/v1/users/me`, hints: { allow: ['GET'] } },
    },
  }
}
