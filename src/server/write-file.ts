import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { access, constants, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UsageError } from './usage-error.ts'

/**
 * Writes a file whole or not at all: what was there stays until all of it is written. What is no plain file, such as
 * `/dev/stdout`, is written to as it is.
 *
 * @param text Its text, or the parts of one, which are asked for as they are written; nothing else runs meanwhile.
 * @param mode Who may read a file that is new, such as 0o600. Default: as the system says.
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
    // A file that may be written, in a folder that may not.
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

/** How much is written at once, in characters. */
const blockLength = 65_536

function writeAll(opened: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) at += writeSync(opened, bytes, at)
}

/**
 * Writes what a command made into the file of an option, whole or not at all.
 *
 * @param option Who named it, for the message: `--out`.
 * @throws UsageError that says what is wrong with the name, and Error for what else stopped it.
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
 * Refuses the name of a file that cannot be written, before anything is done for it.
 *
 * @param option Who named it, for the message: `--out`.
 * @throws UsageError that says what is wrong with the name.
 */
export async function refuseOutFile(file: string, option: string): Promise<void> {
  const there = await stat(file).catch(() => undefined)
  if (there?.isDirectory()) throw new UsageError(`${option}: ${file} is a folder; name a file`)
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
