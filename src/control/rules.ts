import { z } from 'zod'
import { ExpressionError } from '../query/expression/index.ts'
import { defineAction } from './action.ts'
import { knownGroup } from './groups.ts'

export const ruleActions = {
  explainMembers: defineAction({
    reads: true,
    input: () =>
      z.strictObject({
        group: z.string().min(1),
        users: z.array(z.string().min(1)).max(1000),
      }),
    run(org, { group, users }) {
      const { id } = knownGroup(org, group)
      return users.flatMap((reference) => {
        const user = org.users.resolve(reference)
        const reasons = org.memberships.reasons(id, user.id)
        if (!reasons) return []
        const rules = reasons.ruleIds.map((ruleId) => ({
          id: ruleId,
          name: org.rules.collection.get(ruleId)?.name ?? ruleId,
        }))
        const isEveryone = id === org.groups.everyoneId
        return [{ userId: user.id, byHand: reasons.byHand, rules, ...(isEveryone ? { isEveryone } : {}) }]
      })
    },
  }),
  tryRule: defineAction({
    reads: true,
    input: () => z.strictObject({ expression: z.string(), user: z.string().min(1).optional() }),
    run(org, { expression, user: reference }) {
      const user = reference === undefined ? org.users.collection.values()[0] : org.users.resolve(reference)
      const type = org.vocabulary.expressionType
      if (!user) return { type, matches: false }
      const login = String(user.profile['login'])
      try {
        return { type, login, matches: org.ruleEngine.holds(expression, user) }
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        return { type, login, matches: false, problem: error.message }
      }
    },
  }),
}
