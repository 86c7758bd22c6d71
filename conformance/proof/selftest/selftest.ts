import { namedIn, type CheckDefinition } from '../../engine/run/check.ts'
import type { Orphan } from '../../engine/clean-up/clean-up.ts'
import type { CheckResult } from '../../engine/judge/check-result.ts'
import { loadChecks } from '../../engine/plan/check-files.ts'
import type { Verdict } from '../../engine/judge/verdict.ts'
import { catalogue } from '../mutants/catalogue.ts'
import type { Mutant, Anywhere } from '../mutants/mutant.ts'
import { defaultLag, enough, runAltered, verdictsOf, type AlteredRun } from './run-altered.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunOutcome } from '../../engine/run/run-checks.ts'
import { reaches, type Call } from '../alter/reaches.ts'
import { type Alteration, goesTo } from '../alter/wire.ts'

/** Options for the proof that the suite catches mutants. */
export interface SelftestOptions extends AlteredRun {
  /** Default: the whole catalogue. */
  readonly mutants?: readonly Mutant[]
  /** Default: all checks of the suite. */
  readonly checks?: readonly CheckDefinition[]
  /** Mutants at the same time; they mostly wait. Default 16. */
  readonly concurrency?: number
  /** Runs every check of a broken requirement, not only until one catches it: finds more additional failures. */
  readonly thorough?: boolean
  readonly onMutant?: (result: MutantResult, done: number, total: number) => void
}

/** The result for a requirement that a mutant breaks. */
export interface Catch {
  readonly requirement: string
  /** The worst verdict of the checks that ran; `fail` is caught. */
  readonly verdict: Verdict
  /** Why it was not caught, in one sentence. */
  readonly why?: string
}

/** The result for one mutant. */
export interface MutantResult {
  readonly id: string
  readonly summary: string
  /** Whether every requirement that it breaks failed; of a mutant that names no requirement, whether one did. */
  readonly caught: boolean
  /** False if a requirement that it breaks does not pass on the unaltered server: then it was not tried. */
  readonly tried: boolean
  readonly catches: readonly Catch[]
  /** Requirements that failed too. */
  readonly collateral: readonly string[]
}

/** The results of the catalogue. */
export interface DetectionReport {
  readonly mutants: readonly MutantResult[]
  /** The verdict of every requirement on the unaltered server. */
  readonly unaltered: Readonly<Record<string, Verdict>>
  /** Records that could not be removed from a server that outlives the run. */
  readonly orphans: readonly Orphan[]
  readonly milliseconds: number
}

/**
 * Runs every mutant against the checks of the requirements that it breaks. One that names no requirement runs against the
 * checks that it reaches. The checks first run on the unaltered server: a requirement that does not pass there cannot catch a mutant.
 */
export async function selftest(options: SelftestOptions): Promise<DetectionReport> {
  const begun = performance.now()
  const { mutants = catalogue, concurrency = 16 } = options
  const broken = new Set<string>(mutants.flatMap(({ breaks }) => breaks))
  const all = options.checks ?? (await loadChecks())
  const recording = await record(
    options,
    mutants.some(({ anywhere }) => anywhere) ? all : judging(all, broken),
  )
  const results = new Map<Mutant, MutantResult>()
  const orphans: Orphan[] = [...recording.outcome.facts.orphans]
  const tell = (mutant: Mutant, result: MutantResult): void => {
    results.set(mutant, result)
    options.onMutant?.(result, results.size, mutants.length)
  }
  const undecided: Mutant[] = []
  const queue = mutants.values()
  const work = async (): Promise<void> => {
    for (const mutant of queue) {
      const result = await tryMutant(mutant, recording, options, orphans)
      if (isUndecided(result)) undecided.push(mutant)
      else tell(mutant, result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, mutants.length) }, work))
  // On a busy machine the time may run out before a verdict: then a run alone, with more time, decides.
  const patient = { ...options, lag: 4 * (options.lag ?? defaultLag), checkTimeout: 4 * enough }
  for (const mutant of undecided) tell(mutant, await tryMutant(mutant, recording, patient, orphans))
  return {
    mutants: mutants.flatMap((mutant) => results.get(mutant) ?? []),
    unaltered: recording.verdicts,
    orphans,
    milliseconds: Math.round(performance.now() - begun),
  }
}

