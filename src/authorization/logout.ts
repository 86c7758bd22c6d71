import { refuse } from '../contract/errors/refusal.ts'
import { oauthEndpoints } from '../contract/oauth-endpoints.ts'
import type { WireReply } from '../handlers/wire.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import { html } from '../pages/html.ts'
import { addressWith, cspSource, formToken, isOwnForm, pageReply } from '../pages/page.ts'
import { signedInUser } from '../pages/signed-in.ts'
import { signOut } from '../pages/signed-out-page.ts'
import type { Endpoint, EndpointCall } from './endpoint.ts'
import { Parameters, registeredUris } from './parameters.ts'

/** A client's request to sign out a user. */
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
  ...oauthEndpoints.logout,
  get: (call) => logout(call, new Parameters(call.request.query)),
  post: (call) => logout(call, new Parameters(call.request.body)),
}

async function logout(call: EndpointCall, parameters: Parameters): Promise<WireReply> {
  const request = await readLogout(call, parameters)
  const signedIn = signedInUser(call.org, call.request)
  // Any page can lead a browser here: without an ID token of this very user, the user is asked.
  const isKnown = request.userId !== undefined && (!signedIn || signedIn.user.id === request.userId)
  const token = signedIn && formToken(signedIn.session, 'sign out')
  const isConfirmed = token !== undefined && isOwnForm(call.org, call.request, parameters.get('token'), token)
  if (!isKnown && signedIn && !isConfirmed) return confirm(request, signedIn.user.profile.login, token!)
  const { redirectUri, state } = request
  return signOut(call.org, call.request, redirectUri && addressWith(redirectUri, { state }))
}

async function readLogout(call: EndpointCall, parameters: Parameters): Promise<LogoutRequest> {
  const { org, server } = call
  for (const name of ['id_token_hint', 'post_logout_redirect_uri', 'client_id', 'state']) {
    if (parameters.isRepeated(name)) {
      refuse('parameter-repeated', { name })
    }
  }
  const hint = parameters.get('id_token_hint')
  const claims = hint === undefined ? undefined : await org.signingKeys.claimsOf(hint)
  if (hint !== undefined && !org.authorizationServers.isIssuer(server, claims?.iss)) {
    refuse('hint-not-issued', {
      issuer: org.authorizationServers.issuer(server),
    })
  }
  const hinted = typeof claims?.aud === 'string' ? claims.aud : undefined
  const named = parameters.get('client_id')
  if (named !== undefined && hinted !== undefined && named !== hinted) {
    refuse('hint-of-application')
  }
  const id = hinted ?? named
  const client = id === undefined ? undefined : org.clients.get(id)
  const redirectUri = parameters.get('post_logout_redirect_uri')
  if (redirectUri !== undefined) {
    if (id === undefined) {
      refuse('hint-missing')
    }
    if (!client?.settings.post_logout_redirect_uris?.includes(redirectUri)) {
      refuse('logout-uri-unknown', {
        accepted: registeredUris('post_logout_redirect_uris', client?.settings.post_logout_redirect_uris),
      })
    }
  }
  return { client, userId: claims?.sub, redirectUri, state: parameters.get('state'), parameters }
}

function confirm({ parameters, redirectUri }: LogoutRequest, login: unknown, token: string): WireReply {
  const fields = Object.entries({ ...parameters.toRecord(), token })
  return pageReply({
    heading: 'Sign out?',
    leadsTo: redirectUri === undefined ? undefined : cspSource(redirectUri),
    content: html`<p>You are <strong>${String(login)}</strong>.</p>
      <form method="post">
        ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button>Sign out</button>
      </form>`,
  })
}
