import { ruleKept } from './keeps.ts'
import type { Json } from '../../../engine/check.ts'
import { ruleLook } from '../scene.ts'
import type { OperationRow, Scene } from '../scene.ts'

const ruleOf =
  (
    method: Scene['method'],
    suffix: string,
    active: boolean,
    body?: (json: Json) => Json,
  ): OperationRow['scene'] =>
  async (stage) => {
    const rule = await stage.given.rule({ groups: [await stage.group()], activate: active })
    return {
      method,
      path: `${rule.path}${suffix}`,
      ...(body === undefined ? {} : { body: body(rule.json) }),
      looks: [ruleLook(rule)],
    }
  }

const ruleRow = { required: 'auth.required.rules', needs: ['rule-expression'] } as const

export const ruleRows: readonly OperationRow[] = [
  { ...ruleRow, operation: 'getGroupRule', owner: 'rules.get.ok', scene: ruleOf('GET', '', false) },
  {
    ...ruleRow,
    operation: 'listGroupRules',
    owner: 'rules.list.ok',
    scene: async (stage, at) => ({
      ...(await ruleOf('GET', '', false)(stage, at)),
      path: '/api/v1/groups/rules?limit=2',
    }),
  },
  {
    ...ruleRow,
    operation: 'createGroupRule',
    owner: 'rules.create.ok',
    scene: async (stage) => {
      const { unique, given, memory, api } = stage
      const group = await stage.group()
      const model = await given.rule({ groups: [group] })
      memory.set('expression', String((await api.get(model.path)).json.conditions?.expression?.value))
      return {
        method: 'POST',
        path: '/api/v1/groups/rules',
        body: {
          type: 'group_rule',
          name: unique('rule'),
          conditions: { expression: { type: 'urn:svc:expression:1.0', value: memory.get('expression') } },
          actions: { assignUserToGroups: { groupIds: [group.id] } },
        },
        looks: [ruleLook(model)],
      }
    },
    keeps: { ...ruleKept, status: 'rules.operations.kept' },
  },
  {
    ...ruleRow,
    operation: 'updateGroupRule',
    owner: 'rules.update.ok',
    scene: ruleOf('PUT', '', false, (json) => ({
      type: 'group_rule',
      name: `${String(json.name).slice(0, 40)}-changed`,
      conditions: json.conditions,
      actions: json.actions,
    })),
    keeps: {
      status: 'rules.operations.kept',
      groups: 'rules.operations.kept',
      created: 'rules.operations.kept',
    },
  },
  {
    ...ruleRow,
    operation: 'activateGroupRule',
    owner: 'rules.activate.no-content',
    scene: ruleOf('POST', '/lifecycle/activate', false),
    keeps: ruleKept,
  },
  {
    ...ruleRow,
    operation: 'deactivateGroupRule',
    owner: 'rules.deactivate.no-content',
    scene: ruleOf('POST', '/lifecycle/deactivate', true),
    keeps: ruleKept,
  },
  {
    ...ruleRow,
    operation: 'deleteGroupRule',
    owner: 'rules.delete.accepted',
    scene: ruleOf('DELETE', '', false),
  },
]
