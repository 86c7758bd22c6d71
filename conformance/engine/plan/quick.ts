import type { Supplies } from './availability.ts'
import { checkHindrance, clauseHindrance } from './availability.ts'
import type { CheckDefinition } from '../run/check.ts'
import type { Need } from './need.ts'
import { findable, isThing } from './need.ts'
import type { Clause } from '../../registry/clause.ts'
import { gradable } from '../../registry/clause.ts'

/** The catches and costs of each check, measured by `npm run quick-table`. */
export interface QuickTable {
  readonly deviants: number
  /** By the key of a check: requests with their clean-up, and the numbers of the deviants that it catches. */
  readonly checks: Readonly<
    Record<string, { readonly requests: number; readonly catches: readonly number[] }>
  >
}

/** The part of a suite that a quick run tries. */
export interface QuickChoice {
  readonly checks: readonly CheckDefinition[]
  /** The clauses that they can show. */
  readonly clauses: readonly string[]
  /** How many of the deviants it catches. */
  readonly catches: number
  readonly deviants: number
}

/** Requests of a quick run: a minute at 10 a second, less those that find out about the target. */
const quickRequests = 545

/**
 * Chooses the checks that find most for their requests. Each step takes the check that catches the most further
 * deviants for each request. Leaves out checks that the target cannot show.
 */
export function quickChoice(
  checks: readonly CheckDefinition[],
  table: QuickTable,
  clauses: ReadonlyMap<string, Clause>,
  supplies: Supplies,
  requests = quickRequests,
): QuickChoice {
  const candidates = checks
    .filter((check) => isShown(check, clauses, supplies))
    .map((check) => {
      const { requests: cost, catches } = table.checks[`${check.file}: ${check.title}`] ?? unmeasured
      return { check, requests: cost, catches }
    })
  const chosen = new Set<CheckDefinition>()
  const seen = new Set<number>()
  for (let left = requests; ;) {
    let best:
      | { readonly check: CheckDefinition; readonly requests: number; readonly catches: readonly number[] }
      | undefined
    let most = 0
    for (const each of candidates) {
      if (chosen.has(each.check) || each.requests > left) continue
      const worth = each.catches.filter((number) => !seen.has(number)).length / Math.max(1, each.requests)
      if (worth > most) [best, most] = [each, worth]
    }
    if (best === undefined) break
    chosen.add(best.check)
    for (const number of best.catches) seen.add(number)
    left -= best.requests
  }
  const taken = checks.filter((check) => chosen.has(check))
  return {
    checks: taken,
    clauses: [...new Set(taken.flatMap(({ plan }) => plan.judges))].filter((id) =>
      canShow(id, clauses, supplies),
    ),
    catches: seen.size,
    deviants: table.deviants,
  }
}

const unmeasured = { requests: 0, catches: [] }

/** Whether a check can be run, and can show something that is graded. */
function isShown(
  { plan }: CheckDefinition,
  clauses: ReadonlyMap<string, Clause>,
  supplies: Supplies,
): boolean {
  return (
    checkHindrance(plan.needs ?? [], supplies) === undefined &&
    (plan.needs ?? []).every((need) => !mayBeMissing(need, supplies)) &&
    plan.judges.some((id) => canShow(id, clauses, supplies))
  )
}

/** Whether a thing must be looked for first, and may be missing. */
function mayBeMissing(need: Need, { profile, adapter }: Supplies): boolean {
  return (
    isThing(need) &&
    findable.has(need) &&
    need !== 'built-in-group' &&
    profile.things[need] === undefined &&
    adapter?.provides.includes(need) !== true
  )
}

function canShow(id: string, clauses: ReadonlyMap<string, Clause>, supplies: Supplies): boolean {
  const clause = clauses.get(id)
  return (
    clause !== undefined &&
    gradable(clause) &&
    clauseHindrance(clause, supplies) === undefined &&
    (clause.needs ?? []).every((need) => !mayBeMissing(need, supplies))
  )
}
