import { newUser, type TestCall, type TestReply } from './call.ts'

type Json = TestReply['json']

let serial = 0

/** Creates a group and answers it. */
export async function createGroup(call: TestCall, profile: Record<string, unknown> = {}): Promise<Json> {
  serial += 1
  const { status, json } = await call('POST', '/api/v1/groups', {
    profile: { name: `Group ${serial}`, ...profile },
  })
  if (status !== 200) throw new Error(JSON.stringify(json))
  return json
}

/** Creates a user and answers it. */
export async function createUser(call: TestCall, profile: Record<string, unknown> = {}): Promise<Json> {
  const { status, json } = await call('POST', '/api/v1/users', newUser(profile))
  if (status !== 200) throw new Error(JSON.stringify(json))
  return json
}

/** A body that creates a rule nobody else has. */
export function ruleBody(
  expression: string,
  groupIds: readonly string[],
  more: Record<string, unknown> = {},
) {
  serial += 1
  return {
    type: 'group_rule',
    name: `Rule ${serial}`,
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: expression } },
    actions: { assignUserToGroups: { groupIds } },
    ...more,
  }
}

/** Creates a rule, active by default, and returns it as it was created. */
export async function createRule(
  call: TestCall,
  expression: string,
  groupIds: readonly string[],
  { activate = true, ...more }: { activate?: boolean } & Record<string, unknown> = {},
): Promise<Json> {
  const { status, json } = await call('POST', '/api/v1/groups/rules', ruleBody(expression, groupIds, more))
  if (status !== 200) throw new Error(JSON.stringify(json))
  if (activate) await call('POST', `/api/v1/groups/rules/${json.id}/lifecycle/activate`)
  return json
}

/** Ids of a group's members. */
export async function memberIds(call: TestCall, groupId: string): Promise<readonly string[]> {
  const { json } = await call('GET', `/api/v1/groups/${groupId}/users`)
  return json.map(({ id }: { id: string }) => id)
}

/** Names of a user's groups. */
export async function groupNames(call: TestCall, userId: string): Promise<readonly string[]> {
  const { json } = await call('GET', `/api/v1/users/${userId}/groups`)
  return json.map(({ profile }: { profile: { name: string } }) => profile.name)
}
