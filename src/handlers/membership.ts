import type { Handlers } from './call.ts'

export const membership: Handlers<'membership'> = {
  listGroupUsers({ params, query }, org, call) {
    const limit = call.limit(query.limit)
    const after = call.position(query.after)
    const { items, next } = org.memberships.page(params.groupId, { after, limit })
    const texts = items.map((user) => call.views.users.listedText(user))
    return call.page(texts, limit, next)
  },

  addUserToGroup({ params }, org) {
    org.memberships.refuseUnlessManaged(params.groupId)
    org.members.add(params.groupId, params.userId)
    return { status: 204 }
  },

  removeUserFromGroup({ params }, org) {
    org.memberships.refuseUnlessManaged(params.groupId)
    org.members.remove(params.groupId, params.userId)
    return { status: 204 }
  },
}
