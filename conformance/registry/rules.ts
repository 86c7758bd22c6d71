/** Group rules: properties, states, operations (Groups). */
import { limitRows } from '../tables/limits.ts'
import { pageRows, pageSize } from '../tables/pages.ts'
import { readOnlyRequirements, ruleReadOnly } from '../tables/read-only.ts'
import { requiredRows } from '../tables/required.ts'
import { ruleProperties, shownRequirements } from '../tables/shown.ts'
import { unknownIdRequirements, unknownRuleIds } from '../tables/unknown-ids.ts'
import { requirementsIn, inOrder, sharing } from './requirement.ts'

const rulePlace = {
  area: 'rules',
  document: 2,
  section: 'Group rule',
  operations: ['createGroupRule', 'getGroupRule'],
  needs: ['rule-expression'],
} as const

const writtenRule = requirementsIn(rulePlace, {
  'rules.type.constant': ['Every rule carries type group_rule.', 'property:GroupRule.type'],
  'rules.status.inactive': {
    after: 'rules.id.present',
    statement: 'A new rule carries status INACTIVE, also when ACTIVE was sent.',
    operations: ['createGroupRule'],
    covers: ['property:GroupRule.status', 'enum:GroupRule.status.INACTIVE', 'default:GroupRule.status'],
  },
  'rules.status.active': {
    statement: 'An activated rule carries status ACTIVE.',
    operations: ['activateGroupRule', 'getGroupRule'],
    covers: ['enum:GroupRule.status.ACTIVE'],
  },
  'rules.name.kept': ['A rule carries the name it was given.', 'property:GroupRule.name'],
  ...limitRows('rules.name'),
  'rules.name.limits-on-update': {
    after: 'rules.name.max.refused',
    statement: 'An update with an empty rule name or one of 51 characters is refused and keeps the old name.',
    alsoIn: ['2 Limits'],
    operations: ['updateGroupRule'],
  },
  'rules.expression.type': {
    after: 'rules.last-updated.present',
    statement: 'A rule carries the expression type urn:svc:expression:1.0.',
    covers: ['property:GroupRule.conditions.expression.type'],
  },
  'rules.expression.value': [
    'A rule carries the expression it was given.',
    'property:GroupRule.conditions.expression.value',
  ],
  'rules.expression.boolean': {
    statement: 'An expression that does not evaluate to a Boolean is refused.',
    operations: ['createGroupRule'],
    reason: 'The expression language is not defined, nor when it is checked.',
  },
  'rules.people.users-excluded.kept': [
    'A rule carries the ids of excluded users it was given.',
    'property:GroupRule.conditions.people.users.exclude',
  ],
  'rules.people.users-excluded.skipped': {
    statement: 'An excluded user for whom the expression is true is not added when the rule runs.',
    operations: ['activateGroupRule', 'listGroupUsers'],
  },
  'rules.people.groups-excluded': {
    statement: 'Excluded groups have no effect.',
    reason:
      'They are called currently not supported; whether they are refused, kept or dropped is not stated.',
    covers: ['property:GroupRule.conditions.people.groups.exclude'],
  },
  'rules.people.omitted': ['A rule without conditions.people is accepted.', 'createGroupRule'],
  'rules.groups.kept': [
    'A rule carries the target group ids it was given.',
    'property:GroupRule.actions.assignUserToGroups.groupIds',
  ],
})

const rule = inOrder(
  shownRequirements(
    rulePlace,
    'rules.*.present',
    { record: 'Every rule', kind: 'GroupRule' },
    ruleProperties,
  ),
  writtenRule,
  readOnlyRequirements(
    rulePlace,
    'rules.*.read-only',
    { kind: 'GroupRule', writes: ['createGroupRule', 'updateGroupRule'] },
    ruleReadOnly,
  ),
)

const states = requirementsIn(
  { area: 'rules', document: 2, section: 'States and transitions', needs: ['rule-expression'] },
  {
    'rules.operations.kept': {
      statement:
        'Activation, deactivation and an update leave what they are not for: name, expression, groups, status.',
      operations: ['activateGroupRule', 'deactivateGroupRule', 'updateGroupRule'],
    },
    'rules.create.inactive': {
      statement: 'Creation leaves a rule INACTIVE, and it adds nobody to its groups.',
      operations: ['createGroupRule', 'getGroupRule', 'listGroupUsers'],
      covers: ['transition:none.createGroupRule'],
    },
    'rules.activate.active': [
      'Activation of an INACTIVE rule makes it ACTIVE.',
      'transition:INACTIVE.activateGroupRule',
    ],
    'rules.activate.again': {
      statement: 'Activation of an ACTIVE rule is answered in some defined way.',
      reason: 'The status required before is not shown.',
      covers: ['transition:ACTIVE.activateGroupRule'],
    },
    'rules.deactivate.inactive': [
      'Deactivation of an ACTIVE rule makes it INACTIVE.',
      'transition:ACTIVE.deactivateGroupRule',
    ],
    'rules.deactivate.again': {
      statement: 'Deactivation of an INACTIVE rule is answered in some defined way.',
      reason: 'The status required before is not shown.',
      covers: ['transition:INACTIVE.deactivateGroupRule'],
    },
    'rules.delete.inactive': {
      statement: 'Deletion of an INACTIVE rule is accepted, and the rule goes.',
      operations: ['deleteGroupRule', 'getGroupRule'],
      covers: ['transition:INACTIVE.deleteGroupRule'],
    },
    'rules.delete.active': {
      statement: 'Deletion of an ACTIVE rule is accepted, and the rule goes.',
      operations: ['deleteGroupRule', 'getGroupRule'],
      covers: ['transition:ACTIVE.deleteGroupRule'],
    },
    'rules.update.active': {
      statement: 'An update of an ACTIVE rule is refused and changes nothing.',
      alsoIn: ['2 Group rules'],
    },
  },
)

