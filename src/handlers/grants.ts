import type { GrantRecord } from '../contract/resources/grant.ts'
import type { Views } from '../views/index.ts'
import type { Handlers } from './call.ts'

type Expand = { readonly expand: readonly 'scope'[] }

export const grants: Handlers<'grants'> = {
  listUserGrants({ params, query }, org, call) {
    const { scopeId } = query
    return call.listed(
      query,
      (page) => org.grants.list(params.userId, { ...page, scopeId }),
      view(call.views, query),
    )
  },

  getUserGrant({ params, query }, org, call) {
    return { status: 200, body: view(call.views, query)(org.grants.resolve(params.userId, params.grantId)) }
  },

  listUserClientGrants({ params, query }, org, call) {
    const { id: clientId } = org.clients.resolve(params.clientId)
    return call.listed(
      query,
      (page) => org.grants.list(params.userId, { ...page, clientId }),
      view(call.views, query),
    )
  },

  revokeUserGrants({ params }, org) {
    org.ends.endGrants('user', params.userId)
    return { status: 204 }
  },

  revokeUserGrant({ params }, org) {
    org.grants.setStatus(org.grants.resolve(params.userId, params.grantId), 'REVOKED')
    return { status: 204 }
  },

  revokeUserClientGrants({ params }, org) {
    const client = org.clients.resolve(params.clientId)
    org.ends.endGrants('userClient', `${params.userId} ${client.id}`)
    return { status: 204 }
  },

  listUserClients({ params }, org, { views }) {
    const clients = org.userClients.list(params.userId)
    return { status: 200, body: clients.map((client) => views.clients.ofUser(params.userId, client)) }
  },
}

function view({ consents }: Views, { expand }: Expand): (grant: GrantRecord) => unknown {
  return (grant) => consents.grant(grant, expand.includes('scope'))
}
