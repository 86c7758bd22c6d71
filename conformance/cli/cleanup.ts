import { counted } from '../engine/words/text.ts'
import fs from 'node:fs'
import path from 'node:path'
import { Blocked, Inconclusive } from '../engine/run/interruption.ts'
import { UsageError } from '../engine/words/usage-error.ts'
import { httpSender } from '../engine/wire/http-sender.ts'
import { findOrphans, removeRecords, type Found } from '../engine/clean-up/remove-records.ts'
import { readLedger } from '../engine/clean-up/ledger.ts'
import { targetOptions, type ConformIo, type TargetValues } from './options.ts'

/** The options of `identikit conform cleanup`. */
interface CleanUpValues extends TargetValues {
  readonly ledger?: string | undefined
  readonly run?: string | undefined
  /** Milliseconds. Default: an hour. */
  readonly olderThan?: number | undefined
  readonly yes?: true | undefined
}

/** Removes what a run left behind; without `--yes` it only lists it. Answers the exit code. */
export async function cleanUp(values: CleanUpValues, io: ConformIo): Promise<number> {
  const { ledger: file, run, olderThan = 3_600_000 } = values
  const options = targetOptions(values, io)
  if ((file === undefined) === (run === undefined))
    throw new UsageError('expected either --ledger FILE or --run ID')
  const sender = httpSender({ insecure: options.insecure ?? false, environment: options.environment ?? {} })
  try {
    const { found, young } =
      file === undefined
        ? await byRun(run ?? '', options, sender, olderThan)
        : { found: fromLedger(path.resolve(io.cwd ?? process.cwd(), file), options.baseUrl), young: 0 }
    if (young > 0)
      io.out(
        `${young} ${young === 1 ? 'record is' : 'records are'} younger than ${inWords(olderThan)}. Another run may still use such records (--older-than TIME).`,
      )
    if (found.length === 0) {
      io.out(young > 0 ? 'Nothing older is left behind.' : 'Nothing is left behind.')
      return 0
    }
    for (const { kind, name, id } of found) io.out(`${kind}  ${name}  ${id ?? 'id unknown'}`)
    if (values.yes !== true) {
      io.out(
        found.length === 1
          ? '1 record. Nothing was removed; say --yes to remove it.'
          : `${counted(found.length, 'record')}. Nothing was removed; say --yes to remove them.`,
      )
      return 0
    }
    const orphans = await removeRecords(found, options, sender)
    for (const { kind, name, why } of orphans) io.error(`${kind} ${name}: ${why}`)
    io.out(
      `${found.length - orphans.length} of ${counted(found.length, 'record')} ${found.length === 1 ? 'is' : 'are'} gone.`,
    )
    if (orphans.length === 0 && file !== undefined) fs.rmSync(path.resolve(io.cwd ?? process.cwd(), file))
    return orphans.length === 0 ? 0 : 5
  } catch (error) {
    if (!(error instanceof Blocked || error instanceof Inconclusive)) throw error
    io.error(`identikit conform: the target could not be searched: ${error.message}`)
    return 3
  } finally {
    sender.close()
  }
}

/** A time as it would be written on the command line. */
function inWords(milliseconds: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ] as const
  const [unit, factor] = units.find(([, each]) => milliseconds >= each && milliseconds % each === 0) ?? [
    'ms',
    1,
  ]
  return `${milliseconds / factor}${unit}`
}

function fromLedger(file: string, baseUrl: string): Found[] {
  let read: ReturnType<typeof readLedger>
  try {
    read = readLedger(file)
  } catch (error) {
    throw new UsageError(`--ledger: ${(error as Error).message}`)
  }
  if (read.head.baseUrl.replace(/\/$/, '') !== baseUrl.replace(/\/$/, '')) {
    throw new UsageError(`the ledger is of another target: ${read.head.baseUrl}`)
  }
  return read.remaining
}

async function byRun(
  run: string,
  options: Parameters<typeof findOrphans>[1],
  sender: Parameters<typeof findOrphans>[2],
  olderThan: number,
): ReturnType<typeof findOrphans> {
  if (!/^[a-z][a-z0-9]{5}$/.test(run))
    throw new UsageError(`--run ${run}: the six characters of a run, as in cf-abc123-1`)
  return findOrphans(run, options, sender, olderThan)
}
