import type { ExploreContext } from '../../explore/exploration.ts'
import type { Supplies } from '../plan/availability.ts'
import type { CallScope } from './call-scope.ts'
import type { CheckContext } from './check.ts'
import type { Forms } from '../plan/forms.ts'
import type { Unique } from '../supply/given-types.ts'
import { withoutPool } from '../supply/given.ts'
import type { Supplier } from '../supply/supplier.ts'

type Tools = Pick<CheckContext, 'api' | 'given' | 'poll' | 'unique' | 'signal'>

/** The parts of a run that an exploration needs. */
interface ContextParts {
  readonly stop: AbortSignal
  readonly scope: (milliseconds: number, isUnkept?: boolean) => CallScope
  readonly tools: (scope: CallScope) => Tools
  /** Removes what a scope created. */
  readonly remove: (created: CallScope['created']) => Promise<unknown>
  readonly supplier: Supplier
  readonly supplies: Supplies
  readonly unique: Unique
  readonly marker: string
  readonly forms: Forms
  readonly lag: number
  readonly isGraded: (requirement: string) => boolean
}

/** Milliseconds that one sequence may take: a target that limits the rate takes its time. */
const sequenceTimeout = 300_000

/** Lets an exploration use a run: its calls have their own scopes, which end with the run. */
export function contextOf(parts: ContextParts): ExploreContext {
  const { stop, scope: open, tools, remove, supplier, supplies, unique, marker, forms, lag, isGraded } = parts
  const { adapter, allowed, features } = supplies
  return {
    scope: (isKept = false) => {
      const scope = open(sequenceTimeout, !isKept)
      const letGo = scope.deadline.endWith(stop)
      const { api, poll } = tools(scope)
      return {
        api,
        poll,
        exchanges: scope.exchanges,
        end: async () => {
          letGo()
          scope.deadline.stop()
          await remove(scope.created)
        },
      }
    },
    unique,
    marker,
    forms,
    lag,
    may: (permission) => allowed.has(permission),
    expression: async (api) => {
      const scope = open(60_000)
      const { given, ...rest } = tools(scope)
      try {
        const made = { ...rest, api, given: withoutPool(given), wish: {}, onEnd: () => {} }
        return (await supplier.supply('rule-expression', made)).expression
      } finally {
        scope.deadline.stop()
      }
    },
    ...(adapter?.act === undefined ? {} : { control: adapter.act }),
    hasFeature: (name) => features[name]?.state === 'yes',
    isGraded,
    signal: stop,
  }
}
