import { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import type { Depth } from '../mutants.ts'
import { type VariantName, variantNames } from '../variant-names.ts'
import { isTouched } from '../touched.ts'
import { togetherOf, variantOf } from '../variants.ts'
import { tryBroken } from './broken.ts'
import { Cache } from './cache.ts'
import { findingOf } from './finding.ts'
import { judged } from './judge.ts'
import type { LoggedCall } from './log-line.ts'
import { exchangeOf, inTurns, isSameTest, nameOf } from './outcome.ts'
import { plainRuns } from './plain-runs.ts'
import type { Finding, VaryReport } from './report.ts'
import type { RunSetup } from './run-once.ts'
import { filesOf, Runs, testsIn } from './runs.ts'

/** The variants and mistakes to try, and for how long. */
export interface VaryRunOptions extends RunSetup {
  readonly version: string
  readonly jobs: number
  /** Whether mistakes of the service are tried too, and how many. */
  readonly broken?: Depth | undefined
  /** Whether only variants are tried that happen everywhere. */
  readonly isQuick?: boolean
  /** Milliseconds after which no further run starts. */
  readonly budget?: number | undefined
  readonly variants?: readonly VariantName[] | undefined
  readonly known?: ReadonlySet<string> | undefined
  /** Whether results of earlier runs count as long as nothing has changed. */
  readonly isCached?: boolean
  /** Files and folders that the command or the report writes. */
  readonly written?: readonly string[]
  readonly tell?: (text: string) => void
}

/**
 * Runs the command plainly, then under the variants that touch its calls, then against broken services.
 *
 * @throws NoVerdict if the command fails without variants, or makes no call.
 */
export async function varyRun(options: VaryRunOptions): Promise<VaryReport> {
  const { tell = () => {}, budget, known = new Set<string>() } = options
  const runs = new Runs(options)
  const plain = await plainRuns(runs, options.jobs, tell)
  const { calls, jobs } = plain
  const used = Map.groupBy(calls, ({ operation }) => operation)
  const redactor = new Redactor()
  const { isCached = false, written = [] } = options
  const cache = isCached ? new Cache({ ...options, written }, filesOf(testsIn(calls))) : undefined
  const context = { jobs, tell, redactor, cache, tryNames: runs.trying(plain, used.size, budget, cache) }

  const touching = await touchingVariants(options, calls)
  tell(`${touching.length} variants touch the operations that it calls: ${used.size}.`)
  const findings: Finding[] = []
  const unclear = new Set<string>()
  for (const group of await inTurns(togetherOf(touching), jobs, context.tryNames)) {
    if (!group || group.failed.length === 0) continue
    const judgement = await judged(group, context)
    for (const name of judgement.unclear) unclear.add(name)
    for (const outcome of judgement.sure)
      for (const test of outcome.failed) findings.push(findingOf(outcome, test, known, redactor))
  }
  const all = findings.filter((each) => !isIncluded(each, findings))
  const broken = options.broken && (await tryBroken(options.broken, plain, used, context))
  cache?.save()

  const found = new Set(all.map(({ id }) => id))
  return {
    command: options.words.join(' '),
    version: options.version,
    runs: runs.count,
    cached: cache?.hits ?? 0,
    seconds: Math.round(runs.milliseconds / 100) / 10,
    tests: new Set(calls.flatMap(({ test }) => (test ? [nameOf(test)] : []))).size || plain.tests.length,
    operations: [...used.keys()],
    flaky: [...plain.flaky],
    variants: touching.filter((name) => !runs.leftOut.has(name)),
    findings: all,
    unclear: [...unclear],
    leftOut: [...runs.leftOut],
    stale: [...known].filter((id) => !found.has(id)),
    ...(broken && { broken }),
  }
}

/** Whether a variant that is part of that of a finding fails the same test. */
function isIncluded({ variant, test }: Finding, findings: readonly Finding[]): boolean {
  const { includes } = variantOf(variant as VariantName) ?? {}
  return (
    includes !== undefined &&
    findings.some((each) => each.variant === includes && isSameTest(each.test, test))
  )
}

/** The variants that would change something that the client calls. */
async function touchingVariants(
  { variants = variantNames, isQuick }: VaryRunOptions,
  calls: readonly LoggedCall[],
): Promise<VariantName[]> {
  const exchanges = calls.map(exchangeOf)
  const found: VariantName[] = []
  // In the order of the table: short pages come together with other forms of their links.
  for (const name of variantNames) {
    if (!variants.includes(name)) continue
    if (isQuick && variantOf(name).severity !== 'happens') continue
    if (await isTouched(name, exchanges)) found.push(name)
  }
  return found
}
