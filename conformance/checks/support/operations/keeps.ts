/** Parts that operations leave unchanged, with the requirement that says so. */
import type { RequirementId } from '../../../engine/run/check.ts'

type Keeps = Readonly<Record<string, RequirementId>>

export const profileKept = { profile: 'users.operations.profile-kept' } as const satisfies Keeps
export const statusKept = {
  status: 'users.operations.status-kept',
  'time of the status': 'users.operations.times-kept',
} as const satisfies Keeps
export const groupsKept = { groups: 'users.operations.groups-kept' } as const satisfies Keeps
export const questionKept = { question: 'users.operations.question-kept' } as const satisfies Keeps
export const timesKept = {
  created: 'users.operations.times-kept',
  'time of the password': 'users.operations.times-kept',
  'time of the sign-in': 'users.operations.times-kept',
} as const satisfies Keeps
export const groupKept = {
  'profile of the group': 'groups.operations.kept',
  'type of the group': 'groups.operations.kept',
  'time of the group': 'groups.operations.kept',
  'time of the profile': 'groups.last-updated.membership',
} as const satisfies Keeps
export const ruleKept = {
  name: 'rules.operations.kept',
  expression: 'rules.operations.kept',
  groups: 'rules.operations.kept',
  created: 'rules.operations.kept',
} as const satisfies Keeps

/** The times that stay the same when other ones may command. */
export const someTimesKept = {
  created: 'users.operations.times-kept',
  'time of the sign-in': 'users.operations.times-kept',
} as const satisfies Keeps
