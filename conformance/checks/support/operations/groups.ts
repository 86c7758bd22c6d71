import { groupKept, groupsKept, profileKept, questionKept, statusKept, timesKept } from './keeps.ts'
import type { OperationName } from '../../../../src/contract/operation-names.ts'

import type { GivenGroup, GivenUser, Json } from '../../../engine/run/check.ts'
import { groupRead, groupsRead, listedRead, userRead } from '../scenario.ts'
import type { OperationRow, ScenarioPlace, Stage } from '../scenario.ts'
import { groupsPath } from '../paths.ts'

const member = (group: GivenGroup, user: GivenUser) => ({ groupId: group.id, userId: user.id })

/** A group created before the called one, and users who are in each group of the check. */
async function anotherGroup({ given, once }: Stage): Promise<{
  readonly earlier: GivenGroup
  readonly user: GivenUser
  readonly other: GivenUser
}> {
  return once('group beside', () =>
    given.scenario('group with members', async (records) => {
      const earlier = await records.group({ description: 'before' })
      const groups = [earlier.id]
      return {
        earlier,
        user: await records.user({ recoveryQuestion: true, profile: { title: 'Before' }, groups }),
        other: await records.user({ activate: false, groups }),
      }
    }),
  )
}

/** The group of a scenario. The called one and the one after it are created now, so that they are neighbours. */
async function stageGroup(
  stage: Stage,
  at: ScenarioPlace,
): Promise<{ readonly group: GivenGroup; readonly user: GivenUser; readonly other: GivenUser }> {
  const { earlier, user, other } = await anotherGroup(stage)
  const group =
    at === 0 ? earlier : await stage.given.fresh.group({ description: 'before', members: [user, other] })
  return { group, user, other }
}

const onGroup = (
  operation: OperationName,
  { body, ...row }: Partial<OperationRow> & { readonly body?: (json: Json) => Json },
): OperationRow => ({
  ...row,
  operation,
  scenario: async (stage, at) => {
    const { group, user, other } = await stageGroup(stage, at)
    return {
      ids: { groupId: group.id },
      body: body?.(group.json),
      reads: [groupRead(group), userRead(user), groupsRead(other, group)],
    }
  },
})

export const groupRows: readonly OperationRow[] = [
  onGroup('getGroup', { also: ['listGroupUsers', 'listGroupApps'] }),
  onGroup('updateGroup', {
    body: ({ profile: old }) => ({ profile: { ...old, description: 'changed' } }),
    keeps: {
      'type of the group': 'groups.operations.kept',
      'time of the group': 'groups.operations.kept',
      members: 'groups.operations.kept',
      status: 'users.operations.status-kept',
    },
  }),
  onGroup('deleteGroup', { keeps: { status: 'users.operations.status-kept', ...profileKept } }),
  {
    operation: 'addUserToGroup',
    scenario: async ({ given, once }, at) => {
      const { earlier, added, beside } = await once('group beside', () =>
        given.scenario('group without members', async (records) => ({
          earlier: await records.group({ description: 'before' }),
          added: await records.user({ recoveryQuestion: true }),
          beside: await records.user({ recoveryQuestion: true }),
        })),
      )
      // The two groups next to it are for one user, whom the call does not add.
      const user = at === 1 ? added : beside
      const group = at === 0 ? earlier : await given.fresh.group({ description: 'before' })
      return { ids: member(group, user), reads: [groupRead(group), userRead(user)] }
    },
    keeps: { ...profileKept, ...statusKept, ...timesKept, ...questionKept, ...groupKept },
  },
  {
    operation: 'removeUserFromGroup',
    scenario: async (stage, at) => {
      const { earlier } = await anotherGroup(stage)
      const { group, user } = await stageGroup(stage, at)
      return {
        ids: member(group, user),
        reads: [groupRead(group), userRead(user), groupsRead(user, earlier)],
      }
    },
    keeps: { ...profileKept, ...statusKept, ...timesKept, ...groupsKept, ...groupKept },
  },
  {
    operation: 'createGroup',
    scenario: async ({ unique }) => {
      const name = unique('group')
      const body = { profile: { name } }
      return { ids: {}, body, reads: [], listed: listedRead(groupsPath, name) }
    },
  },
]
