import type { Handlers } from './call.ts'

export const rules: Handlers<'rules'> = {
  createGroupRule({ body }, org, { views }) {
    return { status: 200, body: views.rules.of(org.rules.create(body)) }
  },

  listGroupRules({ query }, org, call) {
    return call.listed(
      query,
      (page) => org.rules.list({ ...page, search: query.search }),
      (rule) => call.views.rules.of(rule, query.expand),
    )
  },

  getGroupRule({ params, query }, org, { views }) {
    return { status: 200, body: views.rules.of(org.rules.resolve(params.ruleId), query.expand) }
  },

  updateGroupRule({ params, body }, org, { views }) {
    return { status: 200, body: views.rules.of(org.rules.update(params.ruleId, body)) }
  },

  deleteGroupRule({ params, query }, org) {
    org.rules.remove(params.ruleId, query)
    return { status: 202, body: {} }
  },

  activateGroupRule({ params }, org) {
    org.rules.activate(params.ruleId)
    return { status: 204 }
  },

  deactivateGroupRule({ params }, org) {
    org.rules.deactivate(params.ruleId)
    return { status: 204 }
  },
}
