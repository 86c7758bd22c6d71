import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { access, constants, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { kindOf } from '../../conformance/engine/words/text-file.ts'
import { UsageError } from './usage-error.ts'

/**
 * Writes a file completely or not at all: the old content stays until the new one is complete. A special file, such as
 * `/dev/stdout`, is written to directly.
 *
 * @param text The text, or its parts, which are produced while the file is written; nothing else runs meanwhile.
 * @param mode Permissions of a new file, such as 0o600. Default: those of the system.
 */
export async function writeWhole(
  file: string,
  text: string | Iterable<string>,
  mode?: number,
): Promise<void> {
  const options = mode === undefined ? {} : { mode }
  const there = await stat(file).catch(() => undefined)
  if (there?.isFile() === false) return write(file, text, options)
  const target = there === undefined ? file : await realpath(file)
  const part = `${target}.${process.pid}-${randomUUID().slice(0, 8)}.part`
  try {
    await write(part, text, there === undefined ? options : { mode: mode ?? there.mode & 0o777 })
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    // A writable file in a folder that is not writable.
    const { code } = error as NodeJS.ErrnoException
    if (there === undefined || (code !== 'EACCES' && code !== 'EROFS')) throw error
    await write(target, text, options)
  }
}

interface WriteOptions {
  readonly mode?: number
}

async function write(file: string, text: string | Iterable<string>, options: WriteOptions): Promise<void> {
  if (typeof text === 'string') return writeFile(file, text, options)
  const opened = openSync(file, 'w', options.mode)
  try {
    let waiting = ''
    for (const part of text) {
      waiting += part
      if (waiting.length < blockLength) continue
      writeAll(opened, waiting)
      waiting = ''
    }
    writeAll(opened, waiting)
  } finally {
    closeSync(opened)
  }
}

/** How many characters are written at once. */
const blockLength = 65_536

function writeAll(opened: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) at += writeSync(opened, bytes, at)
}

/**
 * Writes the output of a command to the file of an option, completely or not at all.
 *
 * @param option The option that names the file, for messages: `--out`.
 * @throws UsageError that says what is wrong with the name, and Error for other reasons.
 */
export async function writeOutFile(file: string, text: string, option: string, mode?: number): Promise<void> {
  await refuseOutFile(file, option)
  try {
    await writeWhole(file, text, mode)
  } catch (error) {
    throw new Error(`${option}: cannot write ${file}: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    })
  }
}

/**
 * Rejects the name of a file that cannot be written, before any work is done for it.
 *
 * @param option The option that names the file, for messages: `--out`.
 * @throws UsageError that says what is wrong with the name.
 */
export async function refuseOutFile(file: string, option: string): Promise<void> {
  const there = await stat(file).catch(() => undefined)
  const kind = there && kindOf(file, there)
  if (kind === 'folder' || kind === 'pipe')
    throw new UsageError(`${option}: ${file} is a ${kind}; name a file`)
  const folder = dirname(file)
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new UsageError(`${option}: there is no folder ${folder}`)
  const written = there === undefined ? folder : file
  await access(written, constants.W_OK).catch(() => {
    throw new UsageError(`${option}: ${written} is not yours to write to`)
  })
}
