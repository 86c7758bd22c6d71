import { failuresOf } from '../engine/blame.ts'
import { judgedBy } from '../engine/assemble.ts'
import { loadChecks } from '../engine/load-checks.ts'
import { clauses } from '../registry/clauses.ts'
import { catalogue } from './catalogue.ts'
import type { SelftestOptions } from './selftest.ts'
import { runAltered } from './selftest.ts'

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
  /** One of so many deviants is tried. Default 40. */
  readonly every?: number
  readonly concurrency?: number
  readonly onDeviant?: (result: BlameResult, done: number, total: number) => void
}

/**
 * Runs the whole suite against every so many of the deviants, and says whether the first failure of the report is a
 * clause that the deviant breaks.
 */
export async function tryBlame(options: BlameOptions): Promise<BlameResult[]> {
  const { deviants = catalogue, every = 40, concurrency = 8, signal } = options
  const checks = options.checks ?? (await loadChecks())
  const picked = deviants.filter((_, at) => at % every === Math.floor(every / 2))
  const results = new Map<string, BlameResult>()
  const queue = picked.values()
  const work = async (): Promise<void> => {
    for (const deviant of queue) {
      if (signal?.aborted) return
      const outcome = await runAltered({ ...options, lag: 1000 }, checks, deviant, { concurrency: 8 })
      const failures = failuresOf(judgedBy(outcome.checks, clauses), outcome.checks, clauses)
      const broken = new Set<string>(deviant.breaks)
      const [first] = failures
      const result: BlameResult = {
        id: deviant.id,
        ...(first === undefined ? {} : { first: first.clause }),
        right: first !== undefined && broken.has(first.clause),
        beside: failures.filter(({ clause }) => !broken.has(clause)).length,
        fallen: outcome.checks
          .flatMap(({ outcomes }) => outcomes)
          .filter(({ verdict, clause }) => verdict === 'fail' && !broken.has(clause)).length,
      }
      results.set(deviant.id, result)
      options.onDeviant?.(result, results.size, picked.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, picked.length) }, work))
  return picked.flatMap(({ id }) => results.get(id) ?? [])
}
