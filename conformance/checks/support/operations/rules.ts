import type { OperationName } from '../../../../src/contract/operation-names.ts'
import { ruleKept } from './keeps.ts'
import type { GivenGroup, GivenRule, Json } from '../../../engine/run/check.ts'
import { ruleRead, type OperationRow, type Stage } from '../scenario.ts'
import { ruleBody } from '../arrange.ts'

/** A rule created before the called one, and the group to which all rules of the check add. */
function anotherRule(
  { given, once }: Stage,
  activate: boolean,
): Promise<{ readonly group: GivenGroup; readonly earlier: GivenRule }> {
  return once('rule beside', () =>
    given.scenario(activate ? 'active rule' : 'rule', async (records) => {
      const group = await records.group({ description: 'of the scene' })
      return { group, earlier: await records.rule({ groups: [group], activate }) }
    }),
  )
}

const onRule = (
  operation: OperationName,
  {
    active = false,
    body,
    query = '',
    ...row
  }: Partial<OperationRow> & {
    readonly active?: boolean
    readonly query?: string
    readonly body?: (json: Json) => Json
  } = {},
): OperationRow => ({
  ...row,
  operation,
  needs: ['rule-expression'],
  scenario: async (stage, at) => {
    const { group, earlier } = await anotherRule(stage, active)
    // The called one and the one after it are created now, so that they are neighbours.
    const rule = at === 0 ? earlier : await stage.given.fresh.rule({ groups: [group], activate: active })
    return { ids: { ruleId: rule.id }, query, body: body?.(rule.json), reads: [ruleRead(rule)] }
  },
})

export const ruleRows: readonly OperationRow[] = [
  onRule('getGroupRule'),
  onRule('listGroupRules', { query: '?limit=2' }),
  {
    operation: 'createGroupRule',
    needs: ['rule-expression'],
    scenario: async (stage) => {
      const { unique, api } = stage
      const { group, earlier: model } = await anotherRule(stage, false)
      const value = String((await api.get(model.path)).json.conditions?.expression?.value)
      return { ids: {}, body: ruleBody(unique('rule'), value, [group]), reads: [ruleRead(model)] }
    },
    keeps: { ...ruleKept, status: 'rules.operations.kept' },
  },
  onRule('updateGroupRule', {
    body: (json) => ({
      type: 'group_rule',
      name: `${String(json.name).slice(0, 40)}-changed`,
      conditions: json.conditions,
      actions: json.actions,
    }),
    keeps: {
      status: 'rules.operations.kept',
      groups: 'rules.operations.kept',
      created: 'rules.operations.kept',
    },
  }),
  onRule('activateGroupRule', { keeps: ruleKept }),
  onRule('deactivateGroupRule', { active: true, keeps: ruleKept }),
  onRule('deleteGroupRule'),
]
