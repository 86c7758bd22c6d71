import { oauthPlace } from '../contract/paths.ts'
import { cookieNamed } from '../handlers/authenticate.ts'
import { pathBelow } from '../handlers/router.ts'
import { isTrustedOrigin } from '../handlers/cors.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Challenge, Interaction, TokenOf } from '../model/tokens/records.ts'
import type { Org } from '../model/org.ts'
import { verified } from '../model/users/password/index.ts'
import { isTotp, type UserRecord } from '../model/users/records.ts'
import { askForCode, type Entering, sendCode, verifyCode } from '../model/users/second-factor.ts'
import type { SignInFailureReason, SignInResult } from '../model/users/sign-in.ts'
import { viewsOf } from '../views/index.ts'
import { html, type Html } from './html.ts'
import { cspSource, pageReply, redirectReply } from './page.ts'
import { addressAt, startable } from './start-page.ts'
import { newPasswordField } from './password-field.ts'
import { basePath, sessionOf } from './signed-in.ts'

/** Identifies devices, so that a user can be blocked from unknown ones (Users, User Block). */
const deviceCookie = 'device'
const deviceYears = 31_536_000
const longestDevice = 100

/** A stranger must not learn which logins exist. */
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
  FACTOR_REQUIRED: 'A code is needed.',
  WRONG_CODE: 'The code is wrong.',
  CODE_USED: 'This code was used already. Wait for the next one.',
  SIGN_IN_OVER: 'This sign-in took too long, or had too many wrong codes. Begin again.',
  CALLER_GONE: 'The connection was closed.',
}

const asksNewPassword: ReadonlySet<SignInFailureReason> = new Set([
  'PASSWORD_EXPIRED',
  'NEW_PASSWORD_REFUSED',
])

/** Shows who is signed in, or leads on to where the address says; else the form to sign in. */
export function showSignIn(org: Org, request: WireRequest): WireReply {
  const session = sessionOf(org, request)
  const user = session && org.users.get(session.userId)
  // An application may ask for a sign-in of one who is signed in, or of somebody else.
  if (!user || interactionOf(org, request)) return signInForm(org, request)
  const to = returnTo(org, request)
  return to ? redirectReply(to.href) : signedIn(org, user)
}

/** Signs in by the form, and leads on to where its address says, if that origin is trusted. */
export async function sendSignIn(org: Org, request: WireRequest, form: URLSearchParams): Promise<WireReply> {
  const stateToken = form.get('stateToken')
  if (stateToken !== null) return sendFactor(org, request, stateToken, form)
  const person = org.settings.signIn.quick ? form.get('person') : null
  const picked = person === null ? undefined : org.users.get(person)
  if (picked) {
    const name = String(picked.profile.login)
    return afterSignIn(org, request, name, undefined, org.signIn.elsewhere(picked))
  }
  const login = form.get('login') ?? ''
  const newPassword = form.get('newPassword')
  const device = deviceOf(request)
  const input = {
    login,
    password: form.get('password') ?? '',
    device,
    isGone: () => request.isGone?.() ?? false,
    ...(newPassword === null ? {} : { newPassword }),
  }
  const outcome = await verified((known) => org.signIn.signIn(input, known))
  return afterSignIn(org, request, login, device, outcome)
}

function afterSignIn(
  org: Org,
  request: WireRequest,
  login: string,
  device: string | undefined,
  outcome: SignInResult,
): WireReply {
  if (outcome.status === 'FAILURE') {
    const { reason, message, userId } = outcome
    if (reason === 'FACTOR_REQUIRED') return askFactor(org, request, { userId: userId!, device })
    return signInForm(org, request, { login, reason, message })
  }
  const { session } = outcome
  // The browser loses an earlier session; its clients receive the sign-out of this one, too.
  org.sessions.addClients(session.value, sessionOf(org, request)?.clients ?? [])
  const cookies = [viewsOf(org).sessions.setCookie(session)]
  if (device === undefined) cookies.push(newDevice(org, session.userId))
  const interaction = interactionOf(org, request)
  if (interaction) {
    org.tokens.put<'interaction'>({ ...interaction, sessionId: session.id })
    return redirectReply(authorizePath(org, interaction), cookies)
  }
  const to = returnTo(org, request)
  if (to !== undefined) return redirectReply(to.href, cookies)
  return signedIn(org, org.users.get(session.userId)!, cookies)
}

