import { failuresOf } from '../../engine/judge/blame.ts'
import { judgedBy } from '../../engine/judge/assemble.ts'
import { loadChecks } from '../../engine/plan/load-checks.ts'
import { clauses } from '../../registry/clauses.ts'
import { catalogue } from '../deviants/catalogue.ts'
import type { Deviant } from '../deviants/deviant.ts'
import { reached, record } from '../selftest/recording.ts'
import type { SelftestOptions } from '../selftest/selftest.ts'
import { judging, runAltered } from '../selftest/selftest.ts'

/** Milliseconds that what may lag is waited for. */
const lag = 1500

/** Whom the whole suite blames for what one deviant does. */
export interface BlameResult {
  readonly id: string
  /** The first failure that a report lists; undefined where nothing failed. */
  readonly first?: string
  /** Whether that is a clause that the deviant breaks. */
  readonly right: boolean
  /** Failures that are listed for themselves beside those of the clauses it breaks. */
  readonly beside: number
  /** Clauses that fail beside those it breaks, reported under another or not. */
  readonly fallen: number
}

/** What is measured. */
export interface BlameOptions extends Pick<
  SelftestOptions,
  'createTarget' | 'checks' | 'deviants' | 'signal'
> {
  /** Deviants at the same time. Default 8. */
  readonly concurrency?: number
  readonly onDeviant?: (result: BlameResult, done: number, total: number) => void
}

/**
 * Runs every check that a deviant reaches, so that its report is that of the whole suite, and says whether the first
 * failure is a clause that the deviant breaks.
 */
export async function tryBlame(options: BlameOptions): Promise<BlameResult[]> {
  const { deviants = catalogue, concurrency = 8, signal } = options
  const checks = options.checks ?? (await loadChecks())
  const recording = await record({ ...options, lag }, checks)
  const results = new Map<string, BlameResult>()
  const undecided: Deviant[] = []
  const tell = (result: BlameResult): void => {
    results.set(result.id, result)
    options.onDeviant?.(result, results.size, deviants.length)
  }
  const attempt = async (deviant: Deviant): Promise<BlameResult> => {
    // What a server does that is set up otherwise shows only when it runs.
    // What a deviant does only after calls of other checks is not seen in a recording: its own checks run anyhow.
    const due =
      deviant.target === undefined
        ? [
            ...new Set([
              ...(await reached(deviant.alter, recording)),
              ...judging(checks, new Set(deviant.breaks)),
            ]),
          ]
        : checks
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
      fallen: run
        .flatMap(({ outcomes }) => outcomes)
        .filter(({ verdict, clause }) => verdict === 'fail' && !broken.has(clause)).length,
    }
  }
  const queue = deviants.values()
  const work = async (): Promise<void> => {
    for (const deviant of queue) {
      if (signal?.aborted) return
      const result = await attempt(deviant)
      if (result.first === undefined) undecided.push(deviant)
      else tell(result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, deviants.length) }, work))
  // On a busy machine time may have been up before anything failed: alone it is decided.
  for (const deviant of undecided) if (!signal?.aborted) tell(await attempt(deviant))
  return deviants.flatMap(({ id }) => results.get(id) ?? [])
}
