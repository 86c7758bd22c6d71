import { ruleKept } from './keeps.ts'
import type { GivenGroup, GivenRule, Json } from '../../../engine/check.ts'
import { ruleLook } from '../scene.ts'
import type { OperationRow, Scene, Stage } from '../scene.ts'

/** Rules that stand beside the one that is called, and the group that all of them add to. */
function rulesBeside(
  { given, once }: Stage,
  activate: boolean,
): Promise<{ readonly group: GivenGroup; readonly rules: readonly [GivenRule, GivenRule] }> {
  return once('rules beside', () =>
    given.scene(activate ? 'active rules' : 'rules', async (records) => {
      const group = await records.group({ description: 'of the scene' })
      const make = (): Promise<GivenRule> => records.rule({ groups: [group], activate })
      return { group, rules: [await make(), await make()] } as const
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
    const { group, rules } = await rulesBeside(stage, active)
    const rule =
      at === 1 ? await stage.given.fresh.rule({ groups: [group], activate: active }) : rules[at === 0 ? 0 : 1]
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
    scene: async (stage, at) => {
      const { unique, memory, api } = stage
      const { group, rules } = await rulesBeside(stage, false)
      const model = rules[at === 2 ? 1 : 0]
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
