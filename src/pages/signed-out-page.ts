import { cookieNamed } from '../handlers/authenticate.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import { hasSetting } from '../model/oauth/client-rules.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import type { Org } from '../model/org.ts'
import type { Session } from '../model/tokens/records.ts'
import { viewsOf } from '../views/index.ts'
import { html } from './html.ts'
import { addressWith, pageReply } from './page.ts'
import { basePath } from './signed-in.ts'

/** A client that receives the sign-out of its user. */
interface Told {
  readonly client: ClientRecord
  readonly address: string
}

/** How long the browser waits for the clients before it goes on, in milliseconds. */
const patience = 3000

/**
 * Ends the session of the browser; tokens live on (interpretation: logout-tokens). A page notifies the session's
 * clients: it loads their addresses in frames (OpenID Connect Front-Channel Logout 1.0, section 2).
 *
 * @param leadsTo Where the browser goes then. Default: nowhere.
 */
export function signOut(org: Org, request: WireRequest, leadsTo?: string): WireReply {
  const cookie = cookieNamed(request.header('cookie'), org.settings.signIn.cookie)
  const session = cookie === undefined ? undefined : org.sessions.close(cookie)
  const cookies = [viewsOf(org).sessions.setCookie()]
  const told = session ? clientsToTell(org, session) : []
  if (leadsTo !== undefined && told.length === 0) {
    const headers = { Location: leadsTo, 'Set-Cookie': cookies, 'Cache-Control': 'no-store' }
    return { status: request.method === 'POST' ? 303 : 302, headers, body: '' }
  }
  const names = [...new Set(told.map(({ client }) => client.settings.client_name))]
  return pageReply({
    heading: 'You are signed out',
    content: html`${names.length > 0 && html`<p>Your applications are signed out as well: ${names.join(', ')}.</p>`}
    ${nextLink(org, leadsTo)}`,
    frames: [...new Set(told.map(({ address }) => address))],
    script: leadsTo === undefined ? undefined : goingOn(leadsTo),
    cookies,
  })
}

function nextLink(org: Org, leadsTo: string | undefined) {
  if (leadsTo === undefined) {
    return html`<p><a href="${basePath(org)}/signin">Sign in again</a></p>`
  }
  const seconds = patience / 1000
  return html`<p><a href="${leadsTo}">Go on to the application</a></p>
    <noscript><meta http-equiv="refresh" content="${`${seconds};url=${leadsTo}`}" /></noscript>`
}

/** Goes on once every frame was loaded, or the longest wait is over. */
function goingOn(leadsTo: string): string {
  const address = JSON.stringify(leadsTo).replaceAll('<', '\\u003c')
  return `const go=()=>location.replace(${address});addEventListener('load',go);setTimeout(go,${patience})`
}

/** The clients of a session that have an address for sign-outs, and still exist. */
function clientsToTell(org: Org, { clients = [] }: Session): readonly Told[] {
  const { features } = org.settings
  if (!hasSetting('frontchannel_logout_uri', features)) return []
  return clients.flatMap(({ clientId, authorizationServerId, sessionId }) => {
    const client = org.clients.get(clientId)
    const server = org.authorizationServers.collection.get(authorizationServerId)
    const uri = client?.settings.frontchannel_logout_uri
    if (!client?.isActive || !server || uri === null || uri === undefined) return []
    const isNamed = client.settings.frontchannel_logout_session_required === true
    const named = { iss: org.authorizationServers.issuer(server), sid: sessionId }
    return { client, address: addressWith(uri, isNamed ? named : {}) }
  })
}
