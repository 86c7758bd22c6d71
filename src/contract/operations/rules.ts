import { z } from 'zod'
import { once } from '../once.ts'
import { defineOperation } from '../operation.ts'
import { flag, paging, someOf, text } from '../parameters.ts'
import { Empty } from '../resources/common.ts'
import { GroupRule, GroupRuleInput, GroupRuleUpdateInput } from '../resources/group-rule.ts'

const source = 'Groups, Group rules'
const expand = once(() => someOf('groupIdToGroupNameMap'))

export const rules = {
  createGroupRule: defineOperation({
    method: 'POST',
    path: '/api/v1/groups/rules',
    summary: 'Create a group rule',
    source,
    get body() {
      return GroupRuleInput()
    },
    get responses() {
      return { 200: GroupRule() }
    },
    refusals: ['validation', 'invalid-expression'],
  }),
  listGroupRules: defineOperation({
    method: 'GET',
    path: '/api/v1/groups/rules',
    summary: 'List group rules',
    source,
    get query() {
      return z.object({ ...paging(), search: text(), expand: expand() })
    },
    get responses() {
      return { 200: z.array(GroupRule()) }
    },
    refusals: ['invalid-cursor', 'invalid-limit', 'query-type-mismatch'],
    page: { default: 50, max: 200 },
  }),
  getGroupRule: defineOperation({
    method: 'GET',
    path: '/api/v1/groups/rules/{ruleId}',
    summary: 'Get a group rule',
    source,
    get query() {
      return z.object({ expand: expand() })
    },
    get responses() {
      return { 200: GroupRule() }
    },
    refusals: ['not-found'],
  }),
  updateGroupRule: defineOperation({
    method: 'PUT',
    path: '/api/v1/groups/rules/{ruleId}',
    summary: 'Update an inactive group rule',
    source,
    get body() {
      return GroupRuleUpdateInput()
    },
    get responses() {
      return { 200: GroupRule() }
    },
    refusals: [
      'not-found',
      'validation',
      'invalid-expression',
      'rule-not-inactive',
      'rule-actions-immutable',
      'rule-invalid',
    ],
  }),
  deleteGroupRule: defineOperation({
    method: 'DELETE',
    path: '/api/v1/groups/rules/{ruleId}',
    summary: 'Delete a group rule',
    source,
    get query() {
      return z.object({ removeUsers: flag(false) })
    },
    get responses() {
      return { 202: Empty() }
    },
    refusals: ['not-found', 'query-type-mismatch'],
  }),
  activateGroupRule: defineOperation({
    method: 'POST',
    path: '/api/v1/groups/rules/{ruleId}/lifecycle/activate',
    summary: 'Activate a group rule',
    source,
    responses: { 204: null },
    refusals: ['not-found', 'rule-invalid'],
  }),
  deactivateGroupRule: defineOperation({
    method: 'POST',
    path: '/api/v1/groups/rules/{ruleId}/lifecycle/deactivate',
    summary: 'Deactivate a group rule',
    source,
    responses: { 204: null },
    refusals: ['not-found', 'rule-invalid'],
  }),
}
