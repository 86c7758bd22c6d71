import { cookieNamed } from '../handlers/authenticate.ts'
import { isTrustedOrigin } from '../handlers/cors.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import type { SignInFailureReason, SignInResult } from '../model/users/sign-in.ts'
import { viewsOf } from '../views/index.ts'
import { html, type Html } from './html.ts'
import { pageReply, redirectReply } from './page.ts'
import { newPasswordField } from './password-field.ts'

/** Tells devices apart, so that a user can be blocked from those that are not known (document 3, User Block). */
const deviceCookie = 'device'
const deviceYears = 31_536_000

/** A stranger is not told which logins there are. */
const wrong = 'The login or the password is wrong.'

const problems: Readonly<Record<SignInFailureReason, string>> = {
  UNKNOWN_USER: wrong,
  WRONG_PASSWORD: wrong,
  NO_PASSWORD: wrong,
  PASSWORD_EXPIRED: 'Your password has expired. Choose a new one.',
  NEW_PASSWORD_REFUSED: 'The new password is not good enough.',
  LOCKED_OUT: 'This account is locked after too many wrong passwords.',
  STATUS: 'This account cannot sign in.',
  TRANSITION_IN_PROGRESS: 'This account is still being activated or deactivated.',
  DEVICE_BLOCKED: 'This account is blocked on this device.',
  FEDERATED: 'This account signs in at another identity provider.',
  HOOK_NOT_SET: 'The password cannot be verified: no password hook is set.',
  HOOK_FAILED: 'The password cannot be verified at the moment.',
}

const asksNewPassword: ReadonlySet<SignInFailureReason> = new Set([
  'PASSWORD_EXPIRED',
  'NEW_PASSWORD_REFUSED',
])

/** Shows who is signed in, or the form to sign in. */
export function showSignIn(org: Org, request: WireRequest): WireReply {
  const session = sessionOf(org, request)
  const user = session && org.users.get(session.userId)
  return user ? signedIn(org, String(user.profile.login)) : signInForm(org, request)
}

/** Signs in by the form, and leads on to where its address says, if that origin is trusted. */
export function sendSignIn(
  org: Org,
  request: WireRequest,
  form: URLSearchParams,
): WireReply | Promise<WireReply> {
  const login = form.get('login') ?? ''
  const newPassword = form.get('newPassword')
  const device = cookieNamed(request.header('cookie'), deviceCookie)
  const outcome = org.signIn.signIn({
    login,
    password: form.get('password') ?? '',
    device,
    ...(newPassword === null ? {} : { newPassword }),
  })
  const answer = (done: SignInResult): WireReply => afterSignIn(org, request, login, device, done)
  return outcome instanceof Promise ? outcome.then(answer) : answer(outcome)
}

/** Ends the session of the browser. */
export function signOut(org: Org, request: WireRequest): WireReply {
  const cookie = cookieNamed(request.header('cookie'), org.settings.sessionCookie)
  if (cookie !== undefined) org.sessions.close(cookie)
  return pageReply({
    heading: 'You are signed out',
    content: html`<p><a href="${pathBelow(org, '/signin')}">Sign in again</a></p>`,
    cookies: [viewsOf(org).sessions.setCookie()],
  })
}

function afterSignIn(
  org: Org,
  request: WireRequest,
  login: string,
  device: string | undefined,
  outcome: SignInResult,
): WireReply {
  if (outcome.status === 'FAILURE')
    return signInForm(org, request, { login, reason: outcome.reason, message: outcome.message })
  const { session } = outcome
  const cookies = [viewsOf(org).sessions.setCookie(session)]
  if (device === undefined) cookies.push(newDevice(org, session.userId))
  const to = returnTo(org, request)
  return to === undefined ? signedIn(org, login, cookies) : redirectReply(to.href, cookies)
}

/** The device is known from now on: this very sign-in was its first. */
function newDevice(org: Org, userId: string): string {
  const device = org.ids.token(24)
  org.signIn.rememberDevice(userId, device)
  return `${deviceCookie}=${device}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${deviceYears}`
}

function signedIn(org: Org, login: string, cookies: readonly string[] = []): WireReply {
  return pageReply({
    heading: 'You are signed in',
    content: html`<p>You are <strong>${login}</strong>.</p>
      <form method="post" action="${pathBelow(org, '/signout')}"><button>Sign out</button></form>`,
    cookies,
  })
}

interface Failed {
  readonly login: string
  readonly reason: SignInFailureReason
  readonly message: string
}

function signInForm(org: Org, request: WireRequest, failed?: Failed): WireReply {
  const wantsNew = failed !== undefined && asksNewPassword.has(failed.reason)
  const isWrong = failed !== undefined && !wantsNew
  return pageReply({
    heading: wantsNew ? 'Change your password' : 'Sign in',
    problem: failed && problemOf(failed),
    status: failed ? 403 : 200,
    leadsTo: returnTo(org, request)?.origin,
    content: html`<form method="post">
        ${loginField(failed?.login ?? '', isWrong)}
        <label for="password">${wantsNew ? 'Present password' : 'Password'}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          aria-invalid="${String(isWrong)}"
          ${isWrong && html`aria-describedby="problem"`}
        />
        ${wantsNew && newPasswordField(org, failed.reason === 'NEW_PASSWORD_REFUSED')}
        <button>Sign in</button>
      </form>
      <p><a href="${pathBelow(org, '/signin/forgot-password')}">Forgot your password?</a></p>`,
  })
}

function loginField(login: string, isWrong: boolean): Html {
  return html`<label for="login">Login</label>
    <input
      id="login"
      name="login"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      required
      value="${login}"
      aria-invalid="${String(isWrong)}"
      ${isWrong && html`aria-describedby="problem"`}
    />`
}

function problemOf({ reason, message }: Failed): string {
  return reason === 'NEW_PASSWORD_REFUSED' ? message : problems[reason]
}

function sessionOf(org: Org, request: WireRequest): ReturnType<Org['sessions']['find']> {
  const cookie = cookieNamed(request.header('cookie'), org.settings.sessionCookie)
  return cookie === undefined ? undefined : org.sessions.find(cookie)
}

/** Where `?returnTo=` leads after a sign-in: an address of a trusted origin, for no other may be led to. */
function returnTo(org: Org, request: WireRequest): URL | undefined {
  const given = new URLSearchParams(request.query).get('returnTo')
  if (given === null || !URL.canParse(given)) return undefined
  const url = new URL(given)
  // A blob has the origin of the page that made it, and no browser is led to it.
  return /^https?:$/.test(url.protocol) && isTrustedOrigin(org, url.origin) ? url : undefined
}

function pathBelow(org: Org, path: string): string {
  return new URL(org.baseUrl).pathname.replace(/\/$/, '') + path
}
