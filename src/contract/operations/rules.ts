import { listOf, operationsOf } from '../operation.ts'
import { flag, paging, parameters, someOf, text } from '../parameters.ts'
import { Empty } from '../resources/common.ts'
import { GroupRule, GroupRuleInput, GroupRuleUpdateInput } from '../resources/group-rule.ts'

const { get, post, put, remove } = operationsOf('Groups, Group rules')
const expand = someOf('groupIdToGroupNameMap')

export const rules = {
  createGroupRule: post('/api/v1/groups/rules', 'Create a group rule', {
    body: GroupRuleInput,
    responses: { 200: GroupRule },
    refusals: ['invalid-expression'],
  }),
  listGroupRules: get('/api/v1/groups/rules', 'List group rules', {
    query: parameters(() => ({ ...paging, search: text, expand })),
    responses: { 200: listOf(GroupRule) },
    page: { default: 50, max: 200 },
  }),
  getGroupRule: get('/api/v1/groups/rules/{ruleId}', 'Get a group rule', {
    query: parameters(() => ({ expand })),
    responses: { 200: GroupRule },
  }),
  updateGroupRule: put('/api/v1/groups/rules/{ruleId}', 'Update an inactive group rule', {
    body: GroupRuleUpdateInput,
    responses: { 200: GroupRule },
    refusals: ['invalid-expression', 'rule-not-inactive', 'rule-actions-immutable', 'rule-invalid'],
  }),
  deleteGroupRule: remove('/api/v1/groups/rules/{ruleId}', 'Delete a group rule', {
    query: parameters(() => ({ removeUsers: flag(false) })),
    responses: { 202: Empty },
  }),
  activateGroupRule: post('/api/v1/groups/rules/{ruleId}/lifecycle/activate', 'Activate a group rule', {
    responses: { 204: null },
    refusals: ['rule-invalid'],
  }),
  deactivateGroupRule: post('/api/v1/groups/rules/{ruleId}/lifecycle/deactivate', 'Deactivate a group rule', {
    responses: { 204: null },
    refusals: ['rule-invalid'],
  }),
}
