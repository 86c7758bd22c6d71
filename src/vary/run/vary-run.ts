import { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import { reaches } from '../../../conformance/proof/alter/reaches.ts'
import type { OperationName } from '../../contract/operation-names.ts'
import type { Depth } from '../mutants.ts'
import { togetherOf, type VariantName, variantNames, variantOf } from '../variants.ts'
import { tryBroken } from './broken.ts'
import { findingOf } from './finding.ts'
import type { LoggedCall, TestEnd } from './log-line.ts'
import { exchangeOf, inTurns, nameOf, type Outcome, type Plain } from './outcome.ts'
import type { Finding, VaryReport } from './report.ts'
import { type Run, runOnce, type RunSetup } from './run-once.ts'

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
  readonly tell?: (text: string) => void
}

/** The command gives no verdict: it fails without variants, or calls nothing. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict'
}

/** The command as a whole, where no test is known that failed. */
const whole: TestEnd = { name: 'the command', state: 'failed' }

/**
 * Runs the command plainly, then under the variants that touch its calls, then against broken services.
 *
 * @throws NoVerdict if the command fails without variants, or makes no call.
 */
export async function varyRun(options: VaryRunOptions): Promise<VaryReport> {
  const { tell = () => {}, jobs, budget = Infinity, known = new Set<string>() } = options
  const began = performance.now()
  let runs = 0
  const start = (of: Parameters<typeof runOnce>[1]): Promise<Run> => {
    runs++
    return runOnce(options, of)
  }
  const plain = await plainRuns(start, tell)
  const { calls } = plain
  const used = usedOf(calls)
  const limit = plain.milliseconds * 3 + 10_000
  const silence = Math.max(plain.silence * 4, 3000)
  const leftOut: string[] = []

  const tryNames = async (names: readonly string[]): Promise<Outcome | undefined> => {
    if (performance.now() - began > budget) {
      leftOut.push(...names)
      return undefined
    }
    const waits = names.reduce((sum, name) => sum + (waitsOf(name) ?? 0), 0)
    const run = await start({
      names,
      limit: limit + waits * used.size,
      silence: silence + Math.max(0, ...names.map((name) => waitsOf(name) ?? 0)),
    })
    return { names, run, failed: failedIn(run, plain.flaky) }
  }

  const touching = await touchingVariants(options, calls)
  tell(`${touching.length} variants touch the operations that it calls: ${used.size}.`)
  const together = await inTurns(togetherOf(touching), jobs, tryNames)
  const suspects = together.flatMap((outcome) => (outcome && outcome.failed.length > 0 ? [outcome] : []))
  const findings: Finding[] = []
  const unclear: string[] = []
  const redactor = new Redactor()
  for (const group of suspects) {
    const single = group.names.length === 1
    const alone = single
      ? [group]
      : await inTurns(
          group.names.map((name) => [name]),
          jobs,
          async (names) => {
            const outcome = await tryNames(names)
            if (outcome && outcome.failed.length > 0)
              tell(`${names.join()}: ${outcome.failed.map(nameOf).join(', ')}`)
            return outcome
          },
        )
    let isFound = false
    for (const outcome of alone) {
      if (!outcome || outcome.failed.length === 0) continue
      // Failing twice, together and alone, is no accident; another failure is tried again.
      const seen = new Set(single ? [] : group.failed.map(nameOf))
      const isSure = outcome.failed.every((test) => seen.has(nameOf(test)))
      const again = isSure ? outcome : await tryNames(outcome.names)
      const sure = outcome.failed.filter(
        (test) => seen.has(nameOf(test)) || again?.failed.some((other) => nameOf(other) === nameOf(test)),
      )
      if (sure.length < outcome.failed.length) unclear.push(`${outcome.names.join()}: fails now and then`)
      if (sure.length > 0) isFound = true
      for (const test of sure) findings.push(findingOf(outcome, test, calls, known, redactor))
    }
    if (isFound) continue
    // Short pages together with another form of the links, for example: neither shows alone.
    const least = await fewest(group, tryNames)
    if (least.names.length === 1) unclear.push(`${least.names.join()}: fails now and then`)
    else for (const test of least.failed) findings.push(findingOf(least, test, calls, known, redactor))
  }

  const broken = options.broken
    ? await tryBroken(options.broken, plain, used, { jobs, tryNames, tell, redactor })
    : undefined
  const found = new Set(findings.map(({ id }) => id))
  return {
    command: options.words.join(' '),
    version: options.version,
    runs,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    tests: new Set(calls.flatMap(({ test }) => (test ? [nameOf(test)] : []))).size || plain.tests.length,
    operations: [...used.keys()],
    flaky: [...plain.flaky],
    variants: touching.filter((name) => !leftOut.includes(name)),
    findings,
    unclear,
    leftOut: [...new Set(leftOut)],
    stale: [...known].filter((id) => !found.has(id)),
    ...(broken && { broken }),
  }
}