/** Whether a requirement neither passed nor failed: perhaps only because the machine was busy. */
function isUndecided({ tried, caught, catches }: MutantResult): boolean {
  return (
    tried && !caught && catches.some(({ verdict }) => verdict === 'inconclusive' || verdict === 'blocked')
  )
}

async function tryMutant(
  mutant: Mutant,
  recording: Recording,
  { checkTimeout = enough, ...options }: SelftestOptions & { readonly checkTimeout?: number },
  orphans: Orphan[],
): Promise<MutantResult> {
  const { breaks, anywhere } = mutant
  const tried = breaks.every((requirement) => recording.verdicts[requirement] === 'pass')
  const open = new Set<string>(tried ? breaks : [])
  const results: CheckResult[] = []
  const failed = (): string[] => {
    const verdicts = verdictsOf(results)
    return Object.keys(verdicts).filter(
      (each) => verdicts[each] === 'fail' && recording.verdicts[each] === 'pass',
    )
  }
  // A few checks at a time, the likely and the cheap ones first: the first ones catch most mutants.
  const batches =
    anywhere === undefined
      ? batchesOf(judging(recording.cheapestFirst, open), options.thorough === true ? Infinity : 3)
      : await candidates(mutant.alter, anywhere, recording)
  for (const batch of batches) {
    const due = anywhere !== undefined || options.thorough === true ? batch : judging(batch, open)
    if (due.length === 0) continue
    // One by one, so that a mutant that changes the neighbour of a record affects no other check.
    const concurrency = anywhere?.overlaps === true ? 4 : 1
    const outcome = await runAltered(options, due, mutant, { checkTimeout, concurrency })
    results.push(...outcome.checks)
    orphans.push(...outcome.facts.orphans)
    for (const requirement of failed()) open.delete(requirement)
    if (anywhere === undefined ? open.size === 0 : failed().length > 0) break
  }
  const verdicts = verdictsOf(results)
  const catches =
    anywhere === undefined
      ? breaks.map((requirement) => catchOf(requirement, verdicts, recording.verdicts, results))
      : [anyCatch(failed())]
  const named = new Set(catches.map(({ requirement }) => requirement))
  return {
    id: mutant.id,
    summary: mutant.summary,
    tried,
    caught: catches.every(({ verdict, why }) => verdict === 'fail' && why === undefined),
    catches,
    collateral: Object.keys(verdicts).filter(
      (requirement) =>
        verdicts[requirement] === 'fail' &&
        recording.verdicts[requirement] !== 'fail' &&
        !named.has(requirement),
    ),
  }
}

function anyCatch([requirement]: readonly string[]): Catch {
  return requirement === undefined
    ? { requirement: 'any', verdict: 'blocked', why: 'no check that it reaches noticed it' }
    : { requirement, verdict: 'fail' }
}

function catchOf(
  requirement: string,
  verdicts: Readonly<Record<string, Verdict>>,
  unaltered: Readonly<Record<string, Verdict>>,
  results: readonly CheckResult[],
): Catch {
  const before = unaltered[requirement]
  if (before === undefined) return { requirement, verdict: 'not-run', why: 'no check judges it' }
  const verdict = verdicts[requirement] ?? 'not-run'
  if (before !== 'pass')
    return { requirement, verdict, why: `on the unaltered server its verdict is '${before}'` }
  if (verdict === 'fail') return { requirement, verdict }
  const outcome = results
    .flatMap(({ outcomes }) => outcomes)
    .find((each) => each.requirement === requirement && each.verdict === verdict)
  return { requirement, verdict, why: outcome?.why ?? 'the checks that judge it did not notice' }
}

/** The checks that judge one of these requirements. */
function judging(checks: readonly CheckDefinition[], requirementIds: ReadonlySet<string>): CheckDefinition[] {
  return checks.filter(({ plan }) => namedIn(plan).some((requirement) => requirementIds.has(requirement)))
}

function batchesOf<T>(list: readonly T[], size: number): T[][] {
  return list.length === 0 ? [] : [list.slice(0, size), ...batchesOf(list.slice(size), size)]
}

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
async function record(options: AlteredRun, checks: readonly CheckDefinition[]): Promise<Recording> {
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
async function candidates(
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
