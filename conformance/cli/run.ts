import { commandName } from '../engine/words/text.ts'
import fs from 'node:fs'
import path from 'node:path'
import { conform } from '../engine/run/conform.ts'
import { setUp, type ConformOptions } from '../engine/plan/conform-options.ts'
import { createMockAdapter } from '../engine/supply/mock-adapter.ts'
import { permissions } from '../engine/plan/rights.ts'
import { planOf, planText } from '../engine/plan/plan.ts'
import { progressReport } from '../report/terminal.ts'
import { reportCommand, runOptions, type ConformIo, type RunValues } from './options.ts'
import { refuseUnwritable } from '../report/write-reports.ts'
import { report } from './report.ts'

/** A target that was started for the suite. */
interface StartedTarget {
  readonly baseUrl: string
  readonly token: string
  close(): Promise<void>
}

/** The streams of a run, and its parts that depend on the target. */
export interface RunIo extends ConformIo {
  /** Starts the bundled mock, for a plan. */
  readonly planTarget: () => Promise<StartedTarget>
  /** The options as they were written, for the report. */
  readonly flags?: readonly string[]
}

/**
 * Runs `identikit conform` and answers its exit code. Code 0: clean. Code 1: unexpected failures or a stale baseline.
 * Code 3: incomplete. Code 5: records were left behind. Code 130: interrupted.
 *
 * @throws UsageError for invalid options.
 */
export async function run(values: RunValues, io: RunIo): Promise<number> {
  if (await wantsInit(values, io)) {
    const { init } = await import('./init.ts')
    return init({ ...values, out: undefined }, io)
  }
  const options = runOptions(values, io)
  if (values.plan === true) return plan(options, io)
  const reporting = reportCommand(values, io)
  const { reports, out, writeBaseline } = reporting
  if (reports.length > 0) await refuseUnwritable('--out', out)
  if (writeBaseline !== undefined) await refuseUnwritable('--write-baseline', path.dirname(writeBaseline))
  if (typeof options.ledger === 'string')
    await refuseUnwritable('the list of what the run creates', options.ledger)
  const stop = new AbortController()
  const signal = io.signal ? AbortSignal.any([io.signal, stop.signal]) : stop.signal
  const interrupt = (): void => {
    // The second time the user means it: the ledger stays for cleanup.
    if (stop.signal.aborted) {
      const folder = path.relative(io.cwd ?? process.cwd(), String(options.ledger))
      io.error(
        `What was created stays. To remove it: ${commandName()} conform cleanup --ledger, with the newest file in ${folder}`,
      )
      process.exit(130)
    }
    io.error(
      `\nStopping: removing what was created. Once more to leave it (${commandName()} conform cleanup removes it later).`,
    )
    stop.abort(new Error('the run was interrupted'))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const style = { colour: io.colour ?? false, columns: io.progress?.columns ?? 80 }
  const progress = io.progress && progressReport(io.progress.write, io.progress.interactive, style)
  try {
    const result = await conform({
      ...options,
      baseline: reporting.baseline,
      signal,
      ...(progress ? { onProgress: progress.update } : {}),
    })
    progress?.done()
    return await report(result, reporting, io)
  } finally {
    progress?.done()
    process.removeListener('SIGINT', interrupt)
    process.removeListener('SIGTERM', interrupt)
  }
}

/** Offers to describe a target, where somebody is at the terminal, names none, and has described none yet. */
async function wantsInit(
  { baseUrl, profile, plan: isPlan }: RunValues,
  { ask, cwd = process.cwd() }: RunIo,
): Promise<boolean> {
  if (ask === undefined || (baseUrl ?? profile ?? isPlan) !== undefined) return false
  if (fs.existsSync(path.resolve(cwd, 'target.yaml'))) return false
  const answer = await ask('No target is named. Read one now, and write target.yaml (conform init)? [Y/n] ')
  return !/^\s*n/i.test(answer)
}

/** Runs the same selection against the bundled mock, and prints what it would write. */
async function plan(options: ConformOptions, io: RunIo): Promise<number> {
  const target = await io.planTarget()
  try {
    const {
      session: _session,
      profile: _profile,
      prefix: _prefix,
      adapterModule: _adapter,
      headers: _headers,
      ...rest
    } = options
    const { checks, run } = await conform({
      ...rest,
      baseUrl: target.baseUrl,
      token: target.token,
      ledger: false,
      explore: false,
      keepAllEvidence: true,
      // The rate is the target's matter; the mock is asked as fast as it answers.
      rps: 0,
      lag: 1000,
      // Things that stand ready on the target are made on the mock: the plan may then list more, never less.
      ...(options.profile || options.session || options.adapterModule
        ? { adapter: await createMockAdapter(target) }
        : {}),
    })
    io.out(planText(planOf({ checks, facts: run }), setUp(options).rps))
    if (options.explore !== false)
      io.out(
        'Exploration adds writes to users, groups, rules and clients of its own, as many as its time allows (--explore).',
      )
    const denied = permissions.filter((permission) => options.allow?.includes(permission) !== true)
    if (denied.length > 0) io.out(`Not allowed, and not in the plan: ${denied.join(', ')} (--allow).`)
    return 0
  } finally {
    await target.close()
  }
}
