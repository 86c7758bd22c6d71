import type { CheckDefinition } from '../../engine/run/check.ts'
import { namedIn } from '../../engine/run/check.ts'
import type { Leftover } from '../../engine/clean-up/clean-up.ts'
import type { CheckResult } from '../../engine/judge/check-result.ts'
import type { Sender } from '../../engine/wire/http-sender.ts'
import { fetchSender, httpSender } from '../../engine/wire/http-sender.ts'
import { loadChecks } from '../../engine/plan/load-checks.ts'
import { permissions } from '../../engine/plan/permission.ts'
import { reapRecords } from '../../engine/clean-up/reap.ts'
import type { RunWatch } from '../../engine/run/run-checks.ts'
import { runChecks } from '../../engine/run/run-checks.ts'
import type { RunOutcome } from '../../engine/run/run-checks.ts'
import type { RunOptions } from '../../engine/plan/run-options.ts'
import type { Verdict } from '../../engine/judge/verdict.ts'
import { worst } from '../../engine/judge/verdict.ts'
import { requirements } from '../../registry/requirements.ts'
import { catalogue } from '../mutants/catalogue.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { CreateTarget } from './target.ts'
import type { TargetOptions } from './target-options.ts'
import type { Alteration } from '../alter/wire.ts'
import { trackedSender } from './tracked-sender.ts'
import { alteredSender } from '../alter/sender.ts'

/** Options for the proof that the suite catches mutants. */
export interface SelftestOptions {
  /** Makes the server behind the mutants. */
  readonly createTarget: CreateTarget
  /** Default: the whole catalogue. */
  readonly mutants?: readonly Mutant[]
  /** Default: all checks of the suite. */
  readonly checks?: readonly CheckDefinition[]
  /** Mutants at the same time; they mostly wait. Default 16. */
  readonly concurrency?: number
  /** Milliseconds that a run waits for effects that may lag; with mutants it often waits in vain. Default 1500. */
  readonly lag?: number
  /** Runs every check of a broken requirement, not only until one catches it: finds more additional failures. */
  readonly thorough?: boolean
  readonly onMutant?: (result: MutantResult, done: number, total: number) => void
}

/** How long a run waits for verdicts. */
interface Patience {
  readonly lag?: number
  readonly checkTimeout?: number
}

/**
 * Milliseconds for a check and for an answer. Only a busy machine takes seconds. A timeout catches no mutant, so a
 * generous value costs nothing.
 */
const enough = 60_000

const defaultLag = 1500

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
  /** Whether every requirement that it breaks failed. */
  readonly caught: boolean
  /** False if a requirement that it breaks does not pass on the unaltered server: then it was not tried. */
  readonly tried: boolean
  readonly catches: readonly Catch[]
  /** Requirements that failed too. */
  readonly collateral: readonly string[]
}

/** The results of the catalogue. */
export interface KillTable {
  readonly mutants: readonly MutantResult[]
  /** The verdict of every requirement on the unaltered server. */
  readonly unaltered: Readonly<Record<string, Verdict>>
  /** Records that could not be removed from a server that outlives the run. */
  readonly leftovers: readonly Leftover[]
  readonly milliseconds: number
}

/**
 * Runs every mutant against the checks of the requirements that it breaks. The checks first run on the unaltered server: a
 * requirement that does not pass there cannot catch a mutant.
 */
