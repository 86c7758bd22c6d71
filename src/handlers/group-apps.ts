import type { Handlers } from './call.ts'

export const groupApps: Handlers<'groupApps'> = {
  listGroupApps({ params, query }, org, call) {
    const limit = call.limit(query.limit)
    const { items, next } = org.apps.ofGroup(params.groupId, { limit, after: call.position(query.after) })
    const texts = items.map((app) => JSON.stringify(call.views.apps.of(app)))
    return call.page(texts, limit, next)
  },
}
