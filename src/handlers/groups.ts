import { refuse } from '../contract/errors/refusal.ts'
import type { Handlers } from './call.ts'

export const groups: Handlers<'groups'> = {
  createGroup({ body }, org, { views }) {
    return { status: 200, body: views.groups.of(org.groups.create(body)) }
  },

  listGroups({ query }, org, call) {
    if (query.q !== undefined && query.after !== undefined) {
      refuse('invalid-paging')
    }
    const limit = call.limit(query)
    const { items, next } = org.groups.list({
      ...query,
      limit,
      after: call.position(query.after),
      visible: org.access.visibleGroups(call.caller),
    })
    const body = items.map((group) => call.views.groups.of(group, query.expand))
    if (query.q !== undefined) return { status: 200, body }
    return call.page(body, limit, next)
  },

  getGroup({ params }, org, { views }) {
    return { status: 200, body: views.groups.of(org.groups.resolve(params.groupId)) }
  },

  updateGroup({ params, body }, org, { views }) {
    return { status: 200, body: views.groups.of(org.groups.replace(params.groupId, body)) }
  },

  deleteGroup({ params }, org) {
    org.groups.remove(params.groupId)
    return { status: 204 }
  },
}