/** Two runs without variants; the second also measures which members the client reads. */
async function plainRuns(
  start: (of?: Parameters<typeof runOnce>[1]) => Promise<Run>,
  tell: (text: string) => void,
): Promise<Plain> {
  tell('Running the command without variants, twice.')
  const first = await start()
  if (first.calls.length === 0)
    throw new NoVerdict(
      'the command called no operation. Let it call the URL in IDENTIKIT_URL with the token in IDENTIKIT_TOKEN, or make an organisation with createOrg().\n' +
        lastOf(first),
    )
  let second = await start({ isTracked: true })
  let isTracked = second.reads.size > 0
  if (second.code !== 0 && first.code === 0) {
    // Watching may be in the way of a client that compares objects by what they are.
    second = await start()
    isTracked = false
  }
  const failed = [first, second].map((run) => new Set(failedIn(run, new Set()).map(nameOf)))
  const always = [...failed[0]!].filter((name) => failed[1]!.has(name))
  if (always.length > 0)
    throw new NoVerdict(
      `the command must pass without variants; it fails: ${always.join(', ')}\n${lastOf(second)}`,
    )
  const flaky = new Set([...failed[0]!, ...failed[1]!])
  return {
    ...(second.code === 0 ? second : first),
    reads: second.reads,
    flaky,
    isTracked,
    milliseconds: Math.max(first.milliseconds, second.milliseconds),
    silence: Math.max(first.silence, second.silence),
  }
}

function lastOf({ output }: Run): string {
  return output.trimEnd().split('\n').slice(-20).join('\n')
}

/** The tests that failed in a run, or the command as a whole. */
function failedIn(run: Run, flaky: ReadonlySet<string>): TestEnd[] {
  if (run.code === 0) return []
  const failed = run.tests.filter(({ state }) => state === 'failed')
  const kept = failed.filter((test) => !flaky.has(nameOf(test)))
  // A run that was stopped did not come to its end: the test of the last call hung.
  if (run.code === undefined) {
    const test = run.calls.at(-1)?.test
    if (test && !kept.some((each) => nameOf(each) === nameOf(test)))
      kept.push({ ...test, state: 'failed', message: 'hung, and was stopped' })
  }
  return kept.length > 0 || (failed.length > 0 && run.code !== undefined) ? kept : [whole]
}

const waitsOf = (name: string): number | undefined =>
  name.startsWith('!') ? undefined : variantOf(name as VariantName).waits

/** The operations that the client calls, with their calls. */
function usedOf(calls: readonly LoggedCall[]): ReadonlyMap<OperationName, readonly LoggedCall[]> {
  return Map.groupBy(calls, ({ operation }) => operation as OperationName)
}

/** The variants that would change something that the client calls. */
async function touchingVariants(
  { variants = variantNames, isQuick }: VaryRunOptions,
  calls: readonly LoggedCall[],
): Promise<VariantName[]> {
  const exchanges = calls.map(exchangeOf)
  const found: VariantName[] = []
  for (const name of variants) {
    const { severity, touches, alter } = variantOf(name)
    if (isQuick && severity !== 'happens') continue
    const isTouching = touches
      ? exchanges.some(({ sent }, at) => touches(calls[at]!.operation as OperationName, sent))
      : alter !== undefined && (await reaches(alter, exchanges))
    if (isTouching) found.push(name)
  }
  return found
}

/** As few variants as fail together: leaves out halves, then smaller parts, as long as the rest fails. */
async function fewest(
  group: Outcome,
  tryNames: (names: readonly string[]) => Promise<Outcome | undefined>,
): Promise<Outcome> {
  let found = group
  for (let size = Math.ceil(group.names.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < found.names.length && found.names.length > 1;) {
      const rest = [...found.names.slice(0, at), ...found.names.slice(at + size)]
      const outcome = rest.length === 0 ? undefined : await tryNames(rest)
      if (outcome && outcome.failed.length > 0) found = outcome
      else at += size
    }
  }
  return found
}
