import type { Cache } from './cache.ts'
import type { VariantName } from '../variant-names.ts'
import { type LegalVariant, variantOf } from '../variants.ts'
import type { TestPlace } from '../test-header.ts'
import type { LoggedCall, TestEnd } from './log-line.ts'
import { type Only, onlyOf } from './only.ts'
import { isSameTest, nameOf, type Plain, type TryNames } from './outcome.ts'
import { type Run, type RunOf, runOnce, type RunSetup } from './run-once.ts'

/** A signal stopped the runs before their end: they say nothing. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super('interrupted')
    this.signal = signal
  }
}

/** Starts the runs of a command: how many there were, and how long they took. */
export class Runs {
  readonly #setup: RunSetup
  readonly #began = performance.now()
  /** Variants and mistakes for which there was no time. */
  readonly leftOut = new Set<string>()
  count = 0

  #signal: NodeJS.Signals | undefined

  constructor(setup: RunSetup) {
    this.#setup = setup
    void setup.stopped.then((signal) => (this.#signal = signal))
  }

  get milliseconds(): number {
    return performance.now() - this.#began
  }

  /** @throws Interrupted after a signal to stop. */
  async start(of?: RunOf): Promise<Run> {
    if (this.#signal) throw new Interrupted(this.#signal)
    this.count++
    const run = await runOnce(this.#setup, of)
    if (this.#signal) throw new Interrupted(this.#signal)
    return run
  }

  /**
   * Tries names as long as there is time.
   *
   * @param operations The number of operations that the client uses: each may have to wait.
   * @param budget Milliseconds after which no further run starts.
   * @param cache Variants that earlier runs passed.
   */
  trying(plain: Plain, operations: number, budget = Infinity, cache?: Cache): TryNames {
    const limit = plain.milliseconds * 3 + 10_000
    const silence = Math.max(plain.silence * 4, 5000)
    const { runner } = plain
    const all = testsIn(plain.calls)
    const bases = new Map<string, Promise<Run | undefined>>()
    const baseOf = (only: Only): Promise<Run | undefined> => {
      const key = JSON.stringify(only)
      const known = bases.get(key) ?? this.#plainOf(only, { runner, limit, silence })
      bases.set(key, known)
      return known
    }
    // Output names tests without their files, and with those around them in another way.
    const known = (tests: readonly TestPlace[]): readonly TestPlace[] | undefined =>
      tests.every((test) => all.some((place) => isSameTest(place, test)))
        ? all.filter((place) => tests.some((test) => isSameTest(place, test)))
        : undefined
    return async (names, asked) => {
      const wanted = asked && known(asked)
      const key = [...names, ...(wanted ?? []).map(nameOf)]
      const files = filesOf(wanted ?? all)
      const isPassed = (file: string): boolean => cache?.get(key, [file]) !== undefined
      const due = names.some(isMistake) ? files : files.filter((file) => !isPassed(file))
      if (due.length === 0) {
        cache!.hits++
        return { names, run: plain, failed: [], plain }
      }
      const isDue = ({ file = '' }: TestPlace): boolean => due.includes(file)
      const tests = due.length === files.length ? wanted : (wanted ?? all).filter(isDue)
      if (this.milliseconds > budget) {
        for (const name of names) this.leftOut.add(name)
        return undefined
      }
      const only =
        tests && runner && tests.length <= all.length * worthwhile ? onlyOf(tests, runner) : undefined
      const base = only && (await baseOf(only))
      const waits = names.map(waitOf)
      const start = (patience: number): Promise<Run> =>
        this.start({
          names,
          limit: (limit + waits.reduce((sum, each) => sum + each, 0) * operations) * patience,
          silence: (silence + Math.max(0, ...waits)) * patience,
          ...(base && { only, runner }),
        })
      let run = await start(1)
      // A busy machine also makes a run seem to hang. A mistake may make it hang: that is noticed.
      if (run.code === undefined && !names.some(isMistake)) run = await start(3)
      const faults = names.flatMap((name) => (isMistake(name) ? [] : (rowOf(name).isAtFault ?? [])))
      const isCounted = (test: TestEnd): boolean => {
        const calls = run.calls.filter((call) => call.test && isSameTest(call.test, test))
        return faults.every((isAtFault) => isAtFault(calls.length > 0 ? calls : run.calls))
      }
      const failed = failuresOf(run, plain.flaky).filter(isCounted)
      const isGood = run.code === 0 || (faults.length > 0 && failed.length === 0)
      if (isGood && !names.some(isMistake)) for (const file of due) cache?.set(key, [file], true)
      return { names, run, failed, plain: base ?? plain }
    }
  }

  /** Some tests without variants; undefined if they do not pass alone, or if other tests run instead. */
  async #plainOf(only: Only, of: RunOf): Promise<Run | undefined> {
    const run = await this.start({ ...of, only })
    const ran = new Set(testsIn(run.calls).map(nameOf))
    return run.code === 0 && only.names.every((name) => ran.has(name)) ? run : undefined
  }
}

/** The tests that make calls. */
export function testsIn(calls: readonly LoggedCall[]): TestPlace[] {
  return [...new Map(calls.flatMap(({ test }) => (test ? [[nameOf(test), test] as const] : []))).values()]
}

/** The files of tests; one without a name where none is known. */
export function filesOf(tests: readonly TestPlace[] = []): string[] {
  return tests.length === 0 ? [''] : [...new Set(tests.map(({ file = '' }) => file))].toSorted()
}

/** Up to this share of the tests, only these run. They first run once without variants. */
const worthwhile = 0.7

const isMistake = (name: string): boolean => name.startsWith('!')

const rowOf = (name: string): LegalVariant => variantOf(name as VariantName)

/** Milliseconds that a client may have to wait under a variant; a mistake asks for none. */
function waitOf(name: string): number {
  return isMistake(name) ? 0 : (rowOf(name).waits ?? 0)
}

/** The command as a whole, where no test is known that failed. */
const whole: TestEnd = { name: 'the command', state: 'failed' }

/** The tests that failed in a run, or the command as a whole. */
export function failuresOf(run: Run, flaky: ReadonlySet<string> = new Set()): TestEnd[] {
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
