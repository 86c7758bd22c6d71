import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ConformIo } from '../../../conformance/cli/options.ts'
import { refuseOutFile, writeOutFile } from '../../server/write-file.ts'
import { type TransferTargetValues, withTarget } from '../commands.ts'
import { Progress } from '../progress.ts'
import { ownerOf, reading } from '../target.ts'
import { TransferError, transferExitCodes } from '../transfer-error.ts'
import { pull } from './pull.ts'
import { aboutSeed, type SeedFile, seedText } from './seed-text.ts'

/** The options of `identikit seed --from deployment`, read; `src/cli/commands/seed.ts` says what each is for. */
export interface PullFlags extends TransferTargetValues, SeedFile {
  readonly force?: true | undefined
  readonly fakeNames?: true | undefined
  /** From which made-up names come. */
  readonly seed?: string | undefined
}

/**
 * `identikit seed --from deployment`: reads a deployment into a seed, and changes nothing there. Returns the exit code.
 *
 * @throws UsageError for a wrong argument.
 */
export async function runPull(flags: PullFlags, io: ConformIo): Promise<number> {
  const out = flags.out === undefined ? undefined : resolve(io.cwd ?? process.cwd(), flags.out)
  // Before a whole deployment is read, not after it.
  if (out !== undefined) await refuseOutFile(out, '--out')
  return withTarget('seed', flags, io, async (target) => {
    if (out !== undefined) refuseWritingOver(out, flags)
    const progress = new Progress(io.progress)
    const { fakeNames, seed = 'identikit' } = flags
    const pulled = await reading(target, async () => {
      await ownerOf(target)
      return pull(target.client, {
        concurrency: target.concurrency,
        progress,
        fakeNames: fakeNames && seed,
      })
    })
    const origin = `Read from ${target.baseUrl}${fakeNames === undefined ? '' : ', with made-up people'}.`
    const text = seedText(pulled.seed, flags, origin)
    if (out === undefined) io.out(text)
    else await save(out, `${text}\n`, flags)
    for (const line of aboutSeed(pulled, flags)) io.error(line)
    return transferExitCodes.ok
  })
}

function refuseWritingOver(file: string, { force }: PullFlags): void {
  if (!force && existsSync(file)) {
    throw new TransferError(`--out: ${file} is there already; --force writes over it`)
  }
}

async function save(file: string, text: string, flags: PullFlags): Promise<void> {
  // It may have come meanwhile.
  refuseWritingOver(file, flags)
  await writeOutFile(file, text, '--out', 0o600).catch((error: unknown) => {
    throw new TransferError((error as Error).message)
  })
}