/** Asks a user who has proved the first factor for the code of a second one. */
export function askFactor(org: Org, request: WireRequest, entering: Entering): WireReply {
  return factorForm(org, request, askForCode(org, entering))
}

/** Takes the code of a second factor, or mails one. */
function sendFactor(org: Org, request: WireRequest, stateToken: string, form: URLSearchParams): WireReply {
  const challenge = org.tokens.live('challenge', stateToken)
  const factor = form.get('send')
  if (challenge && factor !== null && mailedFactors(org, challenge).includes(factor))
    return factorForm(org, request, sendCode(org, challenge, factor))
  const outcome = verifyCode(org, stateToken, form.get('code')?.trim() ?? '')
  const now = org.tokens.live('challenge', stateToken)
  if (outcome.status === 'SUCCESS') return afterSignIn(org, request, '', challenge?.device, outcome)
  if (now) return factorForm(org, request, now, problems[outcome.reason])
  return signInForm(org, request, { ...outcome, login: '', reason: 'SIGN_IN_OVER' })
}

function mailedFactors(org: Org, { userId }: Challenge): readonly string[] {
  return org.users.get(userId)?.hidden.factors?.filter((factor) => !isTotp(factor)) ?? []
}

function factorForm(org: Org, request: WireRequest, challenge: Challenge, problem?: string): WireReply {
  const { id, sent } = challenge
  const isWrong = problem !== undefined
  const query = request.query === '' ? '' : `?${request.query}`
  return pageReply({
    heading: 'Enter your code',
    problem,
    status: isWrong ? 403 : 200,
    leadsTo: goesOnTo(org, request),
    content: html`<form method="post" action="${basePath(org)}/signin${query}">
      <input type="hidden" name="stateToken" value="${id}" />
      <label for="code">Code</label>
      <input
        id="code"
        name="code"
        inputmode="numeric"
        autocomplete="one-time-code"
        required
        aria-invalid="${String(isWrong)}"
        aria-describedby="${isWrong ? 'problem' : 'hint'}"
      />
      <p class="hint" id="hint">
        ${sent ? 'A code was sent to you by e-mail.' : 'Your authenticator app shows it.'}
      </p>
      <button>Verify</button>
      ${mailedFactors(org, challenge).map(
        (factor) =>
          html`<button class="other" name="send" value="${factor}" formnovalidate>
            ${sent?.factor === factor ? 'Send another code' : `Send a code (${factor})`}
          </button>`,
      )}
    </form>`,
  })
}

/** The request of an application for which the user signs in. */
function interactionOf(org: Org, request: WireRequest): TokenOf<'interaction'> | undefined {
  const id = new URLSearchParams(request.query).get('interaction')
  return id === null ? undefined : org.tokens.live('interaction', id)
}

/** Where the request of an application goes on. */
function authorizePath(org: Org, { id, authorizationServerId }: Interaction): string {
  const server = org.authorizationServers.collection.get(authorizationServerId)
  const below = !server || server.isOwn ? '' : `/oauth2/${server.alias ?? server.id}`
  return `${basePath(org)}${oauthPlace('authorize', below)}?interaction=${id}`
}

/** The device of the browser's cookie. Longer names were not given here, and would be kept. */
function deviceOf(request: WireRequest): string | undefined {
  const device = cookieNamed(request.header('cookie'), deviceCookie)
  return device !== undefined && device.length <= longestDevice ? device : undefined
}

