import { groupKept, groupsKept, profileKept, questionKept, statusKept, timesKept } from './keeps.ts'
import type { GivenGroup, GivenUser, Json } from '../../../engine/check.ts'
import { groupLook, groupsLook, userLook } from '../scene.ts'
import type { OperationRow, Scene, Stage } from '../scene.ts'

const memberPath = (group: GivenGroup, user: GivenUser): string =>
  `${group.path}/users/${encodeURIComponent(user.id)}`

/** Three groups, and two users who are in each of them and in `further` groups. */
function threeGroups(
  { given, once }: Stage,
  further: readonly GivenGroup[] = [],
): Promise<{
  readonly groups: readonly [GivenGroup, GivenGroup, GivenGroup]
  readonly user: GivenUser
  readonly other: GivenUser
}> {
  const make = (): Promise<GivenGroup> => given.group({ description: 'before' })
  return once('groups', async () => {
    const groups = [await make(), await make(), await make()] as const
    const inAll = [...groups, ...further].map(({ id }) => id)
    const user = await given.user({ recoveryQuestion: true, profile: { title: 'Before' }, groups: inAll })
    const other = await given.user({ activate: false, groups: inAll })
    return { groups, user, other }
  })
}

const ofGroup =
  (method: Scene['method'], suffix: string, body?: (json: Json) => Json): OperationRow['scene'] =>
  async (stage, at) => {
    const { groups, user, other } = await threeGroups(stage)
    const group = groups[at]
    return {
      method,
      path: `${group.path}${suffix}`,
      ...(body === undefined ? {} : { body: body(group.json) }),
      looks: [groupLook(group), userLook(user), groupsLook(other, group)],
      paths: { listGroupUsers: `${group.path}/users`, listGroupApps: `${group.path}/apps` },
    }
  }

export const groupRows: readonly OperationRow[] = [
  {
    operation: 'getGroup',
    required: 'auth.required.groups',
    owner: 'groups.get.ok',
    scene: ofGroup('GET', ''),
    also: { listGroupUsers: 'membership.list.ok', listGroupApps: 'group-apps.list.ok' },
  },
  {
    operation: 'updateGroup',
    required: 'auth.required.groups',
    owner: 'groups.update.ok',
    scene: ofGroup('PUT', '', ({ profile: old }) => ({ profile: { ...old, description: 'changed' } })),
    keeps: {
      'type of the group': 'groups.operations.kept',
      'time of the group': 'groups.operations.kept',
      members: 'groups.operations.kept',
      status: 'users.operations.status-kept',
    },
  },
  {
    operation: 'deleteGroup',
    required: 'auth.required.groups',
    owner: 'groups.delete.no-content',
    scene: ofGroup('DELETE', ''),
    keeps: { status: 'users.operations.status-kept', ...profileKept },
  },
  {
    operation: 'addUserToGroup',
    required: 'auth.required.groups',
    owner: 'membership.add.no-content',
    scene: async ({ given, once }, at) => {
      const group = await given.group({ description: 'before' })
      // The two beside it are of one user, whom it does not add.
      const user = await once(at === 1 ? 'added' : 'beside', () => given.user({ recoveryQuestion: true }))
      return { method: 'PUT', path: memberPath(group, user), looks: [groupLook(group), userLook(user)] }
    },
    keeps: { ...profileKept, ...statusKept, ...timesKept, ...questionKept, ...groupKept },
  },
  {
    operation: 'removeUserFromGroup',
    required: 'auth.required.groups',
    owner: 'membership.remove.no-content',
    scene: async (stage, at) => {
      const another = await stage.group()
      const { groups, user } = await threeGroups(stage, [another])
      const group = groups[at]
      return {
        method: 'DELETE',
        path: memberPath(group, user),
        looks: [groupLook(group), userLook(user), groupsLook(user, another)],
      }
    },
    keeps: { ...profileKept, ...statusKept, ...timesKept, ...groupsKept, ...groupKept },
  },
  {
    operation: 'createGroup',
    required: 'auth.required.groups',
    owner: 'groups.create.ok',
    scene: async ({ unique }) => ({
      method: 'POST',
      path: '/api/v1/groups',
      body: { profile: { name: unique('group') } },
      looks: [],
    }),
  },
]
