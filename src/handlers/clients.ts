import type { ClientRecord } from '../model/oauth/clients.ts'
import type { Views } from '../views/index.ts'
import type { Handlers } from './call.ts'
import type { Reply } from './wire.ts'

export const clients: Handlers<'clients'> = {
  registerClient({ body }, org, { views }) {
    return issuingReply(views, 201, org.clients.register(body))
  },

  listClients({ query }, org, call) {
    return call.listed(
      query,
      (page) => org.clients.list({ ...page, q: query.q }),
      (client) => call.views.clients.of(client, 'listed'),
    )
  },

  getClient({ params }, org, { views }) {
    return { status: 200, text: views.clients.singleText(org.clients.authenticated(params.clientId)) }
  },

  updateClient({ params, body }, org, { views }) {
    return issuingReply(views, 200, org.clients.replace(params.clientId, body))
  },

  newClientSecret({ params }, org, { views }) {
    return issuingReply(views, 200, org.clients.renewSecret(params.clientId))
  },

  deleteClient({ params }, org) {
    org.clients.remove(params.clientId)
    return { status: 204 }
  },
}

/** The replies that give the secret, where there is one (Clients, Client Application, rule 2). */
function issuingReply(views: Views, status: number, client: ClientRecord): Reply {
  return { status, body: views.clients.of(client, 'issuing') }
}
