import { failuresOf } from '../../engine/judge/blame.ts'
import { judgedBy } from '../../engine/judge/assemble.ts'
import { loadChecks } from '../../engine/plan/load-checks.ts'
import { clauses } from '../../registry/clauses.ts'
import { catalogue } from '../deviants/catalogue.ts'
import type { Deviant } from '../deviants/deviant.ts'
import { reached, record } from '../selftest/recording.ts'
import type { SelftestOptions } from '../selftest/selftest.ts'
import { judging, runAltered } from '../selftest/selftest.ts'

/** Milliseconds to wait for effects that may lag. */
const lag = 1500

/** The clauses that the whole suite blames for one deviant. */
export interface BlameResult {
  readonly id: string
  /** The first failure in the report; undefined without failures. */
  readonly first?: string
  /** Whether the deviant breaks that clause. */
  readonly right: boolean
  /** Failures with their own entry in addition to those of the broken clauses. */
  readonly beside: number
}

/** The deviants to measure, and how. */
export interface BlameOptions extends Pick<SelftestOptions, 'createTarget' | 'checks' | 'deviants'> {
  /** Deviants at the same time. Default 8. */
  readonly concurrency?: number
  readonly onDeviant?: (result: BlameResult, done: number, total: number) => void
}

/**
 * Runs every check that a deviant reaches, so that its report equals that of the whole suite. Says whether the first
 * failure is a clause that the deviant breaks.
 */
export async function tryBlame(options: BlameOptions): Promise<BlameResult[]> {
  const { deviants = catalogue, concurrency = 8 } = options
  const checks = options.checks ?? (await loadChecks())
  const recording = await record({ ...options, lag }, checks)
  const results = new Map<string, BlameResult>()
  const undecided: Deviant[] = []
  const tell = (result: BlameResult): void => {
    results.set(result.id, result)
    options.onDeviant?.(result, results.size, deviants.length)
  }
  const attempt = async (deviant: Deviant): Promise<BlameResult> => {
    // A recording does not show effects that need calls of other checks: so the deviant's own checks always run.
    const due = [
      ...new Set([...(await reached(deviant.alter, recording)), ...judging(checks, new Set(deviant.breaks))]),
    ]
    const { checks: run } = await runAltered({ ...options, lag }, due, deviant, {
      concurrency: 4,
      cleanUp: true,
    })
    const failures = failuresOf(judgedBy(run, clauses), run, clauses)
    const broken = new Set<string>(deviant.breaks)
    const [first] = failures
    return {
      id: deviant.id,
      ...(first === undefined ? {} : { first: first.clause }),
      right: first !== undefined && broken.has(first.clause),
      beside: failures.filter(({ clause }) => !broken.has(clause)).length,
    }
  }
  const queue = deviants.values()
  const work = async (): Promise<void> => {
    for (const deviant of queue) {
      const result = await attempt(deviant)
      if (result.first === undefined) undecided.push(deviant)
      else tell(result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, deviants.length) }, work))
  // On a busy machine the time may run out before anything fails: then a run alone decides.
  for (const deviant of undecided) tell(await attempt(deviant))
  return deviants.flatMap(({ id }) => results.get(id) ?? [])
}
