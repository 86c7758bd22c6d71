import { type AppRecord, newApp } from '../../contract/resources/app.ts'
import type { ClientApps } from '../groups/apps.ts'
import type { ClientRecord, Clients } from './clients.ts'
import { isoOf } from '../kernel/clock.ts'

/** The application of a registered client, with the same id (Clients, What the service does, 1). */
function appOfClient(client: ClientRecord): AppRecord {
  const { id, issuedAt, lastUpdated, isActive, settings } = client
  const app = newApp(id, lastUpdated, {
    label: settings.client_name,
    name: 'oidc_client',
    status: isActive ? 'ACTIVE' : 'INACTIVE',
    signOnMode: 'OPENID_CONNECT',
    credentials: {
      oauthClient: { client_id: id, token_endpoint_auth_method: settings.token_endpoint_auth_method },
    },
    settings: { oauthClient: settings },
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
  }
}
