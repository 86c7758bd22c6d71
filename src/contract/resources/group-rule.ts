import { z } from 'zod'
import { once } from '../once.ts'
import { mistakes, ofIssue } from '../errors/mistakes.ts'
import { isBlank } from '../profile.ts'
import { ruleStatuses } from '../rule-lifecycle.ts'
import { characters, type FieldRows, madeNow, newId, resource, type Stored, Timestamp } from './common.ts'

const Expression = once(() =>
  z.looseObject({
    type: z.string().meta({ vocabulary: 'expressionType' }),
    value: z.string().min(1, { error: mistakes.blank.says }),
  }),
)

const Exclusions = once(() => z.looseObject({ exclude: z.array(z.string()).nullish() }))

const People = once(() => z.looseObject({ users: Exclusions().nullish(), groups: Exclusions().nullish() }))

/** The body that creates or updates a rule (Groups, Group rule and Group rules). */
export const GroupRuleInput = resource('GroupRuleInput', 'A rule to be created.', {
  type: () => z.literal('group_rule', { error: 'expected group_rule' }),
  name: () => characters(1, 50).refine((name) => name === '' || !isBlank(name), ofIssue('blank')),
  conditions: () => z.looseObject({ expression: Expression(), people: People().nullish() }),
  actions: () =>
    z.looseObject({
      assignUserToGroups: z.looseObject({
        groupIds: z.array(z.string()).min(1, { error: mistakes.blank.says }),
      }),
    }),
})

/** Parsed input that creates or updates a rule. */
export type RuleInput = Omit<Stored<z.output<ReturnType<typeof GroupRuleInput>>>, 'type'>

/** The body that updates a rule: `type` and the action section are optional (Groups, Group rules, PUT). */
export const GroupRuleUpdateInput = once(() =>
  GroupRuleInput()
    .extend({
      type: GroupRuleInput().shape.type.optional(),
    })
    .meta({
      id: 'GroupRuleUpdateInput',
      description: 'A rule to be updated, whole; the groups must be those that it has.',
    }),
)

const writer = 'service'
const ids = () => z.array(z.string())

export const groupRuleRows = {
  type: () => z.literal('group_rule'),
  id: { schema: z.string, writer, seed: newId },
  status: {
    schema: () => z.enum(ruleStatuses),
    says: '`INVALID` once one of its groups was deleted. Groups lists ACTIVE and INACTIVE only; recordings of the service have INVALID (interpretation: rule-invalid-status).',
    writer,
    seed: 'Default: INACTIVE. INVALID: one more group is made and deleted',
  },
  name: () => z.string().meta({ minLength: 1, maxLength: 50 }),
  created: { schema: Timestamp, writer, seed: madeNow },
  lastUpdated: {
    schema: Timestamp,
    writer,
    seed: 'When it last changed; default: as its status requires',
  },
  conditions: () =>
    z.looseObject({
      expression: z.looseObject({
        type: z.string().meta({ vocabulary: 'expressionType' }),
        value: z.string(),
      }),
      people: z
        .looseObject({
          users: z.looseObject({ exclude: ids() }),
          groups: z.looseObject({ exclude: ids() }),
        })
        .optional(),
    }),
  actions: () => z.looseObject({ assignUserToGroups: z.looseObject({ groupIds: ids() }) }),
  allGroupsValid: {
    schema: () => z.boolean().optional(),
    says: 'False once one of its groups was deleted.',
    writer,
  },
  _embedded: {
    schema: () =>
      z
        .looseObject({ groupIdToGroupNameMap: z.record(z.string(), z.string()).optional() })
        .meta({ mayHoldMore: true })
        .optional(),
    writer,
  },
} as const satisfies FieldRows

/** A group rule (Groups, Group rule). */
export const GroupRule = resource('GroupRule', 'A rule that puts users into groups.', groupRuleRows)

/** A group rule as it is stored, in the form of the API (Groups, Group rule). */
export type GroupRule = Omit<
  Stored<z.output<ReturnType<typeof GroupRule>>>,
  'type' | 'allGroupsValid' | '_embedded'
>
