/** The members of a group (Groups). */
import { pageRows, pageSize } from '../tables/pages.ts'
import { unknownGroupOfApps, unknownIdRequirements, unknownMemberIds } from '../tables/unknown-ids.ts'
import { inOrder, requirementsIn } from './requirement.ts'
import { groupAppProperties, shownRequirements } from '../tables/shown.ts'

const place = { area: 'membership', document: 2, section: 'Membership' } as const

const operations = requirementsIn(place, {
  'membership.list.ok': [
    'The members of a group are an array of users that holds those who were added.',
    'success:listGroupUsers',
  ],
  'membership.list.links': ['The _links of a listed member hold self and nothing else.', 'listGroupUsers'],
  ...pageRows('membership.list'),
  'membership.add.no-content': ['A user is added to an SVC_GROUP with 204.', 'success:addUserToGroup'],
  'membership.add.effect': {
    statement: 'An added user is among the members of the group, and the group among the groups of the user.',
    operations: ['addUserToGroup', 'listGroupUsers', 'listUserGroups'],
  },
  'membership.add.twice': {
    statement: 'Adding a member again succeeds and lists the member once.',
    operations: ['addUserToGroup'],
    reason: 'Not stated.',
  },
  'membership.add.app-group': {
    statement: 'Adding a user to an APP_GROUP is refused, and the user does not become a member.',
    operations: ['addUserToGroup'],
    needs: ['app-group'],
  },
  'membership.add.built-in': {
    statement: 'Adding a user to a BUILT_IN group is refused.',
    operations: ['addUserToGroup'],
    needs: ['built-in-group'],
  },
  'membership.remove.no-content': [
    'A member is removed from an SVC_GROUP with 204.',
    'success:removeUserFromGroup',
  ],
  'membership.remove.effect': {
    statement: 'A removed user is no longer among the members, the other members stay.',
    operations: ['removeUserFromGroup', 'listGroupUsers'],
  },
  'membership.remove.user-stays': {
    statement: 'A user removed from a group still exists.',
    operations: ['removeUserFromGroup', 'getUser'],
  },
  'membership.remove.non-member': {
    statement: 'Removing a user who is no member succeeds without effect.',
    operations: ['removeUserFromGroup'],
    reason: 'Not stated.',
  },
  'membership.remove.built-in': {
    statement: 'Removing a user from a BUILT_IN group is refused.',
    operations: ['removeUserFromGroup'],
    needs: ['built-in-group'],
  },
  'membership.remove.app-group': {
    statement: 'Removing a user from an APP_GROUP is refused.',
    operations: ['removeUserFromGroup'],
    needs: ['app-group'],
  },
})

const limits = requirementsIn(
  { area: 'membership', document: 2, section: 'Limits' },
  {
    'membership.list.limit-default': pageSize(
      'listGroupUsers.limit.default',
      'Without limit a page holds up to 1000 members; 200 are recommended.',
    ),
  },
)

export const membershipRequirements = [
  ...inOrder(operations, unknownIdRequirements(place, unknownMemberIds)),
  ...limits,
] as const

const appPlace = {
  area: 'group-apps',
  document: 2,
  section: 'Applications of a group',
  operations: ['listGroupApps'],
  needs: ['application'],
} as const

const list = requirementsIn(appPlace, {
  'group-apps.list.ok': [
    'The applications of a group are an array that holds the one assigned to it.',
    'success:listGroupApps',
  ],
  'group-apps.list.empty': {
    statement: 'The applications of a group that has none are an empty array.',
    needs: [],
  },
  ...pageRows('group-apps.list'),
})

const record = shownRequirements(
  appPlace,
  'group-apps.*',
  { record: 'An application record', kind: 'GroupApp' },
  groupAppProperties,
)

const endpoints = requirementsIn(
  { area: 'group-apps', document: 2, section: 'Endpoints' },
  {
    'group-apps.more-fields': {
      statement: 'An application record has further fields.',
      operations: ['listGroupApps'],
      needs: ['application'],
      reason: 'Fields other than those listed are not shown.',
    },
  },
)

const appLimits = requirementsIn(
  { area: 'group-apps', document: 2, section: 'Limits' },
  {
    'group-apps.list.limit-default': pageSize(
      'listGroupApps.limit.default',
      'Without limit a page holds up to 20 applications.',
    ),
  },
)

export const groupAppRequirements = [
  ...list,
  ...unknownIdRequirements({ ...appPlace, needs: [] }, unknownGroupOfApps),
  ...record,
  ...endpoints,
  ...appLimits,
] as const
