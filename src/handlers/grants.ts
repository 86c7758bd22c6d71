import type { Handlers } from './call.ts'

export const grants: Handlers<'grants'> = {
  listUserGrants({ params, query }, org, call) {
    const { scopeId } = query
    return call.listed(
      query,
      (page) => org.grants.list(params.userId, { ...page, scopeId }),
      (grant) => call.views.consents.grant(grant, query.expand),
    )
  },

  getUserGrant({ params, query }, org, { views }) {
    const grant = org.grants.resolve(params.userId, params.grantId)
    return { status: 200, body: views.consents.grant(grant, query.expand) }
  },

  listUserClientGrants({ params, query }, org, call) {
    const { id: clientId } = org.clients.resolve(params.clientId)
    return call.listed(
      query,
      (page) => org.grants.list(params.userId, { ...page, clientId }),
      (grant) => call.views.consents.grant(grant, query.expand),
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
    const clients = org.refreshTokens.clientsOf(params.userId)
    return { status: 200, body: clients.map((client) => views.clients.ofUser(params.userId, client)) }
  },
}
