import type { CheckContext, CheckDefinition, CheckPlan } from '../../../conformance/engine/run/check.ts'
import { httpSender } from '../../../conformance/engine/wire/http-sender.ts'
import { runChecks } from '../../../conformance/engine/run/run-checks.ts'
import type { RunOutcome, RunWatch } from '../../../conformance/engine/run/run-checks.ts'
import type { RunOptions } from '../../../conformance/engine/plan/run-options.ts'
import type { Clause } from '../../../conformance/registry/clause.ts'
import type { Toy } from './toy-server.ts'

/** A clause of a made-up registry. */
export function clause(id: string, more: Partial<Clause> = {}): Clause {
  return { id, area: 'users', document: 3, section: 'User', statement: `${id} holds`, level: 'must', ...more }
}

export function checkOf(
  title: string,
  plan: CheckPlan,
  body: (context: CheckContext<string>) => Promise<void>,
): CheckDefinition {
  return { title, plan, body, file: 'toy' }
}

/** Runs checks against a toy, with clauses made up for every id they judge. */
export async function runAgainst(
  toy: Toy,
  checks: readonly CheckDefinition[],
  options: Partial<RunOptions> = {},
  watch: RunWatch = {},
): Promise<RunOutcome> {
  const ids = new Set(
    checks.flatMap(({ plan }) => [...plan.judges, ...(plan.supports ?? []), ...(plan.observes ?? [])]),
  )
  const sender = httpSender()
  try {
    return await runChecks(
      checks,
      {
        baseUrl: toy.baseUrl,
        token: 'the-token-of-the-run',
        sender,
        clauses: [...ids].map((id) => clause(id)),
        lag: 300,
        features: { 'early-access': 'no' },
        ...options,
      },
      watch,
    )
  } finally {
    sender.close()
  }
}

/** The outcome of one clause in the first check that judges it. */
export function outcomeOf(outcome: RunOutcome, id: string) {
  const found = outcome.checks.flatMap(({ outcomes }) => outcomes).find((each) => each.clause === id)
  if (!found) throw new Error(`no check judged ${id}`)
  return found
}