export async function selftest(options: SelftestOptions): Promise<KillTable> {
  const begun = performance.now()
  const { mutants = catalogue, concurrency = 16 } = options
  const broken = new Set<string>(mutants.flatMap(({ breaks }) => breaks))
  const checks = judging(options.checks ?? (await loadChecks()), broken)
  const unaltered = await runAltered(options, checks)
  const verdicts = verdictsOf(unaltered.checks)
  const cost = new Map(unaltered.checks.map(({ key, milliseconds }) => [key, milliseconds]))
  const cheapestFirst = checks.toSorted(
    (one, other) => (cost.get(keyOf(one)) ?? 0) - (cost.get(keyOf(other)) ?? 0),
  )
  const results = new Map<Mutant, MutantResult>()
  const leftovers: Leftover[] = [...unaltered.facts.leftovers]
  const attempt = (mutant: Mutant, patience: Patience): Promise<MutantResult> =>
    tryMutant(mutant, cheapestFirst, verdicts, { ...options, ...patience }, leftovers)
  const tell = (mutant: Mutant, result: MutantResult): void => {
    results.set(mutant, result)
    options.onMutant?.(result, results.size, mutants.length)
  }
  const undecided: Mutant[] = []
  const queue = mutants.values()
  const work = async (): Promise<void> => {
    for (const mutant of queue) {
      const result = await attempt(mutant, {})
      if (isUndecided(result)) undecided.push(mutant)
      else tell(mutant, result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, mutants.length) }, work))
  // On a busy machine the time may run out before a verdict: then a run alone, with more time, decides.
  for (const mutant of undecided)
    tell(mutant, await attempt(mutant, { lag: 4 * (options.lag ?? defaultLag), checkTimeout: 4 * enough }))
  return {
    mutants: mutants.flatMap((mutant) => results.get(mutant) ?? []),
    unaltered: verdicts,
    leftovers,
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
  checks: readonly CheckDefinition[],
  unaltered: Readonly<Record<string, Verdict>>,
  options: SelftestOptions & Patience,
  leftovers: Leftover[],
): Promise<MutantResult> {
  const tried = mutant.breaks.every((requirement) => unaltered[requirement] === 'pass')
  const open = new Set<string>(tried ? mutant.breaks : [])
  const results: CheckResult[] = []
  // A few checks at a time, the cheap ones first: the first ones catch most mutants.
  const batches = options.thorough === true ? [judging(checks, open)] : batchesOf(judging(checks, open), 3)
  for (const batch of batches) {
    const due = options.thorough === true ? batch : judging(batch, open)
    if (due.length === 0) continue
    // One by one, so that a mutant that changes the neighbour of a record affects no other check.
    const outcome = await runAltered(options, due, mutant, {
      checkTimeout: options.checkTimeout ?? enough,
      concurrency: 1,
    })
    results.push(...outcome.checks)
    leftovers.push(...outcome.facts.leftovers)
    const verdicts = verdictsOf(results)
    for (const requirement of open) if (verdicts[requirement] === 'fail') open.delete(requirement)
    if (open.size === 0) break
  }
  const verdicts = verdictsOf(results)
  const catches = mutant.breaks.map((requirement) => catchOf(requirement, verdicts, unaltered, results))
  const broken = new Set<string>(mutant.breaks)
  return {
    id: mutant.id,
    summary: mutant.summary,
    tried,
    caught: catches.every(({ verdict, why }) => verdict === 'fail' && why === undefined),
    catches,
    collateral: Object.keys(verdicts).filter(
      (requirement) =>
        verdicts[requirement] === 'fail' && unaltered[requirement] !== 'fail' && !broken.has(requirement),
    ),
  }
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

/** Runs checks against a fresh server with an alteration before it. */
export async function runAltered(
  { createTarget, lag = defaultLag }: Pick<SelftestOptions, 'createTarget' | 'lag'>,
  checks: readonly CheckDefinition[],
  {
    alter,
    target: options,
  }: { readonly alter?: Alteration; readonly target?: TargetOptions | undefined } = {},
  { explore, ...more }: Partial<RunOptions> & Pick<RunWatch, 'explore'> = {},
): Promise<RunOutcome> {
  const target = await createTarget(options)
  const plain = target.fetch ? fetchSender(target.fetch) : httpSender()
  const tracked = target.shared === true ? trackedSender(plain, target.baseUrl) : undefined
  const server = tracked?.sender ?? plain
  const sender: Sender = alter === undefined ? server : alteredSender(server, target.baseUrl, alter)
  try {
    const outcome = await runChecks(
      checks,
      {
        baseUrl: target.baseUrl,
        token: target.token,
        sender,
        requirements,
        adapter: target.control,
        ...(target.shared === true ? {} : { allow: permissions, features: featuresWithout(options?.lacks) }),
        lag,
        checkTimeout: enough,
        requestTimeout: enough,
        rateLimitBudget: enough,
        // The token is known to be valid: the mutant causes each refusal.
        trustToken: true,
        cleanUp: false,
        ...more,
        ...target.run,
      },
      { ...(explore && { explore }) },
    )
    if (tracked === undefined) return outcome
    // Not through the alteration, which may ignore a DELETE.
    const leftovers = await reapRecords(tracked.created.toReversed(), target, plain)
    return { ...outcome, facts: { ...outcome.facts, leftovers } }
  } finally {
    plain.close()
    await target.close()
  }
}

function featuresWithout(lacks: TargetOptions['lacks'] = []): typeof everything {
  return { ...everything, ...Object.fromEntries(lacks.map((name) => [name, 'no'])) }
}

const everything = {
  'early-access': 'yes',
  'newer-engine': 'yes',
  federation: 'yes',
  'password-hook': 'yes',
  defaults: 'yes',
} as const

/** The checks that judge one of these requirements. */
function judging(checks: readonly CheckDefinition[], requirementIds: ReadonlySet<string>): CheckDefinition[] {
  return checks.filter(({ plan }) => namedIn(plan).some((requirement) => requirementIds.has(requirement)))
}

/** The worst verdict of each requirement that the checks judged. */
export function verdictsOf(results: readonly CheckResult[]): Record<string, Verdict> {
  const said = new Map<string, Verdict[]>()
  for (const { outcomes } of results) {
    for (const { requirement, verdict } of outcomes)
      said.set(requirement, [...(said.get(requirement) ?? []), verdict])
  }
  return Object.fromEntries([...said].map(([requirement, verdicts]) => [requirement, worst(verdicts)]))
}

function keyOf({ file, title }: CheckDefinition): string {
  return `${file}: ${title}`
}

function batchesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )
}
