import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import { clientList, groupList, groupsOfUser, members, profiled, records, userList } from './plant.ts'
import type { Planted } from './plant.ts'

/** The same record through another view. */
export const views: Planted = {
  'shows members without a provider': [
    records(members, (user: Json) => {
      const { provider: _, ...credentials } = user.credentials ?? {}
      return { ...user, credentials }
    }),
    /^(membership|credentials|users)\./,
  ],
  'shows suspended users as active in a search': [
    records(userList, (user: Json, sent) =>
      sent.query.has('search') && user.status === 'SUSPENDED' ? { ...user, status: 'ACTIVE' } : user,
    ),
    /^users\./,
  ],
  'shows the groups of a user without their descriptions': [
    records(groupsOfUser, (group: Json) => profiled(group, { description: null })),
    /^(users\.groups|groups)\./,
  ],
  'shows the type of groups in lower case when q finds them': [
    records(groupList, (group: Json, sent) =>
      sent.query.has('q') ? { ...group, type: group.type.toLowerCase() } : group,
    ),
    /^groups\./,
  ],
  'lists clients with the first of their redirect URIs': [
    records(clientList, (client: Json) => ({ ...client, redirect_uris: client.redirect_uris?.slice(0, 1) })),
    /^clients\./,
  ],
}