/** The device is known from now on: this very sign-in was its first. */
function newDevice(org: Org, userId: string): string {
  const device = org.ids.token(24)
  org.signIn.rememberDevice(userId, device)
  const { protocol, pathname } = new URL(org.baseUrl)
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${deviceCookie}=${device}; Path=${pathname}; HttpOnly; SameSite=Lax${secure}; Max-Age=${deviceYears}`
}

function signedIn(org: Org, user: UserRecord, cookies: readonly string[] = []): WireReply {
  const apps = startable(org, user.id)
  return pageReply({
    heading: 'You are signed in',
    content: html`<p>You are <strong>${String(user.profile.login)}</strong>.</p>
      ${
        apps.length > 0 &&
        html`<h2>Applications</h2>
          <ul>
            ${apps.map(({ label, path }) => html`<li><a href="${basePath(org)}${path}">${label}</a></li>`)}
          </ul>`
      }
      <form method="post" action="${basePath(org)}/signout"><button>Sign out</button></form>`,
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
  const interaction = interactionOf(org, request)
  const login = failed?.login ?? interaction?.loginHint ?? ''
  return pageReply({
    heading: wantsNew ? 'Change your password' : 'Sign in',
    problem: failed && problemOf(failed),
    status: failed ? 403 : 200,
    leadsTo: goesOnTo(org, request),
    content: html`${interaction && html`<p>To go on to <strong>${interaction.clientName}</strong>.</p>`}
      ${org.settings.signIn.quick && !wantsNew && quickSignIn(org, request)}
      <form method="post">
        ${loginField(login, isWrong)}
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
      <p><a href="${basePath(org)}/signin/forgot-password">Forgot your password?</a></p>`,
  })
}

/** How many people are listed to sign in as. */
const peopleListed = 8

/** People to sign in as with one click, for development: the first, or those who match a search. */
function quickSignIn(org: Org, request: WireRequest): Html {
  const query = new URLSearchParams(request.query)
  const find = query.get('find') ?? ''
  query.delete('find')
  const people: UserRecord[] = []
  org.users.collection.forEach((user) => {
    if (user.status === 'ACTIVE' && isFound(user, find)) people.push(user)
    return people.length <= peopleListed
  })
  const isMany = find !== '' || people.length > peopleListed
  return html`<h2>Sign in as</h2>
    ${
      isMany &&
      html`<form method="get" role="search">
        ${[...query].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <label for="find">Find a person</label>
        <input id="find" name="find" type="search" value="${find}" />
        <button>Find</button>
      </form>`
    }
    ${people.length === 0 && html`<p>Nobody matches.</p>`}
    <form method="post">
      <ul>
        ${people.slice(0, peopleListed).map(personItem)}
      </ul>
    </form>
    ${people.length > peopleListed && html`<p class="hint">More people match: find them by name or login.</p>`}
    <h2>Or with a password</h2>`
}

/** Whether each word that somebody looks for is in the name or the login. */
function isFound(user: UserRecord, find: string): boolean {
  const text = `${nameOf(user)} ${String(user.profile.login)}`.toLowerCase()
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function nameOf({ profile }: UserRecord): string {
  return [profile.firstName, profile.lastName].filter(Boolean).join(' ')
}

function personItem(user: UserRecord): Html {
  return html`<li>
    <button class="person" name="person" value="${user.id}">
      ${nameOf(user)}<br /><span class="hint">${String(user.profile.login)}</span>
    </button>
  </li>`
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

/** The other origin that the forms of the sign-in lead on to. */
function goesOnTo(org: Org, request: WireRequest): string | undefined {
  return interactionOf(org, request)?.leadsTo ?? leadsToOf(org, returnTo(org, request))
}

/** Browsers hold a form to its policy through each redirect that it leads to: that of an application as well. */
function leadsToOf(org: Org, to: URL | undefined): string | undefined {
  const address = to && addressAt(org, pathBelow(to.pathname, org.baseUrl))
  return address === undefined ? to?.origin : `${to!.origin} ${cspSource(address)}`
}

/** Where `?returnTo=` leads after a sign-in: an address of a trusted origin, for no other may be led to. */
function returnTo(org: Org, request: WireRequest): URL | undefined {
  const given = new URLSearchParams(request.query).get('returnTo')
  if (given === null || !URL.canParse(given)) return undefined
  const url = new URL(given)
  // A blob has the origin of the page that made it, and no browser is led to it.
  return /^https?:$/.test(url.protocol) && isTrustedOrigin(org, url.origin) ? url : undefined
}
