import { answerWith, isSuccess } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import {
  clientList,
  fits,
  groupList,
  groupsOfUser,
  members,
  profiled,
  records,
  remembering,
  ruleShown,
  userList,
} from './plant.ts'
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
  'shows names of groups in rules as they were at first': [
    remembering(
      () => new Map<string, string>(),
      async (first, sent, forward) => {
        const answer = await forward(sent)
        if (!fits(ruleShown, sent) || !sent.query.has('expand') || !isSuccess(answer)) return answer
        const shown = (rule: Json): Json => {
          const names = Object.entries((rule._embedded?.groupIdToGroupNameMap ?? {}) as object)
          for (const [id, name] of names) first.set(id, first.get(id) ?? name)
          const map = Object.fromEntries(names.map(([id]) => [id, first.get(id)]))
          return { ...rule, _embedded: { groupIdToGroupNameMap: map } }
        }
        const { json } = answer
        return answerWith(answer, { json: Array.isArray(json) ? json.map(shown) : shown(json) })
      },
    ),
    /^rules\./,
  ],
}
