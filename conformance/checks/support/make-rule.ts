import type { Api, CheckContext, Json, Reply } from '../../engine/run/check.ts'
import { walkList } from '../../engine/run/paging.ts'
import { rulesPath } from './paths.ts'

/** A body with all fields that a create requires (Groups, Group rules). */
export function ruleBody(name: string, value: string, groups: readonly { readonly id: string }[]): Json {
  return {
    type: 'group_rule',
    name,
    conditions: { expression: { type: 'urn:svc:expression:1.0', value } },
    actions: { assignUserToGroups: { groupIds: groups.map(({ id }) => id) } },
  }
}

/** Makes bodies of rules for one group, which the check makes once, in the syntax of the target. */
export async function ruleMaker({ given, need, unique }: Pick<CheckContext, 'given' | 'need' | 'unique'>) {
  const { expression } = await need('rule-expression')
  const groups = [await given.group()]
  const body = (name = unique('rule')): Json => ruleBody(name, expression(unique.login()), groups)
  return { groups, body }
}

/** All rules that can be listed, up to the limit of a run. */
export async function allRules(api: Api): Promise<readonly Json[]> {
  return (await walkList(api, rulesPath, { limit: 200 }, 50)).items
}

/** Waits until a user is a member of a group, or is not; returns the last reply for a judgement. */
export function membersUntil(
  { api, poll }: Pick<CheckContext, 'api' | 'poll'>,
  group: { readonly path: string },
  user: { readonly id: string },
  isMember: boolean,
): Promise<Reply> {
  return poll.until(
    () => api.get(`${group.path}/users`),
    ({ status, items }) => status < 300 && items.some((each) => each?.id === user.id) === isMember,
  )
}
