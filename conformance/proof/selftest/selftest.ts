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
import { catalogue } from '../deviants/catalogue.ts'
import type { Deviant } from '../deviants/deviant.ts'
import type { CreateTarget } from './target.ts'
import type { TargetOptions } from './target-options.ts'
import type { Alteration } from '../alter/wire.ts'
import { trackedSender } from './tracked-sender.ts'
import { alteredSender } from '../alter/sender.ts'

/** Options for the proof that the suite catches deviants. */
export interface SelftestOptions {
  /** Makes the server behind the deviants. */
  readonly createTarget: CreateTarget
  /** Default: the whole catalogue. */
  readonly deviants?: readonly Deviant[]
  /** Default: all checks of the suite. */
  readonly checks?: readonly CheckDefinition[]
  /** Deviants at the same time; they mostly wait. Default 16. */
  readonly concurrency?: number
  /** Milliseconds that a run waits for effects that may lag; with deviants it often waits in vain. Default 1500. */
  readonly lag?: number
  /** Runs every check of a broken requirement, not only until one catches it: finds more additional failures. */
  readonly thorough?: boolean
  readonly onDeviant?: (result: DeviantResult, done: number, total: number) => void
}

/** How long a run waits for verdicts. */
interface Patience {
  readonly lag?: number
  readonly checkTimeout?: number
}

/**
 * Milliseconds for a check and for an answer. Only a busy machine takes seconds. A timeout catches no deviant, so a
 * generous value costs nothing.
 */
const enough = 60_000

const defaultLag = 1500

/** The result for a requirement that a deviant breaks. */
export interface Catch {
  readonly requirement: string
  /** The worst verdict of the checks that ran; `fail` is caught. */
  readonly verdict: Verdict
  /** Why it was not caught, in one sentence. */
  readonly why?: string
}

/** The result for one deviant. */
export interface DeviantResult {
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
  readonly deviants: readonly DeviantResult[]
  /** The verdict of every requirement on the unaltered server. */
  readonly unaltered: Readonly<Record<string, Verdict>>
  /** Records that could not be removed from a server that outlives the run. */
  readonly leftovers: readonly Leftover[]
  readonly milliseconds: number
}

/**
 * Runs every deviant against the checks of the requirements that it breaks. The checks first run on the unaltered server: a
 * requirement that does not pass there cannot catch a deviant.
 */
export async function selftest(options: SelftestOptions): Promise<KillTable> {
  const begun = performance.now()
  const { deviants = catalogue, concurrency = 16 } = options
  const broken = new Set<string>(deviants.flatMap(({ breaks }) => breaks))
  const checks = judging(options.checks ?? (await loadChecks()), broken)
  const unaltered = await runAltered(options, checks)
  const verdicts = verdictsOf(unaltered.checks)
  const cost = new Map(unaltered.checks.map(({ key, milliseconds }) => [key, milliseconds]))
  const cheapestFirst = checks.toSorted(
    (one, other) => (cost.get(keyOf(one)) ?? 0) - (cost.get(keyOf(other)) ?? 0),
  )
  const results = new Map<Deviant, DeviantResult>()
  const leftovers: Leftover[] = [...unaltered.facts.leftovers]
  const attempt = (deviant: Deviant, patience: Patience): Promise<DeviantResult> =>
    tryDeviant(deviant, cheapestFirst, verdicts, { ...options, ...patience }, leftovers)
  const tell = (deviant: Deviant, result: DeviantResult): void => {
    results.set(deviant, result)
    options.onDeviant?.(result, results.size, deviants.length)
  }
  const undecided: Deviant[] = []
  const queue = deviants.values()
  const work = async (): Promise<void> => {
    for (const deviant of queue) {
      const result = await attempt(deviant, {})
      if (isUndecided(result)) undecided.push(deviant)
      else tell(deviant, result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, deviants.length) }, work))
  // On a busy machine the time may run out before a verdict: then a run alone, with more time, decides.
  for (const deviant of undecided)
    tell(deviant, await attempt(deviant, { lag: 4 * (options.lag ?? defaultLag), checkTimeout: 4 * enough }))
  return {
    deviants: deviants.flatMap((deviant) => results.get(deviant) ?? []),
    unaltered: verdicts,
    leftovers,
    milliseconds: Math.round(performance.now() - begun),
  }
}

/** Whether a requirement neither passed nor failed: perhaps only because the machine was busy. */
function isUndecided({ tried, caught, catches }: DeviantResult): boolean {
  return (
    tried && !caught && catches.some(({ verdict }) => verdict === 'inconclusive' || verdict === 'blocked')
  )
}

async function tryDeviant(
  deviant: Deviant,
  checks: readonly CheckDefinition[],
  unaltered: Readonly<Record<string, Verdict>>,
  options: SelftestOptions & Patience,
  leftovers: Leftover[],
): Promise<DeviantResult> {
  const tried = deviant.breaks.every((requirement) => unaltered[requirement] === 'pass')
  const open = new Set<string>(tried ? deviant.breaks : [])
  const results: CheckResult[] = []
  // A few checks at a time, the cheap ones first: the first ones catch most deviants.
  const batches = options.thorough === true ? [judging(checks, open)] : batchesOf(judging(checks, open), 3)
  for (const batch of batches) {
    const due = options.thorough === true ? batch : judging(batch, open)
    if (due.length === 0) continue
    // One by one, so that a deviant that changes the neighbour of a record affects no other check.
    const outcome = await runAltered(options, due, deviant, {
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
  const catches = deviant.breaks.map((requirement) => catchOf(requirement, verdicts, unaltered, results))
  const broken = new Set<string>(deviant.breaks)
  return {
    id: deviant.id,
    summary: deviant.summary,
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
        // The token is known to be valid: the deviant causes each refusal.
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
