import { cookieNamed } from '../handlers/authenticate.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { html } from '../pages/html.ts'
import { pageReply } from '../pages/page.ts'
import { viewsOf } from '../views/index.ts'
import { basePath, signedInUser } from './authorize.ts'
import type { Endpoint, EndpointCall } from './endpoint.ts'
import { errorPage } from './error-page.ts'
import { Parameters } from './parameters.ts'
import { cspSource } from './response.ts'

/** What a client asks for when a user signs out. */
interface LogoutRequest {
  /** Known by the ID token; else only by its name. */
  readonly client: ClientRecord | undefined
  /** The user that the ID token is about. */
  readonly userId: string | undefined
  readonly redirectUri: string | undefined
  readonly state: string | undefined
  readonly parameters: Parameters
}

/** OpenID Connect RP-Initiated Logout 1.0, section 2. */
export const logoutEndpoint: Endpoint = {
  path: '/logout',
  get: (call) => logout(call, new Parameters(call.request.query)),
  post: (call) => logout(call, new Parameters(call.request.body)),
}

async function logout(call: EndpointCall, parameters: Parameters): Promise<WireReply> {
  const request = await readLogout(call, parameters)
  if (typeof request === 'string') return errorPage(call, request)
  const signedIn = signedInUser(call)
  // Any page can lead a browser here: without an ID token of this very user, the user is asked.
  const isKnown = request.userId !== undefined && (!signedIn || signedIn.user.id === request.userId)
  if (!isKnown && signedIn && !isConfirmed(call, parameters))
    return confirm(request, signedIn.user.profile.login)
  return end(call, request)
}

async function readLogout(call: EndpointCall, parameters: Parameters): Promise<LogoutRequest | string> {
  const { org, server } = call
  for (const name of ['id_token_hint', 'post_logout_redirect_uri', 'client_id', 'state']) {
    if (parameters.isRepeated(name)) return `The parameter ${name} came more than once.`
  }
  const hint = parameters.get('id_token_hint')
  const claims = hint === undefined ? undefined : await org.signingKeys.claimsOf(hint)
  if (hint !== undefined && claims?.iss !== org.authorizationServers.issuer(server)) {
    return 'The parameter id_token_hint is no ID token that was issued here.'
  }
  const hinted = typeof claims?.aud === 'string' ? claims.aud : undefined
  const named = parameters.get('client_id')
  if (named !== undefined && hinted !== undefined && named !== hinted) {
    return 'The ID token was issued to another application than client_id names.'
  }
  const id = hinted ?? named
  const client = id === undefined ? undefined : org.clients.get(id)
  const redirectUri = parameters.get('post_logout_redirect_uri')
  if (redirectUri !== undefined) {
    if (id === undefined) return 'Send id_token_hint along with post_logout_redirect_uri.'
    if (!client?.settings.post_logout_redirect_uris?.includes(redirectUri)) {
      return 'The parameter post_logout_redirect_uri is none that the application has registered.'
    }
  }
  return { client, userId: claims?.sub, redirectUri, state: parameters.get('state'), parameters }
}

/** The form of the page below; a page of another origin cannot send the cookie with it. */
function isConfirmed({ request, org }: EndpointCall, parameters: Parameters): boolean {
  const origin = request.header('origin')
  const own = new URL(org.baseUrl).origin
  const isOwn = origin === undefined || origin === own || originHost(origin) === request.header('host')
  return request.method === 'POST' && parameters.get('confirmed') === 'yes' && isOwn
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function confirm({ parameters, redirectUri }: LogoutRequest, login: unknown): WireReply {
  const fields = Object.entries(parameters.toRecord()).filter(([name]) => name !== 'confirmed')
  return pageReply({
    heading: 'Sign out?',
    leadsTo: redirectUri === undefined ? undefined : cspSource(redirectUri),
    content: html`<p>You are <strong>${String(login)}</strong>.</p>
      <form method="post">
        ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button name="confirmed" value="yes">Sign out</button>
      </form>`,
  })
}

/** Ends the session of the browser; tokens live on (decision: logout-tokens). */
function end({ org, request }: EndpointCall, { redirectUri, state }: LogoutRequest): WireReply {
  const cookie = cookieNamed(request.header('cookie'), org.settings.sessionCookie)
  if (cookie !== undefined) org.sessions.close(cookie)
  const cookies = [viewsOf(org).sessions.setCookie()]
  if (redirectUri === undefined) {
    return pageReply({
      heading: 'You are signed out',
      content: html`<p><a href="${basePath(org.baseUrl)}/signin">Sign in again</a></p>`,
      cookies,
    })
  }
  const query = state === undefined ? '' : new URLSearchParams({ state }).toString()
  const separator = query === '' ? '' : redirectUri.includes('?') ? '&' : '?'
  const location = `${redirectUri}${separator}${query}`.replaceAll(/[^\x21-\x7E]/g, encodeURIComponent)
  const headers = { Location: location, 'Set-Cookie': cookies, 'Cache-Control': 'no-store' }
  return { status: request.method === 'POST' ? 303 : 302, headers, body: '' }
}
