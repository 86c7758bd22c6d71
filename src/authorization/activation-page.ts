import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { html } from '../pages/html.ts'
import { formToken, isOwnForm, pageReply, redirectReply } from '../pages/page.ts'
import { basePath, signedInUser } from '../pages/signed-in.ts'
import { authenticationOf } from './authorize.ts'
import { consentButtons, consentDetails, logoOrigin } from './consent-page.ts'
import { activationPath } from '../views/links.ts'

/** Answers the page on which a person types the code of a device, signed in (RFC 8628, section 3.3). */
export function answerActivation(org: Org, request: WireRequest): WireReply {
  const form = new URLSearchParams(request.method === 'POST' ? request.body : request.query)
  const typed = form.get('user_code')?.trim() ?? ''
  const signedIn = signedInUser(org, request)
  if (!signedIn) return redirectReply(signInPath(org, typed))
  const { user, session } = signedIn
  const code = typed === '' ? undefined : org.deviceCodes.guess(user.id, typed)
  if (typeof code === 'number') return askToWait(typed, Math.ceil(code / 1000))
  if (!code) return askCode(typed, typed === '' ? undefined : 'This code is unknown, or over.')
  // Codes end with their client.
  const client = org.clients.get(code.clientId)!
  const token = formToken(session, code.id)
  const decision = isOwnForm(org, request, form.get('token'), token) ? form.get('decision') : null
  if (decision !== null) {
    if (decision !== 'allow') {
      org.tokens.put<'device'>({ ...code, status: 'refused' })
      return done('The device was refused', 'It cannot sign in with this code.')
    }
    org.grants.approveDevice(code, user.id, authenticationOf(session))
    return done('The device is connected', 'You can go back to it now.')
  }
  const scopes = code.scopeIds.flatMap((id) => org.authorizationServers.scopes.get(id) ?? [])
  return pageReply({
    heading: `Connect ${client.settings.client_name}?`,
    imagesFrom: logoOrigin(client),
    content: html`<p>A device shows the code <strong>${code.userCode}</strong>. Go on only if it is yours.</p>
      ${consentDetails(client, scopes, user)}
      <form method="post">
        <input type="hidden" name="user_code" value="${code.userCode}" />
        <input type="hidden" name="token" value="${token}" />
        ${consentButtons}
      </form>`,
  })
}

function askToWait(typed: string, seconds: number): WireReply {
  const problem = `Too many wrong codes. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  const page = askCode(typed, problem, 429)
  return { ...page, headers: { ...page.headers, 'Retry-After': String(seconds) } }
}

function askCode(typed: string, problem: string | undefined, status = 400): WireReply {
  const isWrong = problem !== undefined
  return pageReply({
    heading: 'Connect a device',
    problem,
    status: isWrong ? status : 200,
    content: html`<form method="get">
      <label for="user_code">Code that the device shows</label>
      <input
        id="user_code"
        name="user_code"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        required
        value="${typed}"
        aria-invalid="${String(isWrong)}"
        ${isWrong && html`aria-describedby="problem"`}
      />
      <button>Continue</button>
    </form>`,
  })
}

function done(heading: string, text: string): WireReply {
  return pageReply({ heading, content: html`<p>${text}</p>` })
}

function signInPath(org: Org, typed: string): string {
  const page = `${org.baseUrl}${activationPath}${typed === '' ? '' : `?${new URLSearchParams({ user_code: typed })}`}`
  return `${basePath(org)}/signin?${new URLSearchParams({ returnTo: page })}`
}