const endpoints = requirementsIn(
  { area: 'rules', document: 2, section: 'Endpoints' },
  {
    'rules.success-codes': {
      statement: 'Create, update, list and get of rules use some 2xx status.',
      operations: ['createGroupRule', 'updateGroupRule', 'listGroupRules', 'getGroupRule'],
      needs: ['rule-expression'],
      reason: 'The statuses are not shown, save that bodies are returned.',
    },
  },
)

const place = { area: 'rules', document: 2, section: 'Group rules', needs: ['rule-expression'] } as const

const operations = requirementsIn(place, {
  'rules.create.ok': [
    'A create with all required fields succeeds and answers with the rule.',
    'success:createGroupRule',
  ],
  'rules.create.stored': {
    statement: 'A created rule is found again under the id of the reply.',
    operations: ['createGroupRule', 'getGroupRule'],
  },
  ...requiredRows('rules.create'),
  'rules.create.unknown-group': {
    statement: 'A create with an unknown target group id is refused.',
    reason: 'Not stated.',
  },
  'rules.update.ok': [
    'An update of an INACTIVE rule succeeds and answers with the rule and its new name and expression.',
    'success:updateGroupRule',
  ],
  ...sharing({ operations: ['updateGroupRule', 'getGroupRule'] })({
    'rules.update.stored': 'The name and expression of an update are read back afterwards.',
    'rules.update.action-fixed':
      'An update that sends other target group ids leaves the target groups as they were.',
  }),
  'rules.update.action-answer': {
    statement: 'An update that sends other target group ids is refused, or ignores them.',
    reason:
      'The update wants groupIds present and cannot change them; the answer to other ids is not stated.',
  },
  'rules.update.missing-fields': {
    statement: 'An update that leaves out the name, the expression or the target groups is refused.',
    reason: 'The fields are to be present; whether one that is missing is refused or kept is not stated.',
  },
  'rules.list.ok': ['The list of rules is an array that holds a created rule.', 'success:listGroupRules'],
  ...pageRows('rules.list'),
  'rules.list.search': ['search with the whole name of a rule finds it.', 'query:listGroupRules.search'],
  'rules.list.search-excludes': {
    statement: 'search leaves out rules that have nothing in common with the keyword.',
    operations: ['listGroupRules'],
  },
  'rules.list.expand': [
    'expand=groupIdToGroupNameMap puts the names of the target groups into the list.',
    'query:listGroupRules.expand',
  ],
  'rules.get.ok': ['A rule is answered under its id.', 'success:getGroupRule'],
  'rules.get.expand': [
    'expand=groupIdToGroupNameMap puts the names of the target groups into the rule.',
    'query:getGroupRule.expand',
  ],
  ...sharing({ alsoIn: ['2 States and transitions'] })({
    'rules.delete.accepted': ['A rule is deleted with 202.', 'success:deleteGroupRule'],
    'rules.delete.remove-users': {
      statement: 'Deletion with removeUsers=true takes the users whom the rule added out of its groups.',
      operations: ['deleteGroupRule', 'listGroupUsers'],
      covers: ['query:deleteGroupRule.removeUsers'],
    },
  }),
  'rules.delete.keep-users': {
    statement: 'Deletion without removeUsers leaves the users whom the rule added in its groups.',
    operations: ['deleteGroupRule', 'listGroupUsers'],
    covers: ['default:deleteGroupRule.removeUsers'],
  },
  ...sharing({ alsoIn: ['2 States and transitions'] })({
    'rules.activate.no-content': ['A rule is activated with 204.', 'success:activateGroupRule'],
    'rules.deactivate.no-content': ['A rule is deactivated with 204.', 'success:deactivateGroupRule'],
  }),
})

const effect = requirementsIn(
  { area: 'rules', document: 2, section: 'What the service does', needs: ['rule-expression'] },
  {
    'rules.active.adds': {
      statement: 'An ACTIVE rule adds a user for whom its expression is true to its groups.',
      alsoIn: ['2 Group type'],
      operations: ['activateGroupRule', 'listGroupUsers'],
    },
    'rules.active.leaves-others': {
      statement: 'An ACTIVE rule does not add a user for whom its expression is false.',
      operations: ['activateGroupRule', 'listGroupUsers'],
    },
    'rules.active.later-users': {
      statement: 'An ACTIVE rule also adds users who come to match it later.',
      alsoIn: ['3 Create, read, list, update'],
      operations: ['activateGroupRule', 'createUser', 'updateUser', 'replaceUser', 'listGroupUsers'],
    },
  },
)

const limits = requirementsIn(
  { area: 'rules', document: 2, section: 'Limits', operations: ['listGroupRules'] },
  {
    'rules.list.limit-default': pageSize(
      'listGroupRules.limit.default',
      'Without limit a page holds up to 50 rules.',
    ),
    'rules.list.limit-maximum': pageSize('listGroupRules.limit.max', 'The largest limit is 200 rules.'),
  },
)

export const ruleRequirements = [
  ...rule,
  ...states,
  ...endpoints,
  ...inOrder(operations, unknownIdRequirements({ ...place, needs: [] }, unknownRuleIds)),
  ...effect,
  ...limits,
] as const
