import type { ClientRecord } from '../model/oauth/clients.ts'
import type { Org } from '../model/org.ts'
import type { Handlers } from './call.ts'
import type { Reply } from './wire.ts'

export const clients: Handlers<'clients'> = {
  registerClient({ body }, org) {
    return issuingReply(org, 201, org.clients.register(body))
  },

  listClients({ query }, org, call) {
    return call.listed(
      query,
      (page) => org.clients.list({ ...page, q: query.q }),
      (client) => org.clients.view.listedText(client),
    )
  },

  getClient({ params }, org) {
    return { status: 200, text: org.clients.view.singleText(org.clients.authenticated(params.clientId)) }
  },

  updateClient({ params, body }, org) {
    return issuingReply(org, 200, org.clients.replace(params.clientId, body))
  },

  newClientSecret({ params }, org) {
    return issuingReply(org, 200, org.clients.renewSecret(params.clientId))
  },

  deleteClient({ params }, org) {
    org.clients.remove(params.clientId)
    return { status: 204 }
  },
}

/** The replies that give the secret, where there is one (document 1, Client Application, rule 2). */
function issuingReply(org: Org, status: number, client: ClientRecord): Reply {
  return { status, body: org.clients.view.body(client, 'issuing') }
}
