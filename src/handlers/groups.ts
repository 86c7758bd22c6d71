import { refuse } from '../contract/errors/refusal.ts'
import type { Handlers } from './call.ts'

/** Page sizes of the list when it is asked for by an expression or a keyword (interpretation: group-page-sizes). */
const expressionPage = { default: 10 } as const
const keywordPage = { default: 300, max: 300 } as const

export const groups: Handlers<'groups'> = {
  createGroup({ body }, org, { views }) {
    return { status: 200, body: views.groups.of(org.groups.create(body)) }
  },

  listGroups({ query }, org, call) {
    if (query.q !== undefined && query.after !== undefined) {
      refuse('invalid-paging', { message: 'q and after exclude each other' })
    }
    const isQuery = query.search !== undefined || query.filter !== undefined
    const limit = call.limit(
      query.limit,
      query.q === undefined ? (isQuery ? expressionPage : {}) : keywordPage,
    )
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
