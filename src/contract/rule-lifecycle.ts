/**
 * The statuses of a group rule. Groups names the first two. A rule becomes INVALID when one of its groups is deleted
 * (interpretation: rule-invalid-status).
 */
export const ruleStatuses = ['INACTIVE', 'ACTIVE', 'INVALID'] as const

/** A status of a group rule. */
export type RuleStatus = (typeof ruleStatuses)[number]

/** The lifecycle of a group rule (Groups, States and transitions). */
export const ruleTransitions = {
  activate: {
    operation: 'activateGroupRule',
    from: ['INACTIVE', 'ACTIVE'],
    to: 'ACTIVE',
    otherwise: 'rule-invalid',
  },
  deactivate: {
    operation: 'deactivateGroupRule',
    from: ['INACTIVE', 'ACTIVE'],
    to: 'INACTIVE',
    otherwise: 'rule-invalid',
  },
  update: {
    operation: 'updateGroupRule',
    from: ['INACTIVE'],
    to: 'INACTIVE',
    otherwise: 'rule-not-inactive',
  },
  delete: {
    operation: 'deleteGroupRule',
    from: ['INACTIVE', 'ACTIVE', 'INVALID'],
    to: 'removed',
    otherwise: 'rule-invalid',
  },
} as const

/** The name of an operation that the rule table knows. */
export type RuleTransitionName = keyof typeof ruleTransitions
