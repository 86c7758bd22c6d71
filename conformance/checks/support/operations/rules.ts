import { ruleKept } from './keeps.ts'
import type { GivenGroup, GivenRule, Json } from '../../../engine/run/check.ts'
import { ruleLook } from '../scene.ts'
import type { OperationRow, Scene, Stage } from '../scene.ts'

/** A rule created before the called one, and the group to which all rules of the check add. */
function ruleBeside(
  { given, once }: Stage,
  activate: boolean,
): Promise<{ readonly group: GivenGroup; readonly earlier: GivenRule }> {
  return once('rule beside', () =>
    given.scene(activate ? 'active rule' : 'rule', async (records) => {
      const group = await records.group({ description: 'of the scene' })
      return { group, earlier: await records.rule({ groups: [group], activate }) }
    }),
  )
}

const ruleOf =
  (
    method: Scene['method'],
    suffix: string,
    active: boolean,
    body?: (json: Json) => Json,
  ): OperationRow['scene'] =>
  async (stage, at) => {
    const { group, earlier } = await ruleBeside(stage, active)
    // The called one and the one after it are created now, so that they are neighbours.
    const rule = at === 0 ? earlier : await stage.given.fresh.rule({ groups: [group], activate: active })
    return {
      method,
      path: `${rule.path}${suffix}`,
      ...(body === undefined ? {} : { body: body(rule.json) }),
      looks: [ruleLook(rule)],
    }
  }

const ruleRow = { needs: ['rule-expression'] } as const

export const ruleRows: readonly OperationRow[] = [
  { ...ruleRow, operation: 'getGroupRule', scene: ruleOf('GET', '', false) },
  {
    ...ruleRow,
    operation: 'listGroupRules',
    scene: async (stage, at) => ({
      ...(await ruleOf('GET', '', false)(stage, at)),
      path: '/api/v1/groups/rules?limit=2',
    }),
  },
  {
    ...ruleRow,
    operation: 'createGroupRule',
    scene: async (stage) => {
      const { unique, memory, api } = stage
      const { group, earlier: model } = await ruleBeside(stage, false)
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
    scene: ruleOf('POST', '/lifecycle/activate', false),
    keeps: ruleKept,
  },
  {
    ...ruleRow,
    operation: 'deactivateGroupRule',
    scene: ruleOf('POST', '/lifecycle/deactivate', true),
    keeps: ruleKept,
  },
  {
    ...ruleRow,
    operation: 'deleteGroupRule',
    scene: ruleOf('DELETE', '', false),
  },
]
