/** Finds the checks that an alteration reaches, without running them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CheckDefinition } from '../../engine/run/check.ts'
import type { RunOutcome } from '../../engine/run/run-checks.ts'
import type { SelftestOptions } from './selftest.ts'
import { runAltered } from './selftest.ts'
import { type Call, reaches } from '../alter/reaches.ts'
import type { Alteration } from '../alter/wire.ts'

/** The calls of every check on the unaltered server, and the outcome. */
export interface Recording {
  readonly outcome: RunOutcome
  readonly calls: ReadonlyMap<CheckDefinition, readonly Call[]>
}

/** Runs the checks on the unaltered server and keeps every call with its answer, by the check that made it. */
export async function record(
  options: Pick<SelftestOptions, 'createTarget' | 'lag'>,
  checks: readonly CheckDefinition[],
): Promise<Recording> {
  const caller = new AsyncLocalStorage<CheckDefinition>()
  const calls = new Map<CheckDefinition, Call[]>(checks.map((each) => [each, []]))
  const original = new Map<CheckDefinition, CheckDefinition>()
  const watched = checks.map((check): CheckDefinition => {
    const one = {
      ...check,
      body: (context) => caller.run(check, () => check.body(context)),
    } as CheckDefinition
    original.set(one, check)
    return one
  })
  const alter: Alteration = () => async (sent, forward) => {
    const answer = await forward(sent)
    const check = caller.getStore()
    if (check !== undefined) calls.get(check)?.push({ sent, answer })
    return answer
  }
  return { outcome: await runAltered(options, watched, { alter }), calls }
}

/**
 * The checks with a call that the alteration would send or answer differently, in the order of the recording. Each
 * check is replayed alone, after those in `before`. So this does not see alterations that need calls of other checks,
 * or calls that overlap.
 */
export async function reached(
  alteration: Alteration,
  { calls }: Recording,
  before: readonly CheckDefinition[] = [],
): Promise<CheckDefinition[]> {
  const found: CheckDefinition[] = []
  const earlier = before.flatMap((check) => calls.get(check) ?? [])
  for (const [check, made] of calls) if (await reaches(alteration, made, earlier)) found.push(check)
  return found
}
