import fs from 'node:fs'
import path from 'node:path'
import { stringify } from 'yaml'
import { baselineFor } from '../engine/baseline.ts'
import { conform } from '../engine/conform.ts'
import { UsageError } from '../engine/usage-error.ts'
import { planOf, planText } from '../engine/plan.ts'
import { permissions } from '../engine/permission.ts'
import { createMockAdapter } from '../engine/mock-adapter.ts'
import type { ConformanceResult } from '../engine/result.ts'
import { diffText } from '../report/diff.ts'
import { progressReport, terminalSummary } from '../report/terminal.ts'
import { writeReports } from '../report/write-reports.ts'
import { explain } from './explain.ts'
import { help } from './help.ts'
import type { ConformHooks } from './hooks.ts'
import type { ConformIo } from './io.ts'
import { processIo } from './io.ts'
import { mergeReports, readReports } from './merge.ts'
import type { CommandLine, RunCommand } from './options.ts'
import { readCommandLine, runCommand } from './options.ts'
import { reap } from './reap.ts'

/**
 * Runs `identikit conform …` and returns its exit code: 0 clean, 1 unexpected failures or a stale baseline,
 * 2 usage, 3 incomplete, 4 our own error, 5 leftovers, 130 interrupted. Never rejects.
 *
 * @param argv what follows `conform`.
 */
export async function runConform(
  argv: readonly string[],
  io: ConformIo = processIo(),
  hooks: ConformHooks = {},
): Promise<number> {
  try {
    if (argv[0] === 'selftest' && hooks.selftest) return await hooks.selftest(argv.slice(1), io)
    return await dispatch(readCommandLine(argv), io, hooks)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    io.error(`identikit conform: ${message.split('\n')[0] ?? ''}`)
    return error instanceof UsageError ? 2 : 4
  }
}

async function dispatch(commandLine: CommandLine, io: ConformIo, hooks: ConformHooks): Promise<number> {
  const [command, ...words] = commandLine.words
  if (commandLine.values.help === true || command === 'help') return say(help, io)
  if (command === undefined) return run(commandLine, io, hooks)
  if (command === 'explain') {
    if (words.length !== 1) throw new UsageError('explain takes one clause id')
    return say(await explain(words[0] ?? ''), io)
  }
  if (command === 'diff') return diff(words, io)
  if (command === 'merge') {
    const target = runCommand(
      { values: { 'base-url': 'http://127.0.0.1', ...commandLine.values }, words: [] },
      io,
    )
    return report(mergeReports(words, target.baseline, io), target, io)
  }
  if (command === 'reap') return reap(commandLine, io)
  if (command === 'selftest') throw new UsageError('selftest is not part of this installation')
  throw new UsageError(`there is no command '${command}'; see identikit conform --help`)
}

function say(text: string, io: ConformIo): number {
  io.out(text)
  return 0
}

function diff(files: readonly string[], io: ConformIo): number {
  if (files.length !== 2) throw new UsageError('diff takes two JSON reports')
  const [before, after] = readReports(files, io)
  if (before && after) io.out(diffText(before, after).trimEnd())
  return 0
}

async function run(commandLine: CommandLine, io: ConformIo, hooks: ConformHooks): Promise<number> {
  const command = runCommand(commandLine, io)
  if (command.plan) return plan(command, io, hooks)
  const stop = new AbortController()
  const signal = io.signal ? AbortSignal.any([io.signal, stop.signal]) : stop.signal
  const interrupt = (): void => {
    // The second time the user means it: the ledger stays for reap.
    if (stop.signal.aborted) {
      const folder = path.relative(io.cwd ?? process.cwd(), String(command.options.ledger))
      io.error(
        `What was created stays. To remove it: identikit conform reap --ledger, with the newest file in ${folder}`,
      )
      process.exit(130)
    }
    io.error(
      '\nStopping: removing what was created. Once more to leave it (identikit conform reap removes it later).',
    )
    stop.abort(new Error('the run was interrupted'))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const style = { colour: io.colour ?? false, columns: io.progress?.columns ?? 80 }
  const progress = io.progress && progressReport(io.progress.write, io.progress.interactive, style)
  try {
    const result = await conform({
      ...command.options,
      signal,
      ...(progress ? { onProgress: progress.update } : {}),
    })
    progress?.done()
    return await report(result, command, io)
  } finally {
    progress?.done()
    process.removeListener('SIGINT', interrupt)
    process.removeListener('SIGTERM', interrupt)
  }
}

async function report(
  result: ConformanceResult,
  { reports, out, writeBaseline, baseline }: RunCommand,
  io: ConformIo,
): Promise<number> {
  io.out(
    terminalSummary(result, { colour: io.colour ?? false, columns: io.progress?.columns ?? 80 }).trimEnd(),
  )
  const written = await writeReports(result, reports, out)
  const cwd = io.cwd ?? process.cwd()
  if (written.length > 0)
    io.out(`Reports: ${written.map((file) => path.relative(cwd, file) || file).join(', ')}`)
  if (writeBaseline !== undefined) {
    const entries = baselineFor(result.clauses, baseline)
    fs.writeFileSync(writeBaseline, entries.length === 0 ? '[]\n' : stringify(entries))
    io.out(
      `Baseline: ${path.relative(cwd, writeBaseline)}, ${entries.length} entries; write a reason for each.`,
    )
  }
  return result.exitCode
}

/** Runs the same selection against the bundled mock, and prints what it would write. */
async function plan({ options }: RunCommand, io: ConformIo, { planTarget }: ConformHooks): Promise<number> {
  if (planTarget === undefined)
    throw new UsageError('--plan needs the bundled mock, which is not part of this installation')
  const target = await planTarget()
  try {
    const {
      session: _session,
      profile: _profile,
      adapterModule: _adapter,
      shard: _shard,
      headers: _headers,
      ...rest
    } = options
    const { checks, run } = await conform({
      ...rest,
      baseUrl: target.baseUrl,
      token: target.token,
      engine: 'in-process',
      ledger: false,
      keepAllEvidence: true,
      lag: 1000,
      // Things that stand ready on the target are made on the mock: the plan may then list more, never less.
      ...(options.profile || options.session || options.adapterModule
        ? { adapter: await createMockAdapter(target) }
        : {}),
      ...(options.shard === undefined ? {} : { shard: options.shard }),
    })
    io.out(planText(planOf({ checks, facts: run })))
    const denied = permissions.filter((permission) => options.allow?.includes(permission) !== true)
    if (denied.length > 0) io.out(`Not allowed, and not in the plan: ${denied.join(', ')} (--allow).`)
    return 0
  } finally {
    await target.close()
  }
}
