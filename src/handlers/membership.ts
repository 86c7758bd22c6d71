import type { Handlers } from './call.ts'

export const membership: Handlers<'membership'> = {
  listGroupUsers({ params, query }, org, call) {
    return call.listed(
      query,
      (page) => org.memberships.page(params.groupId, page),
      (user) => call.views.users.listed(user),
    )
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
