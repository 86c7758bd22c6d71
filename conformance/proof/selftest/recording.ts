/** Finds the checks that an alteration reaches, without running them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CheckDefinition } from '../../engine/run/check.ts'
import type { RunOutcome } from '../../engine/run/run-checks.ts'
import type { Verdict } from '../../engine/judge/verdict.ts'
import { type Call, reaches } from '../alter/reaches.ts'
import type { Alteration } from '../alter/wire.ts'
import type { Anywhere } from '../mutants/mutant.ts'
import { goesTo } from '../mutants/routes.ts'
import { type AlteredRun, runAltered, verdictsOf } from './run-altered.ts'

/** A run on the unaltered server. */
export interface Recording {
  readonly outcome: RunOutcome
  readonly verdicts: Readonly<Record<string, Verdict>>
  /** Every call with its answer, by the check that made it. */
  readonly calls: ReadonlyMap<CheckDefinition, readonly Call[]>
  /** The checks in the order of the time that they took. */
  readonly cheapestFirst: readonly CheckDefinition[]
}

/** Runs the checks on the unaltered server and keeps every call with its answer, by the check that made it. */
export async function record(options: AlteredRun, checks: readonly CheckDefinition[]): Promise<Recording> {
  const caller = new AsyncLocalStorage<CheckDefinition>()
  const calls = new Map<CheckDefinition, Call[]>(checks.map((each) => [each, []]))
  const watched = checks.map((check): CheckDefinition => ({
    ...check,
    body: (given) => caller.run(check, () => check.body(given)),
  }))
  const alter: Alteration = () => async (sent, forward) => {
    const answer = await forward(sent)
    const check = caller.getStore()
    if (check !== undefined) calls.get(check)?.push({ sent, answer })
    return answer
  }
  const outcome = await runAltered(options, watched, { alter })
  const cost = new Map(outcome.checks.map(({ key, milliseconds }) => [key, milliseconds]))
  const costOf = ({ file, title }: CheckDefinition): number => cost.get(`${file}: ${title}`) ?? 0
  return {
    outcome,
    verdicts: verdictsOf(outcome.checks),
    calls,
    cheapestFirst: checks.toSorted((one, other) => costOf(one) - costOf(other)),
  }
}

/**
 * The checks with a call that the alteration would send or answer differently, in growing batches. Checks of the
 * operation come first, then those with the fewest calls. Each check is replayed alone, after those that run first. So this
 * does not see alterations that need calls of other checks.
 */
export async function candidates(
  alter: Alteration,
  { operation, first: title, overlaps }: Anywhere,
  { calls }: Recording,
): Promise<(readonly CheckDefinition[])[]> {
  const checks = [...calls.keys()]
  const first = checks.filter((check) => title !== undefined && check.title.startsWith(title))
  const last = checks.filter(({ plan }) => plan.last === true)
  const earlier = first.flatMap((check) => calls.get(check) ?? [])
  const found: CheckDefinition[] = []
  for (const [check, made] of calls)
    if (
      overlaps === true
        ? made.some(({ sent }) => goesTo(operation)(sent))
        : await reaches(alter, made, earlier)
    )
      found.push(check)
  const weight = (check: CheckDefinition): number =>
    (calls.get(check)?.length ?? 0) - (check.title.startsWith(`${operation}:`) ? 40 : 0)
  const likely = found.toSorted((one, other) => weight(one) - weight(other))
  const batches: (readonly CheckDefinition[])[] = []
  for (let from = 0, size = 2; from < likely.length; from += size, size *= 2)
    batches.push([...new Set([...first, ...likely.slice(from, from + size), ...last])])
  return batches
}
