import type { GroupRule } from '../contract/resources/group-rule.ts'
import type { Views } from '../views/index.ts'
import type { Handlers } from './call.ts'
import type { Reply } from './wire.ts'

export const rules: Handlers<'rules'> = {
  createGroupRule({ body }, org, { views }) {
    return ruleReply(views, org.rules.create(body))
  },

  listGroupRules({ query }, org, call) {
    return call.listed(
      query,
      (page) => org.rules.list({ ...page, search: query.search }),
      (rule) => call.views.rules.of(rule, withNames(query)),
    )
  },

  getGroupRule({ params, query }, org, { views }) {
    return ruleReply(views, org.rules.resolve(params.ruleId), withNames(query))
  },

  updateGroupRule({ params, body }, org, { views }) {
    return ruleReply(views, org.rules.update(params.ruleId, body))
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

function withNames({ expand }: { readonly expand: readonly string[] }): boolean {
  return expand.includes('groupIdToGroupNameMap')
}

function ruleReply(views: Views, rule: GroupRule, named = false): Reply {
  return { status: 200, body: views.rules.of(rule, named) }
}
