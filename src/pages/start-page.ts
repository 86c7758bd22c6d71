import { pathBelow } from '../handlers/router.ts'
import { router } from '../handlers/routes.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import { isUrl } from '../contract/formats/index.ts'
import type { Org } from '../model/org.ts'
import { startPath } from '../views/app-view.ts'
import { html } from './html.ts'
import { addressWith, pageReply, redirectReply } from './page.ts'
import { basePath, signedInUser } from './signed-in.ts'

/** An application that a person can start. */
interface Startable {
  readonly label: string
  /** Below the base URL. */
  readonly path: string
}

/** How many clients are listed that are assigned to nobody. */
const maxListed = 50

/**
 * The applications that a user can start: first the assigned ones with an address. Then the clients with an
 * initiate_login_uri, to which everybody may sign in (interpretation: sign-in-to-client).
 */
export function startable(org: Org, userId: string): readonly Startable[] {
  const assigned = org.apps
    .ofUser(userId)
    .map(({ app }) => app)
    .filter(({ visibility }) => !visibility.hide.web)
  const ids = new Set(assigned.map(({ id }) => id))
  const open: typeof assigned = []
  for (const { id, settings } of org.clients.collection.values()) {
    if (open.length === maxListed) break
    if (settings.initiate_login_uri !== null && !ids.has(id)) open.push(org.apps.resolve(id))
  }
  return [...assigned, ...open]
    .filter(({ id }) => addressOf(org, id) !== undefined)
    .map((app) => ({
      label: app.label,
      path: startPath(app, Object.keys(app.visibility.appLinks)[0] ?? 'login'),
    }))
}

/**
 * Starts an application for the signed-in user: a client by its initiate_login_uri (OpenID Connect Core 1.0, section
 * 4). The client then asks for a sign-in as usual.
 */
export function startApp(org: Org, request: WireRequest, id: string): WireReply {
  const user = signedInUser(org, request)?.user
  if (!user) {
    const returnTo = `${originOf(org, request)}${basePath(org)}${pathBelow(request.path, org.baseUrl)}`
    return redirectReply(`${basePath(org)}/signin?${new URLSearchParams({ returnTo })}`)
  }
  const isOpen = org.clients.get(id) !== undefined
  const isAssigned = isOpen || org.apps.ofUser(user.id).some(({ app }) => app.id === id)
  const address = isAssigned ? addressOf(org, id) : undefined
  if (address !== undefined) return redirectReply(address)
  const app = org.apps.find(id)
  if (isAssigned && app?.status === 'ACTIVE') {
    return pageReply({ heading: app.label, content: html`<p>You started it. ${withoutAddress}</p>` })
  }
  return pageReply({
    status: 404,
    heading: 'This application cannot be started',
    problem: 'It is unknown, not in use, or not assigned to you.',
    content: html`<p>${withoutAddress}</p>`,
  })
}

/** For who made the application: what an address would be. */
const withoutAddress = html`A client is started at its <code>initiate_login_uri</code>, a bookmark at the
  <code>url</code> of its settings.`

/** Where the application leads that a path starts. */
export function addressAt(org: Org, path: string): string | undefined {
  const { target, params } = router.find('GET', path) ?? {}
  return target?.name === 'start' ? addressOf(org, params!['appId']!) : undefined
}

function addressOf(org: Org, id: string): string | undefined {
  const app = org.apps.find(id)
  if (app?.status !== 'ACTIVE') return undefined
  const uri = org.clients.get(id)?.settings.initiate_login_uri
  if (uri !== null && uri !== undefined) {
    const { authorizationServers } = org
    return addressWith(uri, { iss: authorizationServers.issuer(authorizationServers.own) })
  }
  const { url } = (app.settings['app'] ?? {}) as { readonly url?: unknown }
  return typeof url === 'string' && isUrl(url) ? addressWith(url, {}) : undefined
}

/** The host by which the browser came: it has its cookie there. */
function originOf({ baseUrl }: Org, request: WireRequest): string {
  const { protocol, host } = new URL(baseUrl)
  return `${protocol}//${request.header('host') ?? host}`
}
