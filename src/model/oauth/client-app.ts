import { type AppRecord, newApp } from '../../contract/resources/app.ts'
import type { ClientApps } from '../groups/apps.ts'
import type { ClientRecord, Clients } from './clients.ts'
import { isoOf } from '../kernel/clock.ts'

/** The sign-on mode of the applications that are clients. */
export const signOnModeOfClients = 'OPENID_CONNECT'

/** The application of a registered client, with the same id (Clients, What the service does, 1). */
function appOfClient(client: ClientRecord): AppRecord {
  const { id, issuedAt, lastUpdated, isActive, settings, app: own = {} } = client
  const { token_endpoint_auth_method } = settings
  const app = newApp(id, lastUpdated, {
    ...own,
    label: settings.client_name,
    name: 'oidc_client',
    status: isActive ? 'ACTIVE' : 'INACTIVE',
    signOnMode: signOnModeOfClients,
    credentials: {
      ...own.credentials,
      oauthClient: { ...own.credentials?.oauthClient, client_id: id, token_endpoint_auth_method },
    },
    settings: { ...own.settings, oauthClient: { ...own.settings?.oauthClient, ...settings } },
  })
  return { ...app, created: isoOf(issuedAt * 1000) }
}

/** The applications that are clients. */
export function clientApps(clients: Clients): ClientApps {
  return {
    find(id) {
      const client = clients.get(id)
      return client && appOfClient(client)
    },
    rename: (id, label) => clients.rename(id, label),
    setActive: (id, isActive) => clients.setActive(id, isActive),
    remove: (id) => clients.remove(id),
  }
}
