import { z } from 'zod'
import { ruleStatuses } from '../../contract/rule-lifecycle.ts'
import type { GroupRecord } from '../../model/groups/groups.ts'
import { underSettings } from '../../model/kernel/settings.ts'
import { count, id, names, profile, userReference } from './params.ts'
import type { Stage } from './stage.ts'
import { defineState, firstOf } from './state.ts'

const group = {
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  profile: profile.optional(),
}

const rule = {
  name: z.string().min(1).optional(),
  expression: z.string().min(1).optional(),
  groupIds: names.optional(),
  exclude: z.array(z.string()).optional(),
}

export const groupStates = {
  'a group exists': defineState({
    summary: 'There is a group whose members are managed here. Gives groupId and name',
    params: z.strictObject({ id: id.optional(), ...group }),
    setUp: (stage, { id: wanted, ...given }) => valuesOf(stage.group({ id: wanted, ...wantedOf(given) })),
  }),
  'group {id} of type {type} exists': defineState({
    summary:
      'There is a group with this id, of type SVC_GROUP, APP_GROUP or BUILT_IN. Gives groupId and name',
    params: z.strictObject({ id, type: z.string().min(1), ...group }),
    setUp: (stage, { id: wanted, type, ...given }) =>
      valuesOf(stage.group({ id: wanted, type, ...wantedOf(given) })),
  }),
  'group {id} does not exist': defineState({
    summary: 'There is no group with this id. Gives groupId, to ask for',
    params: z.strictObject({ id: id.default('00gNothingHasThisId0') }),
    setUp(stage, { id: wanted }) {
      if (stage.org.groups.collection.get(wanted)) stage.org.groups.remove(wanted)
      return { groupId: wanted }
    },
  }),
  '{count} groups exist': defineState({
    summary:
      'The organisation has {count} groups in addition to the built-in one. Gives groupId of the first',
    params: z.strictObject({ count }),
    setUp: (stage, { count: wanted }) => firstOf(wanted, () => valuesOf(stage.group())),
  }),
  'user {userId} is in group {groupId}': defineState({
    summary: 'There is a user in a group; either is made where it is not there. Gives userId and groupId',
    params: z.strictObject({ userId: userReference, groupId: id }),
    setUp(stage, { userId, groupId }) {
      const user = stage.user({ id: userId })
      const { id: known, type } = stage.group({ id: groupId })
      const { members, memberships, vocabulary } = stage.org
      if (type === vocabulary.groupType) members.add(known, user.id)
      else if (!memberships.has(known, user.id)) {
        // An import replaces every member.
        const { items } = memberships.page(known, { limit: memberships.count(known) })
        members.setImported(known, [...items.map((member) => member.id), user.id])
      }
      return { userId: user.id, groupId: known }
    },
  }),
  'group {id} is used in a push mapping': defineState({
    summary: 'An imported group is pushed to an application. Gives groupId',
    params: z.strictObject({ id }),
    setUp(stage, { id: wanted }) {
      const { id: known } = stage.group({ id: wanted, type: 'APP_GROUP' })
      stage.control.addPushMapping({ group: known })
      return { groupId: known }
    },
  }),
  'group {id} is assigned application {label}': defineState({
    summary: 'There is a group to which an application is assigned. Gives groupId and applicationId',
    params: z.strictObject({
      id,
      label: z.string().min(1).default('Wiki'),
      applicationId: id.optional(),
    }),
    setUp(stage, { id: wanted, label, applicationId }) {
      const { id: known } = stage.group({ id: wanted })
      const { id: application } = stage.application(label, applicationId)
      stage.control.assignApplication({ application, group: known })
      return { groupId: known, applicationId: application }
    },
  }),

  'a group rule exists': defineState({
    summary:
      'There is an INACTIVE group rule. Gives ruleId, name and groupId, the first that it adds users to',
    params: z.strictObject({ id: id.optional(), ...rule }),
    setUp: (stage, given) => ruleOf(stage, given),
  }),
  'group rule {id} is {status}': defineState({
    summary: 'There is a group rule with this id and in this status. Gives ruleId, name and groupId',
    params: z.strictObject({ id, status: z.enum(ruleStatuses), ...rule }),
    setUp(stage, { status, ...given }) {
      const values = ruleOf(stage, given)
      const { rules, groups } = stage.org
      const { status: present } = rules.resolve(values.ruleId)
      if (status === 'ACTIVE' && present !== 'ACTIVE') rules.activate(values.ruleId)
      if (status === 'INACTIVE' && present !== 'INACTIVE') rules.deactivate(values.ruleId)
      // A rule becomes invalid when a group of it is deleted.
      if (status === 'INVALID') {
        const invalidates = { interpretations: { 'rule-invalid-status': 'recorded' } } as const
        underSettings(stage.org, invalidates, () => groups.remove(values.groupId))
      }
      return values
    },
  }),
  'group rule {id} does not exist': defineState({
    summary: 'There is no group rule with this id. Gives ruleId, to ask for',
    params: z.strictObject({ id: id.default('0prNothingHasThisId0') }),
    setUp(stage, { id: wanted }) {
      if (stage.org.rules.collection.get(wanted)) stage.org.rules.remove(wanted, { removeUsers: false })
      return { ruleId: wanted }
    },
  }),
}

function wantedOf({ name, description, profile: whole }: z.infer<z.ZodObject<typeof group>>) {
  return { name, profile: { ...whole, ...(description === undefined ? {} : { description }) } }
}

function ruleOf(
  stage: Stage,
  given: z.infer<z.ZodObject<typeof rule>> & { readonly id?: string | undefined },
): { readonly ruleId: string; readonly name: string; readonly groupId: string } {
  const known = given.id === undefined ? undefined : stage.org.rules.collection.get(given.id)
  const groupsOf = (): string[] => (given.groupIds ?? [undefined]).map((one) => stage.group({ id: one }).id)
  const made = known ?? stage.createRule({ ...given, groupIds: groupsOf() })
  const [groupId = ''] = made.actions.assignUserToGroups.groupIds
  return { ruleId: made.id, name: made.name, groupId }
}

function valuesOf({ id: groupId, profile: { name } }: GroupRecord): {
  readonly groupId: string
  readonly name: string
} {
  return { groupId, name: String(name) }
}
